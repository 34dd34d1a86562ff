import type { Aggregator } from '../../api/routes.ts';
import type { JobRow, SubjectKey } from '../../ledger/store.ts';
import type {
  AccountRef,
  Engine,
  OnScoreEvent,
  ScoreEnd,
  SummaryEnd,
} from '../../engine/engine.ts';
import type { Gesture } from '../../lookups/gesture.ts';
import type { JobProgress } from '../../lookups/jobRun.ts';
import type { SummarySource } from '../../lookups/summaries.ts';
import { failureSentence } from '../../words/failures.ts';
import { jobSentence, progressText, scoringTitle } from '../../words/jobs.ts';
import { refusalSentence } from '../../words/refusals.ts';
import { clockTime } from '../../words/times.ts';
import { usageText } from '../../words/usage.ts';
import type { Activity } from './activity.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Shell } from '../shell/shell.ts';
import { isSignedIn, type Session } from '../session/session.ts';
import { settings } from '../shell/settings.ts';
import type { Subject } from '../documents/subject.ts';

export interface ScoreWish {
  readonly subject: Subject;
  readonly aggregator: Aggregator;
  readonly gesture: Gesture;
  /** Makes a new start even if a stored score is fresh. */
  readonly isRepeat?: boolean;
  /** Called once there is a score or a job; not if the start was rejected. */
  readonly onAccepted?: () => void;
}

/** Runs requests for commands and surfaces, and keeps all of them up to date. */
export interface Inquiries {
  /**
   * Undefined if no one is signed in; then the user has been notified, except by a hover.
   * @param account the only account the user confirmed calls for; undefined if there is no such
   *   limit
   */
  lookUp(
    subject: Subject,
    source: SummarySource,
    account?: string,
  ): Promise<SummaryEnd | undefined>;
  /** Starts, joins, or resumes a score under a progress notification that can be canceled. */
  score(wish: ScoreWish): Promise<void>;
  /** Polls an existing job, as `score` does for a new one; starts nothing. */
  resume(job: JobRow): Promise<void>;
  /**
   * Stops waiting for the score shown in the subject's report, as Cancel in the notification does.
   */
  cancelScore(subject: Subject): Promise<void>;
}

export function createInquiries(parts: {
  readonly session: Session;
  readonly openEngine: () => Promise<Engine>;
  readonly activity: Activity;
  readonly shell: Shell;
}): Inquiries {
  const { session, openEngine, activity, shell } = parts;
  const { log, notifier } = shell;
  /** Several callers may wait for one score: canceling it cancels all of them. */
  const running = new Set<{ readonly name: string; readonly cancel: AbortController }>();
  const nameOf = ({ account, address, chain }: SubjectKey, aggregator: Aggregator): string =>
    JSON.stringify([account, chain, address, aggregator]);

  /** Logs today's usage whenever it has changed. */
  let spent = '';
  async function noteSpent(engine: Engine, account: AccountRef): Promise<void> {
    const text = usageText(await engine.readUsage(account.key));
    if (text !== spent) log.note(text);
    spent = text;
  }

  async function lookUp(
    subject: Subject,
    source: SummarySource,
    agreedFor?: string,
  ): Promise<SummaryEnd | undefined> {
    const identity = await session.identity();
    if (!isSignedIn(identity)) {
      if (source !== 'hover' && source !== 'score') notifier.signedOut(identity);
      return undefined;
    }
    if (agreedFor !== undefined && identity.key !== agreedFor) return undefined;
    const engine = await openEngine();
    const key: SubjectKey = { account: identity.key, ...subject };
    activity.changeSummary(key, { isFetching: true, problem: undefined });
    try {
      const outcome = await engine.lookUp({ account: identity, subject, source });
      const problem =
        outcome.kind === 'failed'
          ? outcome.failure
          : outcome.kind === 'refused'
            ? outcome.refusal
            : undefined;
      activity.changeSummary(key, { isFetching: false, problem });
      if (outcome.kind === 'failed') notifier.credentialRefused(identity, outcome.failure);
      await noteSpent(engine, identity);
      return outcome;
    } catch (error) {
      activity.changeSummary(key, { isFetching: false, problem: undefined });
      throw error;
    }
  }

  const score: Inquiries['score'] = (request) =>
    wait(
      request,
      (engine, account, onEvent, signal) => {
        const { subject, aggregator, gesture, isRepeat = false } = request;
        return engine.score({ account, subject, aggregator, gesture, isRepeat }, onEvent, signal);
      },
      () => score(request),
    );

  const resume: Inquiries['resume'] = (job) =>
    wait(
      { subject: { address: job.address, chain: job.chain }, aggregator: job.aggregator },
      (engine, account, onEvent, signal) => engine.resume(account, job.id, onEvent, signal),
      () => resume(job),
    );

  /** Waits for a score under a notification, updates the surfaces, and reports the outcome. */
  async function wait(
    { subject, aggregator, onAccepted }: Pick<ScoreWish, 'subject' | 'aggregator' | 'onAccepted'>,
    work: (
      engine: Engine,
      account: AccountRef,
      onEvent: OnScoreEvent,
      signal: AbortSignal,
    ) => Promise<ScoreEnd>,
    again: () => Promise<void>,
  ): Promise<void> {
    const identity = await session.identity();
    if (!isSignedIn(identity)) {
      notifier.signedOut(identity);
      return;
    }
    const engine = await openEngine();
    const key: SubjectKey = { account: identity.key, ...subject };
    const cancel = new AbortController();
    const run = { name: nameOf(key, aggregator), cancel };
    running.add(run);
    try {
      const outcome = await withProgress(subject, aggregator, cancel, (report) =>
        work(
          engine,
          identity,
          (event) => {
            if (event.kind === 'accepted') {
              onAccepted?.();
              return;
            }
            const { progress } = event;
            activity.changeScore(key, aggregator, { kind: 'running', progress });
            report(progress);
          },
          cancel.signal,
        ),
      );
      await noteSpent(engine, identity);
      const failed = outcome.kind === 'failed' ? outcome.failure : undefined;
      const isWorthTelling = failed !== undefined && failed.kind !== 'cancelled';
      activity.changeScore(
        key,
        aggregator,
        isWorthTelling ? { kind: 'failed', failure: failed, at: Date.now() } : undefined,
      );
      if (failed !== undefined && notifier.credentialRefused(identity, failed)) return;
      // A waiting job is polled again and never started again.
      const retry = outcome.kind === 'setAside' ? () => resume(outcome.job) : again;
      tell(outcome, () => ifStill(identity, retry));
    } catch (error) {
      activity.changeScore(key, aggregator, undefined);
      throw error;
    } finally {
      running.delete(run);
    }
  }

  /** A button from before a change of account must not spend calls of the new one. */
  async function ifStill(account: AccountRef, retry: () => Promise<void>): Promise<void> {
    const identity = await session.identity();
    if (isSignedIn(identity) && identity.key === account.key) await retry();
  }

  /** Reports the outcome if the report alone would go unnoticed. */
  function tell(outcome: ScoreEnd, retry: () => Promise<void>): void {
    const again = (): void => {
      retry().catch((error: unknown) => log.fault('score', error));
    };
    switch (outcome.kind) {
      case 'value':
      case 'gone':
        return;
      case 'declined':
        notifier.warn(refusalSentence(outcome.refusal), () => undefined);
        return;
      case 'failed':
        if (outcome.failure.kind !== 'cancelled') {
          notifier.warn(failureSentence(outcome.failure), again);
        }
        return;
      case 'unknown':
        notifier.warn({ ...jobSentence(outcome.job), next: 'showLog' }, again);
        return;
      case 'setAside':
        // A user who canceled knows, and signing out has its own message.
        if (outcome.job.state === 'detached' || outcome.job.state === 'running') return;
        notifier.warn(jobSentence(outcome.job), again);
    }
  }

  return {
    lookUp,
    score,
    resume,
    async cancelScore(subject) {
      const identity = await session.identity();
      if (!isSignedIn(identity)) return;
      const name = nameOf({ account: identity.key, ...subject }, settings.aggregator());
      for (const run of running) if (run.name === name) run.cancel.abort();
    },
  };
}

async function withProgress<T>(
  subject: Subject,
  aggregator: Aggregator,
  cancel: AbortController,
  work: (report: (progress: JobProgress) => void) => Promise<T>,
): Promise<T> {
  const title = scoringTitle(subject.address, aggregator);
  return dialogs.progress(title, async (notify, token) => {
    const began = performance.now();
    let latest: JobProgress = { kind: 'starting' };
    token.onCancellationRequested(() => cancel.abort());
    const show = (): void =>
      notify(`${progressText(latest)} · ${clockTime(performance.now() - began)}`);
    const ticking = setInterval(show, 1_000);
    show();
    try {
      return await work((progress) => {
        latest = progress;
        show();
      });
    } finally {
      clearInterval(ticking);
    }
  });
}
