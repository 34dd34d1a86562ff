import { LedgerError } from '../ledger/faults.ts';
import type { JobRow } from '../ledger/store.ts';
import { inProgressStates, isIn } from '../risk/jobState.ts';
import type { JobFollower } from './jobRun.ts';
import { claimOf } from './lease.ts';
import { pollHeldJob } from './pollHeldJob.ts';
import type { JobPorts } from './ports.ts';

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
