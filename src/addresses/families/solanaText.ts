import { blockAt } from '../blocks.ts';
import { lineAt, outlineOf, type Outline } from '../outline.ts';
import { headReach, type Source } from '../source.ts';
import { verdictNearby, verdictOfBlock, verdictOfLine, type Verdict } from './solanaHeads.ts';
import { createWordIndex } from './solanaWords.ts';

/** How much of a file contains its imports and declarations, in UTF-16 units. */
const fileHeadLength = 16_384;

const headWords =
  /solana|anchor[-_]lang|coral-xyz|metaplex|spl[-_]token|declare_id!|"isSigner"|^\[programs\.(?:localnet|devnet|testnet|mainnet)\]|So1{20}/im;

const pathWords = /solana|jupiter|raydium|metaplex|spl[-_]token|(?:^|[\\/])Anchor\.toml$/i;

/** Systems with keys, hashes, or IDs of 32 bytes in base58. */
const otherSystems =
  /near(?:core|-api|-sdk|_sdk|\.org|protocol)|["'/@]near["'/-]|@mysten|indy-|libp2p/i;

/** Whether a file is about Solana, judging by its path and its first lines. */
export function isSolanaSource({ path = '', head = '' }: Source): boolean {
  return pathWords.test(path) || (headWords.test(head) && !otherSystems.test(head));
}

/** What heads that name Solana contain: a native search for these is fast. */
const names = ['solana', 'Solana', 'SOLANA', 'SOL', 'svm', 'SVM', 'ythnet', 'fogo', 'Fogo'];

/** In UTF-16 units. */
const longestLine = 4_096;

/** How far after a value the first members of its block can be, in UTF-16 units. */
const lookahead = 512;

/** Beyond these, hostile text could nest without end. */
const mostLevels = 24;

/**
 * How much of a text is outlined at a time, in UTF-16 units, besides what heads in it can reach. Not
 * the whole text: a scan in slices, or a hover, would read all of it for each of them.
 */
const partLength = 131_072;

/** A part of a text, with what its heads say. */
interface Part {
  readonly index: number;
  /** Its offset in the text. */
  readonly from: number;
  readonly text: string;
  /** Undefined if none of its heads can name Solana. */
  readonly outline: Outline | undefined;
  readonly ofBlocks: Map<number, Verdict>;
  readonly ofLines: Map<number, Verdict>;
}

/** What the text around a value says about it. Each part of the text is read once. */
export class SolanaText {
  readonly #text: string;
  readonly #source: Source | undefined;
  readonly #isNear: (start: number, end: number) => boolean;
  #part: Part | undefined;
  #isOfFile: boolean | undefined;

  constructor(text: string, source: Source | undefined) {
    this.#text = text;
    this.#source = source;
    this.#isNear = createWordIndex(text);
  }

  /** In this order: the nearest blocks around it, the file, the nearest words, farther blocks. */
  isSolana(start: number, end: number): boolean {
    const nearby = verdictNearby(this.#text, start);
    if (nearby !== undefined) return nearby === 'solana';
    this.#isOfFile ??= isSolanaSource({
      head: this.#text.slice(0, fileHeadLength),
      ...this.#source,
    });
    return this.#isOfFile || this.#isNear(start, end) || this.#enclosing(start) === 'solana';
  }

  #enclosing(start: number): Verdict {
    const part = this.#partAt(start);
    if (part.outline === undefined) return undefined;
    const { blocks, lines } = part.outline;
    const at = start - part.from;
    const floor = at - headReach;
    let block = blockAt(blocks, at);
    for (let depth = 0; block !== -1 && depth < mostLevels; depth++) {
      const open = blocks.opens[block] ?? 0;
      if (open < floor) break;
      const verdict = known(part.ofBlocks, open, () => verdictOfBlock(part.text, open));
      if (verdict !== undefined) return verdict;
      block = blocks.parents[block] ?? -1;
    }
    let line = lines.parents[lineAt(lines, at)] ?? -1;
    for (let depth = 0; line !== -1 && depth < mostLevels; depth++) {
      const content = lines.contents[line] ?? 0;
      if (content < floor) break;
      const verdict = known(part.ofLines, content, () => verdictOfLine(part.text, content));
      if (verdict !== undefined) return verdict;
      line = lines.parents[line] ?? -1;
    }
    return undefined;
  }

  #partAt(offset: number): Part {
    const index = Math.floor(offset / partLength);
    if (this.#part?.index !== index) this.#part = this.#readPart(index);
    return this.#part;
  }

  #readPart(index: number): Part {
    const from = startOfLine(this.#text, index * partLength - headReach);
    const text = this.#text.slice(from, (index + 1) * partLength + lookahead);
    const hasHeads = names.some((name) => text.includes(name));
    const outline = hasHeads ? outlineOf(text, isMarkdown(this.#source)) : undefined;
    return { index, from, text, outline, ofBlocks: new Map(), ofLines: new Map() };
  }
}

/** The start of the first line at or after an offset. The offset if the line there is very long. */
function startOfLine(text: string, offset: number): number {
  if (offset <= 0) return 0;
  const lineBreak = text.slice(offset - 1, offset + longestLine).indexOf('\n');
  return lineBreak === -1 ? offset : offset + lineBreak;
}

function known(verdicts: Map<number, Verdict>, offset: number, read: () => Verdict): Verdict {
  if (!verdicts.has(offset)) verdicts.set(offset, read());
  return verdicts.get(offset);
}

const isMarkdown = (source: Source | undefined): boolean => /\.mdx?$/i.test(source?.path ?? '');
