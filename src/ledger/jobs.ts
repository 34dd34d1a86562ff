import { inProgressStates, stateBesideOpenJob, type JobState } from '../risk/jobState.ts';
import type { Database } from './database.ts';
import {
  findOpenJob,
  insertJob,
  listJobs,
  listJobsIn,
  listUnnoticed,
  readJob,
  updateJob,
} from './jobRows.ts';
import { heldBy, heldByNone, isAlive } from './leases.ts';
import { updateRows } from './rows.ts';
import type { JobRow, JobTable, ResultTable } from './store.ts';

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

    forgetJob: (id, whileIn) =>
      database.run(
        'DELETE FROM job WHERE id = ? AND state = ifnull(?, state)',
        ...[id, whileIn ?? null],
      ) > 0,

    overrideJob(id, wanted, now, whileIn) {
      return database.transaction(() => {
        const row = readJob(database, id);
        if (row === null || whileIn?.includes(row.state) === false) return row;
        return updateJob(database, id, { ...wanted, ...heldByNone }, now);
      });
    },

    keepJob(job, wanted, now, holder) {
      return database.transaction(() => {
        let state: JobState = wanted.state;
        if (readJob(database, job.id) === null) {
          if (findOpenJob(database, job) !== null) state = stateBesideOpenJob(wanted.state);
          insertJob(database, job, now, heldByNone);
        }
        const hold = holder === undefined ? heldByNone : heldBy(holder);
        updateJob(database, job.id, { ...wanted, state, ...hold }, now);
        return readOwnJob(database, job.id);
      });
    },

    settleOrphans(now, tick) {
      return database.transaction(() => {
        for (const job of listJobsIn(database, ['intent'])) {
          if (isAlive(job, tick)) continue;
          updateJob(database, job.id, { state: 'unknown', ...heldByNone }, now);
        }
        return listUnnoticed(database).filter((job) => !isAlive(job, tick));
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
        insertJob(database, job, claim.now, heldBy(claim));
        return { isNew: true, job: readOwnJob(database, job.id) };
      });
    },

    claimJob(id, claim, whileIn) {
      return database.transaction(() => {
        const job = readJob(database, id);
        if (job === null || (whileIn ?? job.state) !== job.state) return null;
        if (job.owner !== claim.owner && isAlive(job, claim.tick)) return null;
        updateRows(database, 'job', heldBy(claim), ['id = ?', id]);
        return readJob(database, id);
      });
    },

    changeJob(id, wanted, claim) {
      return database.transaction(() => {
        if (readJob(database, id)?.owner !== claim.owner) return null;
        return updateJob(database, id, { ...wanted, ...heldBy(claim) }, claim.now);
      });
    },

    settleJob(id, wanted, claim, result) {
      return database.transaction(() => {
        // A paid response is stored whichever window holds the job by now.
        if (result !== undefined) results.saveResult(result);
        else if (readJob(database, id)?.owner !== claim.owner) return null;
        return updateJob(database, id, { ...wanted, ...heldByNone }, claim.now);
      });
    },
  } satisfies Partial<JobTable>;
}

/** Runs within the transaction that made the change. */
function readOwnJob(database: Database, id: string): JobRow {
  const row = readJob(database, id);
  if (row === null) throw new Error('A job is gone within its own transaction.');
  return row;
}
