import { inProgressStates, stateBesideOpenJob, unansweredStates } from '../risk/jobState.ts';
import type { Database } from './database.ts';
import {
  claimableBy,
  findOpenJob,
  heldByOwner,
  insertJob,
  intentOf,
  listJobs,
  listJobsIn,
  newestJobs,
  readJob,
  updateJob,
} from './jobRows.ts';
import { heldBy, heldByNone, isAlive } from './leases.ts';
import { deleteRows } from './rows.ts';
import type { JobTable, ResultTable } from './store.ts';

export function jobTable(database: Database, results: ResultTable): JobTable {
  return { ...jobsOfAnyHolder(database), ...heldJobs(database, results) };
}

/** What is read, and what changes whichever window holds the job. */
function jobsOfAnyHolder(database: Database) {
  return {
    readJob: (id) => readJob(database, id),
    listJobs: (account) => listJobs(database, account),
    listJobsInProgress: (account) => listJobsIn(database, inProgressStates, account),
    openJobOf: (key, aggregator) => findOpenJob(database, { ...key, aggregator }),

    forgetJob: (id, state) => deleteRows(database, 'job', { id, ...(state && { state }) }) > 0,

    overrideJob(id, wanted, now, leaves) {
      const change = { ...wanted, ...heldByNone, updatedAt: now };
      return database.transaction(
        () => updateJob(database, id, change, { leaves }) ?? readJob(database, id),
      );
    },

    keepJob(job, wanted, now, holder) {
      return database.transaction(() => {
        const known = readJob(database, job.id);
        const isSecond = known === null && findOpenJob(database, job) !== null;
        const state = isSecond ? stateBesideOpenJob(wanted.state) : wanted.state;
        const row = known ?? insertJob(database, intentOf(job, now));
        const hold = holder === undefined ? heldByNone : heldBy(holder);
        const change = { ...wanted, state, ...hold, updatedAt: now };
        return updateJob(database, job.id, change, { leaves: unansweredStates }) ?? row;
      });
    },

    settleOrphans(now, tick) {
      return database.transaction(() => {
        const orphaned = { state: 'unknown', ...heldByNone, updatedAt: now } as const;
        for (const job of listJobsIn(database, ['intent'])) {
          if (!isAlive(job, tick)) updateJob(database, job.id, orphaned, { leaves: ['intent'] });
        }
        const unnoticed = newestJobs(database, { state: 'unknown', isNoticed: false });
        return unnoticed.filter((job) => !isAlive(job, tick));
      });
    },
  } satisfies Partial<JobTable>;
}

/** Changes by the window that holds the job. */
function heldJobs(database: Database, results: ResultTable) {
  return {
    beginJob(job, claim) {
      return database.transaction(() => {
        const existing = findOpenJob(database, job);
        if (existing !== null) return { isNew: false, job: existing };
        const intent = { ...intentOf(job, claim.now), ...heldBy(claim) };
        return { isNew: true, job: insertJob(database, intent) };
      });
    },

    claimJob(id, claim, state) {
      const more = claimableBy(claim, claim.tick);
      return updateJob(
        database,
        id,
        { ...heldBy(claim), updatedAt: claim.now },
        { leaves: [state], more },
      );
    },

    changeJob: (id, wanted, claim) =>
      updateJob(
        database,
        id,
        { ...wanted, ...heldBy(claim), updatedAt: claim.now },
        { leaves: inProgressStates, more: heldByOwner(claim) },
      ),

    settleJob(id, wanted, claim, result) {
      const change = { ...wanted, ...heldByNone, updatedAt: claim.now };
      if (result === undefined) {
        const more = heldByOwner(claim);
        return updateJob(database, id, change, { leaves: inProgressStates, more });
      }
      return database.transaction(() => {
        // A paid response is stored whichever window holds the job by now, if any does.
        results.saveResult(result);
        return updateJob(database, id, change, {}) ?? readJob(database, id);
      });
    },
  } satisfies Partial<JobTable>;
}
