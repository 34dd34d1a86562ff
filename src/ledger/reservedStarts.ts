import type { Reserve, ReservedStart } from './reserve.ts';
import type { JobRow, NewJob, Store } from './store.ts';

/**
 * The same store, with a reserve for each start: prepared before the start is stored, dropped once
 * nothing more can come of it. In memory, what comes of a start is written there as well.
 */
export function reservedStarts(
  store: Store,
  reserve: Reserve,
  kind: 'durable' | 'inMemory',
): Store {
  const isDurable = kind === 'durable';

  /** What has come of a start is stored in the file. */
  function dropIfOver<Job extends JobRow | null>(job: Job): Job {
    if (isDurable && job !== null && job.state !== 'running' && job.state !== 'intent') {
      reserve.drop(job.id);
    }
    return job;
  }

  /** Writes it to the reserve unless it is in the file: it was paid for. */
  function kept<T>(start: ReservedStart, write: () => T): T {
    try {
      const written = write();
      if (!isDurable) reserve.keep(start);
      return written;
    } catch (error) {
      reserve.keep(start);
      throw error;
    }
  }

  return {
    ...store,
    beginJob(job, claim) {
      if (isDurable) reserve.prepare(job.id);
      const answer = store.beginJob(job, claim);
      if (isDurable && !answer.isNew) reserve.drop(job.id);
      return answer;
    },
    keepJob(job, change, now, holder) {
      const start = { job, change, at: now };
      return kept(start, () => dropIfOver(store.keepJob(job, change, now, holder)));
    },
    settleJob(id, change, claim, result) {
      const job = result === undefined ? null : store.readJob(id);
      const settle = (): JobRow | null => dropIfOver(store.settleJob(id, change, claim, result));
      if (job === null || result === undefined) return settle();
      const done = { state: 'done', jobId: job.jobId ?? '' } as const;
      return kept({ job: newJobOf(job), change: done, at: claim.now, result }, settle);
    },
    overrideJob: (...args) => dropIfOver(store.overrideJob(...args)),
    forgetJob(id, whileIn) {
      const isForgotten = store.forgetJob(id, whileIn);
      if (isForgotten) reserve.drop(id);
      return isForgotten;
    },
  };
}

function newJobOf({ id, account, chain, address, aggregator, origin, credential }: JobRow): NewJob {
  return { id, account, chain, address, aggregator, origin, credential };
}
