import { LedgerError } from '../ledger/faults.ts';
import type { JobRow } from '../ledger/store.ts';
import type { JobState } from '../risk/jobState.ts';
import type { JobFollower } from './jobRun.ts';
import { claimOf } from './lease.ts';
import type { JobPorts } from './ports.ts';
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
  const { clock } = ports;
  const { signal, onProgress } = follower;
  let polls = 0;
  for (;;) {
    const step: Step = await takeStep(ports, id, follower).catch((error: unknown) => {
      // A ledger that cannot be used for a while does not end the wait for what was paid for.
      if (!(error instanceof LedgerError) || signal.aborted) throw error;
      return { kind: 'wait' } as const;
    });
    if (step.kind === 'ended') return step.job;
    if (step.kind === 'polled') continue;
    polls = step.polls ?? polls;
    onProgress({ kind: 'elsewhere', polls });
    await clock.wait(watchMs, signal);
  }
}

type Step =
  | { readonly kind: 'ended'; readonly job: JobRow | null }
  /** This window has polled, and must look how that ended. */
  | { readonly kind: 'polled' }
  /** Another window polls, or the ledger cannot be used. */
  | { readonly kind: 'wait'; readonly polls?: number };

/** Polls the job if this window may. */
async function takeStep(ports: JobPorts, id: string, follower: JobFollower): Promise<Step> {
  const { ledger, clock } = ports;
  const job = await ledger.readJob(id);
  if (job === null || !isInProgress(job.state) || follower.signal.aborted)
    return { kind: 'ended', job };
  if (job.state !== 'running' || job.jobId === null) {
    await ledger.settleOrphans(clock.now(), clock.tick());
    return { kind: 'wait', polls: job.polls };
  }
  const mine = await ledger.claimJob(id, claimOf(ports));
  if (mine === null) return { kind: 'wait', polls: job.polls };
  await pollHeldJob(ports, { ...mine, jobId: job.jobId }, follower);
  return { kind: 'polled' };
}

function isInProgress(state: JobState): boolean {
  return state === 'intent' || state === 'running';
}
