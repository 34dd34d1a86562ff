import type { Instant, JobRow, StoredResult } from '../ledger/store.ts';
import { isResumable, resumableStates, inProgressStates, isIn } from '../risk/jobState.ts';
import { keyOf } from './storedKey.ts';
import { isDatedAhead, isFresh } from './clock.ts';
import type { JobFollower, ScoreRequest } from './jobRun.ts';
import { claimOf } from './lease.ts';
import type { Permit } from './permit.ts';
import type { LookupPorts, JobPorts } from './ports.ts';
import { startJob, unsent, type OpenedJob, type StartEnd } from './startJob.ts';
import { endStops } from './stopAfter.ts';
import { readOrNull, notStored, writeUntilStored } from './writeUntilStored.ts';
import { LedgerError } from '../ledger/faults.ts';
import { pollHeldJob } from './pollHeldJob.ts';

/** How often a window reads a job that another one polls. */
const watchMs = 500;

/**
 * Follows a job to its end: polls it if this window holds it, watches if another window does, and
 * takes it over if that one goes silent. Resolves with the settled row, or null if the job was
 * forgotten meanwhile.
 */
export async function followJob(
  ports: JobPorts,
  id: string,
  follower: JobFollower,
): Promise<JobRow | null> {
  const { ledger, clock } = ports;
  const { signal, onProgress } = follower;
  let polls = 0;
  for (;;) {
    try {
      const job = await ledger.readJob(id);
      if (job === null || !isIn(job.state, inProgressStates) || signal.aborted) return job;
      if (await hasPolled(ports, job, follower)) continue;
      polls = job.polls;
    } catch (error) {
      // A ledger that cannot be used for a while does not end the wait for what was paid for.
      if (!(error instanceof LedgerError) || signal.aborted) throw error;
    }
    onProgress({ kind: 'elsewhere', polls });
    await clock.wait(watchMs, signal);
  }
}

/** Polls the job if this window may; false while another one does, or its ID is not known yet. */
async function hasPolled(
  ports: JobPorts,
  { id, state, jobId }: JobRow,
  follower: JobFollower,
): Promise<boolean> {
  const { ledger, clock } = ports;
  if (state !== 'running' || jobId === null) {
    await ledger.settleOrphans(clock.now(), clock.tick());
    return false;
  }
  const mine = await ledger.claimJob(id, claimOf(ports), 'running');
  if (mine === null) return false;
  await pollHeldJob(ports, { ...mine, jobId }, follower);
  return true;
}

export type ScoreOutcome =
  | StartEnd
  /** The job was forgotten while we waited. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'value'; readonly result: StoredResult }
  /** The wait ended without a result; the ID is kept. */
  | { readonly kind: 'onHold'; readonly job: JobRow };

/** How far a score is once its service has accepted it, or it needs no call. */
export type OpenedScore = StartEnd | OpenedJob | Extract<ScoreOutcome, { kind: 'value' }>;

/** The work for one score, done once for all callers in this window. */
export interface ScoreRun extends JobFollower {
  readonly ports: LookupPorts;
  /** Aborted if the user cancels; `signal` is so also if this window closes. */
  readonly canceled: AbortSignal;
  /** Whether a caller has requested the score, instead of this window only following its job. */
  readonly isRequested: () => boolean;
}

/**
 * Null if no score is stored, or only one that is older than the user has set.
 * @param takesAhead also one that a wrong clock has dated: no one is there to be asked
 */
export async function freshScore(
  { ledger, clock, policy }: LookupPorts,
  { account, subject, aggregator, isRepeat = false }: ScoreRequest,
  takesAhead = false,
): Promise<StoredResult | null> {
  if (isRepeat) return null;
  const stored = await ledger.readResult(keyOf(account, subject), aggregator);
  const now = clock.now();
  const isUsed = (at: Instant): boolean =>
    isFresh(at, now, policy().riskMs) || (takesAhead && isDatedAhead(at, now));
  return stored !== null && isUsed(stored.receivedAt) ? stored : null;
}

/** Joins the job of this score if there is one, and otherwise asks whether it may be started. */
export async function startOrJoin(
  run: ScoreRun,
  request: ScoreRequest,
  onAccepted: () => void,
): Promise<ScoreOutcome> {
  run.onProgress({ kind: 'starting' });
  const opened = await openScore(run.ports, request, run.signal);
  if (opened.kind !== 'opened' && opened.kind !== 'value') return opened;
  onAccepted();
  return opened.kind === 'opened' ? resumeJob(run, opened.job) : opened;
}

/** Finds the job of this score, or starts it if that is allowed; waits for no result. */
export async function openScore(
  ports: LookupPorts,
  request: ScoreRequest,
  signal: AbortSignal,
): Promise<OpenedScore> {
  const { account, subject, aggregator, gesture } = request;
  const { source } = gesture;
  const key = keyOf(account, subject);
  const open = await readOrNull(ports.ledger.openJobOf(key, aggregator));
  if (open !== null) return joined(open);
  const answer = await ports.spending.ask({ key, kind: 'start', aggregator, source, signal });
  if (answer.kind === 'failed') return answer;
  if (answer.kind === 'refused') return { kind: 'declined', refusal: answer.refusal };
  const { permit } = answer;
  try {
    return await begin(ports, request, permit, signal);
  } finally {
    await permit.settle();
  }
}

/** Starts a job, or joins the one that another window has started. */
async function begin(
  ports: LookupPorts,
  request: ScoreRequest,
  permit: Permit,
  signal: AbortSignal,
): Promise<OpenedScore> {
  const { ledger } = ports;
  const { account, subject, aggregator } = request;
  const { origin, credential } = account;
  const key = keyOf(account, subject);
  const wanted = { ...key, id: permit.id, aggregator, origin, credential };
  // The disk may be full since the permission.
  const opened = await ledger.beginJob(wanted, claimOf(ports)).catch(notStored);
  if ('kind' in opened) return { kind: 'declined', refusal: opened };
  const { isNew, job } = opened;
  ports.onChange(key, 'scores');
  if (!isNew) return joined(job);
  // Another window may have fetched it since the check. With the intent stored, none can.
  const stored = await freshScore(ports, request).catch(notStored);
  if (stored !== null) {
    await unsent(ports, job);
    if ('kind' in stored) return { kind: 'declined', refusal: stored };
    return { kind: 'value', result: stored };
  }
  return startJob(ports, { ...request, row: wanted, permit }, signal);
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
    await endStops(ports, account, 'risk');
    // The user chose these credentials; the next window need not ask again.
    const change = { state: 'running', credential: account.credential } as const;
    await ledger.overrideJob(job.id, change, clock.now(), resumableStates);
  }
  return followToOutcome(run, job.id);
}

export async function followToOutcome(run: ScoreRun, id: string): Promise<ScoreOutcome> {
  const { ports, canceled, signal } = run;
  const { ledger, clock } = ports;
  const change = (from: 'running' | 'detached', state: JobRow['state']) =>
    writeUntilStored(clock, () => ledger.overrideJob(id, { state }, clock.now(), [from]));
  let job = await followJob(ports, id, run);
  // Another window stopped waiting, but only for itself.
  while (job?.state === 'detached' && run.isRequested() && !signal.aborted) {
    await change('detached', 'running');
    job = await followJob(ports, id, run);
  }
  if (job !== null && canceled.aborted && job.state === 'running') {
    // The user canceled while another window polls: that window sees it in the row.
    job = await change('running', 'detached');
  }
  if (job === null) return { kind: 'gone' };
  if (job.state === 'unknown') return { kind: 'unknown', job };
  if (job.state !== 'done') return { kind: 'onHold', job };
  const ended = job;
  const result = await writeUntilStored(clock, () => ledger.readResult(ended, ended.aggregator));
  return result === null ? { kind: 'onHold', job } : { kind: 'value', result };
}
