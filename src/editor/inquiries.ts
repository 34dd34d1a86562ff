import * as vscode from 'vscode';
import type { Aggregator } from '../api/routes.ts';
import type { JobRow, SubjectKey } from '../ledger/store.ts';
import type { Account } from '../lookups/account.ts';
import { dayOf } from '../lookups/clock.ts';
import type { Desk } from '../lookups/desk.ts';
import type { Gesture } from '../lookups/gesture.ts';
import type { JobProgress } from '../lookups/jobRun.ts';
import type { ScoreOutcome } from '../lookups/scores.ts';
import type { SummaryOutcome, SummarySource } from '../lookups/summaries.ts';
import type { Activity } from './activity.ts';
import { usageText } from './connectionCheck.ts';
import type { Log } from './log.ts';
import type { Notifier } from './notifier.ts';
import { failureSentence, jobSentence } from './sentences.ts';
import type { Session } from './session.ts';
import { settings } from './settings.ts';
import type { Subject } from './subject.ts';
import { clockTime, shortAddress } from './words.ts';

/** Asks the service on behalf of commands and surfaces, and keeps them all informed. */
export interface Inquiries {
  /**
   * Undefined where nobody is signed in; then the person has been told, unless it was a hover.
   * @param account where a person has agreed to calls of one account: undefined for any other
   */
  lookUp(
    subject: Subject,
    source: SummarySource,
    account?: string,
  ): Promise<SummaryOutcome | undefined>;
  /** Starts, joins or resumes a score under a progress notification that can be cancelled. */
  score(request: {
    readonly subject: Subject;
    readonly aggregator: Aggregator;
    readonly gesture: Gesture;
    readonly isAnew?: boolean;
    /** Asked before a start would be made. */
    readonly mayStart?: () => Promise<boolean>;
  }): Promise<void>;
  /** Goes on asking for a job, as `score` does for a new one; starts nothing. */
  resume(job: JobRow): Promise<void>;
  /** Stops waiting for the score that the report of a subject shows, as the notification's Cancel does. */
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
  /** Several may wait for one score: stopping it stops it for all. */
  const running = new Set<{ readonly name: string; readonly cancel: AbortController }>();
  const nameOf = ({ account, address, chain }: SubjectKey, aggregator: Aggregator): string =>
    JSON.stringify([account, chain, address, aggregator]);

  /** What was spent today, in the log whenever it has changed. */
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
      if (source !== 'hover') notifier.signedOut(identity);
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

  /** Waits for a score under a notification, keeps the surfaces informed, tells how it ended. */
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
      // What waits is asked for again, and never started again.
      const retry = outcome.kind === 'setAside' ? () => resume(outcome.job) : again;
      tell(outcome, () => ifStill(account, retry));
    } catch (error) {
      activity.changeScore(key, aggregator, undefined);
      throw error;
    } finally {
      running.delete(run);
    }
  }

  /** A button that stood there while somebody signed in elsewhere spends nothing of theirs. */
  async function ifStill(account: Account, retry: () => Promise<void>): Promise<void> {
    const identity = await session.identity();
    if ('key' in identity && identity.key === account.key) await retry();
  }

  /** Says how it ended where the report alone would not be noticed. */
  function tell(outcome: ScoreOutcome, retry: () => Promise<void>): void {
    const again = (): void => {
      retry().catch((error: unknown) => parts.log.fault('score', error));
    };
    switch (outcome.kind) {
      case 'value':
      case 'gone':
      case 'declined':
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
        // A person who cancelled knows; a window that signed out has said so itself.
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
  const title = vscode.l10n.t('Scoring {0} · {1}', shortAddress(subject.address), aggregator);
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (notification, token) => {
    const began = performance.now();
    let latest: JobProgress = { kind: 'starting' };
    token.onCancellationRequested(() => cancel.abort());
    const show = (): void =>
      notification.report({
        message: `${progressText(latest)} · ${clockTime(performance.now() - began)}`,
      });
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

export function progressText(progress: JobProgress): string {
  switch (progress.kind) {
    case 'starting':
      return vscode.l10n.t('starting the calculation');
    case 'waiting':
      return progress.polls === 0
        ? vscode.l10n.t('started, calculating')
        : vscode.l10n.t('calculating, polls: {0}', progress.polls);
    case 'asking':
      return vscode.l10n.t('asking for the result ({0})', progress.polls);
    case 'elsewhere':
      return vscode.l10n.t('calculating, another window asks');
  }
}
