import { decodeRiskScore, decodeSummary, type RiskScore, type Summary } from '../api/decode.ts';
import type { Aggregator } from '../api/routes.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { CallRow, Instant, JobRow, StoredResult, SubjectKey } from '../ledger/store.ts';
import type { Clock } from './clock.ts';
import type { Policy } from './policy.ts';

/** Something that was paid for, as it was read, and when. */
export interface Known<T> {
  readonly value: T;
  readonly receivedAt: Instant;
  /** Within the time that a person has set for it. */
  readonly isFresh: boolean;
}

/** All that is stored of an address on a network. Reading it costs nothing. */
export interface StoredReport {
  readonly summary: Known<Summary> | null;
  /** Why the last summary call brought nothing, where it did not. */
  readonly summaryCall: CallRow | null;
  readonly scores: Readonly<Record<Aggregator, Known<RiskScore> | null>>;
  /** The newest job of each aggregator that has not brought its result. */
  readonly jobs: Readonly<Record<Aggregator, JobRow | null>>;
}

export const aggregators = ['money', 'money_rank_weight'] as const satisfies readonly Aggregator[];

export interface Reports {
  read(key: SubjectKey): Promise<StoredReport>;
  /** The newest score of each address that has one, whatever its age, for many addresses at once. */
  scoresOf(
    account: string,
    addresses: readonly string[],
    aggregator: Aggregator,
  ): Promise<readonly (SubjectKey & Known<RiskScore>)[]>;
}

export function createReports(ledger: Ledger, clock: Clock, policy: () => Policy): Reports {
  function known<T>(
    result: StoredResult | null | undefined,
    decode: (body: string) => T | undefined,
    freshMs: number,
  ): Known<T> | null {
    if (result === null || result === undefined) return null;
    const value = decode(result.body);
    if (value === undefined) return null;
    const { receivedAt } = result;
    return { value, receivedAt, isFresh: clock.now() - receivedAt < freshMs };
  }

  return {
    async read(key) {
      const [stored, summaryCall, money, ranked] = await Promise.all([
        ledger.readResults(key.account, [key.address]),
        ledger.readCall(key),
        ledger.openJobOf(key, 'money'),
        ledger.openJobOf(key, 'money_rank_weight'),
      ]);
      const part = (name: StoredResult['part']): StoredResult | undefined =>
        stored.find((result) => result.chain === key.chain && result.part === name);
      const { summaryMs, riskMs } = policy();
      return {
        summary: known(part('summary'), decodeSummary, summaryMs),
        summaryCall,
        scores: {
          money: known(part('money'), decodeRiskScore, riskMs),
          money_rank_weight: known(part('money_rank_weight'), decodeRiskScore, riskMs),
        },
        jobs: { money, money_rank_weight: ranked },
      };
    },

    async scoresOf(account, addresses, aggregator) {
      const stored = await ledger.readResults(account, addresses);
      return stored.flatMap((result) => {
        if (result.part !== aggregator) return [];
        const score = known(result, decodeRiskScore, policy().riskMs);
        const { address, chain } = result;
        return score === null ? [] : [{ account, address, chain, ...score }];
      });
    },
  };
}
