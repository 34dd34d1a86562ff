import { readOnce } from '../text/once.ts';
import { blocksAround, linesAround } from '../text/parts.ts';
import { fileOf, type Scanned, type Source } from './source.ts';
import { createNearbyVerdict, verdictOfBlock, verdictOfLine, type Verdict } from './solanaHeads.ts';
import { createWordIndex } from './solanaWords.ts';

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

/** What the text around a value says about it. Each part of the text is read once. */
export class SolanaText {
  readonly #scanned: Scanned;
  readonly #text: string;
  readonly #verdictNearby: (start: number) => Verdict;
  readonly #isNear: (start: number, end: number) => boolean;
  /** Whether any head in a part can name Solana. */
  readonly #hasHeads: boolean[] = [];
  readonly #ofBlocks = new Map<number, Verdict>();
  readonly #ofLines = new Map<number, Verdict>();
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
    this.#isOfFile ??= isSolanaSource(fileOf(this.#text, this.#scanned.source));
    return this.#isOfFile || this.#isNear(start, end) || this.#enclosing(start) === 'solana';
  }

  #enclosing(start: number): Verdict {
    const text = this.#text;
    const part = this.#scanned.partAt(start);
    if (!(this.#hasHeads[part.index] ??= names.some((name) => part.text.includes(name)))) {
      return undefined;
    }
    for (const { start: open } of blocksAround(part, start)) {
      const verdict = readOnce(this.#ofBlocks, open, () => verdictOfBlock(text, open));
      if (verdict !== undefined) return verdict;
    }
    for (const content of linesAround(part, start)) {
      const verdict = readOnce(this.#ofLines, content, () => verdictOfLine(text, content));
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  }
}
