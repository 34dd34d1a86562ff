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
const longestIdentifier = 80;
const longestJoined = 25;

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
  if (end - start <= longestJoined) return false;
  return (
    end - start > longestIdentifier || /^(?=[^0-9]*[0-9])[0-9A-Za-z]+$/.test(text.slice(start, end))
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
