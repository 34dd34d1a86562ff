import type { JobRow } from '../ledger/store.ts';
import type { JobState } from '../risk/jobState.ts';
import { claimOf, type JobFollower, type JobPorts } from './jobRun.ts';
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
  for (;;) {
    const job = await ledger.readJob(id);
    if (job === null || !isInProgress(job.state)) return job;
    if (follower.signal.aborted) return job;
    if (job.state === 'running' && job.jobId !== null) {
      const mine = await ledger.claimJob(id, claimOf(ports));
      if (mine !== null) {
        await pollHeldJob(ports, { ...mine, jobId: job.jobId }, follower);
        continue;
      }
    } else {
      await ledger.settleOrphans(clock.now(), clock.tick());
    }
    follower.onProgress({ kind: 'elsewhere', polls: job.polls });
    await clock.wait(watchMs, follower.signal);
  }
}

function isInProgress(state: JobState): boolean {
  return state === 'intent' || state === 'running';
}
