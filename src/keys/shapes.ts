import { hexadecimal, isAll, isPrefixedAt } from '../text/characters.ts';
import { algorand } from '../families/algorand.ts';
import type { Span } from '../text/span.ts';

/** A BIP-39 seed phrase has at least twelve words; Monero's and Algorand's have 25. */
const minWords = 12;

/** In UTF-16 units: words of two letters with a gap between them. An ideograph needs neither. */
const minSpelledLength = 3 * minWords - 1;

/**
 * Runs of at least twelve words from a list, in any script: 2 to 10 letters in one case, separated
 * by blanks (also ideographic ones), a line break, a comma, or a number. In Chinese, each character
 * is a word, and no blanks are needed.
 */
export function phrasesIn(text: string): Span[] {
  const phrases: Span[] = [];
  if (text.length < minSpelledLength && !/\p{Script=Han}/u.test(text)) return phrases;
  let words = 0;
  let start = 0;
  let end = 0;
  let last = '';
  const close = (): void => {
    if (words >= minWords) phrases.push({ start, end });
    words = 0;
  };
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]{1,64}/gu)) {
    const size = sizeOf(word);
    const isJoined = words > 0 && isGap(text.slice(end, index), last);
    if (words > 0 && !isJoined) close();
    if (size === 0) {
      close();
      continue;
    }
    if (words === 0) start = index;
    words += size;
    end = index + word.length;
    last = word;
  }
  close();
  return phrases;
}

/** The number of words in a run of letters: none, one, or one per ideograph. */
function sizeOf(run: string): number {
  if (/^\p{Script=Han}+$/u.test(run)) return run.length <= 24 ? run.length : 0;
  const length = run.normalize('NFC').length;
  // One case throughout, or a capital first. Scripts without cases have neither.
  const isOneCase = run === run.toLowerCase() || run === run.toUpperCase();
  return isOneCase && length >= 2 && length <= 10 ? 1 : 0;
}

function isGap(gap: string, before: string): boolean {
  if (gap === '') return /\p{Script=Han}$/u.test(before);
  // Only digits separate the letters of an address.
  if (!/[^0-9]/.test(gap)) return false;
  return gap.length <= 24 && /^["'\s,;|\u3000\d.:)(\\_-]{1,24}$/.test(gap);
}

/** The kinds of text that give control of funds. */
export type KeyShape =
  | 'privateKey'
  | 'wif'
  | 'extendedKey'
  | 'solanaKey'
  | 'seedPhrase'
  | 'pem'
  | 'keyPiece';

export interface KeyMaterial {
  readonly offset: number;
  readonly length: number;
  readonly shape: KeyShape;
}

export interface ShapedText extends KeyMaterial {
  /** Whether it could also be a hash or a public key, so that in a file a name decides. */
  readonly isAmbiguous: boolean;
  /** Whether it could also be an address, so that as an argument it is one. */
  readonly isAddress: boolean;
}

/**
 * All text with the shape of a key. Checks no checksum: a key with a typo is nearly a key. Looks at
 * each unit a bounded number of times.
 */
export function keyShapesIn(text: string): ShapedText[] {
  const found: ShapedText[] = [];
  for (const { 0: run, index } of text.matchAll(/[0-9A-Za-z]{26,}/g)) {
    const shape = shapeOfRun(
      run,
      text.slice(Math.max(0, index - 24), index),
      text.charAt(index + run.length),
    );
    if (shape !== undefined) found.push(shapedAt(index, run.length, shape));
  }
  for (const { 0: run, index } of text.matchAll(/[0-9A-Za-z+/_-]{43,}={0,2}/g)) {
    if (isBase64Key(run)) found.push(shapedAt(index, run.length, unsure('privateKey')));
  }
  for (const { 0: match, index } of text.matchAll(pem)) {
    found.push(shapedAt(index, match.length, sure('pem')));
  }
  found.push(...byteLists(text));
  for (const { start, end } of phrasesIn(text)) {
    found.push(shapedAt(start, end - start, unsure('seedPhrase')));
  }
  return found;
}

const pem = /-----BEGIN [A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)?-----[^-]{0,8192}/g;

type Shape = Pick<ShapedText, 'shape' | 'isAmbiguous'> & Partial<Pick<ShapedText, 'isAddress'>>;

const sure = (shape: KeyShape): Shape => ({ shape, isAmbiguous: false });
const unsure = (shape: KeyShape): Shape => ({ shape, isAmbiguous: true });

const shapedAt = (offset: number, length: number, shape: Shape): ShapedText => ({
  offset,
  length,
  isAddress: false,
  ...shape,
});

function shapeOfRun(run: string, before: string, next: string): Shape | undefined {
  return (
    hexShape(run, before) ??
    (next === '_' ? undefined : (prefixedShape(run, before) ?? base58Shape(run, before)))
  );
}

/**
 * A private key of 32 bytes is 64 digits, and so is a hash. 64 bytes are a seed, or both halves.
 */
function hexShape(run: string, before: string): Shape | undefined {
  const isPrefixed = isPrefixedAt(run, 0);
  const from = isPrefixed ? 2 : 0;
  const length = run.length - from;
  if (length < 60 || (length > 68 && (length < 124 || length > 132))) return undefined;
  if (!isAll(hexadecimal, run, from, run.length)) return undefined;
  if (/(?:ed25519|secp256k1)-priv-$/.test(before)) return sure('privateKey');
  // The raw form of TON: a workchain, with nothing before it that would make it an index.
  const isTon = !isPrefixed && length === 64 && /(?:^|[^\w.-])(?:0|-1):$/.test(before);
  // An EVM address in a word, after 24 zeros. A key starts that way once in 2⁹⁶.
  const isPadded = length === 64 && /^0{24}(?!0{4})/.test(run.slice(from));
  return { shape: 'privateKey', isAmbiguous: true, isAddress: isTon || (isPadded && isPrefixed) };
}

/** Formats that identify themselves. */
function prefixedShape(run: string, before: string): Shape | undefined {
  // BIP-32 with the versions of SLIP-132.
  if (/^(?:[a-zA-Z]prv|Ltpv|Mtpv|dgpv|drkv)/.test(run) && run.length >= 80)
    return sure('extendedKey');
  // Tezos, Sui, Nostr, Cardano (CIP-5), age, Zcash.
  if (/^(?:edsk|spsk|p2sk|edesk|spesk|p2esk|BLsk|BLesk)/.test(run) && run.length >= 50)
    return sure('privateKey');
  if (/^(?:suiprivkey1|nsec1|ncryptsec1|xprv1)/i.test(run) && run.length >= 40)
    return sure('privateKey');
  if (/^x?sk1/i.test(run) && before.endsWith('_') && run.length >= 40) return sure('privateKey');
  if (/(?:AGE-SECRET-KEY-|secret-(?:spending|extended)-key-(?:main|test)?)$/i.test(before))
    return sure('privateKey');
  // Stellar (SEP-23): a version byte and 32 bytes in base32.
  if (run.length >= 54 && run.length <= 58 && /^S[A-Z2-7]*$/.test(run)) {
    // An address of Algorand has as many characters as a seed with a typo, and a checksum.
    return algorand.read(run) === undefined ? sure('privateKey') : undefined;
  }
  return undefined;
}

/**
 * Base58, by length. WIF has 33 or 34 bytes with the versions 0x80 and 0xef or those of Bitcoin's
 * descendants. BIP-38 has its own prefix. 64 bytes are a seed with a public key.
 */
function base58Shape(run: string, before: string): Shape | undefined {
  const { length } = run;
  if (
    length > 90 ||
    !/^[1-9A-HJ-NP-Za-km-z]*$/.test(run) ||
    !/[a-z]/.test(run) ||
    !/[A-Z]/.test(run)
  )
    return undefined;
  const isNear = /(?:ed25519|secp256k1):$/.test(before);
  if (length >= 50 && length <= 53 && /^[5679cKLQTX]/.test(run)) return sure('wif');
  if (length >= 57 && length <= 59 && run.startsWith('6P')) return sure('wif');
  if (length >= 85) return isNear ? sure('privateKey') : unsure('solanaKey');
  // XRP Ledger: 16 bytes. Seeds for Ed25519 have a longer prefix.
  const isSeed = (length === 29 && run.startsWith('s')) || (length === 31 && run.startsWith('sEd'));
  if (isSeed && /\d/.test(run)) return sure('privateKey');
  if (length === 43 || length === 44)
    return { shape: 'solanaKey', isAmbiguous: true, isAddress: !isNear };
  return undefined;
}

/**
 * 32 or 64 bytes in base64, in either alphabet, with the mixture of characters that chance gives.
 */
function isBase64Key(run: string): boolean {
  const body = run.replace(/={1,2}$/, '');
  const isLength =
    (body.length === 43 && run.length <= 44) || (body.length === 86 && run.length !== 87);
  return (
    isLength && /\d/.test(body) && /[a-z]/.test(body) && /[A-Z]/.test(body) && /[+/_=-]/.test(run)
  );
}

/** `[12, 255, …]`: 64 bytes as Solana's command line writes them, also over several lines. */
function byteLists(text: string): ShapedText[] {
  const found: ShapedText[] = [];
  for (let open = text.indexOf('['); open !== -1;) {
    let at = open + 1;
    let numbers = 0;
    for (; numbers < 66; numbers++) {
      const [number] =
        /^\s{0,40}(?:0x[0-9a-fA-F]{1,2}|\d{1,3})\s{0,40}(?:,\s{0,40}|(?=\]))/.exec(
          text.slice(at, at + 128),
        ) ?? [];
      if (number === undefined) break;
      at += number.length;
    }
    if ((numbers === 64 || numbers === 32) && text.charAt(at) === ']') {
      const shape = numbers === 64 ? sure('solanaKey') : unsure('privateKey');
      found.push(shapedAt(open, at + 1 - open, shape));
    }
    open = text.indexOf('[', Math.max(at, open + 1));
  }
  return found;
}
