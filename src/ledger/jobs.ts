import { inProgressStates, stateBesideOpenJob, type JobState } from '../risk/jobState.ts';
import type { Database } from './database.ts';
import {
  findOpenJob,
  heldBy,
  holdJob,
  insertJob,
  listJobs,
  listJobsIn,
  listUnnoticed,
  readJob,
  updateJob,
} from './jobRows.ts';
import { isAlive } from './leases.ts';
import type { Claim, JobRow, JobTable, ResultTable } from './store.ts';

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

    claimNotice(id, claim) {
      return database.transaction(() => {
        const job = readJob(database, id);
        if (job?.state !== 'unknown' || job.isNoticed || isTaken(job, claim)) return false;
        holdJob(database, id, claim);
        return true;
      });
    },

    noticeJob(id) {
      database.run('UPDATE job SET is_noticed = 1, owner = NULL, lease_until = 0 WHERE id = ?', id);
    },

    overrideJob(id, wanted, now, whileIn) {
      return database.transaction(() => {
        const row = readJob(database, id);
        if (row === null || whileIn?.includes(row.state) === false) return row;
        updateJob(database, id, { ...wanted, ...heldBy() }, now);
        return readJob(database, id);
      });
    },

    keepJob(job, wanted, now, holder) {
      return database.transaction(() => {
        let state: JobState = wanted.state;
        if (readJob(database, job.id) === null) {
          if (findOpenJob(database, job) !== null) state = stateBesideOpenJob(wanted.state);
          insertJob(database, job, now);
        }
        updateJob(database, job.id, { ...wanted, state, ...heldBy(holder) }, now);
        return readOwnJob(database, job.id);
      });
    },

    settleOrphans(now, tick) {
      return database.transaction(() => {
        for (const job of listJobsIn(database, ['intent'])) {
          if (isAlive(job, tick)) continue;
          updateJob(database, job.id, { state: 'unknown', ...heldBy() }, now);
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
        insertJob(database, job, claim.now);
        holdJob(database, job.id, claim);
        return { isNew: true, job: readOwnJob(database, job.id) };
      });
    },

    claimJob(id, claim) {
      return database.transaction(() => {
        const job = readJob(database, id);
        if (job === null || isTaken(job, claim)) return null;
        holdJob(database, id, claim);
        return readJob(database, id);
      });
    },

    changeJob(id, wanted, claim) {
      return database.transaction(() => {
        if (readJob(database, id)?.owner !== claim.owner) return null;
        updateJob(database, id, { ...wanted, ...heldBy(claim) }, claim.now);
        return readJob(database, id);
      });
    },

    settleJob(id, wanted, claim, result) {
      return database.transaction(() => {
        // A paid response is stored whichever window holds the job by now.
        if (result !== undefined) results.saveResult(result);
        else if (readJob(database, id)?.owner !== claim.owner) return null;
        updateJob(database, id, { ...wanted, ...heldBy() }, claim.now);
        return readJob(database, id);
      });
    },
  } satisfies Partial<JobTable>;
}

/** Whether another window holds the job. */
function isTaken(job: JobRow, { owner, tick }: Claim): boolean {
  return job.owner !== owner && isAlive(job, tick);
}

/** Runs within the transaction that made the change. */
function readOwnJob(database: Database, id: string): JobRow {
  const row = readJob(database, id);
  if (row === null) throw new Error('A job is gone within its own transaction.');
  return row;
}
