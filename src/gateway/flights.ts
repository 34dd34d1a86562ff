/** What one of those who wait for the same work gets. */
interface Share<T> {
  readonly outcome: T;
  /** Whether this caller's work was done, and not another's. */
  readonly isOwn: boolean;
}

/** Work in progress by name, done once for all who want it at the same time. */
export class Flights<T> {
  readonly #inFlight = new Map<string, Promise<T>>();

  /** @param isLeading whether others may join what this caller does */
  async share(name: string, work: () => Promise<T>, isLeading: boolean): Promise<Share<T>> {
    const joined = this.#inFlight.get(name);
    if (joined !== undefined) return { outcome: await joined, isOwn: false };
    if (!isLeading) return { outcome: await work(), isOwn: true };
    const own = work().finally(() => this.#inFlight.delete(name));
    this.#inFlight.set(name, own);
    return { outcome: await own, isOwn: true };
  }

  /** Resolves when all work in progress has ended, successfully or not. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#inFlight.values());
  }
}
