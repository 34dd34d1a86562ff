import { isPayable, type ChainReading } from '../../evidence/reasons.ts';
import type { Aggregator } from '../../api/parameters.ts';
import type {
  Engine,
  ScoreEnd,
  SummaryEnd,
  AccountRef,
  OnScoreEvent,
} from '../../engine/engine.ts';
import type { Gesture } from '../../paid/gesture.ts';
import type { Subject } from '../documents/subject.ts';
import { accountInUse, type Session, isSignedIn, type Identity } from '../session/session.ts';
import { type Shell, runLogged } from '../shell/shell.ts';
import type { Activity } from './activity.ts';
import type { JobRow, SubjectKey } from '../../ledger/store.ts';
import type { SummarySource } from '../../paid/summaries.ts';
import type { ScoreActivity } from '../../report/model.ts';
import { ScoreWaits } from '../../paid/scoreWaits.ts';
import { otherAccountSentence } from '../../messages/account.ts';
import { usageText } from '../../messages/usage.ts';
import { noticeOf, scoringText } from '../../messages/jobs.ts';
import type { Sentence } from '../../messages/message.ts';
import { refusalSentence, summaryFailureSentence } from '../../messages/outcomes.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import { dialogs } from '../shell/dialogs.ts';

/** Dependencies of every request. */
export interface RequestPorts {
  readonly session: Pick<Session, 'identity'>;
  readonly openEngine: () => Promise<Engine>;
  readonly activity: Activity;
  readonly shell: Shell;
  /** Who an address is, for notifications; known once the features with addresses are open. */
  readonly nameOf?: (subject: Subject) => string | undefined;
}

/** A score that a command or a button requests. */
export interface ScoreRequest {
  readonly subject: Subject;
  /** Evidence for its network, if known; shown in the progress notification. */
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
  /** Part of a batch, whose notification and table show the result. */
  readonly isOfBatch?: boolean;
}

/** A score that someone waits for, started or resumed by `work`. */
interface Wait extends Omit<ScoreRequest, 'gesture' | 'isRepeat'> {
  /** Of a job that is resumed, in milliseconds. */
  readonly startedAt?: number;
}

/** The engine work that runs while the notification is shown. */
type Work = (
  engine: Engine,
  account: AccountRef,
  onEvent: OnScoreEvent,
  signal: AbortSignal,
) => Promise<ScoreEnd>;

/** Does the same for an account. */
type Again = (onlyFor: string) => Promise<unknown>;

/**
 * Runs requests of this window for commands and surfaces, and keeps the surfaces up to date. The engine
 * joins the same request of another window.
 */
export class Requests {
  readonly #ports: RequestPorts;
  readonly #waits = new ScoreWaits();
  readonly #notices = new ScoreNotices();
  /** The last score that was requested while no one was signed in. */
  #unsent: Again | undefined;
  /** Today's usage as it was logged last. */
  #usage = '';

  constructor(ports: RequestPorts) {
    this.#ports = ports;
  }

  /**
   * Requests a summary. Undefined if no one is signed in, or another account; then the user has been
   * notified, except for a hover or a batch.
   */
  async lookUp(
    subject: Subject,
    source: SummarySource,
    onlyFor?: string,
  ): Promise<SummaryEnd | undefined> {
    const { session, openEngine, activity, shell } = this.#ports;
    const { notifier } = shell;
    const identity = await session.identity();
    if (!isSignedIn(identity)) {
      if (source !== 'hover' && source !== 'score') notifier.signedOut(identity);
      return undefined;
    }
    if (onlyFor !== undefined && identity.key !== onlyFor) {
      // A batch reports this once, with its count.
      if (source === 'command') {
        const retry = () => this.lookUp(subject, source, identity.key);
        this.#warn('summary', otherAccountSentence(), retry);
      }
      return undefined;
    }
    const engine = await openEngine();
    const key: SubjectKey = { account: identity.key, ...subject };
    activity.changeSummary(key, { isFetching: true, problem: undefined });
    try {
      const end = await engine.lookUp({ account: identity, subject, source });
      const failure = end.kind === 'failed' ? end.failure : undefined;
      const problem = end.kind === 'refused' ? end.refusal : failure;
      activity.changeSummary(key, { isFetching: false, problem });
      if (failure !== undefined) notifier.credentialRefused(identity, failure);
      await this.#logUsage(engine, identity);
      return end;
    } catch (error) {
      activity.changeSummary(key, { isFetching: false, problem: undefined });
      throw error;
    }
  }

  /**
   * Starts, joins, or resumes a score under a progress notification that can be canceled. Undefined
   * if no one is signed in, or another account; then the user has been notified, except for a batch.
   */
  score(request: ScoreRequest): Promise<ScoreEnd | undefined> {
    const { subject, aggregator, gesture, isRepeat = false } = request;
    return this.#wait(
      request,
      (engine, account, onEvent, signal) =>
        engine.score({ account, subject, aggregator, gesture, isRepeat }, onEvent, signal),
      (onlyFor) => this.score({ ...request, onlyFor }),
    );
  }

  /** Polls an existing job, as `score` does for a new one; starts nothing. */
  resume(job: JobRow, isOfBatch = false): Promise<ScoreEnd | undefined> {
    const { address, chain, aggregator, account: onlyFor, createdAt: startedAt } = job;
    return this.#wait(
      { subject: { address, chain }, aggregator, onlyFor, isOfBatch, startedAt },
      (engine, account, onEvent, signal) => engine.resume(account, job.id, onEvent, signal),
      () => this.resume(job),
    );
  }

  /** Whether a score begins as soon as sample data is in use. */
  get hasUnsent(): boolean {
    return this.#unsent !== undefined;
  }

  /**
   * Makes the score that was requested while no one was signed in, if sample data is in use now, which
   * is free.
   */
  async continueAsSample(): Promise<void> {
    const identity = await this.#ports.session.identity();
    if (!isSignedIn(identity)) return;
    const unsent = this.#unsent;
    this.#unsent = undefined;
    if (identity.kind === 'sample') await unsent?.(identity.key);
  }

  /** Stops waiting for the score shown in the subject's report, as Cancel in the notification does. */
  async cancelScore(subject: Subject, aggregator: Aggregator): Promise<void> {
    const account = await accountInUse(this.#ports.session);
    if (account !== undefined) this.#waits.cancel({ account, ...subject }, aggregator);
  }

  /** Waits for a score, under a notification unless it is of a batch, and reports the outcome. */
  async #wait(wait: Wait, work: Work, again: Again): Promise<ScoreEnd | undefined> {
    const { session, openEngine, shell, nameOf } = this.#ports;
    const { subject, aggregator, onlyFor, isOfBatch = false } = wait;
    const identity = await session.identity();
    if (!isSignedIn(identity)) {
      if (isOfBatch) return undefined;
      shell.notifier.signedOut(identity);
      // A retry for one account must not run for another.
      this.#unsent = onlyFor === undefined ? again : undefined;
      return undefined;
    }
    if (onlyFor !== undefined && onlyFor !== identity.key) {
      if (!isOfBatch) this.#warn('score', otherAccountSentence(), () => again(identity.key));
      return undefined;
    }
    const key: SubjectKey = { account: identity.key, ...subject };
    const name = nameOf?.(subject);
    const engine = await openEngine();
    const end = await this.#waits.during(key, aggregator, (cancel) => {
      const signal = AbortSignal.any([cancel.signal, wait.signal ?? cancel.signal]);
      const tracked = (): Promise<ScoreEnd> =>
        this.#track(key, wait, (onEvent) => work(engine, identity, onEvent, signal));
      return isOfBatch ? tracked() : this.#notices.during({ ...wait, name }, cancel, tracked);
    });
    await this.#logUsage(engine, identity);
    // A waiting job is polled again and never started again.
    const retry = () => (end.kind === 'onHold' ? this.resume(end.job) : again(identity.key));
    const isTold = end.kind === 'failed' && shell.notifier.credentialRefused(identity, end.failure);
    const isShown = isTold || (isOfBatch && end.kind !== 'unknown');
    const notice = isShown ? undefined : noticeOf(end, name);
    if (notice !== undefined) this.#warn('score', notice, retry);
    if (end.kind === 'unknown') await engine.noticeJob(end.job.id);
    return end;
  }

  /** Does work for a score, and shows its progress and its failure on the surfaces. */
  async #track(
    key: SubjectKey,
    { aggregator, onAccepted }: Pick<Wait, 'aggregator' | 'onAccepted'>,
    work: (onEvent: OnScoreEvent) => Promise<ScoreEnd>,
  ): Promise<ScoreEnd> {
    const { activity } = this.#ports;
    let shown: ScoreActivity | undefined;
    try {
      const end = await work((event) => {
        if (event.kind === 'accepted') onAccepted?.();
        else activity.changeScore(key, aggregator, { kind: 'running', progress: event });
      });
      const isFailed = end.kind === 'failed' && end.failure.kind !== 'cancelled';
      if (isFailed) shown = { kind: 'failed', failure: end.failure, at: Date.now() };
      return end;
    } finally {
      activity.changeScore(key, aggregator, shown);
    }
  }

  #warn(where: string, notice: Sentence, retry: () => Promise<unknown>): void {
    const { log, notifier } = this.#ports.shell;
    notifier.warn(notice, () => runLogged(log, where, retry()));
  }

  /** Logs today's usage whenever it has changed. */
  async #logUsage(engine: Engine, account: AccountRef): Promise<void> {
    const text = usageText(await engine.readUsage(account.key));
    if (text !== this.#usage) this.#ports.shell.log.note(text);
    this.#usage = text;
  }
}

/**
 * Whether a summary may be fetched that the user did not request: only on a network that the user
 * chose, or whose evidence is measured to be right. Sample data costs nothing.
 */
export function mayFetchAutomatically(
  { kind }: Pick<Identity, 'kind'>,
  reading: ChainReading | undefined,
): boolean {
  return kind === 'sample' || reading === undefined || isPayable(reading);
}

/** Why a look-up has no summary; undefined if it has one. */
export function whyNoSummary(end: SummaryEnd): Sentence | undefined {
  switch (end.kind) {
    case 'value':
      return undefined;
    case 'refused':
      return refusalSentence(end.refusal);
    case 'failed':
      return summaryFailureSentence(end.failure);
  }
}

interface Shown extends Pick<Wait, 'subject' | 'reading' | 'startedAt'> {
  readonly name: string | undefined;
}

/** A notification: the waits that its *Cancel* ends, what closes it, and when it is gone. */
type Notice = readonly [
  cancels: Set<AbortController>,
  close: (value: undefined) => void,
  shown: Thenable<void>,
];

/** Cancelable progress notifications: one per address, however many scores it waits for. */
export class ScoreNotices {
  readonly #open = new Map<string, Notice>();

  /** Does work under the notification of its address. */
  async during<T>(score: Shown, cancel: AbortController, work: () => Promise<T>): Promise<T> {
    const key = subjectName(score.subject);
    // Once canceled, it is gone from the screen, and new work gets its own.
    const forget = (): void => void this.#open.delete(key);
    const notice = this.#open.get(key) ?? open(score, forget);
    const [cancels, close, shown] = notice;
    this.#open.set(key, notice);
    cancels.add(cancel);
    try {
      return await work();
    } finally {
      cancels.delete(cancel);
      if (cancels.size === 0) {
        if (this.#open.get(key) === notice) forget();
        close(undefined);
        await shown;
      }
    }
  }
}

function open({ subject, reading, name, startedAt }: Shown, onCancel: () => void): Notice {
  const cancels = new Set<AbortController>();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  // All in its message: VS Code puts a colon behind a title.
  const shown = dialogs.progress('', async (notify, token) => {
    const passed = startedAt === undefined ? 0 : Math.max(0, Date.now() - startedAt);
    const began = performance.now() - passed;
    token.onCancellationRequested(() => {
      onCancel();
      cancels.forEach((cancel) => cancel.abort());
    });
    const show = (): void => notify(scoringText(subject, reading, name, performance.now() - began));
    const ticking = setInterval(show, 1_000);
    show();
    await promise;
    clearInterval(ticking);
  });
  return [cancels, resolve, shown];
}
