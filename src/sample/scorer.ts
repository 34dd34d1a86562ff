import { setImmediate } from 'node:timers/promises';
import { pageRankRounds, score, type Graph, type Score } from './engine/score.ts';
import type { Aggregator } from './http/request.ts';
import { ChainBuilder, standingOf, type TransferLedger } from './ledger/ledger.ts';

/** How long ranking may hold up other calls, in milliseconds. */
const sliceMs = 15;

/** Scores over one ledger. The rank of a chain is worked out when it is first needed, once. */
export class Scorer {
  readonly #ledger: TransferLedger;
  readonly #depth: number;
  /** Undefined while the rounds are in progress. */
  readonly #ranks = new Map<string, Float64Array | undefined>();
  #isClosed = false;

  /** @param depth H, the transfers followed back, at least 1 */
  constructor(ledger: TransferLedger, depth: number) {
    this.#ledger = ledger;
    this.#depth = depth;
  }

  /** @returns undefined while the rank of the chain is still being worked out */
  score(chain: string, address: string, aggregator: Aggregator): Score | undefined {
    const graph = this.#graphOf(chain);
    const rank = aggregator === 'money' ? undefined : this.rank(chain);
    if (aggregator !== 'money' && rank === undefined) return undefined;
    const { inflow, ownRisk, ownLabel } = standingOf(this.#ledger, chain, address);
    return score(graph, inflow, { depth: this.#depth, rank, ownRisk, ownLabel });
  }

  /** Begins with the rank of a chain; a small one is there at once. */
  rank(chain: string): Float64Array | undefined {
    if (!this.#ranks.has(chain)) {
      this.#ranks.set(chain, undefined);
      void this.#work(chain, this.#graphOf(chain));
    }
    return this.#ranks.get(chain);
  }

  /** Ends what is in progress. */
  close(): void {
    this.#isClosed = true;
  }

  /** Empty for a chain that the table of networks has and the ledger does not. */
  #graphOf(chain: string): Graph {
    return this.#ledger.chains.get(chain)?.graph ?? new ChainBuilder(chain).build().graph;
  }

  async #work(chain: string, graph: Graph): Promise<void> {
    const rounds = pageRankRounds(graph);
    let pauseAt = performance.now() + sliceMs;
    while (!this.#isClosed) {
      const { done, value } = rounds.next();
      if (done === true) {
        this.#ranks.set(chain, value);
        return;
      }
      if (performance.now() < pauseAt) continue;
      await setImmediate();
      pauseAt = performance.now() + sliceMs;
    }
  }
}
