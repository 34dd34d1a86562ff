import type { AccountRef, Engine, OnScoreEvent, ScoreEnd } from '../../engine/engine.ts';
import type { JobRow, SubjectKey } from '../../ledger/store.ts';
import { otherAccountSentence } from '../../words/account.ts';
import type { Sentence } from '../../words/message.ts';
import { isSignedIn, type SignedIn } from '../session/identity.ts';
import type { Shell } from '../shell/shell.ts';
import { requireSignedIn } from '../session/requireSignedIn.ts';
import type { Activity } from './activity.ts';
import type { RequestPorts, ScoreRequest } from './requestPorts.ts';
import { noticeOf } from '../../words/outcomeNotice.ts';
import { trackScore } from './scoreActivity.ts';
import { ScoreNotices } from './scoreProgress.ts';
import type { ScoreWaits } from '../../lookups/scoreWaits.ts';
import type { NoteUsage } from './summaryRequests.ts';

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
export class ScoreRequests {
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
