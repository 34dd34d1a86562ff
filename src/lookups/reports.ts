import { decodeRiskScore, decodeSummary, type RiskScore, type Summary } from '../api/decode.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { CallRow, Instant, JobRow, Part, ResultHead, SubjectKey } from '../ledger/store.ts';
import { openStates, type JobState } from '../risk/jobState.ts';
import { isFresh, type Clock } from './clock.ts';
import { DecodedResults } from './decoded.ts';
import { readHistory, type HistoryEntry } from './history.ts';
import type { Policy } from './policy.ts';

/** A paid result, decoded, and when it was received. */
export interface Known<T> {
  readonly value: T;
  readonly receivedAt: Instant;
  /** Within the time that the user has set. */
  readonly isFresh: boolean;
}

/** A risk score without its details, which may be megabytes long. */
export type ScoreHead = Pick<RiskScore, 'address' | 'chain' | 'score' | 'createdAt' | 'isTooBig'>;

/** What is stored for an address on a network. Reading it costs nothing. */
export interface ReportHeads<Score extends ScoreHead = ScoreHead> {
  readonly summary: Known<Summary> | null;
  /** Why the last summary call failed, if it did. */
  readonly summaryCall: CallRow | null;
  readonly scores: Readonly<Record<Aggregator, Known<Score> | null>>;
  /** The newest job of each aggregator without a result. */
  readonly jobs: Readonly<Record<Aggregator, JobRow | null>>;
  /** The identifier of the network that requests have; missing if it is our own name. */
  readonly sentChain?: string;
}

/** The same with the details of its scores. */
export type StoredReport = ReportHeads<RiskScore>;

export interface Reports {
  read(key: SubjectKey): Promise<StoredReport>;
  readHeads(key: SubjectKey): Promise<ReportHeads>;
  /** Every stored score, newest first. */
  readHistory(key: SubjectKey): Promise<readonly HistoryEntry[]>;
  /** Which of many addresses have a stored score of any age, without the scores. */
  scoredOf(
    account: string,
    addresses: readonly string[],
    aggregator: Aggregator,
  ): Promise<readonly ResultHead[]>;
  openJobsOf(account: string, aggregator: Aggregator): Promise<readonly OpenJob[]>;
}

/** Whose job is open. */
export type OpenJob = Pick<JobRow, 'address' | 'chain'>;

/** @param sentChain the identifier that the service of an account takes for a network */
export function createReports(
  ledger: Ledger,
  clock: Clock,
  policy: () => Policy,
  sentChain: (key: SubjectKey) => string = ({ chain }) => chain,
): Reports {
  const decoded = new DecodedResults((head) => ledger.readResult(head, head.part));

  async function known<T>(
    head: ResultHead | undefined,
    decode: (body: string) => T | undefined,
    freshMs: number,
  ): Promise<Known<T> | null> {
    if (head === undefined) return null;
    const value = await decoded.of(head, decode);
    if (value === undefined) return null;
    const { receivedAt } = head;
    return { value, receivedAt, isFresh: isFresh(receivedAt, clock.now(), freshMs) };
  }

  const reports: Reports = {
    async read(key) {
      const [stored, summaryCall, money, ranked] = await Promise.all([
        ledger.listResultsOf(key.account, [key.address]),
        ledger.readCall(key),
        ledger.openJobOf(key, 'money'),
        ledger.openJobOf(key, 'money_rank_weight'),
      ]);
      const part = (name: Part): ResultHead | undefined =>
        stored.find((head) => head.chain === key.chain && head.part === name);
      const { summaryMs, riskMs } = policy();
      const [summary, moneyScore, rankedScore] = await Promise.all([
        known(part('summary'), decodeSummary, summaryMs),
        known(part('money'), decodeRiskScore, riskMs),
        known(part('money_rank_weight'), decodeRiskScore, riskMs),
      ]);
      return {
        summary,
        summaryCall,
        scores: { money: moneyScore, money_rank_weight: rankedScore },
        jobs: { money, money_rank_weight: ranked },
        sentChain: sentChain(key),
      };
    },

    async readHeads(key) {
      const { scores, ...rest } = await reports.read(key);
      const { money, money_rank_weight } = scores;
      return {
        ...rest,
        scores: { money: headOf(money), money_rank_weight: headOf(money_rank_weight) },
      };
    },

    readHistory: (key) => readHistory(ledger, key),

    async scoredOf(account, addresses, aggregator) {
      const stored = await ledger.listResultsOf(account, addresses);
      return stored.filter(({ part }) => part === aggregator);
    },

    async openJobsOf(account, aggregator) {
      const jobs = await ledger.listJobs(account);
      return jobs
        .filter((job) => job.aggregator === aggregator && isOpen(job.state))
        .map(({ address, chain }) => ({ address, chain }));
    },
  };
  return reports;
}

const isOpen = (state: JobState): boolean => openStates.some((each) => each === state);

function headOf(known: Known<RiskScore> | null): Known<ScoreHead> | null {
  if (known === null) return null;
  const { address, chain, score, createdAt, isTooBig } = known.value;
  return { ...known, value: { address, chain, score, createdAt, isTooBig } };
}
