import { joinedName, networksCalled } from '../networks/names.ts';
import { assignedName, isFunctionHead, stringAfter } from './assignedName.ts';

/** How far around an address its name can be, in UTF-16 units. */
const reach = { line: 400, block: 1_500 } as const;
const maxNameLength = 64;

/** Keys that describe a value without naming it. */
const generic = new Set(
  [
    'address addr contract contractaddress tokenaddress deployedto value id key account wallet',
    'hash data default result hex checksum evm proxy implementation impl impls target deployed current',
    'testnet',
    // Fields of a payment: each of its rows has another address there.
    'to from sender recipient receiver payee spender source src destination dest',
  ].flatMap((line) => line.split(' ')),
);
/** Records of deployment tools: their addresses are those of senders, and names around them of others. */
const records = new Set('transaction transactions tx receipt receipts log logs'.split(' '));
const siblingKeys = ['name', 'symbol', 'label', 'title', 'contractName', 'ticker'];

/**
 * The name of an address in code: the constant, variable, or key that it is assigned to, the table
 * cell next to it, or the object around it. Unverified text of the repository.
 * @param offset the start of the address, in UTF-16 units
 */
export function codeNameAt(text: string, offset: number, length: number): string | undefined {
  const end = offset + length;
  const cell = cellName(text, offset, end);
  if (cell !== undefined) return usable(cell);
  const before = text.slice(Math.max(0, offset - reach.line), offset);
  const own = assignedName(before.replace(did, '').replace(networkPrefix, ''));
  if (own === undefined) {
    const value = stringAfter(text.slice(end, end + 120));
    return value === undefined ? undefined : usable(value);
  }
  if (!isGeneric(own)) return usable(own);
  return usable(nameAround(text, offset) ?? '');
}

/**
 * `gno:0x…` (ERC-3770) and `eip155:100:0x…` (CAIP-10) where a value begins. Elsewhere, such as in
 * `{vault:0x…}`, it is a key.
 */
const networkPrefix = /(?<=["'`:=([]\s{0,4}|-\s{1,4})(?:[a-z\d]{3,8}:)?[a-z\d][\w-]{0,31}:$/;

/** The account of a decentralized identifier (did:pkh): `did:pkh:eip155:1:0x…`. */
const did = /\bdid:pkh:[\w-]{1,32}:[\w-]{1,32}:$/;

const isGeneric = (name: string): boolean =>
  generic.has(name.toLowerCase()) || isId(name) || isNetwork(name);

/** Only digits, or a hash or an ID in hex, as OpenZeppelin has for keys; `Facade` and `FEED` are words. */
function isId(name: string): boolean {
  const digits = name.replaceAll(/[-_]/g, '');
  return /^\d+$/.test(digits) || (/^(?:0x)?[\da-f]{8,}$/i.test(digits) && /\d/.test(digits));
}

/** `polygon: "0x…"`, `Bitcoin: bc1q…`: where it is, and not what it is called. */
const isNetwork = (name: string): boolean =>
  networksCalled(joinedName(name)).some(({ weight }) => weight !== 'common');

/** Undefined for what no one would call an address. */
function usable(name: string): string | undefined {
  const clean = name.trim();
  if (clean.length < 2 || clean.length > maxNameLength) return undefined;
  if (!/\p{L}/u.test(clean) || /0x[\da-f]{8}/i.test(clean) || isGeneric(clean)) return undefined;
  return clean;
}

/** The first cell of a Markdown or CSV row that holds letters and not the address. */
function cellName(text: string, offset: number, end: number): string | undefined {
  const before = text.slice(Math.max(0, offset - reach.line), offset);
  const after = text.slice(end, end + reach.line);
  const lineEnd = after.indexOf('\n');
  const address = text.slice(offset, end);
  const line =
    before.slice(before.lastIndexOf('\n') + 1) +
    address +
    (lineEnd === -1 ? after : after.slice(0, lineEnd));
  const trimmed = line.trim();
  const isTable = trimmed.startsWith('|') && trimmed.endsWith('|');
  const isCsv =
    !/[(){}[\]=;:"'`<>|]/.test(line) && line.split(',').some((cell) => cell.trim() === address);
  if (!isTable && (!isCsv || trimmed === address)) return undefined;
  const cells = trimmed.split(isTable ? '|' : ',');
  const names = cells.filter((cell) => !cell.includes(address)).map(withoutMarkup);
  return names.find((cell) => /\p{L}{2}/u.test(cell) && !isGeneric(cell)) ?? '';
}

/** `[WETH](https://…)` as `WETH`. */
function withoutMarkup(cell: string): string {
  const open = cell.indexOf('[');
  const close = cell.indexOf('](', open + 1);
  const shown = open !== -1 && close !== -1 ? cell.slice(open + 1, close) : cell;
  return shown.replace(/[`*]/g, '').trim();
}

/** The name in the object around an offset, or the key of that object. */
function nameAround(text: string, offset: number): string | undefined {
  const floor = Math.max(0, offset - reach.block);
  let depth = 0;
  let isInnermost = true;
  for (let at = offset - 1; at >= floor; at--) {
    const mark = text[at];
    if (mark === '}') depth++;
    if (mark !== '{') continue;
    if (depth > 0) {
      depth--;
      continue;
    }
    // Names further out are of other things.
    const sibling = isInnermost ? siblingName(ownText(text, at, offset)) : undefined;
    if (sibling !== undefined) return sibling;
    isInnermost = false;
    const before = text.slice(Math.max(0, at - reach.line), at);
    // Text around a function names the function.
    if (isFunctionHead(before)) return undefined;
    const key = assignedName(before);
    if (key !== undefined && records.has(key.toLowerCase())) return undefined;
    if (key !== undefined && !isGeneric(key)) return key;
  }
  return undefined;
}

/** The text of an object around an offset, without nested objects. */
function ownText(text: string, open: number, offset: number): string {
  let own = '';
  let depth = 0;
  const most = Math.min(text.length, offset + reach.block);
  for (let at = open + 1; at < most && depth >= 0; at++) {
    const mark = text[at] ?? '';
    if (mark === '{') depth++;
    if (mark === '}') depth--;
    else if (depth === 0) own += mark;
  }
  return own;
}

function siblingName(block: string): string | undefined {
  for (const key of siblingKeys) {
    for (let at = block.indexOf(key); at !== -1; at = block.indexOf(key, at + 1)) {
      if (/[\w$]/.test(block[at - 1] ?? '')) continue;
      const value = stringAfter(block.slice(at + key.length, at + key.length + 90));
      if (value !== undefined) return value;
    }
  }
  return undefined;
}
