import type { Aggregator } from '../api/parameters.ts';
import type { SubjectKey } from '../ledger/store.ts';
import { subjectName } from '../ledger/subjectKey.ts';

/** A paid call as the user confirmed it: for one account, on one network. */
export interface Quote extends SubjectKey {
  /** Of a score. */
  readonly aggregator: Aggregator | undefined;
}

/** More confirmations are not open at a time. */
const maxQuotes = 100;

/**
 * The paid calls that were shown for confirmation. VS Code runs a tool without saying what was
 * confirmed, and meanwhile the account, the network, or what is stored may have changed: then the
 * user has agreed to something else, or to nothing.
 */
export class Quotes {
  readonly #counts = new Map<string, number>();

  add(quote: Quote): void {
    const name = nameOf(quote);
    const count = this.#counts.get(name) ?? 0;
    this.#counts.delete(name);
    this.#counts.set(name, count + 1);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > maxQuotes && oldest !== undefined) this.#counts.delete(oldest);
  }

  /** True once for each time that it was added. */
  take(quote: Quote): boolean {
    const name = nameOf(quote);
    const count = this.#counts.get(name) ?? 0;
    if (count > 1) this.#counts.set(name, count - 1);
    else this.#counts.delete(name);
    return count > 0;
  }
}

function nameOf(quote: Quote): string {
  return subjectName(quote, quote.aggregator ?? 'summary');
}
