/**
 * The first rows of a group, in their order. Sorting all two hundred thousand would take longer
 * than a filter may, and no one scrolls through them.
 */
export class TopRows {
  /** A heap whose root is the last of the rows that are kept. */
  readonly #heap: number[] = [];
  readonly #most: number;
  readonly #isBefore: (one: number, other: number) => boolean;
  #count = 0;

  constructor(most: number, isBefore: (one: number, other: number) => boolean) {
    this.#most = most;
    this.#isBefore = isBefore;
  }

  /** All rows that were added. */
  get count(): number {
    return this.#count;
  }

  /** At most as many as are kept. */
  get first(): number[] {
    return this.#heap.toSorted((one, other) => (this.#isBefore(one, other) ? -1 : 1));
  }

  add(id: number): void {
    this.#count++;
    if (this.#heap.length < this.#most) {
      this.#heap.push(id);
      this.#rise(this.#heap.length - 1);
    } else if (this.#isBefore(id, this.#at(0))) {
      this.#heap[0] = id;
      this.#sink();
    }
  }

  #rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(this.#at(parent), this.#at(at))) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(): void {
    for (let at = 0; ;) {
      let last = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#heap.length && this.#isBefore(this.#at(last), this.#at(child)))
          last = child;
      }
      if (last === at) return;
      this.#swap(at, last);
      at = last;
    }
  }

  #at(index: number): number {
    return this.#heap[index] ?? -1;
  }

  #swap(one: number, other: number): void {
    const kept = this.#at(one);
    this.#heap[one] = this.#at(other);
    this.#heap[other] = kept;
  }
}
