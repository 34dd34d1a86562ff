import { randomUUID } from 'node:crypto';
import type { Aggregator } from '../api/parameters.ts';
import { LedgerError } from '../ledger/faults.ts';
import type { JobRow, StoredResult, SubjectKey } from '../ledger/store.ts';
import { isResumable, resumableStates } from '../risk/jobState.ts';
import type { ConnectedAccount } from './account.ts';
import { isFresh } from './clock.ts';
import { followJob } from './followJob.ts';
import type { Gesture } from './gesture.ts';
import type { JobPorts, JobProgress } from './jobRun.ts';
import { claimOf } from './lease.ts';
import type { Stops } from './sharedRuns.ts';
import type { Permit, SpendingDoor } from './spending.ts';
import { startJob, type StartEnd } from './startJob.ts';
import { ifReadable, retryWrite } from './retryWrite.ts';

export type ScoreOutcome =
  | StartEnd
  /** The job was forgotten while we waited. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'value'; readonly result: StoredResult }
  /** The wait ended without a result; the ID is kept. */
  | { readonly kind: 'onHold'; readonly job: JobRow };

export interface ScoreRequest {
  readonly account: ConnectedAccount;
  readonly subject: Pick<SubjectKey, 'address' | 'chain'>;
  readonly aggregator: Aggregator;
  readonly gesture: Gesture;
  /** Makes a new start even if a stored score is fresh. */
  readonly isRepeat?: boolean;
  /** Called once there is a score or an accepted job; never for a rejected start. */
  readonly onAccepted?: () => void;
}

export interface ScorePorts extends JobPorts {
  readonly riskMs: () => number;
  readonly spending: SpendingDoor;
  readonly onChange: (subject: SubjectKey) => void;
}

/** The work for one score, done once for all callers in this window. */
export interface ScoreRun {
  readonly ports: ScorePorts;
  readonly account: ConnectedAccount;
  readonly report: (progress: JobProgress) => void;
  readonly stops: Stops;
}

/** Null if no score is stored, or only one that is older than the user has set. */
export async function freshScore(
  { ledger, clock, riskMs }: ScorePorts,
  key: SubjectKey,
  aggregator: Aggregator,
): Promise<StoredResult | null> {
  const stored = await ledger.readResult(key, aggregator);
  return stored !== null && isFresh(stored.receivedAt, clock.now(), riskMs()) ? stored : null;
}

/** Joins the job of this score if there is one, and otherwise asks whether it may be started. */
export async function startOrJoin(
  run: ScoreRun,
  request: ScoreRequest,
  key: SubjectKey,
): Promise<ScoreOutcome> {
  const { ledger, spending } = run.ports;
  const { aggregator, gesture } = request;
  run.report({ kind: 'starting' });
  const open = await ifReadable(ledger.openJobOf(key, aggregator));
  if (open !== null) return join(run, request, open);
  const { source } = gesture;
  const answer = await spending.ask({
    key,
    kind: 'start',
    aggregator,
    source,
    signal: run.stops.any,
  });
  if (answer.kind === 'left') {
    return { kind: 'failed', failure: { kind: 'cancelled', endpoint: 'start', wasSent: false } };
  }
  if (answer.kind === 'refused') return { kind: 'declined', refusal: answer.refusal };
  try {
    return await begin(run, request, key, answer.permit);
  } finally {
    await answer.permit.settle();
  }
}

/** Starts a job if allowed, or joins the one that another window has started. */
async function begin(
  run: ScoreRun,
  request: ScoreRequest,
  key: SubjectKey,
  permit: Permit,
): Promise<ScoreOutcome> {
  const { ports, account, stops } = run;
  const { ledger } = ports;
  const { aggregator } = request;
  const { origin, credential } = account;
  const wanted = { ...key, id: randomUUID(), aggregator, origin, credential };
  const begun = await ledger.beginJob(wanted, claimOf(ports)).catch((error: unknown) => {
    if (error instanceof LedgerError) return error.reason;
    throw error;
  });
  // The disk is full since the permission.
  if (typeof begun === 'string') {
    return { kind: 'declined', refusal: { kind: 'notStored', reason: begun } };
  }
  const { isNew, job } = begun;
  ports.onChange(key);
  if (!isNew) {
    // Given back at once: it counts toward the limits of others as long as it is held.
    await permit.settle();
    return join(run, request, job);
  }
  // Another window may have fetched it since the check. With the intent stored, none can.
  const stored = request.isRepeat === true ? null : await freshScore(ports, key, aggregator);
  if (stored !== null) {
    await retryWrite(ports.clock, () => ledger.forgetJob(job.id));
    request.onAccepted?.();
    return { kind: 'value', result: stored };
  }
  const ended = await startJob(ports, { ...request, id: job.id, permit }, stops.any);
  if (ended !== undefined) return ended;
  request.onAccepted?.();
  return followToOutcome(run, job.id);
}

/** Waits for a job that was started before; starts nothing. */
async function join(run: ScoreRun, request: ScoreRequest, job: JobRow): Promise<ScoreOutcome> {
  if (job.state === 'unknown') return { kind: 'unknown', job };
  request.onAccepted?.();
  return resumeJob(run, job);
}

/** Sets a job on hold running again, and follows it to its end. */
export async function resumeJob(run: ScoreRun, job: JobRow): Promise<ScoreOutcome> {
  if (job.state !== 'running' && isResumable(job.state)) {
    const { ports, account } = run;
    const { ledger, clock } = ports;
    await ledger.clearStops(account.key, 'risk');
    await ledger.clearStops(account.key, 'credential');
    // The user chose these credentials; the next window need not ask again.
    const change = { state: 'running', credential: account.credential } as const;
    await ledger.overrideJob(job.id, change, clock.now(), resumableStates);
  }
  return followToOutcome(run, job.id);
}

export async function followToOutcome(run: ScoreRun, id: string): Promise<ScoreOutcome> {
  const { ports, account, report, stops } = run;
  const { ledger, clock } = ports;
  const follower = { account, onProgress: report, signal: stops.any };
  let job = await followJob(ports, id, follower);
  if (job !== null && stops.byUser.aborted && job.state === 'running') {
    // The user canceled while another window polls: that window sees it in the row.
    job = await retryWrite(clock, () =>
      ledger.overrideJob(id, { state: 'detached' }, clock.now(), ['running']),
    );
  }
  if (job === null) return { kind: 'gone' };
  if (job.state === 'unknown') return { kind: 'unknown', job };
  if (job.state !== 'done') return { kind: 'onHold', job };
  const { aggregator } = job;
  const key = job;
  const result = await retryWrite(clock, () => ledger.readResult(key, aggregator));
  return result === null ? { kind: 'onHold', job } : { kind: 'value', result };
}
