/** Pairs of brackets in the order of their opening ones. */
export interface Blocks {
  readonly opens: readonly number[];
  /** The offset of the closing bracket, or the end of the text. */
  readonly closes: readonly number[];
  /** Index of each block's parent; -1 for none. */
  readonly parents: readonly number[];
  /** The outermost block around each, or itself. */
  readonly roots: readonly number[];
  /** The offsets of all brackets that open or close a block, and the innermost block after each. */
  readonly marks: readonly number[];
  readonly inside: readonly number[];
}

/** 1 for opening brackets, 2 for closing ones. */
export const bracketKinds = new Uint8Array(0x10000);
for (const open of '{[(') bracketKinds[open.charCodeAt(0)] = 1;
for (const close of '}])') bracketKinds[close.charCodeAt(0)] = 2;

/** Blocks that a closing bracket of another kind closes with its own. */
const maxUnclosed = 8;

const brackets = /[{}[\]()]/g;

/** Rejected: a loop over the characters, which takes twice the time in most texts. */
function eachBracket(text: string, visit: (at: number) => void): void {
  for (brackets.lastIndex = 0; brackets.test(text);) visit(brackets.lastIndex - 1);
}

/** @param offsets of all brackets of the text, if they are known */
export function bracketsOf(text: string, offsets?: readonly number[]): Blocks {
  const opens: number[] = [];
  const closes: number[] = [];
  const parents: number[] = [];
  const roots: number[] = [];
  const marks: number[] = [];
  const inside: number[] = [];
  /** The innermost open block; -1 for none. */
  let innermost = -1;
  const visit = (at: number): void => {
    const code = text.charCodeAt(at);
    if (bracketKinds[code] === 1) {
      const block = opens.push(at) - 1;
      closes.push(text.length);
      parents.push(innermost);
      roots.push(innermost === -1 ? block : (roots[innermost] ?? block));
      innermost = block;
    } else {
      const closed = blockClosedBy(code, innermost);
      if (closed === -1) return;
      // A bracket that nothing closed is closed with the one around it.
      const around = parents[closed] ?? -1;
      for (; innermost !== around; innermost = parents[innermost] ?? -1) closes[innermost] = at;
    }
    marks.push(at);
    inside.push(innermost);
  };
  /** The nearest block that a closing bracket can close; -1 for none. */
  const blockClosedBy = (code: number, from: number): number => {
    let block = from;
    for (let step = 0; block !== -1 && step < maxUnclosed; step++) {
      // `)` is one after its opening bracket, and the others are two.
      const distance = code - text.charCodeAt(opens[block] ?? 0);
      if (distance === 1 || distance === 2) return block;
      block = parents[block] ?? -1;
    }
    return -1;
  };
  if (offsets === undefined) eachBracket(text, visit);
  else for (const at of offsets) visit(at);
  return { opens, closes, parents, roots, marks, inside };
}

/** Finds the brackets of parts of a long text that overlap. Reads each part once. */
export class BracketFinder {
  readonly #text: string;
  #found: number[] = [];
  /** Up to where they were found. */
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @param start not before that of the last call @returns offsets from `start` */
  between(start: number, end: number): number[] {
    if (start >= this.#end) {
      this.#found = [];
      this.#end = start;
    }
    const from = this.#end;
    eachBracket(this.#text.slice(from, end), (at) => this.#found.push(from + at));
    this.#end = Math.max(from, end);
    const first = lastBefore(this.#found, start) + 1;
    const after = lastBefore(this.#found, end) + 1;
    const offsets: number[] = [];
    for (let index = first; index < after; index++) offsets.push((this.#found[index] ?? 0) - start);
    if (first > maxPassed) this.#found.splice(0, first);
    return offsets;
  }
}

/** Brackets that no later part has, before they are dropped. */
const maxPassed = 4_096;

/** The innermost block around an offset; -1 for none. */
export function blockAt({ marks, inside }: Blocks, offset: number): number {
  return inside[lastBefore(marks, offset)] ?? -1;
}

/** Index of the last number below a limit in an ascending list; -1 for none. */
export function lastBefore(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
