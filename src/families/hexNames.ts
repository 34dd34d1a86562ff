import { setOf, wordsOf } from '../text/words.ts';
import { isSymbolBefore } from './symbols.ts';
import { nameBefore } from '../text/valueName.ts';

/**
 * The meaning of 32 bytes by the adjacent text. `unnamed`: it has no name of its own, such as an
 * item of a list, or it is named after a network or an asset.
 */
export type ValueKind = 'address' | 'unnamed' | 'other';

const addressWords = setOf(
  'address addresses addr addrs account accounts owner owners sender recipient receiver wallet wallets ' +
    'contract contracts package packages deployer admin treasury vault publisher creator holder holders ' +
    'beneficiary multisig safe faucet router factory token tokens coin coins target ' +
    'predecessor delegator validator payer transmitter messenger relayer bridge gateway oracle minter manager operator ' +
    'registry module portal endpoint',
);

const prepositions = setOf('to from at by');

/** With `id` after them, they name an account: `receiver_id`, `packageId`. On Sui, pools are objects. */
const accountsWithId = setOf(
  'account receiver signer predecessor owner sender contract beneficiary package delegator ' +
    'validator treasury master proposer creator',
);

const networkWords = setOf(
  'near sui aptos starknet stark net mainnet testnet devnet localnet sepolia main test dev chain network default ' +
    'alice bob carol charlie dave eve usdc usdt weth wbtc dai strk eth',
);

/** Any of these makes it something else, whatever comes after. */
const otherWords = setOf(
  'hash hashes digest tx txn txid transaction transactions signature sig root proof block commitment commit ' +
    'checksum salt nonce seed secret private priv mnemonic key keys pubkey selector topic leaf node ' +
    'class class_hash felt object state cap clock gas checkpoint cid fingerprint sha256',
);

/** Words that follow a name's noun: `ownerHex`, `ADMIN_MAINNET`. */
const suffixes = setOf('hex str string mainnet testnet devnet sepolia main test dev 0 1 2 3');

const accountPath =
  /\/(?:account|address|contract|object|coin|package|module|validator|token|owner|fungible_asset)s?(?:es)?\/$/i;

/** How far before a value its path can start, in UTF-16 units. */
const pathReach = 80;

/** `0x…::coin::COIN`: a module of Move follows, and the value is its package. */
export const isMoveType = (text: string, end: number): boolean =>
  /^::[A-Za-z_]/.test(text.slice(end, end + 3));

/** @param end the end of the value, after which Move writes a module: `0x…::coin::COIN` */
export function valueKindOf(text: string, start: number, end: number): ValueKind {
  const previous = text.charAt(start - 1);
  if (previous === '/') {
    return accountPath.test(text.slice(Math.max(0, start - pathReach), start))
      ? 'address'
      : 'other';
  }
  if (isMoveType(text, end) || previous === '@') return 'address';
  const link = previous === '[' ? linkOf(text, end) : undefined;
  if (link !== undefined) return link;
  const { name, start: nameStart } = nameBefore(text, previous === '[' ? start - 1 : start);
  if (name === '') return kindOfList(text, start);
  const isCalled = !name.startsWith('-') && text.charAt(nameStart + name.length) === '(';
  if (isCalled && assertion.test(name)) {
    return kindOfName(subjectBefore(text, nameStart)) === 'address' ? 'address' : 'other';
  }
  const kind = kindOfName(name);
  if (kind !== 'other') return kind;
  if (isSymbolBefore(text, start)) return 'unnamed';
  // The first argument of a call, but none of a number.
  return isCalled && !wordsOf(name).some((word) => otherCalls.has(word)) ? 'unnamed' : 'other';
}

/**
 * Whether the name before a value marks it as a hash, a key, or something else that isn't an
 * address.
 */
export function isCalledOther(text: string, start: number): boolean {
  const words = wordsOf(nameBefore(text, start).name);
  return (
    words.some((word) => otherWords.has(word)) && !words.some((word) => addressWords.has(word))
  );
}

/** The kind by a name: a value's own, or one that a test compares with. */
function kindOfName(name: string): ValueKind {
  const words = wordsOf(name);
  const isOneWord = words.length === 1;
  while (words.length > 1 && suffixes.has(words.at(-1) ?? '')) words.pop();
  if (words.some((word) => otherWords.has(word))) return 'other';
  const last = words.at(-1) ?? '';
  if (last === 'id') return accountsWithId.has(words.at(-2) ?? '') ? 'address' : 'other';
  // `sentTo`, but not `toHex`.
  const isTo = prepositions.has(last) && (isOneWord || words.length > 1);
  if (isTo || words.some((word) => addressWords.has(word))) return 'address';
  if (words.every((word) => networkWords.has(word))) return 'unnamed';
  return /^[A-Z][A-Z0-9]{1,9}$/.test(name) ? 'unnamed' : 'other';
}

/** `expect(x).toBe("0x…")`, `assert.equal(x, "0x…")`: a test of a value. */
const assertion = /^(?:to[A-Z]\w*|(?:strict|deep|loose)?[eE]quals?|eq|eql|is|assert\w*!?)$/;

/** Calls with such names take numbers or arbitrary texts. */
const otherCalls = setOf(
  `decimal number num bn big bigint felt felt252 uint u256 int encode decode bytes buffer array ${[...otherWords].join(' ')}`,
);

/** How far before an assertion its subject can start, in UTF-16 units. */
const subjectReach = 160;

/** `toSuiAddress` in `expect(k.toSuiAddress()).toBe(`. Empty if it has no name. */
function subjectBefore(text: string, end: number): string {
  const before = text.slice(Math.max(0, end - subjectReach), end);
  const at = before.lastIndexOf('expect(');
  if (at === -1) return '';
  const subject = before.slice(at + 'expect('.length).trimStart();
  return /^(?:await )?(?:[\w$]{1,40}\.){0,8}([\w$]{1,40})/.exec(subject)?.[1] ?? '';
}

/** `[0x…](https://voyager.online/class/0x…)`: the link determines the kind of its text. */
function linkOf(text: string, end: number): ValueKind | undefined {
  const after = text.slice(end, end + pathReach + digitsOfLink);
  if (!after.startsWith('](')) return undefined;
  const [url = ''] = /^[^)\s]*/.exec(after.slice(2)) ?? [];
  const path = url.slice(0, url.lastIndexOf('/') + 1);
  return !url.includes('://') ? undefined : accountPath.test(path) ? 'address' : 'other';
}

const digitsOfLink = 66;

/** An item of a list or a later argument: `"classHash", "0x…"` names it by the one before. */
function kindOfList(text: string, start: number): ValueKind {
  const before = text.slice(Math.max(0, start - pathReach), start);
  const [, name] = /["'`]([A-Za-z][\w -]{1,40})["'`],\s{0,12}["'`]?$/.exec(before) ?? [];
  if (name === undefined) return 'unnamed';
  return wordsOf(name).some((word) => otherWords.has(word)) ? 'other' : 'unnamed';
}
