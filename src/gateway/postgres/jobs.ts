import { inProgressStates, stateBesideOpenJob } from '../../risk/jobState.ts';
import { isAlive } from '../../ledger/leases.ts';
import type { SharedLedger } from '../../ledger/ledger.ts';
import type { JobRow, NewJob, Tick } from '../../ledger/store.ts';
import type { Cleanup } from './cleanup.ts';
import { lock, type Connection, type Query } from './connection.ts';
import {
  findOpenJob,
  holdJob,
  insertJob,
  listJobs,
  listJobsIn,
  readJob,
  releaseJob,
  updateJob,
} from './jobRows.ts';
import { replaceResult } from './results.ts';

/** What the time is for a claim: the database's, whatever clock the caller has. */
export type TickOf = (query: Query, callerTick: Tick) => Promise<Tick>;

export interface JobParts {
  readonly connection: Connection;
  readonly tickOf: TickOf;
  readonly cleanup: Cleanup;
}

const forUpdate = 'FOR UPDATE';

export function pgJobs(parts: JobParts) {
  return { ...storedJobs(parts), ...heldJobs(parts), ...jobsOfAnyHolder(parts) };
}

function storedJobs({ connection, cleanup }: JobParts) {
  const { query } = connection;
  return {
    readJob: (id) => readJob(query, id),
    listJobs: (account) => listJobs(query, account),
    listJobsInProgress: (account) => listJobsIn(query, inProgressStates, account),
    openJobOf: (key, aggregator) => findOpenJob(query, { ...key, aggregator }),

    async forgetJob(id, whileIn) {
      const forget = async (): Promise<boolean> => {
        const sql = 'DELETE FROM job WHERE id = $1 AND state = coalesce($2, state) RETURNING id';
        return (await query(sql, id, whileIn ?? null)).length > 0;
      };
      return cleanup.afterFailure(forget, forget);
    },
  } satisfies Partial<SharedLedger>;
}

/** Changes by the process that holds the job. */
function heldJobs({ connection, tickOf, cleanup }: JobParts) {
  const { query, transaction } = connection;
  return {
    beginJob: (job, claim) =>
      cleanup.afterFailure(
        () =>
          transaction(async (each) => {
            await lockSubject(each, job);
            const existing = await findOpenJob(each, job);
            if (existing !== null) return { isNew: false, job: existing };
            await insertJob(each, job, claim.now);
            await holdJob(each, job.id, claim.owner, await tickOf(each, claim.tick));
            return { isNew: true, job: await readOwnJob(each, job.id) };
          }),
        // The intent may be stored, and its start will not be sent.
        () => query("DELETE FROM job WHERE id = $1 AND state = 'intent'", job.id),
      ),

    claimJob: (id, claim, whileIn) =>
      transaction(async (each) => {
        const job = await readJob(each, id, forUpdate);
        if ((whileIn ?? job?.state) !== job?.state) return null;
        const tick = await tickOf(each, claim.tick);
        if (job === null || (job.owner !== claim.owner && isAlive(job, tick))) return null;
        await holdJob(each, id, claim.owner, tick);
        return readJob(each, id);
      }),

    changeJob: (id, change, claim) =>
      transaction(async (each) => {
        if ((await readJob(each, id, forUpdate))?.owner !== claim.owner) return null;
        await updateJob(each, id, change, claim.now);
        await holdJob(each, id, claim.owner, await tickOf(each, claim.tick));
        return readJob(each, id);
      }),

    settleJob: (id, change, claim, result) =>
      transaction(async (each) => {
        const held = await readJob(each, id, forUpdate);
        // A paid response is stored whichever process holds the job by now.
        if (result !== undefined) await replaceResult(each, result);
        else if (held?.owner !== claim.owner) return null;
        await updateJob(each, id, change, claim.now);
        await releaseJob(each, id);
        return readJob(each, id);
      }),
  } satisfies Partial<SharedLedger>;
}

/** Changes whichever process holds the job. */
function jobsOfAnyHolder({ connection, tickOf }: JobParts) {
  const { transaction } = connection;
  return {
    overrideJob: (id, change, now, whileIn) =>
      transaction(async (each) => {
        const row = await readJob(each, id, forUpdate);
        if (row === null || whileIn?.includes(row.state) === false) return row;
        await updateJob(each, id, change, now);
        await releaseJob(each, id);
        return readJob(each, id);
      }),

    keepJob: (job, change, now, holder) =>
      transaction(async (each) => {
        await lockSubject(each, job);
        let { state }: { state: JobRow['state'] } = change;
        if ((await readJob(each, job.id, forUpdate)) === null) {
          if ((await findOpenJob(each, job)) !== null) state = stateBesideOpenJob(change.state);
          await insertJob(each, job, now);
        }
        await updateJob(each, job.id, { ...change, state }, now);
        if (holder === undefined) await releaseJob(each, job.id);
        else await holdJob(each, job.id, holder.owner, await tickOf(each, holder.tick));
        return readOwnJob(each, job.id);
      }),

    settleOrphans: (now, callerTick) =>
      transaction(async (each) => {
        const tick = await tickOf(each, callerTick);
        for (const { id } of await listJobsIn(each, ['intent'])) {
          const job = await readJob(each, id, forUpdate);
          if (job?.state !== 'intent' || isAlive(job, tick)) continue;
          await updateJob(each, id, { state: 'unknown' }, now);
          await releaseJob(each, id);
        }
        const unknown = await listJobsIn(each, ['unknown']);
        return unknown.filter((job) => !job.isNoticed && !isAlive(job, tick));
      }),
  } satisfies Partial<SharedLedger>;
}

/** One start of a subject at a time, in all processes. */
function lockSubject(query: Query, job: NewJob): Promise<void> {
  const { account, chain, address, aggregator } = job;
  return lock(query, 'job', account, chain, address, aggregator);
}

/** Runs within the transaction that made the change. */
async function readOwnJob(query: Query, id: string): Promise<JobRow> {
  const row = await readJob(query, id);
  if (row === null) throw new Error('A job is gone within its own transaction.');
  return row;
}
