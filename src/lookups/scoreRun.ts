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
import type { Permit } from './permit.ts';
import type { SpendingDoor } from './spending.ts';
import { startJob, type StartEnd } from './startJob.ts';
import { ifReadable, retryWrite } from './retryWrite.ts';

export type ScoreOutcome =
  | StartEnd
  /** The job was forgotten while we waited. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'value'; readonly result: StoredResult }
  /** The wait ended without a result; the ID is kept. */
  | { readonly kind: 'onHold'; readonly job: JobRow };

/** How far a score is once its service has accepted it, or it needs no call. */
export type OpenedScore =
  | StartEnd
  | Extract<ScoreOutcome, { kind: 'value' }>
  /** Its job was started, now or before. */
  | { readonly kind: 'opened'; readonly job: JobRow };

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
  run.report({ kind: 'starting' });
  const opened = await openScore(run.ports, request, key, run.stops.any);
  if (opened.kind !== 'opened' && opened.kind !== 'value') return opened;
  request.onAccepted?.();
  return opened.kind === 'opened' ? resumeJob(run, opened.job) : opened;
}

/** Finds the job of this score, or starts it if that is allowed; waits for no result. */
export async function openScore(
  ports: ScorePorts,
  request: ScoreRequest,
  key: SubjectKey,
  signal: AbortSignal,
): Promise<OpenedScore> {
  const { ledger, spending } = ports;
  const { aggregator, gesture } = request;
  const open = await ifReadable(ledger.openJobOf(key, aggregator));
  if (open !== null) return joined(open);
  const { source } = gesture;
  const answer = await spending.ask({ key, kind: 'start', aggregator, source, signal });
  if (answer.kind === 'left') {
    return { kind: 'failed', failure: { kind: 'cancelled', endpoint: 'start', wasSent: false } };
  }
  if (answer.kind === 'refused') return { kind: 'declined', refusal: answer.refusal };
  try {
    return await begin({ ports, key, permit: answer.permit }, request, signal);
  } finally {
    await answer.permit.settle();
  }
}

/** What a start is made with once it is permitted. */
interface PermittedStart {
  readonly ports: ScorePorts;
  readonly key: SubjectKey;
  readonly permit: Permit;
}

/** Starts a job, or joins the one that another window has started. */
async function begin(
  { ports, key, permit }: PermittedStart,
  request: ScoreRequest,
  signal: AbortSignal,
): Promise<OpenedScore> {
  const { ledger } = ports;
  const { account, aggregator, isRepeat = false } = request;
  const { origin, credential } = account;
  const wanted = { ...key, id: randomUUID(), aggregator, origin, credential };
  const opened = await ledger.beginJob(wanted, claimOf(ports)).catch((error: unknown) => {
    if (error instanceof LedgerError) return error.reason;
    throw error;
  });
  // The disk is full since the permission.
  if (typeof opened === 'string') {
    return { kind: 'declined', refusal: { kind: 'notStored', reason: opened } };
  }
  const { isNew, job } = opened;
  ports.onChange(key);
  if (!isNew) return joined(job);
  // Another window may have fetched it since the check. With the intent stored, none can.
  const stored = isRepeat ? null : await freshScore(ports, key, aggregator);
  if (stored !== null) {
    await retryWrite(ports.clock, () => ledger.forgetJob(job.id));
    return { kind: 'value', result: stored };
  }
  const ended = await startJob(ports, { ...request, id: job.id, permit }, signal);
  return ended ?? { kind: 'opened', job: { ...job, state: 'running' } };
}

/** A job that was started before. */
function joined(job: JobRow): OpenedScore {
  return { kind: job.state === 'unknown' ? 'unknown' : 'opened', job };
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
