import type { Aggregator } from '../api/routes.ts';
import type { JobRow, SubjectKey } from '../ledger/store.ts';
import type { Account } from '../lookups/account.ts';
import { dayOf } from '../lookups/clock.ts';
import type { Desk } from '../lookups/desk.ts';
import type { Gesture } from '../lookups/gesture.ts';
import type { JobProgress } from '../lookups/jobRun.ts';
import type { ScoreOutcome } from '../lookups/scores.ts';
import type { SummaryOutcome, SummarySource } from '../lookups/summaries.ts';
import { failureSentence } from '../words/failures.ts';
import { jobSentence, progressText, scoringTitle } from '../words/jobs.ts';
import { refusalSentence } from '../words/refusals.ts';
import { clockTime } from '../words/times.ts';
import { usageText } from '../words/usage.ts';
import type { Activity } from './activity.ts';
import type { Log } from './log.ts';
import type { Notifier } from './notifier.ts';
import { dialogs } from './dialogs.ts';
import type { Session } from './session.ts';
import { settings } from './settings.ts';
import type { Subject } from './subject.ts';

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
  ): Promise<SummaryOutcome | undefined>;
  /** Starts, joins, or resumes a score under a progress notification that can be canceled. */
  score(request: {
    readonly subject: Subject;
    readonly aggregator: Aggregator;
    readonly gesture: Gesture;
    readonly isRepeat?: boolean;
    /** Called once there is a score or a job; not if the start was rejected. */
    readonly onAccepted?: () => void;
  }): Promise<void>;
  /** Polls an existing job, as `score` does for a new one; starts nothing. */
  resume(job: JobRow): Promise<void>;
  /**
   * Stops waiting for the score shown in the subject's report, as Cancel in the notification does.
   */
  cancelScore(subject: Subject): Promise<void>;
}

export function createInquiries(parts: {
  readonly session: Session;
  readonly openDesk: () => Promise<Desk>;
  readonly activity: Activity;
  readonly notifier: Notifier;
  readonly log: Log;
}): Inquiries {
  const { session, openDesk, activity, notifier } = parts;
  /** Several callers may wait for one score: canceling it cancels all of them. */
  const running = new Set<{ readonly name: string; readonly cancel: AbortController }>();
  const nameOf = ({ account, address, chain }: SubjectKey, aggregator: Aggregator): string =>
    JSON.stringify([account, chain, address, aggregator]);

  /** Logs today's usage whenever it has changed. */
  let spent = '';
  async function noteSpent({ ledger, clock }: Desk, account: Account): Promise<void> {
    const text = usageText(await ledger.readUsage(account.key, dayOf(clock.now())));
    if (text !== spent) parts.log.note(text);
    spent = text;
  }

  async function lookUp(
    subject: Subject,
    source: SummarySource,
    agreedFor?: string,
  ): Promise<SummaryOutcome | undefined> {
    const identity = await session.identity();
    if (!('key' in identity)) {
      if (source !== 'hover' && source !== 'score') notifier.signedOut(identity);
      return undefined;
    }
    if (agreedFor !== undefined && identity.key !== agreedFor) return undefined;
    const [account, desk] = await Promise.all([session.account(identity), openDesk()]);
    const key: SubjectKey = { account: account.key, ...subject };
    activity.changeSummary(key, { isFetching: true, problem: undefined });
    try {
      const outcome = await desk.summaries.look(account, subject, source);
      const problem =
        outcome.kind === 'failed'
          ? outcome.failure
          : outcome.kind === 'refused'
            ? outcome.refusal
            : undefined;
      activity.changeSummary(key, { isFetching: false, problem });
      if (outcome.kind === 'failed') notifier.credentialRefused(account, outcome.failure);
      await noteSpent(desk, account);
      return outcome;
    } catch (error) {
      activity.changeSummary(key, { isFetching: false, problem: undefined });
      throw error;
    }
  }

  const score: Inquiries['score'] = (request) =>
    wait(
      request,
      (account, desk, onProgress, signal) =>
        desk.scores.score({ ...request, account }, onProgress, signal),
      () => score(request),
    );

  const resume: Inquiries['resume'] = (job) =>
    wait(
      { subject: { address: job.address, chain: job.chain }, aggregator: job.aggregator },
      (account, desk, onProgress, signal) =>
        desk.scores.resume(account, job.id, onProgress, signal),
      () => resume(job),
    );

  /** Waits for a score under a notification, updates the surfaces, and reports the outcome. */
  async function wait(
    { subject, aggregator }: { readonly subject: Subject; readonly aggregator: Aggregator },
    work: (
      account: Account,
      desk: Desk,
      onProgress: (progress: JobProgress) => void,
      signal: AbortSignal,
    ) => Promise<ScoreOutcome>,
    again: () => Promise<void>,
  ): Promise<void> {
    const identity = await session.identity();
    if (!('key' in identity)) {
      notifier.signedOut(identity);
      return;
    }
    const [account, desk] = await Promise.all([session.account(identity), openDesk()]);
    const key: SubjectKey = { account: account.key, ...subject };
    const cancel = new AbortController();
    const run = { name: nameOf(key, aggregator), cancel };
    running.add(run);
    try {
      const outcome = await withProgress(subject, aggregator, cancel, (report) =>
        work(
          account,
          desk,
          (progress) => {
            activity.changeScore(key, aggregator, { kind: 'running', progress });
            report(progress);
          },
          cancel.signal,
        ),
      );
      await noteSpent(desk, account);
      const failed = outcome.kind === 'failed' ? outcome.failure : undefined;
      const isWorthTelling = failed !== undefined && failed.kind !== 'cancelled';
      activity.changeScore(
        key,
        aggregator,
        isWorthTelling ? { kind: 'failed', failure: failed, at: desk.clock.now() } : undefined,
      );
      if (failed !== undefined && notifier.credentialRefused(account, failed)) return;
      // A waiting job is polled again and never started again.
      const retry = outcome.kind === 'setAside' ? () => resume(outcome.job) : again;
      tell(outcome, () => ifStill(account, retry));
    } catch (error) {
      activity.changeScore(key, aggregator, undefined);
      throw error;
    } finally {
      running.delete(run);
    }
  }

  /** A button from before a change of account must not spend calls of the new one. */
  async function ifStill(account: Account, retry: () => Promise<void>): Promise<void> {
    const identity = await session.identity();
    if ('key' in identity && identity.key === account.key) await retry();
  }

  /** Reports the outcome if the report alone would go unnoticed. */
  function tell(outcome: ScoreOutcome, retry: () => Promise<void>): void {
    const again = (): void => {
      retry().catch((error: unknown) => parts.log.fault('score', error));
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
      if (!('key' in identity)) return;
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
