import { wordsOf } from '../../text/wordsOf.ts';
import { isBlank } from './byteList.ts';

/** What a name says its bytes are. */
type BytesKind = 'address' | 'other';

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const addressWords = setOf('address addresses addr addrs');

/**
 * Any of these makes bytes something else: hashes, keys, code, and the accounts of other systems.
 * Without numbers: `sha1` and `hash160` have the words `sha` and `hash`.
 */
const otherWords = setOf(
  'hash hashes hashed digest digests sha keccak ripemd rmd checksum git commit oid tree blob revision ' +
    'key keys keyhash pubkey pubkeys privkey pub priv secret secrets seed seeds sig signature selector ' +
    'topic topics salt nonce root proof bytecode calldata data payload script opcode opcodes id ids uuid ' +
    'guid fingerprint thumbprint mac infohash peer password passphrase pass mnemonic entropy cookie ' +
    'challenge iv tag bitcoin btc p2pkh p2sh witness acc val cons validator bech base58 tron trx xrp ' +
    'ripple cosmos onion ip ipv host dns http email memory',
);

/** Types of addresses whose names do not say so. */
const types = /^(?:[Hh]160|AccountId20)$/;

/** What one identifier says. Undefined: nothing. */
export function wordKind(name: string): BytesKind | undefined {
  if (types.test(name)) return 'address';
  const words = wordsOf(name);
  if (words.some((word) => otherWords.has(word))) return 'other';
  return words.some((word) => addressWords.has(word)) ? 'address' : undefined;
}

/** How far before a value its names can be, in UTF-16 units, and how many brackets around it. */
const reach = 480;
const mostLevels = 5;

interface Head {
  /** What separates the value from others. */
  readonly text: string;
  /** The offset of the bracket around the value, or -1. */
  readonly open: number;
}

/** What the nearest name before bytes that says something says: the first of `namesBefore`. */
export function kindByNames(text: string, start: number): BytesKind | undefined {
  for (const name of namesBefore(text, start)) {
    const kind = wordKind(name);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/**
 * The names that apply to a value, nearest first: of its macro or call, its type, its own, and those of
 * the lists and calls around it. Ends with its own name: that of an object says nothing more.
 */
export function* namesBefore(text: string, start: number): Generator<string> {
  const floor = Math.max(0, start - reach);
  let at = start;
  for (let level = 0; level < mostLevels; level++) {
    const head = headBefore(text, at, floor);
    yield* (head.text.match(/[A-Za-z_$][\w$]{0,80}/g) ?? []).reverse();
    const isNamed = /[\w"'`\])]\s{0,8}(?:=(?!>)|:(?!:))/.test(head.text);
    if (isNamed || head.open === -1 || isBlockOfCode(text, head.open)) return;
    at = head.open;
  }
}

/** The text before a value, back to what separates it from other values. */
function headBefore(text: string, end: number, floor: number): Head {
  const parts: string[] = [];
  let at = end;
  let last = end;
  let isEmpty = true;
  while (at > floor) {
    const code = text.charCodeAt(at - 1);
    if (code === 0x5d || code === 0x29) {
      const open = openingOf(text, at - 1, floor);
      if (open === -1) break;
      parts.push(text.slice(at, last));
      at = last = open;
      isEmpty = false;
      continue;
    }
    if (code === 0x5b || code === 0x28 || code === 0x7b) {
      return headOf(text, parts, [at, last], at - 1);
    }
    if (code === 0x2c) {
      const open = openingOf(text, at - 1, floor);
      return headOf(text, parts, [at, last], open);
    }
    if (code === 0x3b || code === 0x7d) break;
    if (code === 0x0a) {
      const above = withoutComment(text, at - 1, floor);
      if (!isEmpty && !isContinued(text, above, floor)) break;
      parts.push(text.slice(at, last));
      at = last = above;
      continue;
    }
    if (!isBlank(code) && code !== 0x22 && code !== 0x27) isEmpty = false;
    at--;
  }
  return headOf(text, parts, [at, last], -1);
}

function headOf(
  text: string,
  parts: readonly string[],
  [from, to]: readonly [number, number],
  open: number,
): Head {
  return { text: [text.slice(from, to), ...parts.toReversed()].join('[]'), open };
}

/** The end of a line, or the start of the line if it is a comment. */
function withoutComment(text: string, end: number, floor: number): number {
  const start = Math.max(floor, text.lastIndexOf('\n', end - 1) + 1);
  return /^\s{0,80}(?:\/\/|#(?!\[)|\*|\/\*)/.test(text.slice(start, end)) ? start : end;
}

/** Whether a line ends where its value goes on in the next one. */
function isContinued(text: string, end: number, floor: number): boolean {
  let at = end;
  while (at > floor && isBlank(text.charCodeAt(at - 1))) at--;
  return '=:([{,'.includes(text.charAt(at - 1));
}

/** The opening bracket around what ends at an offset: of a closing bracket there, its own. */
function openingOf(text: string, from: number, floor: number): number {
  let depth = isClosing(text.charCodeAt(from)) ? 0 : 1;
  for (let at = from; at >= floor; at--) {
    const code = text.charCodeAt(at);
    if (isClosing(code)) depth++;
    else if ((code === 0x5b || code === 0x28 || code === 0x7b) && --depth === 0) return at;
  }
  return -1;
}

const isClosing = (code: number): boolean => code === 0x5d || code === 0x29 || code === 0x7d;

/** A brace that opens statements, a contract, or a function: what is before it names no value. */
function isBlockOfCode(text: string, open: number): boolean {
  if (text.charCodeAt(open) !== 0x7b) return false;
  if (/[\w\]]/.test(text.charAt(open - 1))) return false;
  return !/[=:([,\]]\s{0,4}$/.test(text.slice(Math.max(0, open - 8), open));
}
