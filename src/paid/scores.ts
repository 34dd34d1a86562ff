import type { Instant, JobRow } from '../ledger/store.ts';
import { isResumable } from '../risk/jobState.ts';
import type { ConnectedAccount } from './account.ts';
import { keyOf } from './storedKey.ts';
import type { ScoreEvent, ScoreRequest } from './jobRun.ts';
import { claimOf } from './lease.ts';
import type { JobPorts, LookupPorts } from './ports.ts';
import { readOrNull } from './writeUntilStored.ts';
import {
  followToOutcome,
  freshScore,
  resumeJob,
  startOrJoin,
  type ScoreOutcome,
  type ScoreRun,
} from './scoreRun.ts';
import { ScoreRuns, type OnProgress } from './scoreRuns.ts';

export type Scores = ReturnType<typeof createScores>;

/** The risk scores of one window. */
export function createScores(ports: LookupPorts) {
  const { ledger } = ports;
  const runs = new ScoreRuns(ports);
  return {
    /** The risk score of an address: stored, joined, resumed, or started; at most one start. */
    async score(
      request: ScoreRequest,
      onEvent: (event: ScoreEvent) => void,
      signal: AbortSignal,
    ): Promise<ScoreOutcome> {
      const { account, subject, aggregator } = request;
      const waiter = runs.waiter(account, onEvent, signal);
      const onAccepted = (): void => onEvent({ kind: 'accepted' });
      const stored = await readOrNull(freshScore(ports, request));
      if (stored !== null) {
        onAccepted();
        return { kind: 'value', result: stored };
      }
      const work = (run: ScoreRun) => startOrJoin(run, request, onAccepted);
      return runs.share(keyOf(account, subject), aggregator, work, waiter);
    },

    /**
     * Waits for a score requested before, whose window's worker has ended since. Starts nothing.
     * @param since results from before this time do not count
     */
    async rejoin(
      { account, subject, aggregator }: Pick<ScoreRequest, 'account' | 'subject' | 'aggregator'>,
      since: Instant,
      onProgress: OnProgress,
      signal: AbortSignal,
    ): Promise<ScoreOutcome> {
      const key = keyOf(account, subject);
      const waiter = runs.waiter(account, onProgress, signal);
      const job = await ledger.openJobOf(key, aggregator);
      if (job !== null) {
        return runs.share(key, aggregator, (run) => followToOutcome(run, job.id), waiter);
      }
      const stored = await ledger.readResult(key, aggregator);
      return stored !== null && stored.receivedAt >= since
        ? { kind: 'value', result: stored }
        : { kind: 'gone' };
    },

    /** Resumes polling a job on hold. */
    async resume(
      account: ConnectedAccount,
      id: string,
      onProgress: OnProgress,
      signal: AbortSignal,
    ): Promise<ScoreOutcome> {
      const waiter = runs.waiter(account, onProgress, signal);
      const job = await ledger.readJob(id);
      if (job === null) return { kind: 'gone' };
      if (!isResumable(job.state) || job.account !== account.key) return { kind: 'onHold', job };
      return runs.share(job, job.aggregator, (run) => resumeJob(run, job), waiter);
    },

    /**
     * Follows jobs without a run in this window: those of an earlier window, and those of another
     * window in case it closes.
     * @param onUnknown called for each start with an unknown outcome, in one window only; resolves
     * once the user has seen it
     */
    followJobs: (account: ConnectedAccount, onUnknown: (job: JobRow) => Promise<void>) =>
      followJobs(ports, runs, account, onUnknown),

    /** Stops polling; jobs stay as they are for another window or a later session to resume. */
    leave: () => runs.leave(),
  };
}

async function followJobs(
  ports: LookupPorts,
  runs: ScoreRuns,
  account: ConnectedAccount,
  onUnknown: (job: JobRow) => Promise<void>,
): Promise<void> {
  const { ledger, clock } = ports;
  // No user action started these runs, so none cancels them: a window that closes leaves the jobs
  // running.
  const waiter = runs.waiter(account, () => undefined, undefined);
  await reportUnknown(ports, onUnknown);
  for (const job of await ledger.listJobsInProgress(account.key)) {
    if (runs.has(job, job.aggregator)) continue;
    if (job.state === 'running' && job.credential !== account.credential) {
      // Started with credentials that are gone: the user decides. (The outcome of an intent is
      // still open, so it is watched like any other.)
      await ledger.overrideJob(job.id, { state: 'pausedAuth' }, clock.now(), ['running']);
      continue;
    }
    runs
      .share(job, job.aggregator, (run) => followToOutcome(run, job.id), waiter)
      .then(() => reportUnknown(ports, onUnknown))
      // The job is unchanged; the next window or the user resumes it.
      .catch(() => undefined);
  }
}

/** Shows starts with unknown outcomes to the user, in one window only. */
export async function reportUnknown(
  ports: JobPorts,
  onUnknown: (job: JobRow) => Promise<void> | void,
): Promise<void> {
  const { ledger, clock } = ports;
  for (const job of await ledger.settleOrphans(clock.now(), clock.tick())) {
    const claimed = await ledger.claimJob(job.id, claimOf(ports), 'unknown');
    if (claimed?.isNoticed !== false) continue;
    // If this window ends before the user has seen it, another reports it.
    await onUnknown(job);
    await ledger.overrideJob(job.id, { isNoticed: true }, clock.now());
  }
}
