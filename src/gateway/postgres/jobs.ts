import { inProgressStates, stateBesideOpenJob, unansweredStates } from '../../risk/jobState.ts';
import { claimableBy, heldByOwner } from '../../ledger/jobRows.ts';
import { heldBy, heldByNone, isAlive, type Hold } from '../../ledger/leases.ts';
import type { SharedLedger } from '../../ledger/ledger.ts';
import type { Claim, JobRow, NewJob, Tick } from '../../ledger/store.ts';
import type { Cleanup } from './cleanup.ts';
import { lock, type Connection, type Query } from './connection.ts';
import { findOpenJob, insertJob, listJobs, listJobsIn, readJob, updateJob } from './jobRows.ts';
import { replaceResult } from './results.ts';

/** What the time is for a claim: the database's, whatever clock the caller has. */
export type TickOf = (query: Query, callerTick: Tick) => Promise<Tick>;

export interface JobParts {
  readonly connection: Connection;
  readonly tickOf: TickOf;
  readonly cleanup: Cleanup;
}

export function pgJobs(parts: JobParts) {
  return { ...storedJobs(parts), ...heldJobs(parts), ...jobsOfAnyHolder(parts) };
}

function storedJobs({ connection, cleanup }: JobParts) {
  const { query, change } = connection;
  return {
    readJob: (id) => readJob(query, id),
    listJobs: (account) => listJobs(query, account),
    listJobsInProgress: (account) => listJobsIn(query, inProgressStates, account),
    openJobOf: (key, aggregator) => findOpenJob(query, { ...key, aggregator }),

    async forgetJob(id, whileIn) {
      const forget = async (): Promise<boolean> => {
        const sql = 'DELETE FROM job WHERE id = $1 AND state = coalesce($2, state) RETURNING id';
        return (await change(sql, id, whileIn ?? null)).length > 0;
      };
      return cleanup.afterFailure(forget, forget);
    },
  } satisfies Partial<SharedLedger>;
}

/** Changes by the process that holds the job. */
function heldJobs({ connection, tickOf, cleanup }: JobParts) {
  const { change, transaction } = connection;
  const holdOf = holds(tickOf);
  return {
    beginJob: (job, claim) =>
      cleanup.afterFailure(
        () =>
          transaction(async (each) => {
            await lockSubject(each, job);
            const existing = await findOpenJob(each, job);
            if (existing !== null) return { isNew: false, job: existing };
            await insertJob(each, job, claim.now);
            const held = { ...(await holdOf(each, claim)), updatedAt: claim.now };
            return { isNew: true, job: await updateOwn(each, job.id, held) };
          }),
        // The intent may be stored, and its start will not be sent.
        () => change("DELETE FROM job WHERE id = $1 AND state = 'intent'", job.id),
      ),

    claimJob: (id, claim, state) =>
      transaction(async (each) => {
        const tick = await tickOf(each, claim.tick);
        const change = { ...heldBy({ ...claim, tick }), updatedAt: claim.now };
        return updateJob(each, id, change, { leaves: [state], more: claimableBy(claim, tick) });
      }),

    changeJob: (id, wanted, claim) =>
      transaction(async (each) => {
        const change = { ...wanted, ...(await holdOf(each, claim)), updatedAt: claim.now };
        return updateJob(each, id, change, { leaves: inProgressStates, more: heldByOwner(claim) });
      }),

    settleJob: (id, wanted, claim, result) =>
      transaction(async (each) => {
        const change = { ...wanted, ...heldByNone, updatedAt: claim.now };
        if (result === undefined) {
          const more = heldByOwner(claim);
          return updateJob(each, id, change, { leaves: inProgressStates, more });
        }
        // A paid response is stored whichever process holds the job by now, if any does.
        await replaceResult(each, result);
        return (await updateJob(each, id, change, {})) ?? readJob(each, id);
      }),
  } satisfies Partial<SharedLedger>;
}

/** Changes whichever process holds the job. */
function jobsOfAnyHolder({ connection, tickOf }: JobParts) {
  const { transaction } = connection;
  const holdOf = holds(tickOf);
  return {
    overrideJob: (id, wanted, now, leaves) =>
      transaction(async (each) => {
        const change = { ...wanted, ...heldByNone, updatedAt: now };
        return (await updateJob(each, id, change, { leaves })) ?? readJob(each, id);
      }),

    keepJob: (job, wanted, now, holder) =>
      transaction(async (each) => {
        await lockSubject(each, job);
        const known = await readJob(each, job.id);
        const isSecond = known === null && (await findOpenJob(each, job)) !== null;
        const state = isSecond ? stateBesideOpenJob(wanted.state) : wanted.state;
        await insertJob(each, job, now);
        const hold = holder === undefined ? heldByNone : await holdOf(each, holder);
        return updateOwn(each, job.id, { ...wanted, state, ...hold, updatedAt: now });
      }),

    settleOrphans: (now, callerTick) =>
      transaction(async (each) => {
        const tick = await tickOf(each, callerTick);
        const orphaned = { state: 'unknown', ...heldByNone, updatedAt: now } as const;
        for (const { id } of await listJobsIn(each, ['intent'])) {
          const more = claimableBy({ owner: '', now, tick }, tick);
          await updateJob(each, id, orphaned, { leaves: ['intent'], more });
        }
        const unknown = await listJobsIn(each, ['unknown']);
        return unknown.filter((job) => !job.isNoticed && !isAlive(job, tick));
      }),
  } satisfies Partial<SharedLedger>;
}

/** What a claim holds, by the clock that claims go by. */
const holds =
  (tickOf: TickOf) =>
  async (query: Query, claim: Claim): Promise<Hold> =>
    heldBy({ ...claim, tick: await tickOf(query, claim.tick) });

/** One start of a subject at a time, in all processes. */
function lockSubject(query: Query, job: NewJob): Promise<void> {
  const { account, chain, address, aggregator } = job;
  return lock(query, 'job', account, chain, address, aggregator);
}

/** Runs within the transaction that stored the job. */
async function updateOwn(
  query: Query,
  id: string,
  change: Parameters<typeof updateJob>[2],
): Promise<JobRow> {
  const updated = await updateJob(query, id, change, { leaves: unansweredStates });
  const row = updated ?? (await readJob(query, id));
  if (row === null) throw new Error('A job is gone within its own transaction.');
  return row;
}
