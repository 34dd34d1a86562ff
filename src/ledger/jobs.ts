import { inProgressStates, stateBesideOpenJob } from '../risk/jobState.ts';
import type { Database } from './database.ts';
import {
  findOpenJob,
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

    overrideJob(id, wanted, now, whileIn) {
      return database.transaction(() => {
        const row = readJob(database, id);
        if (row === null || whileIn?.includes(row.state) === false) return row;
        return updateJob(database, row, { ...wanted, ...heldByNone }, now);
      });
    },

    keepJob(job, wanted, now, holder) {
      return database.transaction(() => {
        const known = readJob(database, job.id);
        const isSecond = known === null && findOpenJob(database, job) !== null;
        const state = isSecond ? stateBesideOpenJob(wanted.state) : wanted.state;
        const row = known ?? insertJob(database, intentOf(job, now));
        const hold = holder === undefined ? heldByNone : heldBy(holder);
        return updateJob(database, row, { ...wanted, state, ...hold }, now);
      });
    },

    settleOrphans(now, tick) {
      return database.transaction(() => {
        for (const job of listJobsIn(database, ['intent'])) {
          if (isAlive(job, tick)) continue;
          updateJob(database, job, { state: 'unknown', ...heldByNone }, now);
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

    claimJob(id, claim, whileIn) {
      return database.transaction(() => {
        const job = readJob(database, id);
        if (job === null || (whileIn ?? job.state) !== job.state) return null;
        if (job.owner !== claim.owner && isAlive(job, claim.tick)) return null;
        return updateJob(database, job, heldBy(claim), claim.now);
      });
    },

    changeJob(id, wanted, claim) {
      return database.transaction(() => {
        const job = readJob(database, id);
        if (job?.owner !== claim.owner) return null;
        return updateJob(database, job, { ...wanted, ...heldBy(claim) }, claim.now);
      });
    },

    settleJob(id, wanted, claim, result) {
      return database.transaction(() => {
        const job = readJob(database, id);
        // A paid response is stored whichever window holds the job by now.
        if (result !== undefined) results.saveResult(result);
        else if (job?.owner !== claim.owner) return null;
        return job && updateJob(database, job, { ...wanted, ...heldByNone }, claim.now);
      });
    },
  } satisfies Partial<JobTable>;
}
