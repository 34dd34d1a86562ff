import type { ChainReading } from '../../evidence/reasons.ts';
import type { Aggregator } from '../../api/parameters.ts';
import type {
  Engine,
  ScoreEnd,
  SummaryEnd,
  AccountRef,
  OnScoreEvent,
} from '../../engine/engine.ts';
import type { Gesture } from '../../lookups/gesture.ts';
import type { Subject } from '../documents/subject.ts';
import { requireSignedIn, type Session } from '../session/session.ts';
import type { Shell } from '../shell/shell.ts';
import type { Activity } from './activity.ts';
import type { JobRow, SubjectKey } from '../../ledger/store.ts';
import type { SummarySource } from '../../lookups/summaries.ts';
import { isSignedIn, type SignedIn } from '../session/identity.ts';
import { ScoreWaits } from '../../lookups/scoreWaits.ts';
import { otherAccountSentence } from '../../words/account.ts';
import { usageText } from '../../words/usage.ts';
import { unknownStartNotice } from '../../words/jobs.ts';
import type { Sentence } from '../../words/message.ts';
import { noticeOf } from '../../words/outcomeNotice.ts';
import { ScoreNotices } from './scoreNotices.ts';

/** What every request uses. */
export interface RequestPorts {
  readonly session: Pick<Session, 'identity'>;
  readonly openEngine: () => Promise<Engine>;
  readonly activity: Activity;
  readonly shell: Shell;
  /** Who an address is, for notifications; known once the rooms of addresses are open. */
  readonly nameOf?: (subject: Subject) => string | undefined;
}

/** A score that a command or a button requests. */
export interface ScoreRequest {
  readonly subject: Subject;
  /** What names its network, if that is known; the progress says it. */
  readonly reading?: ChainReading | undefined;
  readonly aggregator: Aggregator;
  readonly gesture: Gesture;
  /** The account that the user chose this for; undefined if no question came before. */
  readonly onlyFor?: string | undefined;
  /** Makes a new start even if a stored score is fresh. */
  readonly isRepeat?: boolean;
  /** Stops waiting, as Cancel in the notification does. The job stays. */
  readonly signal?: AbortSignal;
  /** Called once there is a score or a job; not if the start was rejected. */
  readonly onAccepted?: () => void;
}

/** Runs requests for commands and surfaces, and keeps all of them up to date. */
export interface Requests {
  /**
   * Undefined if no one is signed in, or another account; then the user has been notified, except
   * for a hover or a batch.
   * @param onlyFor the account that the user chose this for; undefined if no question came before
   */
  lookUp(
    subject: Subject,
    source: SummarySource,
    onlyFor?: string,
  ): Promise<SummaryEnd | undefined>;
  /**
   * Starts, joins, or resumes a score under a progress notification that can be canceled. Undefined
   * if no one is signed in, or another account; then the user has been notified.
   */
  score(wish: ScoreRequest): Promise<ScoreEnd | undefined>;
  /**
   * The same for one address of a batch, without a notification. Undefined if another account is in
   * use, or none: then nothing was sent, and the batch says so.
   */
  scoreOfBatch(wish: BatchWish): Promise<ScoreEnd | undefined>;
  /** Makes the score that was requested while no one was signed in, if sample data is in use now. */
  continueAsSample(): Promise<void>;
  /** Polls an existing job, as `score` does for a new one; starts nothing. */
  resume(job: JobRow): Promise<void>;
  /**
   * Stops waiting for the score shown in the subject's report, as Cancel in the notification does.
   */
  cancelScore(subject: Subject, aggregator: Aggregator): Promise<void>;
}

/** Requests of this window; the engine joins those of others. */
export function createRequests(ports: RequestPorts): Requests {
  const { session, shell } = ports;
  const noteUsage = usageNotes((text) => shell.log.note(text));
  const waits = new ScoreWaits();
  const scores = new ScoreRequests({ ...ports, waits }, noteUsage);
  return {
    lookUp: (subject, source, onlyFor) => lookUp({ subject, source, onlyFor }, ports, noteUsage),
    score: (wish) => scores.score(wish),
    scoreOfBatch: (wish) => scoreOfBatch(wish, { ...ports, waits }, noteUsage),
    continueAsSample: () => scores.continueAsSample(),
    resume: (job) => scores.resume(job),
    async cancelScore(subject, aggregator) {
      const identity = await session.identity();
      if (!isSignedIn(identity)) return;
      waits.cancel({ account: identity.key, ...subject }, aggregator);
    },
  };
}

/** Logs today's usage whenever it has changed. */
type NoteUsage = (engine: Engine, account: AccountRef) => Promise<void>;

/** @param note writes one line of the log */
function usageNotes(note: (text: string) => void): NoteUsage {
  let last = '';
  return async (engine, account) => {
    const text = usageText(await engine.readUsage(account.key));
    if (text !== last) note(text);
    last = text;
  };
}

interface SummaryWish {
  readonly subject: Subject;
  readonly source: SummarySource;
  /** The account that the user chose this for; undefined if no question came before. */
  readonly onlyFor: string | undefined;
}

/** Requests a summary, and keeps the surfaces up to date meanwhile. */
export async function lookUp(
  wish: SummaryWish,
  ports: RequestPorts,
  noteUsage: NoteUsage,
): Promise<SummaryEnd | undefined> {
  const { subject, source, onlyFor } = wish;
  const { session, openEngine, activity, shell } = ports;
  const { notifier, log } = shell;
  const identity = await session.identity();
  if (!isSignedIn(identity)) {
    if (source !== 'hover' && source !== 'score') notifier.signedOut(identity);
    return undefined;
  }
  if (onlyFor !== undefined && identity.key !== onlyFor) {
    // A batch says so once, with its count.
    if (source === 'command') {
      notifier.warn(otherAccountSentence(), () => {
        lookUp({ ...wish, onlyFor: identity.key }, ports, noteUsage).catch((error: unknown) =>
          log.fault('summary', error),
        );
      });
    }
    return undefined;
  }
  const engine = await openEngine();
  const key: SubjectKey = { account: identity.key, ...subject };
  activity.changeSummary(key, { isFetching: true, problem: undefined });
  try {
    const end = await engine.lookUp({ account: identity, subject, source });
    activity.changeSummary(key, { isFetching: false, problem: problemOf(end) });
    if (end.kind === 'failed') notifier.credentialRefused(identity, end.failure);
    await noteUsage(engine, identity);
    return end;
  } catch (error) {
    activity.changeSummary(key, { isFetching: false, problem: undefined });
    throw error;
  }
}

function problemOf(end: SummaryEnd) {
  switch (end.kind) {
    case 'value':
      return undefined;
    case 'refused':
      return end.refusal;
    case 'failed':
      return end.failure;
  }
}

/** One score of a batch, whose notification and table show what comes of it. */
interface BatchWish extends Pick<
  ScoreRequest,
  'subject' | 'aggregator' | 'gesture' | 'onAccepted'
> {
  /** The account that the user confirmed the batch for. */
  readonly onlyFor: string;
  /** Polls this job and starts nothing. */
  readonly job?: JobRow;
}

/** Undefined if another account is in use, or none: then nothing was sent. */
export async function scoreOfBatch(
  wish: BatchWish,
  ports: RequestPorts & { readonly waits: ScoreWaits },
  noteUsage: NoteUsage,
): Promise<ScoreEnd | undefined> {
  const { subject, aggregator, gesture, onAccepted, onlyFor, job } = wish;
  const { session, openEngine, activity, shell, waits, nameOf } = ports;
  const identity = await session.identity();
  if (!isSignedIn(identity) || identity.key !== onlyFor) return undefined;
  const engine = await openEngine();
  const key = { account: identity.key, ...subject };
  const end = await waits.during(key, aggregator, ({ signal }) =>
    trackScore({ key, aggregator, onAccepted }, activity, (onEvent) =>
      job === undefined
        ? engine.score(
            { account: identity, subject, aggregator, gesture, isRepeat: false },
            onEvent,
            signal,
          )
        : engine.resume(identity, job.id, onEvent, signal),
    ),
  );
  await noteUsage(engine, identity);
  if (end.kind === 'failed') shell.notifier.credentialRefused(identity, end.failure);
  if (end.kind === 'unknown') {
    shell.notifier.warn(unknownStartNotice(end.job, nameOf?.(subject)));
    await engine.noticeJob(end.job.id);
  }
  return end;
}

/** A score that is worked on, and who wants to know how far it is. */
interface TrackedScore {
  readonly key: SubjectKey;
  readonly aggregator: Aggregator;
  readonly onAccepted: (() => void) | undefined;
}

/** Does work for a score, and shows its progress and its failure on the surfaces. */
async function trackScore(
  { key, aggregator, onAccepted }: TrackedScore,
  activity: Activity,
  work: (onEvent: OnScoreEvent) => Promise<ScoreEnd>,
): Promise<ScoreEnd> {
  try {
    const end = await work((event) => {
      if (event.kind === 'accepted') {
        onAccepted?.();
        return;
      }
      activity.changeScore(key, aggregator, { kind: 'running', progress: event });
    });
    const isFailed = end.kind === 'failed' && end.failure.kind !== 'cancelled';
    activity.changeScore(
      key,
      aggregator,
      isFailed ? { kind: 'failed', failure: end.failure, at: Date.now() } : undefined,
    );
    return end;
  } catch (error) {
    activity.changeScore(key, aggregator, undefined);
    throw error;
  }
}

type Wait = Pick<
  ScoreRequest,
  'subject' | 'reading' | 'aggregator' | 'onAccepted' | 'onlyFor' | 'signal'
>;

/** What the engine is asked to do while the notification is shown. */
type Work = (
  engine: Engine,
  account: AccountRef,
  onEvent: OnScoreEvent,
  signal: AbortSignal,
) => Promise<ScoreEnd>;

/** Does the same for an account. */
type Again = (onlyFor: string) => Promise<unknown>;

/** The scores that this window waits for. */
class ScoreRequests {
  readonly #ports: RequestPorts & { readonly waits: ScoreWaits };
  readonly #noteUsage: NoteUsage;
  readonly #notices = new ScoreNotices();
  /** The last one that was requested while no one was signed in. */
  #unsent: Again | undefined;

  constructor(ports: RequestPorts & { readonly waits: ScoreWaits }, noteUsage: NoteUsage) {
    this.#ports = ports;
    this.#noteUsage = noteUsage;
  }

  score(wish: ScoreRequest): Promise<ScoreEnd | undefined> {
    const { subject, aggregator, gesture, isRepeat = false } = wish;
    return this.#wait(
      wish,
      (engine, account, onEvent, signal) =>
        engine.score({ account, subject, aggregator, gesture, isRepeat }, onEvent, signal),
      (onlyFor) => this.score({ ...wish, onlyFor }),
    );
  }

  async resume(job: JobRow): Promise<void> {
    const { address, chain, aggregator, account: onlyFor } = job;
    await this.#wait(
      { subject: { address, chain }, aggregator, onlyFor },
      (engine, account, onEvent, signal) => engine.resume(account, job.id, onEvent, signal),
      () => this.resume(job),
    );
  }

  /** Makes it if sample data is in use now, which is free. */
  async continueAsSample(): Promise<void> {
    const identity = await this.#ports.session.identity();
    if (!isSignedIn(identity)) return;
    const unsent = this.#unsent;
    this.#unsent = undefined;
    if (identity.kind === 'sample') await unsent?.(identity.key);
  }

  /** Waits for a score under a notification, and reports the outcome. */
  async #wait(wait: Wait, work: Work, again: Again): Promise<ScoreEnd | undefined> {
    const { session, openEngine, activity, shell, waits, nameOf } = this.#ports;
    const identity = await requireSignedIn(session, shell.notifier);
    if (identity === undefined) {
      // What was chosen for an account is not for another one.
      this.#unsent = wait.onlyFor === undefined ? again : undefined;
      return undefined;
    }
    if (wait.onlyFor !== undefined && wait.onlyFor !== identity.key) {
      warn(shell, otherAccountSentence(), () => again(identity.key));
      return undefined;
    }
    const key: SubjectKey = { account: identity.key, ...wait.subject };
    const name = nameOf?.(wait.subject);
    const engine = await openEngine();
    const end = await waits.during(key, wait.aggregator, (cancel) =>
      shownWhile({ wait, key, cancel, name }, this.#notices, activity, (onEvent, signal) =>
        work(engine, identity, onEvent, signal),
      ),
    );
    await this.#noteUsage(engine, identity);
    // A waiting job is polled again and never started again.
    const { key: account } = identity;
    this.#report(end, { identity, name }, () =>
      end.kind === 'onHold' ? this.resume(end.job) : again(account),
    );
    if (end.kind === 'unknown') await engine.noticeJob(end.job.id);
    return end;
  }

  #report(
    end: ScoreEnd,
    { identity, name }: { readonly identity: SignedIn; readonly name: string | undefined },
    retry: () => Promise<unknown>,
  ): void {
    const { shell } = this.#ports;
    if (end.kind === 'failed' && shell.notifier.credentialRefused(identity, end.failure)) return;
    const notice = noticeOf(end, name);
    if (notice !== undefined) warn(shell, notice, retry);
  }
}

function warn({ notifier, log }: Shell, notice: Sentence, retry: () => Promise<unknown>): void {
  notifier.warn(notice, () => {
    retry().catch((error: unknown) => log.fault('score', error));
  });
}

interface Shown {
  readonly wait: Wait;
  readonly key: SubjectKey;
  readonly cancel: AbortController;
  readonly name: string | undefined;
}

/** Runs work under a notification, and shows its progress and its failure on the surfaces. */
function shownWhile(
  { wait, key, cancel, name }: Shown,
  notices: ScoreNotices,
  activity: Activity,
  work: (onEvent: OnScoreEvent, signal: AbortSignal) => Promise<ScoreEnd>,
): Promise<ScoreEnd> {
  const { aggregator, onAccepted, signal = cancel.signal } = wait;
  return notices.during({ ...wait, name }, cancel, () =>
    trackScore({ key, aggregator, onAccepted }, activity, (onEvent) =>
      work(onEvent, AbortSignal.any([cancel.signal, signal])),
    ),
  );
}
