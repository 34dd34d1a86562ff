/** Rows in memory by key: what a table of SQLite is to the other ledger. */
export class MemoryRows<Row> {
  readonly #rows = new Map<string, Row>();
  #everAdded = 0;

  get size(): number {
    return this.#rows.size;
  }

  /** How many rows were ever added; never less than before. */
  get everAdded(): number {
    return this.#everAdded;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  set(key: string, row: Row): void {
    if (!this.#rows.has(key)) this.#everAdded++;
    this.#rows.set(key, row);
  }

  /** False if there was no such row. */
  delete(key: string): boolean {
    return this.#rows.delete(key);
  }

  /** In the order in which they were added. */
  all(): Row[] {
    return [...this.#rows.values()];
  }

  /** Returns how many rows were deleted. */
  deleteWhere(is: (row: Row) => boolean): number {
    const before = this.#rows.size;
    for (const [key, row] of this.#rows) if (is(row)) this.#rows.delete(key);
    return before - this.#rows.size;
  }
}
