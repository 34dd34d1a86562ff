import type { FailureKind } from '../api/failure.ts';
import type { Aggregator } from '../api/routes.ts';
import type { JobState } from '../risk/jobState.ts';

/** Wall-clock milliseconds since 1970, UTC: what is shown. It may jump. */
export type Instant = number;

/**
 * Milliseconds of the machine's monotonic clock, the same in all its processes: what leases and
 * the pace are counted in. It starts anew with the machine, so a moment further ahead than any
 * lease reaches is from an earlier start and counts as past.
 */
export type Tick = number;

/** What a result is about: one account, one network, one address. */
export interface SubjectKey {
  /** `sample`, or a hash of origin and tenant. */
  readonly account: string;
  /** A name of our table of networks. */
  readonly chain: string;
  /** Canonical spelling. */
  readonly address: string;
}

/** `summary`, or the aggregator of a risk score. */
export type Part = 'summary' | Aggregator;

export interface StoredResult extends SubjectKey {
  readonly part: Part;
  /** The answer as it came, to the byte. */
  readonly body: string;
  readonly receivedAt: Instant;
}

export interface JobRow extends SubjectKey {
  /** Our own name for the job, known before the service has one. */
  readonly id: string;
  readonly aggregator: Aggregator;
  /** The origin and the credentials it was started with; others may not ask for it. */
  readonly origin: string;
  readonly credential: string;
  readonly state: JobState;
  /** The service's name for it; opaque. */
  readonly jobId: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly polls: number;
  /** Status of the last answer, where there was one. */
  readonly status: number | null;
  /** The start of an answer in which no id could be read, at most 4 KiB; for support, in no log. */
  readonly unreadBody: string | null;
  /** The window that asks for it, while its lease lasts. */
  readonly owner: string | null;
  readonly leaseUntil: Tick;
  /** Whether a person has been told of an outcome that is not known. */
  readonly isNoticed: boolean;
}

export type NewJob = Pick<
  JobRow,
  'id' | 'account' | 'chain' | 'address' | 'aggregator' | 'origin' | 'credential'
>;

export type JobChange = Partial<
  Pick<JobRow, 'state' | 'credential' | 'jobId' | 'polls' | 'status' | 'unreadBody' | 'isNoticed'>
>;

/** Who wants something, and when. */
export interface Claim {
  readonly owner: string;
  readonly now: Instant;
  readonly tick: Tick;
}

/** How long a job or a call stays with a window that gives no sign of life. */
export const leaseMs = 10_000;
/** How soon a poll must be sent once its turn is granted; whoever is later asks again. */
export const sendWithinMs = 2_500;

export type Turn =
  | { readonly isGranted: true; readonly sendBefore: Tick }
  | { readonly isGranted: false; readonly waitMs: number };

/** A summary call: under way, or failed and cooling down. */
export interface CallRow {
  readonly failures: number;
  /** No automatic call before this. */
  readonly retryAt: Instant;
  /** Whether the last failure may have been charged. */
  readonly mayBeCharged: boolean;
  readonly kind: FailureKind;
  readonly status: number | null;
}

export type CallClaim =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'busy' }
  /** A window ended while its call was under way; that is on record as a failure now. */
  | { readonly kind: 'orphaned' }
  | { readonly kind: 'stored'; readonly result: StoredResult };

export type UsageKind = 'summary' | 'start' | 'poll';

export interface UsageRow {
  readonly kind: UsageKind;
  /** What asked for it, such as `hover` or `command`. */
  readonly source: string;
  readonly count: number;
}

/** A state that holds until a person acts: 402 of one kind of call, or a refused credential. */
export interface Stop {
  readonly scope: 'summary' | 'risk' | 'credential';
  readonly status: number;
  readonly at: Instant;
}

/** Every method of these tables is one synchronous transaction. */
export interface ResultTable {
  readResult(key: SubjectKey, part: Part): StoredResult | null;
  /** All parts stored for the addresses, on whatever network. */
  readResults(account: string, addresses: readonly string[]): StoredResult[];
  /** Everything stored for an account, newest first, without bodies. */
  listResults(account: string, limit: number): Omit<StoredResult, 'body'>[];
  saveResult(result: StoredResult): void;
  /** Gives how many there were. */
  clearResults(): number;
}

export interface JobTable {
  /** Stores the intent unless a job of the same subject is open already: then gives that one. */
  beginJob(job: NewJob, claim: Claim): { readonly isNew: boolean; readonly job: JobRow };
  readJob(id: string): JobRow | null;
  /** Newest first. */
  listJobs(account?: string): JobRow[];
  openJobOf(key: SubjectKey, aggregator: Aggregator): JobRow | null;
  /** Takes a job that nobody holds, or whose holder is silent. */
  claimJob(id: string, claim: Claim): JobRow | null;
  /** Changes a job that `owner` holds, and keeps it held; null where it is no longer held. */
  changeJob(id: string, change: JobChange, claim: Claim): JobRow | null;
  /**
   * Lets go of a job in a final or waiting state; null where it is no longer held. A result is
   * stored with it, both or neither, and whoever holds the job: it was paid for.
   */
  settleJob(
    id: string,
    change: JobChange & { readonly state: JobState },
    claim: Claim,
    result?: StoredResult,
  ): JobRow | null;
  /**
   * Changes a job whoever holds it, by a person's word. Gives the row as it is then: unchanged where
   * it is in none of the states that are given, for it may have been settled meanwhile.
   */
  overrideJob(
    id: string,
    change: JobChange,
    now: Instant,
    whileIn?: readonly JobState[],
  ): JobRow | null;
  /**
   * What came of a start, into its row whoever holds it. Where the row is gone a new one is made: an
   * id that was paid for is kept. Beside another open job of the same subject it waits for a person.
   */
  keepJob(
    job: NewJob,
    change: JobChange & { readonly state: 'running' | 'unknown' },
    now: Instant,
  ): JobRow;
  /** False where the job is not in the state that is given, if one is; then it stays. */
  forgetJob(id: string, whileIn?: JobState): boolean;
  /** Marks a job as told of; false where another window has told of it. */
  noticeJob(id: string): boolean;
  /** Intents whose window is gone become `unknown`; gives all that nobody was told about. */
  settleOrphans(now: Instant, tick: Tick): JobRow[];
}

export interface TurnTable {
  /**
   * Asks for the account's one turn to poll. It is granted to whoever waits longest, one second
   * after the turn before it was given back, or when that turn has run out.
   * @param waiter one per waiting job
   * @param since when it began to wait
   */
  takeTurn(account: string, waiter: string, since: Tick, tick: Tick): Turn;
  /** Keeps the turn while its poll is on the way: a connection may take long to come about. */
  renewTurn(account: string, waiter: string, tick: Tick): void;
  /** Gives the turn back; the pause that the service asks for is counted from here. */
  endTurn(account: string, waiter: string, tick: Tick): void;
}

export interface CallTable {
  /**
   * One window at a time asks for a summary.
   * @param freshSince a stored summary younger than this answers
   * @param orphan what is put on record of a call whose window is gone
   */
  claimCall(key: SubjectKey, claim: Claim, freshSince: Instant, orphan: CallRow): CallClaim;
  renewCall(key: SubjectKey, claim: Claim): void;
  /** Stores the answer of a call and lets go of it. */
  settleCall(key: SubjectKey, owner: string, result: StoredResult): void;
  failCall(key: SubjectKey, owner: string, row: CallRow): void;
  releaseCall(key: SubjectKey, owner: string): void;
  /** The failure of the last call, where it failed. */
  readCall(key: SubjectKey): CallRow | null;
}

export interface UsageTable {
  /**
   * Counts one call, unless as many as `limit` of this kind and source are counted already.
   * @param day local date, `YYYY-MM-DD`
   */
  countUsage(
    account: string,
    day: string,
    kind: UsageKind,
    source: string,
    limit?: number,
  ): boolean;
  /** Takes back a call that was counted and then not sent. */
  uncountUsage(account: string, day: string, kind: UsageKind, source: string): void;
  readUsage(account: string, day: string): UsageRow[];
  setStop(account: string, credential: string, stop: Stop): void;
  readStops(account: string, credential: string): Stop[];
  clearStops(account: string, scope?: Stop['scope']): void;
}

/** What must survive. The editor talks to it through a worker (`ledger.ts`), tests directly. */
export interface Store extends ResultTable, JobTable, TurnTable, CallTable, UsageTable {
  /** Another number whenever another connection has written. */
  version(): number;
  close(): void;
}
