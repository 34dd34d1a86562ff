import { inProgressStates, stateBesideOpenJob, type JobState } from '../risk/jobState.ts';
import type { Database } from './database.ts';
import {
  findOpenJob,
  holdJob,
  insertJob,
  listJobs,
  listJobsIn,
  listUnnoticed,
  readJob,
  releaseJob,
  updateJob,
} from './jobRows.ts';
import { isAlive } from './leases.ts';
import type { JobRow, JobTable, ResultTable } from './store.ts';

export function jobTable(database: Database, results: ResultTable): JobTable {
  return {
    ...storedJobs(database),
    ...heldJobs(database, results),
    ...jobsOfAnyHolder(database),
  };
}

function storedJobs(database: Database) {
  return {
    readJob: (id) => readJob(database, id),
    listJobs: (account) => listJobs(database, account),
    listJobsInProgress: (account) => listJobsIn(database, inProgressStates, account),
    openJobOf: (key, aggregator) => findOpenJob(database, { ...key, aggregator }),

    forgetJob(id, whileIn) {
      return whileIn === undefined
        ? database.run('DELETE FROM job WHERE id = ?', id) > 0
        : database.run('DELETE FROM job WHERE id = ? AND state = ?', id, whileIn) > 0;
    },

    claimNotice(id, claim) {
      return database.transaction(() => {
        const job = readJob(database, id);
        if (job?.state !== 'unknown' || job.isNoticed) return false;
        if (job.owner !== claim.owner && isAlive(job, claim.tick)) return false;
        holdJob(database, id, claim);
        return true;
      });
    },

    noticeJob(id) {
      database.run('UPDATE job SET is_noticed = 1, owner = NULL, lease_until = 0 WHERE id = ?', id);
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
        if (job === null || (job.owner !== claim.owner && isAlive(job, claim.tick))) return null;
        holdJob(database, id, claim);
        return readJob(database, id);
      });
    },

    changeJob(id, wanted, claim) {
      return database.transaction(() => {
        if (readJob(database, id)?.owner !== claim.owner) return null;
        updateJob(database, id, wanted, claim.now);
        holdJob(database, id, claim);
        return readJob(database, id);
      });
    },

    settleJob(id, wanted, claim, result) {
      return database.transaction(() => {
        // A paid response is stored whichever window holds the job by now.
        if (result !== undefined) results.saveResult(result);
        else if (readJob(database, id)?.owner !== claim.owner) return null;
        updateJob(database, id, wanted, claim.now);
        releaseJob(database, id);
        return readJob(database, id);
      });
    },
  } satisfies Partial<JobTable>;
}

/** Changes whichever window holds the job. */
function jobsOfAnyHolder(database: Database) {
  return {
    overrideJob(id, wanted, now, whileIn) {
      return database.transaction(() => {
        const row = readJob(database, id);
        if (row === null || whileIn?.includes(row.state) === false) return row;
        updateJob(database, id, wanted, now);
        releaseJob(database, id);
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
        updateJob(database, job.id, { ...wanted, state }, now);
        if (holder === undefined) releaseJob(database, job.id);
        else holdJob(database, job.id, holder);
        return readOwnJob(database, job.id);
      });
    },

    settleOrphans(now, tick) {
      return database.transaction(() => {
        for (const job of listJobsIn(database, ['intent'])) {
          if (isAlive(job, tick)) continue;
          updateJob(database, job.id, { state: 'unknown' }, now);
          releaseJob(database, job.id);
        }
        return listUnnoticed(database).filter((job) => !isAlive(job, tick));
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
