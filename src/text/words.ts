/** A word of an identifier or of prose, as code joins them: `ARBITRUM_SEPOLIA`, `arbitrumSepolia`. */
export interface Word {
  readonly start: number;
  readonly end: number;
  readonly lower: string;
  /** The offset where its identifier starts. Words of one identifier share it. */
  readonly identifier: number;
}

const other = 0;
const lowerLetter = 1;
const upperLetter = 2;
const digit = 3;
const joint = 4;

const kinds = new Uint8Array(128);
for (let code = 0x61; code <= 0x7a; code++) kinds[code] = lowerLetter;
for (let code = 0x41; code <= 0x5a; code++) kinds[code] = upperLetter;
for (let code = 0x30; code <= 0x39; code++) kinds[code] = digit;
for (const mark of '_-$') kinds[mark.charCodeAt(0)] = joint;

/** In UTF-16 units: longer identifiers are data, and so are those with digits but no separator. */
const maxIdentifierLength = 80;
const maxJoinedLength = 25;

const kindAt = (text: string, at: number): number => kinds[text.charCodeAt(at)] ?? other;

/** The words between two offsets, in order. Reads each character once. */
export function wordsBetween(text: string, start: number, end: number): Word[] {
  const words: Word[] = [];
  let at = start;
  while (at < end) {
    if (kindAt(text, at) === other) {
      at++;
      continue;
    }
    let after = at + 1;
    while (after < end && kindAt(text, after) !== other) after++;
    if (!isData(text, at, after)) addWords(text, at, after, words);
    at = after;
  }
  return words;
}

/** Whether an identifier is a number, a hash, or an address. */
function isData(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(start) === 0x30 && (text.charCodeAt(start + 1) | 0x20) === 0x78) return true;
  if (end - start <= maxJoinedLength) return false;
  return (
    end - start > maxIdentifierLength ||
    /^(?=[^0-9]*[0-9])[0-9A-Za-z]+$/.test(text.slice(start, end))
  );
}

function addWords(text: string, start: number, end: number, words: Word[]): void {
  let at = start;
  while (at < end) {
    const kind = kindAt(text, at);
    if (kind === joint) {
      at++;
      continue;
    }
    const after = wordEnd(text, at, end, kind);
    words.push({
      start: at,
      end: after,
      lower: text.slice(at, after).toLowerCase(),
      identifier: start,
    });
    at = after;
  }
}

/** Capitals that no small letter follows are one word, as in `USDCPolygon`. Digits end a word. */
function wordEnd(text: string, start: number, end: number, first: number): number {
  let at = start + 1;
  if (first === upperLetter) {
    while (at < end && kindAt(text, at) === upperLetter) at++;
    if (at - start > 1 && at < end && kindAt(text, at) === lowerLetter) return at - 1;
  }
  if (first !== digit) while (at < end && kindAt(text, at) === lowerLetter) at++;
  while (at < end && kindAt(text, at) === digit) at++;
  return at;
}

/** A set of the words of a list. */
export const setOf = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/**
 * Words in lower case: the same for `SOLANA_PRIVATE_KEY`, `solanaPrivateKey`, and `solana
 * private-key`.
 */
export function wordsOf(name: string): string[] {
  const words: string[] = [];
  let start = -1;
  const cut = (end: number): void => {
    if (start !== -1) words.push(name.slice(start, end).toLowerCase());
    start = -1;
  };
  for (let at = 0; at < name.length; at++) {
    const kind = kindAt(name, at);
    if (kind === other || kind === joint) {
      cut(at);
      continue;
    }
    const isCapital = kind === upperLetter;
    const isAfterCapital = kindAt(name, at - 1) === upperLetter;
    const isHump = isCapital && isSmall(name, at - 1);
    // In `RPCKey`, the last capital starts a word.
    const isLastCapital = isCapital && isAfterCapital && isSmall(name, at + 1);
    const isPluralOfCapitals =
      isLastCapital && name.charAt(at + 1) === 's' && !isSmall(name, at + 2);
    if (isHump || (isLastCapital && !isPluralOfCapitals)) cut(at);
    if (start === -1) start = at;
  }
  cut(name.length);
  // A number only counts: `privateKey1` and `PRIVATE_KEY_2` are private keys.
  return words.map(withoutNumber).filter((word) => word !== '');
}

/** The curve and the encodings keep their digits. */
function withoutNumber(word: string): string {
  if (/^(?:ed25519|secp256k1|b(?:s|ase)?58|b(?:ase)?64|bip39|uint8array|u8)$/.test(word))
    return word;
  let end = word.length;
  while (end > 0 && kindAt(word, end - 1) === digit) end--;
  let start = 0;
  while (start < end && kindAt(word, start) === digit) start++;
  return word.slice(start, end);
}

function isSmall(name: string, at: number): boolean {
  const kind = kindAt(name, at);
  return kind === lowerLetter || kind === digit;
}

/** `all networks except Celo`, `not deployed on Optimism`, `NOT_POLYGON`. */
const negation =
  /(?:^|[^A-Za-z])(?:not|except|excluding|without|unlike|non|other than)(?:[ _-]{1,2}(?:on|the|for|in|to|of|yet|deployed|available|supported|live|currently)){0,4}[ _-]{0,2}$/i;

const camelNegation = /[a-z](?:Not|Except|Without|Non)$/;

/** In UTF-16 units. */
const negationReach = 48;

/** Whether what comes next is what the text before it leaves out. */
export function isNegated(before: string): boolean {
  const near = before.slice(-negationReach);
  return negation.test(near) || camelNegation.test(near);
}
