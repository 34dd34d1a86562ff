import type { Denial } from '../book/facts.ts';
import type { StoredScore } from '../report/rowScore.ts';

/** `unknown`: a base version that may have the address could not be read. */
export type Newness = 'new' | 'unknown';

/** Facts about an address besides its places. */
export interface Facts {
  /** The first one; undefined if no deny list has it. */
  readonly denial: Denial | undefined;
  readonly isUnlisted: boolean;
  /** Only the change's address book has it, and that one doesn't vouch for it. */
  readonly isAdded: boolean;
  readonly name: string | undefined;
  /** The address it resembles; null for a crowd, undefined if it isn't a look-alike. */
  readonly looksLike: string | null | undefined;
}

const bits = { isUnlisted: 1, isAdded: 2 } as const;

/** Facts and scores for the addresses of an inventory, by number. */
export class Judgments {
  #flags = new Uint8Array(1_024);
  readonly #denials = new Map<number, Denial>();
  readonly #names = new Map<number, string>();
  readonly #looksLike = new Map<number, string | null>();
  readonly #scores = new Map<number, StoredScore>();
  #newness: ReadonlyMap<number, Newness> = new Map();

  setFacts(id: number, { denial, isUnlisted, isAdded, name, looksLike }: Facts): void {
    if (id >= this.#flags.length) {
      const grown = new Uint8Array(Math.max(id + 1, this.#flags.length * 2));
      grown.set(this.#flags);
      this.#flags = grown;
    }
    this.#flags[id] = (isUnlisted ? bits.isUnlisted : 0) | (isAdded ? bits.isAdded : 0);
    if (denial === undefined) this.#denials.delete(id);
    else this.#denials.set(id, denial);
    if (name === undefined) this.#names.delete(id);
    else this.#names.set(id, name);
    if (looksLike === undefined) this.#looksLike.delete(id);
    else this.#looksLike.set(id, looksLike);
  }

  /**
   * Of all addresses at once: whether one is new depends on where else it is.
   * @returns whether that differs from what was known
   */
  setNewness(newness: ReadonlyMap<number, Newness>): boolean {
    const before = this.#newness;
    this.#newness = newness;
    if (before.size !== newness.size) return true;
    for (const [id, each] of newness) if (before.get(id) !== each) return true;
    return false;
  }

  setScore(id: number, score: StoredScore | null): void {
    if (score === null) this.#scores.delete(id);
    else this.#scores.set(id, score);
  }

  /** All stored scores, by the numbers of their addresses. */
  scores(): Iterable<[id: number, score: StoredScore]> {
    return this.#scores;
  }

  /** The account doesn't show this: a gateway can use the sample service. */
  hasSampleData(): boolean {
    return [...this.#scores.values()].some(({ isSampleData }) => isSampleData === true);
  }

  clearScores(): void {
    this.#scores.clear();
  }

  isDenied(id: number): boolean {
    return this.#denials.has(id);
  }

  /** The first list that has it. */
  denialOf(id: number): Denial | undefined {
    return this.#denials.get(id);
  }

  /** The address it resembles; null for a crowd, undefined if it isn't a look-alike. */
  looksLike(id: number): string | null | undefined {
    return this.#looksLike.get(id);
  }

  isUnlisted(id: number): boolean {
    return ((this.#flags[id] ?? 0) & bits.isUnlisted) !== 0;
  }

  isAdded(id: number): boolean {
    return ((this.#flags[id] ?? 0) & bits.isAdded) !== 0;
  }

  /** Undefined for an address that is listed, or was there before, or has nothing to compare with. */
  newnessOf(id: number): Newness | undefined {
    return this.#newness.get(id);
  }

  isNew(id: number): boolean {
    return this.#newness.get(id) === 'new';
  }

  /** The addresses that are new, or of which that is unknown. */
  newOnes(): Iterable<number> {
    return this.#newness.keys();
  }

  nameOf(id: number): string | undefined {
    return this.#names.get(id);
  }

  scoreOf(id: number): StoredScore | undefined {
    return this.#scores.get(id);
  }
}
