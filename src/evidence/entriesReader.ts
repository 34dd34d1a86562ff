import { entriesIn, type Entries } from './entries.ts';
import { isTelling } from './kindOfKeys.ts';
import { firstOf, headOf, keyOf } from '../text/keys.ts';
import { endOfSection, lineEnd, parentOf, type Outline } from '../text/outline.ts';

/** A longer list isn't one of pairs with a network each. */
const maxPairs = 200;

/** The key of a list whose items are networks, each by its `id` or its `name`. */
const listOfChains = /^["']?(?:chains|networks)["']?\s{0,2}:/i;

/** Whether a block is an item of such a list. */
function isInChains({ text, blocks }: Outline, block: number): boolean {
  const list = blocks.opens[blocks.parents[block] ?? -1] ?? -1;
  return text.charCodeAt(list) === 0x5b && listOfChains.test(`${keyOf(text, list)}:`);
}

/** Reads the entries of blocks and of lines, each once. */
export class EntriesReader {
  readonly #outline: Outline;
  readonly #isSmallIdForeign: boolean;
  readonly #ofBlocks: (Entries | undefined)[] = [];
  readonly #ofLines = new Map<number, Entries>();
  #children: Children | undefined;

  constructor(outline: Outline, isSmallIdForeign: boolean) {
    this.#outline = outline;
    this.#isSmallIdForeign = isSmallIdForeign;
  }

  ofBlock(block: number): Entries {
    return (this.#ofBlocks[block] ??= entriesIn(this.#outline.text, this.#directParts(block), {
      head: headOf(this.#outline, block),
      isOfChain: isInChains(this.#outline, block),
      isSmallIdForeign: this.#isSmallIdForeign,
      firsts: this.#firstsIn(block),
    }));
  }

  /** Entries of the lines under one line, and of that line itself if it is an item of a list. */
  ofLinesUnder(parent: number): Entries {
    const known = this.#ofLines.get(parent);
    if (known !== undefined) return known;
    const { text, lines } = this.#outline;
    const pairs = pairsUnder(this.#outline, parent);
    if (pairs !== undefined) {
      const options = { head: '', isSmallIdForeign: this.#isSmallIdForeign, isPlain: true };
      const entries = entriesIn(pairs, [[0, pairs.length]], options);
      this.#ofLines.set(parent, entries);
      return entries;
    }
    const ranges: (readonly [number, number])[] = [];
    const last = parent === -1 ? lines.starts.length : endOfSection(lines, parent);
    for (let line = parent + 1; line < last; line++) {
      if (parentOf(lines, line) !== parent || lines.parents[line] !== parent) continue;
      const start = lines.contents[line] ?? 0;
      const end = Math.min(lineEnd(this.#outline, line), start + 300);
      ranges.push([start, bracketOr(text, start, end)]);
    }
    const start = parent === -1 ? 0 : (lines.contents[parent] ?? 0);
    const head = parent === -1 ? '' : (text.slice(start, start + 100).split('\n', 1)[0] ?? '');
    if (/^[-*] /.test(head)) ranges.push([start + 1, start + head.length]);
    const list = parent === -1 ? -1 : parentOf(lines, parent);
    const listStart = lines.contents[list] ?? -1;
    const entries = entriesIn(text, ranges, {
      head,
      isOfChain: listStart !== -1 && listOfChains.test(text.slice(listStart, listStart + 40)),
      isSmallIdForeign: this.#isSmallIdForeign,
      isPlain: true,
    });
    this.#ofLines.set(parent, entries);
    return entries;
  }

  /** `["Polygon", "0x…"]` in a list of such pairs: their first elements are keys. */
  #firstsIn(block: number): string[] {
    const { text, blocks } = this.#outline;
    if (text.charCodeAt(blocks.opens[block] ?? 0) !== 0x5b) return [];
    const { first, next } = (this.#children ??= childrenOf(blocks.parents));
    const firsts: string[] = [];
    for (let child = first[block] ?? -1; child !== -1; child = next[child] ?? -1) {
      const own = firstOf(text, blocks.opens[child] ?? 0);
      if (own === undefined || firsts.length > maxPairs) break;
      firsts.push(own);
    }
    // `[["1", "0x…"], ["250", "0x…"]]`: amounts and places are numbers too.
    return firsts.some(isTelling) ? firsts : firsts.filter((first) => !/^\d+$/.test(first));
  }

  /** The parts of a block that are not in a block inside it. */
  *#directParts(block: number): Generator<readonly [number, number]> {
    const { blocks } = this.#outline;
    const { first, next } = (this.#children ??= childrenOf(blocks.parents));
    let from = (blocks.opens[block] ?? 0) + 1;
    for (let child = first[block] ?? -1; child !== -1; child = next[child] ?? -1) {
      yield [from, (blocks.opens[child] ?? 0) + 1];
      from = blocks.closes[child] ?? 0;
    }
    yield [from, blocks.closes[block] ?? 0];
  }
}

/** Don't read variables of a container beyond this. */
const maxVariables = 200;

/** `- name: CHAIN_ID⏎  value: "8453"`: the variables under a line of YAML, as entries. */
function pairsUnder(outline: Outline, parent: number): string | undefined {
  const { lines } = outline;
  if (parent === -1 || !/^(?:- )?env:\s*$/.test(lineText(outline, parent))) return undefined;
  const last = Math.min(endOfSection(lines, parent), parent + 2 * maxVariables);
  const entries: string[] = [];
  for (let line = parent + 1; line < last; line++) {
    const [, name] = /^- name: ["']?(\w{1,60})["']?\s*$/.exec(lineText(outline, line)) ?? [];
    const [, value] = /^value: (.{1,200})$/.exec(lineText(outline, line + 1)) ?? [];
    if (name !== undefined && value !== undefined) entries.push(`${name}: ${value}`);
  }
  return entries.length === 0 ? undefined : entries.join('\n');
}

function lineText(outline: Outline, line: number): string {
  const { text, lines } = outline;
  const start = lines.contents[line] ?? text.length;
  return text.slice(start, Math.min(lineEnd(outline, line), start + 300));
}

/** The first block inside each block, and the next one after it; -1 for none. */
interface Children {
  readonly first: readonly number[];
  readonly next: readonly number[];
}

function childrenOf(parents: readonly number[]): Children {
  const first = new Array<number>(parents.length).fill(-1);
  const next = new Array<number>(parents.length).fill(-1);
  for (let block = parents.length - 1; block >= 0; block--) {
    const parent = parents[block] ?? -1;
    if (parent === -1) continue;
    next[block] = first[parent] ?? -1;
    first[parent] = block;
  }
  return { first, next };
}

/** The first bracket between two offsets, or the second one: blocks are read as blocks. */
function bracketOr(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) !== 0x7b && text.charCodeAt(at) !== 0x5b) at++;
  return at;
}
