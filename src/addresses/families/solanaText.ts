import { blockAt } from '../../text/blocks.ts';
import { lineAt } from '../../text/outline.ts';
import { headReach, type OutlinedPart } from '../../text/parts.ts';
import type { Scanned, Source } from '../source.ts';
import { createNearbyVerdict, verdictOfBlock, verdictOfLine, type Verdict } from './solanaHeads.ts';
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

/** Beyond these, hostile text could nest without end. */
const mostLevels = 24;

/** A part of a text, with what its heads say. */
interface Part extends OutlinedPart {
  /** Whether any of its heads can name Solana. */
  readonly hasHeads: boolean;
  readonly ofBlocks: Map<number, Verdict>;
  readonly ofLines: Map<number, Verdict>;
}

/** What the text around a value says about it. Each part of the text is read once. */
export class SolanaText {
  readonly #scanned: Scanned;
  readonly #text: string;
  readonly #verdictNearby: (start: number) => Verdict;
  readonly #isNear: (start: number, end: number) => boolean;
  #part: Part | undefined;
  #isOfFile: boolean | undefined;

  constructor(scanned: Scanned) {
    this.#scanned = scanned;
    this.#text = scanned.text;
    this.#verdictNearby = createNearbyVerdict(scanned.text);
    this.#isNear = createWordIndex(scanned.text);
  }

  /** In this order: the nearest blocks around it, the file, the nearest words, farther blocks. */
  isSolana(start: number, end: number): boolean {
    const nearby = this.#verdictNearby(start);
    if (nearby !== undefined) return nearby === 'solana';
    this.#isOfFile ??= isSolanaSource({
      head: this.#text.slice(0, fileHeadLength),
      ...this.#scanned.source,
    });
    return this.#isOfFile || this.#isNear(start, end) || this.#enclosing(start) === 'solana';
  }

  #enclosing(start: number): Verdict {
    const part = this.#partAt(start);
    if (!part.hasHeads) return undefined;
    const { blocks, lines } = part.outline();
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
    const outlined = this.#scanned.partAt(offset);
    if (this.#part?.index !== outlined.index) {
      const hasHeads = names.some((name) => outlined.text.includes(name));
      this.#part = { ...outlined, hasHeads, ofBlocks: new Map(), ofLines: new Map() };
    }
    return this.#part;
  }
}

function known(verdicts: Map<number, Verdict>, offset: number, read: () => Verdict): Verdict {
  if (!verdicts.has(offset)) verdicts.set(offset, read());
  return verdicts.get(offset);
}
