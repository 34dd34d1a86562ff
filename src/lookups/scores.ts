import { randomUUID } from 'node:crypto';
import type { Aggregator } from '../api/routes.ts';
import type { JobRow, StoredResult, SubjectKey } from '../ledger/store.ts';
import { isResumable, resumableStates } from '../risk/jobState.ts';
import type { Account } from './account.ts';
import type { Gesture } from './gesture.ts';
import { claimOf, runJob, type JobPorts, type JobProgress } from './jobRun.ts';
import { createSharedRuns, type Stops, type Work } from './sharedRuns.ts';
import { startJob, type StartEnd } from './startJob.ts';

export type ScoreOutcome =
  | StartEnd
  /** The job was forgotten while we waited. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'value'; readonly result: StoredResult }
  /** The wait ended without a result; the id is kept. */
  | { readonly kind: 'setAside'; readonly job: JobRow }
  /** A start would have been made, and was not allowed. */
  | { readonly kind: 'declined' };

export interface ScoreRequest {
  readonly account: Account;
  readonly subject: Pick<SubjectKey, 'address' | 'chain'>;
  readonly aggregator: Aggregator;
  readonly gesture: Gesture;
  /** Makes a new start although a stored score is fresh. */
  readonly isAnew?: boolean;
  /** Asked right before a start would be made, and only then. */
  readonly mayStart?: () => Promise<boolean>;
}

export interface Scores {
  /** The risk score of an address: stored, joined, taken up again, or started; one start at most. */
  score(
    request: ScoreRequest,
    onProgress: (progress: JobProgress) => void,
    signal: AbortSignal,
  ): Promise<ScoreOutcome>;
  /** Goes on asking for a job that is set aside. */
  resume(
    account: Account,
    id: string,
    onProgress: (progress: JobProgress) => void,
    signal: AbortSignal,
  ): Promise<ScoreOutcome>;
  /**
   * Takes up the jobs that no run of this window is for: those of an earlier window, and those of
   * another one, to be there should it end.
   * @param tell called for each start whose outcome nobody can know, once in all windows
   */
  takeUp(account: Account, tell: (job: JobRow) => void): Promise<void>;
  /** Stops asking; jobs stay as they are, for another window or a later start to take up. */
  leave(): Promise<void>;
}

export function createScores(
  ports: JobPorts & {
    readonly riskMs: () => number;
    readonly onChange: (subject: SubjectKey) => void;
  },
): Scores {
  const { ledger, clock } = ports;
  const runs = createSharedRuns<JobProgress, ScoreOutcome>();
  let life = new AbortController();

  /** Runs the work once for all who want this score; surfaces learn when it is over. */
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
    const { account, aggregator } = request;
    report({ kind: 'starting' });
    const open = await ledger.openJobOf(key, aggregator);
    if (open === null && !((await request.mayStart?.()) ?? true)) return { kind: 'declined' };
    const { isNew, job } = await ledger.beginJob(
      {
        ...key,
        id: randomUUID(),
        aggregator,
        origin: account.origin,
        credential: account.credential,
      },
      claimOf(ports),
    );
    ports.onChange(key);
    if (isNew) {
      // Since it was looked for, another window may have got it. With the intent stored none will.
      const stored = request.isAnew === true ? null : await fresh(key, aggregator);
      if (stored !== null) {
        await ledger.forgetJob(job.id);
        return { kind: 'value', result: stored };
      }
      const ended = await startJob(ports, { ...request, id: job.id }, stops.any);
      if (ended !== undefined) return ended;
      return follow(account, job.id, report, stops);
    }
    if (job.state === 'unknown') return { kind: 'unknown', job };
    return takeOver(account, job, report, stops);
  }

  /** Sets a job that was set aside running again, and sees it to its end. */
  async function takeOver(
    account: Account,
    job: JobRow,
    report: (progress: JobProgress) => void,
    stops: Stops,
  ): Promise<ScoreOutcome> {
    if (job.state !== 'running' && isResumable(job.state)) {
      await ledger.clearStops(account.key, 'risk');
      await ledger.clearStops(account.key, 'credential');
      // A person has decided for these credentials; the next window need not ask again.
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
      // A person said stop where another window asks: that one sees it in the row.
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
      const stored = request.isAnew === true ? null : await fresh(key, aggregator);
      if (stored !== null) return { kind: 'value', result: stored };
      return share(
        key,
        aggregator,
        (report, stops) => startOrJoin(request, key, report, stops),
        onProgress,
        signal,
        left,
      );
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
          // Started with credentials that are no longer there: a person decides. (Of an intent
          // nobody knows yet what there is to decide: it is watched like any other.)
          await ledger.overrideJob(job.id, { state: 'pausedAuth' }, clock.now(), ['running']);
          continue;
        }
        share(
          job,
          job.aggregator,
          (report, stops) => follow(account, job.id, report, stops),
          () => undefined,
          // Nobody's wish, so nobody stops it: a window that leaves leaves the job running.
          new AbortController().signal,
          left,
        )
          .then(() => tellOfUnknown(tell))
          // The job is as it was; the next window or a person takes it up.
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
