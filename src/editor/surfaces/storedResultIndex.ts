import type { Occurrence } from '../../addresses/occurrence.ts';
import type { Calls } from '../calls/calls.ts';
import type { AddressLine } from '../../addresses/addressLine.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { storedKeyOf } from '../session/identity.ts';
import { settings } from '../shell/settings.ts';

/** An address in a document. */
export interface Place {
  /** From 0. */
  readonly line: number;
  readonly occurrence: Occurrence;
  readonly canonical: string;
}

/** The networks on which something is stored for an address. */
interface StoredNetworks {
  readonly scored: ReadonlySet<string>;
  /** With a job that is open. */
  readonly open: ReadonlySet<string>;
}

/** Networks by address. */
type OpenJobs = Promise<ReadonlyMap<string, ReadonlySet<string>>>;

interface Known {
  readonly scored: Map<string, ReadonlySet<string>>;
  /** Undefined until it is needed. */
  open: OpenJobs | undefined;
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Which addresses of documents have a stored score or an open job. Each is looked up once until
 * something changes, so that typing in a long file looks up nothing.
 */
export class StoredResultIndex {
  readonly #calls: Pick<Calls, 'session' | 'openEngine'>;
  /** Replaced as a whole, so that one question reads one state before and after it waits. */
  #known: Known = { scored: new Map(), open: undefined };

  constructor(calls: Pick<Calls, 'session' | 'openEngine'>) {
    this.#calls = calls;
  }

  /** Something stored, the account, or the aggregator has changed. */
  forget(): void {
    this.#known = { scored: new Map(), open: undefined };
  }

  /** All addresses of lines, in order. */
  places(lines: readonly AddressLine[]): Promise<readonly Place[]> {
    return runInTurns('diagnostics', placesIn(lines));
  }

  /**
   * What is stored for addresses, by their canonical spelling; nothing if no account was in use. Costs
   * nothing.
   */
  async storedFor(canonicals: Iterable<string>): Promise<(canonical: string) => StoredNetworks> {
    const { session, openEngine } = this.#calls;
    const account = storedKeyOf(await session.identity());
    const asked = new Set(canonicals);
    if (account === undefined || asked.size === 0) {
      return () => ({ scored: nothing, open: nothing });
    }
    const engine = await openEngine();
    const aggregator = settings.aggregator();
    const known = this.#known;
    const { scored } = known;
    const unknown = [...asked].filter((canonical) => !scored.has(canonical));
    const opening = (known.open ??= engine.listOpenJobs(account, aggregator).then(networksOf));
    // What failed is tried again.
    opening.catch(() => (known.open = undefined));
    if (unknown.length > 0) {
      const found = networksOf(await engine.listScored(account, unknown, aggregator));
      for (const canonical of unknown) scored.set(canonical, found.get(canonical) ?? nothing);
    }
    const open = await opening;
    return (canonical) => ({
      scored: scored.get(canonical) ?? nothing,
      open: open.get(canonical) ?? nothing,
    });
  }
}

function* placesIn(lines: readonly AddressLine[]): Generator<void, Place[]> {
  const places: Place[] = [];
  for (const [line, { addresses, canonicals }] of lines.entries()) {
    if (addresses.length === 0) continue;
    for (const [index, occurrence] of addresses.entries()) {
      places.push({ line, occurrence, canonical: canonicals[index] ?? '' });
    }
    yield;
  }
  return places;
}

function networksOf(
  heads: readonly { readonly address: string; readonly chain: string }[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const networks = new Map<string, Set<string>>();
  for (const { address, chain } of heads) {
    networks.set(address, (networks.get(address) ?? new Set()).add(chain));
  }
  return networks;
}
