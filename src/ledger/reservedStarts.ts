import type { Reserve } from './reserve.ts';
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
  function dropIfOver(job: JobRow | null): JobRow | null {
    if (isDurable && job !== null && job.state !== 'running' && job.state !== 'intent') {
      reserve.drop(job.id);
    }
    return job;
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
      const row = store.keepJob(job, change, now, holder);
      if (!isDurable) reserve.keep({ job, change, at: now });
      dropIfOver(row);
      return row;
    },
    settleJob(id, change, claim, result) {
      const job = store.readJob(id);
      const settled = store.settleJob(id, change, claim, result);
      if (!isDurable && job !== null && result !== undefined) {
        const done = { state: 'done', jobId: job.jobId ?? '' } as const;
        reserve.keep({ job: newJobOf(job), change: done, at: claim.now, result });
      }
      return dropIfOver(settled);
    },
    overrideJob: (...args) => dropIfOver(store.overrideJob(...args)),
    forgetJob(id, whileIn) {
      const isForgotten = store.forgetJob(id, whileIn);
      if (isDurable && isForgotten) reserve.drop(id);
      return isForgotten;
    },
  };
}

function newJobOf({ id, account, chain, address, aggregator, origin, credential }: JobRow): NewJob {
  return { id, account, chain, address, aggregator, origin, credential };
}
