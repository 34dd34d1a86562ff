import { randomUUID } from 'node:crypto';
import type { Aggregator } from '../api/routes.ts';
import type { Instant, JobRow, StoredResult, SubjectKey } from '../ledger/store.ts';
import { isResumable, resumableStates } from '../risk/jobState.ts';
import type { Account } from './account.ts';
import type { Gesture } from './gesture.ts';
import { claimOf, runJob, type JobPorts, type JobProgress } from './jobRun.ts';
import { createSharedRuns, type Stops, type Work } from './sharedRuns.ts';
import type { Permit, SpendingDoor, SpendingRefusal } from './spending.ts';
import { startJob, type StartEnd } from './startJob.ts';

export type ScoreOutcome =
  | StartEnd
  /** The job was forgotten while we waited. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'value'; readonly result: StoredResult }
  /** The wait ended without a result; the ID is kept. */
  | { readonly kind: 'setAside'; readonly job: JobRow }
  /** A start was needed but not allowed. */
  | { readonly kind: 'declined'; readonly refusal: SpendingRefusal };

export interface ScoreRequest {
  readonly account: Account;
  readonly subject: Pick<SubjectKey, 'address' | 'chain'>;
  readonly aggregator: Aggregator;
  readonly gesture: Gesture;
  /** Makes a new start even if a stored score is fresh. */
  readonly isRepeat?: boolean;
  /** Called once there is a score or an accepted job; never for a rejected start. */
  readonly onAccepted?: () => void;
}

export interface Scores {
  /** The risk score of an address: stored, joined, resumed, or started; at most one start. */
  score(
    request: ScoreRequest,
    onProgress: (progress: JobProgress) => void,
    signal: AbortSignal,
  ): Promise<ScoreOutcome>;
  /** Waits for a score requested before, whose window's worker has ended since. Starts nothing. */
  rejoin(
    request: Pick<ScoreRequest, 'account' | 'subject' | 'aggregator'> & {
      /** Results from before this time do not count. */
      readonly since: Instant;
    },
    onProgress: (progress: JobProgress) => void,
    signal: AbortSignal,
  ): Promise<ScoreOutcome>;
  /** Resumes polling a job on hold. */
  resume(
    account: Account,
    id: string,
    onProgress: (progress: JobProgress) => void,
    signal: AbortSignal,
  ): Promise<ScoreOutcome>;
  /**
   * Follows the jobs without a run in this window: those of an earlier window, and those of another
   * one in case it closes.
   * @param tell called for each start with an unknown outcome, once across all windows
   */
  takeUp(account: Account, tell: (job: JobRow) => void): Promise<void>;
  /** Stops polling; jobs stay as they are for another window or a later session to resume. */
  leave(): Promise<void>;
}

/** Who receives updates of a run, and what ends it. */
interface Watcher {
  readonly report: (progress: JobProgress) => void;
  readonly stops: Stops;
}

export function createScores(
  ports: JobPorts & {
    readonly riskMs: () => number;
    readonly spending: SpendingDoor;
    readonly onChange: (subject: SubjectKey) => void;
  },
): Scores {
  const { ledger, clock, spending } = ports;
  const runs = createSharedRuns<JobProgress, ScoreOutcome>();
  let life = new AbortController();

  /** Runs the work once for all callers of this score; surfaces are notified when it ends. */
  function share(
    key: SubjectKey,
    aggregator: Aggregator,
    work: Work<JobProgress, ScoreOutcome>,
    onProgress: (progress: JobProgress) => void,
    signal: AbortSignal,
    left: AbortSignal,
  ): Promise<ScoreOutcome> {
    return runs.share(
      nameOf(key, aggregator),
      (report, stops) => work(report, stops).finally(() => ports.onChange(key)),
      onProgress,
      signal,
      left,
    );
  }

  async function fresh(key: SubjectKey, aggregator: Aggregator): Promise<StoredResult | null> {
    const stored = await ledger.readResult(key, aggregator);
    return stored !== null && clock.now() - stored.receivedAt < ports.riskMs() ? stored : null;
  }

  async function startOrJoin(
    request: ScoreRequest,
    key: SubjectKey,
    report: (progress: JobProgress) => void,
    stops: Stops,
  ): Promise<ScoreOutcome> {
    const { aggregator, gesture } = request;
    report({ kind: 'starting' });
    const open = await ledger.openJobOf(key, aggregator);
    if (open !== null) return join(request, open, report, stops);
    const { source } = gesture;
    const answer = await spending.ask({ key, kind: 'start', aggregator, source });
    if (answer.kind === 'refused') return { kind: 'declined', refusal: answer.refusal };
    try {
      return await begin(request, key, answer.permit, { report, stops });
    } finally {
      await answer.permit.settle();
    }
  }

  /** Starts a job if allowed, or joins the one that another window has started. */
  async function begin(
    request: ScoreRequest,
    key: SubjectKey,
    permit: Permit,
    { report, stops }: Watcher,
  ): Promise<ScoreOutcome> {
    const { account, aggregator } = request;
    const { origin, credential } = account;
    const { isNew, job } = await ledger.beginJob(
      { ...key, id: randomUUID(), aggregator, origin, credential },
      claimOf(ports),
    );
    ports.onChange(key);
    if (!isNew) return join(request, job, report, stops);
    // Another window may have fetched it since the check. With the intent stored, none can.
    const stored = request.isRepeat === true ? null : await fresh(key, aggregator);
    if (stored !== null) {
      await ledger.forgetJob(job.id);
      request.onAccepted?.();
      return { kind: 'value', result: stored };
    }
    const ended = await startJob(ports, { ...request, id: job.id, permit }, stops.any);
    if (ended !== undefined) return ended;
    request.onAccepted?.();
    return follow(account, job.id, report, stops);
  }

  /** Waits for a job that was started before; starts nothing. */
  async function join(
    request: ScoreRequest,
    job: JobRow,
    report: (progress: JobProgress) => void,
    stops: Stops,
  ): Promise<ScoreOutcome> {
    if (job.state === 'unknown') return { kind: 'unknown', job };
    request.onAccepted?.();
    return takeOver(request.account, job, report, stops);
  }

  /** Sets a job on hold running again, and follows it to its end. */
  async function takeOver(
    account: Account,
    job: JobRow,
    report: (progress: JobProgress) => void,
    stops: Stops,
  ): Promise<ScoreOutcome> {
    if (job.state !== 'running' && isResumable(job.state)) {
      await ledger.clearStops(account.key, 'risk');
      await ledger.clearStops(account.key, 'credential');
      // The user chose these credentials; the next window need not ask again.
      const change = { state: 'running', credential: account.credential } as const;
      await ledger.overrideJob(job.id, change, clock.now(), resumableStates);
    }
    return follow(account, job.id, report, stops);
  }

  async function follow(
    account: Account,
    id: string,
    report: (progress: JobProgress) => void,
    stops: Stops,
  ): Promise<ScoreOutcome> {
    let job = await runJob(ports, account, id, report, stops.any);
    if (job !== null && stops.said.aborted && job.state === 'running') {
      // The user canceled while another window polls: that window sees it in the row.
      job = await ledger.overrideJob(id, { state: 'detached' }, clock.now(), ['running']);
    }
    if (job === null) return { kind: 'gone' };
    if (job.state === 'unknown') return { kind: 'unknown', job };
    const result = job.state === 'done' ? await ledger.readResult(job, job.aggregator) : null;
    return result === null ? { kind: 'setAside', job } : { kind: 'value', result };
  }

  async function tellOfUnknown(tell: (job: JobRow) => void): Promise<void> {
    for (const job of await ledger.settleOrphans(clock.now(), clock.tick())) {
      if (await ledger.noticeJob(job.id)) tell(job);
    }
  }

  return {
    async score(request, onProgress, signal) {
      const { account, subject, aggregator } = request;
      const left = life.signal;
      const key: SubjectKey = { account: account.key, ...subject };
      const stored = request.isRepeat === true ? null : await fresh(key, aggregator);
      if (stored !== null) {
        request.onAccepted?.();
        return { kind: 'value', result: stored };
      }
      return share(
        key,
        aggregator,
        (report, stops) => startOrJoin(request, key, report, stops),
        onProgress,
        signal,
        left,
      );
    },

    async rejoin({ account, subject, aggregator, since }, onProgress, signal) {
      const left = life.signal;
      const key: SubjectKey = { account: account.key, ...subject };
      const job = await ledger.openJobOf(key, aggregator);
      if (job !== null) {
        const work: Work<JobProgress, ScoreOutcome> = (report, stops) =>
          follow(account, job.id, report, stops);
        return share(key, aggregator, work, onProgress, signal, left);
      }
      const stored = await ledger.readResult(key, aggregator);
      return stored !== null && stored.receivedAt >= since
        ? { kind: 'value', result: stored }
        : { kind: 'gone' };
    },

    async resume(account, id, onProgress, signal) {
      const left = life.signal;
      const job = await ledger.readJob(id);
      if (job === null) return { kind: 'gone' };
      if (!isResumable(job.state) || job.account !== account.key) return { kind: 'setAside', job };
      return share(
        job,
        job.aggregator,
        (report, stops) => takeOver(account, job, report, stops),
        onProgress,
        signal,
        left,
      );
    },

    async takeUp(account, tell) {
      const left = life.signal;
      await tellOfUnknown(tell);
      for (const job of await ledger.listJobs(account.key)) {
        if (job.state !== 'running' && job.state !== 'intent') continue;
        if (runs.has(nameOf(job, job.aggregator))) continue;
        if (job.state === 'running' && job.credential !== account.credential) {
          // Started with credentials that are gone: the user decides. (The outcome of an intent is
          // still open, so it is watched like any other.)
          await ledger.overrideJob(job.id, { state: 'pausedAuth' }, clock.now(), ['running']);
          continue;
        }
        share(
          job,
          job.aggregator,
          (report, stops) => follow(account, job.id, report, stops),
          () => undefined,
          // No user action started this run, so none cancels it: a window that closes leaves the
          // job running.
          new AbortController().signal,
          left,
        )
          .then(() => tellOfUnknown(tell))
          // The job is unchanged; the next window or the user resumes it.
          .catch(() => undefined);
      }
    },

    async leave() {
      life.abort();
      life = new AbortController();
      await runs.ended();
    },
  };
}

function nameOf(key: SubjectKey, aggregator: Aggregator): string {
  return JSON.stringify([key.account, key.chain, key.address, aggregator]);
}
