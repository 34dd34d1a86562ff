import type { CheckOutcome } from '../api/client.ts';
import type { Credentials } from '../api/credentials.ts';
import type { Failure } from '../api/failure.ts';
import type { WireOutcome, WireRequest } from '../api/transport.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { LedgerNotice } from '../ledger/notices.ts';
import type { Instant, JobRow, Stop, Subject, SubjectKey, UsageRow } from '../ledger/store.ts';
import type { ConnectedAccount } from '../paid/account.ts';
import type { ScoreEvent, ScoreRequest as OpenScoreRequest } from '../paid/jobRun.ts';
import type { Policy } from '../paid/policy.ts';
import type { StoredPart } from '../paid/ports.ts';
import type { Reports } from '../paid/reports.ts';
import type { ScoreOutcome } from '../paid/scoreRun.ts';
import type { SpendingQuestions } from '../paid/spending.ts';
import type { SummaryOutcome, SummarySource } from '../paid/summaries.ts';

/** An account without its credentials: the engine requests those when it makes a call. */
export type AccountRef = Pick<ConnectedAccount, 'key' | 'origin' | 'credential'>;

/** Where the calls of an account go, and with which credentials. */
export interface Connection extends Credentials {
  /** As `readServiceUrl` returns it. */
  readonly base: string;
}

export type NetworkSettings =
  | {
      readonly transport: 'undici';
      readonly proxy: string;
      readonly noProxy: readonly string[];
      readonly isDirect: boolean;
    }
  /** Requests go through the host's thread, as VS Code patches it. */
  | { readonly transport: 'vscode' };

/** The user's settings that the engine needs. */
export interface EngineSettings {
  readonly policy: Policy;
  /** Our names of networks, and the identifiers that the service expects where they differ. */
  readonly chainIds: Readonly<Record<string, string>>;
  readonly network: NetworkSettings;
}

/** How a lookup ended; the result itself is read from what is stored. */
export type EndOf<Outcome> = Exclude<Outcome, { kind: 'value' }> | { readonly kind: 'value' };

export type SummaryEnd = EndOf<SummaryOutcome>;

export type ScoreEnd = EndOf<ScoreOutcome>;

/** Conditions that stop automatic calls until the user acts. */
export interface Holds {
  /** Rejections that still apply to the credentials in use. */
  readonly stops: readonly Stop[];
  /** The last calls brought nothing and may have been charged. */
  readonly isUnreliable: boolean;
}

interface LookUpRequest {
  readonly account: AccountRef;
  readonly subject: Subject;
  readonly source: SummarySource;
}

export interface ScoreRequest extends Omit<OpenScoreRequest, 'account'> {
  readonly account: AccountRef;
  readonly isRepeat: boolean;
}

export type OnScoreEvent = (event: ScoreEvent) => void;

/** A job with its ID as the service gave it; null without one, or where other credentials sealed it. */
export interface ShownJob extends JobRow {
  readonly shownId: string | null;
}

/** The loggable part of a failure: nothing that was received. */
export interface LoggedFailure extends Pick<Failure, 'kind' | 'wasSent'> {
  readonly status: number | undefined;
  readonly code: string | undefined;
}

/** One line of the log: a call, without anything that was sent or received. */
export type CallEntry =
  | {
      readonly kind: 'call';
      readonly endpoint: Failure['endpoint'];
      readonly failure: LoggedFailure | undefined;
      /** The UUID of the request in the log of a gateway, if there is one. */
      readonly requestId: string | undefined;
      readonly elapsedMs: number;
    }
  | { readonly kind: 'check'; readonly result: string };

/** Data from the ledger itself. */
type StoredRows = Pick<
  Ledger,
  'openJobOf' | 'forgetJob' | 'listResults' | 'clearResults' | 'listSpendings'
>;

/**
 * Everything that is stored or can be fetched. It runs in its own thread, the only one that holds
 * credentials and opens the ledger; tests and tools run it in their own thread.
 */
export interface Engine extends Reports, StoredRows {
  /** A summary: stored, joined, or fetched by at most one call. */
  lookUp(request: LookUpRequest): Promise<SummaryEnd>;
  /** A risk score: stored, joined, resumed, or started; at most one start. */
  score(request: ScoreRequest, onEvent: OnScoreEvent, signal: AbortSignal): Promise<ScoreEnd>;
  /**
   * Waits again for a score that was requested before, if its job or its result is there. Starts
   * nothing; `gone` if nothing is there.
   * @param since results from before this time do not count
   */
  rejoin(
    request: Pick<ScoreRequest, 'account' | 'subject' | 'aggregator'>,
    since: Instant,
    onEvent: OnScoreEvent,
    signal: AbortSignal,
  ): Promise<ScoreEnd>;
  /** Polls a job on hold again. Starts nothing. */
  resume(
    account: AccountRef,
    jobId: string,
    onEvent: OnScoreEvent,
    signal: AbortSignal,
  ): Promise<ScoreEnd>;
  /** One status call that may be metered. */
  check(account: AccountRef, signal: AbortSignal): Promise<CheckOutcome>;
  listJobs(account: AccountRef): Promise<readonly ShownJob[]>;
  /**
   * Gives a job without an accepted ID the one that the user has. Sends nothing.
   * @returns `changed` if the job has an ID by now, or was forgotten
   */
  adoptJobId(
    account: AccountRef,
    id: string,
    text: string,
  ): Promise<'adopted' | 'notAnId' | 'changed'>;
  /** Records that the user knows the outcome of a start is unknown. */
  noticeJob(id: string): Promise<void>;
  /** The usage of today. */
  readUsage(account: string): Promise<readonly UsageRow[]>;
  /** Conditions that stop an account's automatic calls until the user acts. */
  readHolds(account: AccountRef): Promise<Holds>;
  /** Calls of an account may be made again after a 402. */
  clearStops(account: string): Promise<void>;
  /** Follows the jobs of the signed-in account that no window follows, from now on. */
  follow(): Promise<void>;
  /** An inactive user polls nothing: other windows and later sessions resume the jobs. */
  setActive(isActive: boolean): Promise<void>;
  /** Stops all calls of the account, and forgets its credentials. Jobs stay. */
  leave(): Promise<void>;
  configure(settings: EngineSettings): Promise<void>;
  close(): Promise<void>;
}

/** Requests from the engine to the editor, and events. */
export interface EngineHost extends SpendingQuestions {
  /**
   * The destination of an account's calls; undefined if it is no longer the account in use.
   * @throws if the sample service cannot be started
   */
  connection(account: AccountRef): Promise<Connection | undefined>;
  /** The account whose jobs are followed; undefined if no one is signed in. */
  account(): Promise<AccountRef | undefined>;
  /** Sends a request with the transport `vscode`. */
  send(request: WireRequest, onSent: () => void, signal: AbortSignal): Promise<WireOutcome>;
  /** A part of the stored state of a subject has changed, or of any. */
  onChange(subject: SubjectKey | undefined, part: StoredPart): void;
  onNotice(notice: LedgerNotice): void;
  /**
   * Reports a start with an unknown outcome, from one window only. Resolves once the user has seen
   * it; if the window closes first, another one reports it.
   */
  onUnknown(job: JobRow): Promise<void>;
  onCall(entry: CallEntry): void;
  /** Work that no caller waits for has failed. */
  onFault(where: string, error: unknown): void;
}

/** The account of a request is no longer signed in, so nothing was sent. */
export class OtherAccountError extends Error {
  override readonly name = 'OtherAccountError';
}
