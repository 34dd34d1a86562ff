import type { FailureKind } from '../api/failure.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { JobState } from '../risk/jobState.ts';

/** Wall-clock milliseconds since 1970, UTC, for display. It may jump. */
export type Instant = number;

/**
 * Milliseconds of the machine's monotonic clock, the same in all its processes, for leases and the
 * pace. It restarts with the machine, so a time further ahead than any lease reaches is from an
 * earlier start and counts as past.
 */
export type Tick = number;

/** An address on a network. */
export interface Subject {
  /** A name of our table of networks. */
  readonly chain: string;
  /** Canonical spelling. */
  readonly address: string;
}

/** The key of a result: one account, one network, one address. */
export interface SubjectKey extends Subject {
  /** `sample`, or a hash of origin and tenant. */
  readonly account: string;
}

/** `summary`, or the aggregator of a risk score. */
export type Part = 'summary' | Aggregator;

export interface StoredResult extends SubjectKey {
  readonly part: Part;
  /** The response, byte for byte. */
  readonly body: string;
  /** When it was received, less the age that the service gave it. */
  readonly receivedAt: Instant;
}

/** A result without its body, which may be megabytes long. */
export type ResultHead = Omit<StoredResult, 'body'>;

/** A history has at most this many scores of each aggregator. */
export const maxHistoryLength = 100;

export interface JobRow extends SubjectKey {
  /** Our own ID for the job, known before the service assigns one. */
  readonly id: string;
  readonly aggregator: Aggregator;
  /** The origin and the credentials it was started with; no others may poll it. */
  readonly origin: string;
  readonly credential: string;
  readonly state: JobState;
  /** The service's ID for it; opaque. */
  readonly jobId: string | null;
  readonly createdAt: Instant;
  readonly polls: number;
  /** Status of the last response, if there was one. */
  readonly status: number | null;
  /**
   * The beginning of a response without a readable ID, at most 4 KiB; for support, never logged.
   */
  readonly unreadBody: string | null;
  /** When its result arrived that could not be stored; null if that never happened. */
  readonly lostAt: Instant | null;
  /**
   * When the first status call with a still missing response was made: a response that the service
   * gives only once is lost if it was the result. Null for none.
   */
  readonly unansweredAt: Instant | null;
  /** The window that polls it, while its lease lasts. */
  readonly owner: string | null;
  readonly leaseUntil: Tick;
  /** Whether the user has seen that the outcome is unknown. */
  readonly isNoticed: boolean;
}

export type NewJob = Pick<
  JobRow,
  'id' | 'account' | 'chain' | 'address' | 'aggregator' | 'origin' | 'credential'
>;

export type JobChange = Partial<
  Omit<JobRow, Exclude<keyof NewJob, 'credential'> | 'createdAt' | 'owner' | 'leaseUntil'>
>;

/** The window that claims something, and when. */
export interface Claim {
  readonly owner: string;
  readonly now: Instant;
  readonly tick: Tick;
}

/** The period of an allowance, and how long a user's no applies. */
export const allowanceMs = 3_600_000;
/** How long a job or a call stays with a silent window. */
export const leaseMs = 10_000;
/** How soon a poll must be sent once its turn is granted; later, it needs another turn. */
export const sendWithinMs = 2_500;

/** Which stored summary is used in place of a call. */
export interface UsableSummary {
  /** A result received between these times, both exclusive. */
  readonly after: Instant;
  readonly before: Instant;
  /**
   * When the result was received that the caller considers too old; null for none. Any other one
   * has arrived since, whatever the clock says, which may have been adjusted.
   */
  readonly seen?: Instant | null;
}

/** A summary call: in progress, or failed and cooling down. */
export interface CallRow {
  readonly failures: number;
  /** No automatic call before this. */
  readonly retryAt: Instant;
  /** Whether the last failure may have been charged. */
  readonly mayBeCharged: boolean;
  readonly kind: FailureKind;
  readonly status: number | null;
}

type CallClaim =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'busy' }
  /** A window closed during its call, which is now recorded as a failure. */
  | { readonly kind: 'orphaned' }
  | { readonly kind: 'stored'; readonly result: StoredResult };

/** Status calls: of a job, or of a connection check. */
export type PollSource = 'job' | 'check';

/** How many calls of one kind may have been charged or metered. */
export interface UsageRow {
  readonly kind: PaidKind | 'poll';
  /** For example `hover` or `job`; a newer version may have written other values. */
  readonly source: string;
  /** Whether they were paid calls that the user did not ask for. */
  readonly isAutomatic?: boolean;
  readonly count: number;
}

/** A state that lasts until the user acts: 402 for one kind of call, or a rejected credential. */
export interface Stop {
  readonly scope: 'summary' | 'risk' | 'credential';
  readonly status: number;
  readonly at: Instant;
}

export type PaidKind = 'summary' | 'start';

/** The source of a paid call. */
export type SpendingSource = 'hover' | 'panel' | 'command' | 'batch' | 'tool';

/**
 * The charge for a call, as far as known. `open`: permitted, but not sent yet, and maybe never.
 * `sent`: in progress, or its window closed before a response. `made`: the service did the paid
 * work. `maybe`: the response was lost or is unreadable. `none`: it was not sent, or the service
 * rejected it. `shared`: the service did the work and reports no charge, because someone in the
 * team had paid for it.
 */
export type Charge = 'open' | 'sent' | 'made' | 'maybe' | 'none' | 'shared';

/** The charge of a call that has ended. */
export type SettledCharge = Exclude<Charge, 'open' | 'sent'>;

/** One paid call, as *Show Usage* lists it. */
export interface Spending extends SubjectKey {
  readonly id: string;
  readonly kind: PaidKind;
  /** Of a start. */
  readonly aggregator: Aggregator | null;
  readonly source: SpendingSource;
  /** Not made by an action of its own, but by a hover or with a score. */
  readonly isAutomatic: boolean;
  readonly at: Instant;
  readonly charge: Charge;
}

export interface SpendingLimits {
  /** The local date of the call, `YYYY-MM-DD`. */
  readonly day: string;
  /** Automatic summaries of one account per day; omitted if the call is not automatic. */
  readonly perDay?: number;
  /** Automatic calls that may fail in a row, counting those in flight; omitted as above. */
  readonly maxUnanswered?: number;
  /** Calls of this kind by commands and tools in any hour; omitted if the call is exempt. */
  readonly perHour?: number;
  /** Whether these are also calls that the service rejected; they are by default. */
  readonly countsRejected?: boolean;
}

export type SpendingDecision =
  | { readonly kind: 'granted' }
  | { readonly kind: 'dayUsedUp' }
  /** Too many automatic calls in a row may have been charged and brought nothing. */
  | { readonly kind: 'unreliable' }
  /** As many automatic calls are in flight as may still fail. */
  | { readonly kind: 'crowded' }
  /** The hour's allowance is used up, and the user was not asked about more yet. */
  | { readonly kind: 'hourUsedUp' }
  /** The user declined more. */
  | { readonly kind: 'declined'; readonly until: Instant };

/** Every method of these tables is one synchronous transaction. */
export interface ResultTable {
  readResult(key: SubjectKey, part: Part): StoredResult | null;
  /** All parts stored for the addresses, on whatever network, newest first, without bodies. */
  listResultsOf(account: string, addresses: readonly string[]): ResultHead[];
  /** Everything stored for an account, newest first, without bodies. */
  listResults(account: string, limit: number): ResultHead[];
  /** The newest scores of a subject and those before them, newest first, without bodies. */
  listHistory(key: SubjectKey): ResultHead[];
  /** A result by the time when it was received, also if a newer one has replaced it. */
  readPastResult(head: ResultHead): StoredResult | null;
  /** Stores a result as the newest of its part; the one before goes to the older ones. */
  saveResult(result: StoredResult): void;
  /** Stores a result that was received at some time before: as an older one if there is a newer. */
  addResult(result: StoredResult): void;
  /** Returns how many there were. */
  clearResults(): number;
}

export interface JobTable {
  /** Stores the intent, unless a job of the same subject is already open: then returns that one. */
  beginJob(job: NewJob, claim: Claim): { readonly isNew: boolean; readonly job: JobRow };
  readJob(id: string): JobRow | null;
  /** Newest first, no more than a person reads: the open ones, and the newest of the others. */
  listJobs(account?: string): JobRow[];
  /** Jobs whose result or whose start is still being waited for. */
  listJobsInProgress(account?: string): JobRow[];
  openJobOf(key: SubjectKey, aggregator: Aggregator): JobRow | null;
  /**
   * Takes a job that no window holds, or whose holder is silent. Null if another one holds it, or if
   * it is not in the state that the claim is for.
   */
  claimJob(id: string, claim: Claim, state: JobState): JobRow | null;
  /** Changes a job in progress that `owner` holds, and keeps the hold; null if it was lost. */
  changeJob(id: string, change: Omit<JobChange, 'state'>, claim: Claim): JobRow | null;
  /**
   * Releases a job in progress into a final or waiting state; null if the hold was lost. Its result
   * is stored in the same transaction, whichever window holds the job, because it was paid for. A
   * settled job stays unchanged.
   */
  settleJob(
    id: string,
    change: JobChange & { readonly state: JobState },
    claim: Claim,
    result?: StoredResult,
  ): JobRow | null;
  /**
   * Changes a job at the user's request, whichever window holds it. Returns the row afterward:
   * unchanged if it is in none of the given states, since it may have been settled meanwhile.
   * @param leaves every state that is not final, if it is not given
   */
  overrideJob(
    id: string,
    change: JobChange,
    now: Instant,
    leaves?: readonly JobState[],
  ): JobRow | null;
  /**
   * Stores the outcome of a start in its row, whichever window holds it. If the row is gone,
   * creates a new one to keep the paid ID. If the same subject has another open job, it waits for
   * the user. A job with a known outcome stays unchanged: the first response may have been lost,
   * and another window may have settled the job since.
   * @param holder the window that will tell the user; otherwise no window holds the row
   */
  keepJob(
    job: NewJob,
    change: JobChange & { readonly state: 'running' | 'unknown' | 'rejected' },
    now: Instant,
    holder?: Claim,
  ): JobRow;
  /** False if the job is not in the given state, if any; then it stays. */
  forgetJob(id: string, whileIn?: JobState): boolean;
  /**
   * Intents whose window is gone become `unknown`; returns all that no user has seen, and that no
   * window is about to report.
   */
  settleOrphans(now: Instant, tick: Tick): JobRow[];
}

export interface PollTurnTable {
  /**
   * Requests the account's one turn to poll. It goes to the job that has waited longest, one second
   * after the previous turn was released, or once that turn has expired.
   * @param waiter one per waiting job
   * @param since when it started to wait
   * @returns milliseconds until it is worth asking again; 0 if the turn was granted
   */
  takeTurn(account: string, waiter: string, since: Tick, tick: Tick): number;
  /** Keeps the turn while its poll is in flight: connecting may take long. False if it was lost. */
  renewTurn(account: string, waiter: string, tick: Tick): boolean;
  /** Releases the turn; the pause that the service requires starts here. */
  endTurn(account: string, waiter: string, tick: Tick): void;
}

export interface CallTable {
  /**
   * Lets one window at a time fetch a summary.
   * @param orphan what to record for a call whose window is gone
   */
  claimCall(key: SubjectKey, claim: Claim, usable: UsableSummary, orphan: CallRow): CallClaim;
  /** Keeps a call claimed; false if another window has it by now. */
  renewCall(key: SubjectKey, claim: Claim): boolean;
  /** Stores the response of a call and releases it. */
  settleCall(key: SubjectKey, owner: string, result: StoredResult): void;
  /** @param failure why it brought nothing; without one, it was not made */
  releaseCall(key: SubjectKey, owner: string, failure?: CallRow): void;
  /** The failure of the last call, if it failed. */
  readCall(key: SubjectKey): CallRow | null;
}

export interface StopTable {
  setStop(account: string, credential: string, stop: Stop): void;
  readStops(account: string, credential: string): Stop[];
  clearStops(account: string, scope?: Stop['scope']): void;
}

export interface SpendingTable {
  /** Records a call before it is made, unless a limit is reached: it counts toward limits from then on. */
  reserveSpending(spending: Omit<Spending, 'charge'>, limits: SpendingLimits): SpendingDecision;
  /**
   * Records that a call is sent next: it counts as usage from then on.
   * @returns false if its window was stopped for so long that it was taken for gone: then it must not
   * be sent
   */
  markSpending(id: string): boolean;
  /**
   * Records the outcome of a call; an uncharged call is not usage.
   * @param charge null for a call that was not made after all: it is removed
   */
  settleSpending(id: string, charge: SettledCharge | null): void;
  /** Of one account, newest first; optionally of one subject only. */
  listSpendings(account: string, limit: number, subject?: Subject): Spending[];
  /** Automatic calls in a row that may have been charged and brought nothing. */
  countUnanswered(account: string): number;
  /** The user's answer: as many calls again, or none for an hour. Applies to all windows. */
  decideAllowance(kind: PaidKind, isMore: boolean, now: Instant): void;
  /**
   * Counts one status call.
   * @param day local date, `YYYY-MM-DD`
   */
  countPoll(account: string, day: string, source: PollSource): void;
  /** Removes one that was counted and not sent. */
  uncountPoll(account: string, day: string, source: PollSource): void;
  /** Calls sent on a day, except rejected paid calls. */
  readUsage(account: string, day: string): UsageRow[];
}

export type SqlValue = string | number | boolean | null;

export type SqlRow = Readonly<Record<string, unknown>>;

/**
 * SQL for SQLite and PostgreSQL alike, with a `?` for each value; values are never part of the
 * text.
 */
export type Statement = readonly [sql: string, ...values: SqlValue[]];

/** The members of a gateway, their jobs, and what they have used. */
export interface SqlTable {
  query(...statement: Statement): readonly SqlRow[];
  /** Returns what the statement does. */
  change(...statement: Statement): readonly SqlRow[];
  /**
   * Makes all changes or none: a statement that returns no row undoes those before it.
   * @returns how many have returned a row
   */
  changeAll(statements: readonly Statement[]): number;
}

/**
 * The data that must survive. The engine uses it through promises (`ledger.ts`), tests directly.
 */
export interface Store
  extends ResultTable, JobTable, PollTurnTable, CallTable, StopTable, SpendingTable, SqlTable {
  /** When a damaged file was replaced, and rows from before may be missing. Null if never. */
  readLoss(): Instant | null;
  /** Changes whenever another connection has written. */
  version(): number;
  close(): void;
}
