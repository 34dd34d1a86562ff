import { storedAnywhere } from '../addresses/occurrence.ts';
import { isSampleBody } from '../api/sampleData.ts';
import { decodeRiskScore, type RiskScore } from '../api/decode.ts';
import { decodeSummary, type Summary } from '../api/summaryFields.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type {
  CallRow,
  Instant,
  JobRow,
  Part,
  Subject,
  SubjectKey,
  ResultHead,
  StoredResult,
} from '../ledger/store.ts';
import { isIn, openStates } from '../risk/jobState.ts';
import { storedKey } from './storedKey.ts';
import { isFresh, type Clock } from './clock.ts';
import { headOf, readHistory, type ScoreHead } from './history.ts';
import type { Policy } from './policy.ts';
import { subjectName } from '../ledger/subjectKey.ts';

/** More than a screen shows; beyond this, the oldest are dropped. */
const maxKept = 1_000;
/** The limit on the bodies of the kept values, in UTF-16 units. */
const maxUnits = 8 * 1024 * 1024;

interface Entry {
  readonly receivedAt: number;
  readonly value: Promise<unknown>;
  units: number;
}

/** A cache of decoded results, so that each is read from the ledger and parsed once. */
export class DecodedResults {
  readonly #read: (head: ResultHead) => Promise<StoredResult | null>;
  /** In order of last use. */
  readonly #kept = new Map<string, Entry>();
  #units = 0;

  /** @param read reads a result with its body; null if it is gone */
  constructor(read: (head: ResultHead) => Promise<StoredResult | null>) {
    this.#read = read;
  }

  /** Undefined if the body cannot be read. */
  async of<T>(head: ResultHead, decode: (body: string) => T | undefined): Promise<T | undefined> {
    const name = subjectName(head, head.part);
    const kept = this.#kept.get(name);
    const isCurrent = kept?.receivedAt === head.receivedAt;
    const entry = isCurrent ? kept : this.#entryOf(name, head, decode);
    this.#forget(name);
    this.#kept.set(name, entry);
    this.#units += entry.units;
    this.#trim();
    // One part of one subject is always decoded by the same function.
    return (await entry.value) as T | undefined;
  }

  #entryOf(name: string, head: ResultHead, decode: (body: string) => unknown): Entry {
    const load = async (): Promise<unknown> => {
      const stored = await this.#read(head);
      if (stored === null) return undefined;
      if (this.#kept.get(name) === entry) {
        entry.units = stored.body.length;
        this.#units += entry.units;
        this.#trim();
      }
      return decode(stored.body);
    };
    const entry: Entry = { receivedAt: head.receivedAt, value: load(), units: 0 };
    // If the ledger was briefly busy, the next call reads again.
    entry.value.catch(() => {
      if (this.#kept.get(name) === entry) this.#forget(name);
    });
    return entry;
  }

  #forget(name: string): void {
    this.#units -= this.#kept.get(name)?.units ?? 0;
    this.#kept.delete(name);
  }

  #trim(): void {
    for (const name of this.#kept.keys()) {
      if (this.#kept.size <= maxKept && this.#units <= maxUnits) return;
      this.#forget(name);
    }
  }
}

/** A paid result, decoded, and when it was received. */
export interface Known<T> {
  readonly value: T;
  readonly receivedAt: Instant;
  /** Within the time that the user has set. */
  readonly isFresh: boolean;
  /** The service declares its data to be made up, whatever the user signed in to. */
  readonly isSampleData?: boolean;
}

/** Stored data for an address on a network. Reading it is free. */
export interface StoredState<Score extends ScoreHead = ScoreHead> {
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
export type StoredReport = StoredState<RiskScore>;

export type Reports = ReturnType<typeof createReports>;

/**
 * Reads and decodes a subject's data from the ledger. Reading is free.
 * @param sentChain the identifier that an account's service takes for a network
 */
export function createReports(
  ledger: Ledger,
  clock: Clock,
  policy: () => Policy,
  sentChain: (key: SubjectKey) => string = ({ chain }) => chain,
) {
  const decoded = new DecodedResults((head) => ledger.readResult(head, head.part));

  async function readReport(asked: SubjectKey): Promise<StoredReport> {
    const key = storedKey(asked);
    const [stored, summaryCall, money, ranked] = await Promise.all([
      ledger.listResultsOf(key.account, [key.address]),
      ledger.readCall(key),
      ledger.openJobOf(key, 'money'),
      ledger.openJobOf(key, 'money_rank_weight'),
    ]);
    async function known<T>(
      part: Part,
      decode: (body: string) => T | undefined,
      freshMs: number,
    ): Promise<Known<T> | null> {
      const head = stored.find((each) => each.chain === key.chain && each.part === part);
      const read = (body: string) => {
        const value = decode(body);
        return value && { value, ...(isSampleBody(body) && { isSampleData: true }) };
      };
      const found = head && (await decoded.of(head, read));
      if (head === undefined || found === undefined) return null;
      const { receivedAt } = head;
      return { ...found, receivedAt, isFresh: isFresh(receivedAt, clock.now(), freshMs) };
    }
    const { summaryMs, riskMs } = policy();
    const [summary, moneyScore, rankedScore] = await Promise.all([
      known('summary', decodeSummary, summaryMs),
      known('money', decodeRiskScore, riskMs),
      known('money_rank_weight', decodeRiskScore, riskMs),
    ]);
    return {
      summary,
      summaryCall,
      scores: { money: moneyScore, money_rank_weight: rankedScore },
      jobs: { money, money_rank_weight: ranked },
      sentChain: sentChain(key),
    };
  }

  return {
    readReport,

    /** The stored state of some subjects, in their order, without the details of their scores. */
    readStored: (keys: readonly SubjectKey[]) =>
      Promise.all(keys.map(async (key) => withoutDetails(await readReport(key)))),

    /** The stored scores of a subject over time, newest first, at most a hundred of each aggregator. */
    readHistory: (key: SubjectKey) => readHistory(ledger, storedKey(key)),

    /** Which of many addresses have a stored score of any age, without the scores. */
    async listScored(account: string, addresses: readonly string[], aggregator: Aggregator) {
      const asked = Map.groupBy(addresses, storedAnywhere);
      const stored = await ledger.listResultsOf(account, [...asked.keys()]);
      return stored
        .filter(({ part }) => part === aggregator)
        .flatMap((head) =>
          (asked.get(head.address) ?? []).map((address) => ({ ...head, address })),
        );
    },

    /**
     * The subjects with an open job. Without IDs: a service may put the tenant into them, and they cross
     * the thread only where the user wants to see them.
     */
    async listOpenJobs(account: string, aggregator: Aggregator): Promise<readonly Subject[]> {
      const jobs = await ledger.listJobs(account);
      return jobs
        .filter((job) => job.aggregator === aggregator && isIn(job.state, openStates))
        .map(({ address, chain }) => ({ address, chain }));
    },
  };
}

function withoutDetails({ scores, ...rest }: StoredReport): StoredState {
  const head = (known: Known<RiskScore> | null): Known<ScoreHead> | null =>
    known && { ...known, value: headOf(known.value) };
  const { money, money_rank_weight: ranked } = scores;
  return { ...rest, scores: { money: head(money), money_rank_weight: head(ranked) } };
}
