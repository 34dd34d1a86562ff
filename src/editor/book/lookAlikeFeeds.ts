import { EventEmitter } from 'vscode';
import type { Crowd } from '../../book/lookAlikeGroups.ts';
import type { KnownAddress, LookAlike } from '../../book/lookAlikeParts.ts';
import { LookAlikes } from '../../book/lookAlikes.ts';
import { Refresh } from '../../scheduler/refresh.ts';
import { runInTurns } from '../../scheduler/turns.ts';

/** Of one feed; a search among more would take a hundred megabytes. */
const maxOfFeed = 20_000;

type IsNewer = (other: KnownAddress, one: KnownAddress) => boolean;

/** Look-alikes among the addresses that are known so far, from all sources. */
export class LookAlikeFeeds {
  readonly #found = new LookAlikes();
  readonly #changed = new EventEmitter<void>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #working = new Refresh(() => this.#work());
  #isNewer: IsNewer = () => false;

  /** Fires when the known addresses change, or which of them are new. */
  readonly onDidChange = this.#changed.event;

  of(known: KnownAddress): LookAlike[] {
    return this.#found.of(known);
  }

  crowdOf(known: KnownAddress): Crowd | undefined {
    return this.#found.crowdOf(known);
  }

  /** Whether Git reports another address as new and this one as old; false until that is known. */
  isNewer(other: KnownAddress, one: KnownAddress): boolean {
    return this.#isNewer(other, one);
  }

  /** @param isChanged whether it can give other answers than the one before */
  setNewer(isNewer: IsNewer, isChanged: boolean): void {
    this.#isNewer = isNewer;
    if (isChanged) this.#changed.fire();
  }

  /**
   * Replaces the addresses of a feed, in turns. A waiting feed is superseded by the next one of the
   * same name.
   *
   *  @param options.areAnchors compare them with every address, however many look like them
   */
  feed(name: string, read: () => Iterable<KnownAddress>, { areAnchors = false } = {}): void {
    this.#waiting.set(name, { read, areAnchors });
    // Only a bug of ours can fail here, and then only look-alikes are missing.
    this.#working.run().catch(() => this.#waiting.clear());
  }

  dispose(): void {
    this.#waiting.clear();
    this.#changed.dispose();
  }

  async #work(): Promise<void> {
    let isChanged = false;
    for (const [name, { read, areAnchors }] of this.#waiting) {
      this.#waiting.delete(name);
      const steps = this.#found.feed(name, firstOf(read()), { areAnchors });
      if (await runInTurns('book', steps)) isChanged = true;
    }
    if (isChanged) this.#changed.fire();
  }
}

interface Waiting {
  readonly read: () => Iterable<KnownAddress>;
  readonly areAnchors: boolean;
}

function* firstOf(addresses: Iterable<KnownAddress>): Generator<KnownAddress> {
  let count = 0;
  for (const known of addresses) {
    if (count++ === maxOfFeed) return;
    yield known;
  }
}
