/**
 * What means another character outside of strings, and an end of a line that a string goes on behind:
 * percent-encoding, references of HTML, and a backslash with the space of the next line, as Rust has it.
 */
const pieces = /%([2-7][\da-f])|&#x0*([2-7][\da-f]);|&#0*(\d{2,3});|\\\r?\n[ \t]*/gi;

/** What a text with a piece has: searching for these takes a tenth of the expression's time. */
const signs = ['%', '&#', '\\\n', '\\\r\n'];

/** Pieces between two steps. */
const piecesOfStep = 4_096;

/** A text with the characters that it encodes, and where they are written. */
export class DecodedText {
  readonly text: string;
  /**
   * Three numbers for each part that is as it is written: where it begins in the meaning and in the text,
   * and where what is before it ends there.
   */
  readonly #parts: readonly number[];

  private constructor(text: string, parts: readonly number[]) {
    this.text = text;
    this.#parts = parts;
  }

  /** Yields between slices of work. @returns undefined where nothing is encoded */
  static *of(source: string): Generator<void, DecodedText | undefined> {
    if (!signs.some((sign) => source.includes(sign))) return undefined;
    const texts: string[] = [];
    const parts = [0, 0, 0];
    let count = 0;
    let length = 0;
    let from = 0;
    pieces.lastIndex = 0;
    for (let match; (match = pieces.exec(source)) !== null;) {
      const { 0: piece, 1: inUrl, 2: hex, 3: decimal, index } = match;
      const meant = decimal === undefined ? parseInt(inUrl ?? hex ?? '', 16) : Number(decimal);
      if (meant < 0x20 || meant > 0x7e) continue;
      const end = index + piece.length;
      length += index - from;
      texts.push(source.slice(from, index));
      from = end;
      if (Number.isNaN(meant)) parts.push(length, end, index);
      else {
        texts.push(String.fromCharCode(meant));
        parts.push(length, index, index, ++length, end, end);
      }
      if (++count % piecesOfStep !== 0) continue;
      yield;
      // Meanwhile others may have used it.
      pieces.lastIndex = end;
    }
    if (texts.length === 0) return undefined;
    texts.push(source.slice(from));
    return new DecodedText(texts.join(''), parts);
  }

  /** Where a part of the meaning is written. */
  spanOf(offset: number, length: number): { readonly offset: number; readonly length: number } {
    const behind = offset + length;
    const first = this.#partAt(offset);
    const last = this.#partAt(behind);
    const start = first.start + offset - first.at;
    const end = last.at === behind ? last.endBefore : last.start + behind - last.at;
    return { offset: start, length: end - start };
  }

  /** The last part that begins there or before. */
  #partAt(offset: number) {
    let [low, high] = [0, this.#parts.length / 3 - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#parts[3 * middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const [at = 0, start = 0, endBefore = 0] = this.#parts.slice(3 * low, 3 * low + 3);
    return { at, start, endBefore };
  }
}
