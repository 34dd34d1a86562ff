import { stateBesideOpenJob, openStates, type JobState } from '../risk/jobState.ts';
import { isAlive } from './leases.ts';
import type { MemoryRows } from './memoryRows.ts';
import {
  leaseMs,
  type Claim,
  type Instant,
  type JobRow,
  type JobTable,
  type NewJob,
  type ResultTable,
} from './store.ts';
import { subjectName } from './subjectKey.ts';

const released = { owner: null, leaseUntil: 0 };

/** The jobs of one window, for hosts without `node:sqlite`. */
export function memoryJobs(jobs: MemoryRows<JobRow>, results: ResultTable): JobTable {
  return { ...storedJobs(jobs), ...heldJobs(jobs, results), ...jobsOfAnyHolder(jobs) };
}

function storedJobs(jobs: MemoryRows<JobRow>) {
  return {
    readJob: (id) => jobs.get(id) ?? null,
    listJobs: (account) => newestFirst(jobs, account),
    openJobOf: (key, aggregator) => openJob(jobs, { ...key, aggregator }),
    forgetJob(id, whileIn) {
      if (whileIn !== undefined && jobs.get(id)?.state !== whileIn) return false;
      return jobs.delete(id);
    },
    noticeJob(id) {
      const isNoticed = jobs.get(id)?.isNoticed ?? true;
      change(jobs, id, { isNoticed: true });
      return !isNoticed;
    },
  } satisfies Partial<JobTable>;
}

/** Changes by the window that holds the job. */
function heldJobs(jobs: MemoryRows<JobRow>, results: ResultTable) {
  return {
    beginJob(job, claim) {
      const existing = openJob(jobs, job);
      if (existing !== null) return { isNew: false, job: existing };
      const started = { ...intentOf(job, claim.now), ...heldBy(claim) };
      jobs.set(job.id, started);
      return { isNew: true, job: started };
    },
    claimJob(id, claim) {
      const job = jobs.get(id);
      if (job === undefined || (job.owner !== claim.owner && isAlive(job, claim.tick))) return null;
      return change(jobs, id, heldBy(claim));
    },
    changeJob(id, wanted, claim) {
      if (jobs.get(id)?.owner !== claim.owner) return null;
      return change(jobs, id, { ...wanted, ...heldBy(claim) });
    },
    settleJob(id, wanted, claim, result) {
      if (result !== undefined) results.saveResult(result);
      else if (jobs.get(id)?.owner !== claim.owner) return null;
      return change(jobs, id, { ...wanted, ...released });
    },
  } satisfies Partial<JobTable>;
}

/** Changes whichever window holds the job. */
function jobsOfAnyHolder(jobs: MemoryRows<JobRow>) {
  return {
    overrideJob(id, wanted, _now, whileIn) {
      const job = jobs.get(id);
      if (job === undefined || whileIn?.includes(job.state) === false) return job ?? null;
      return change(jobs, id, { ...wanted, ...released });
    },
    keepJob(job, wanted, now) {
      const known = jobs.get(job.id);
      const isLate = known === undefined && openJob(jobs, job) !== null;
      const kept: JobRow = {
        ...(known ?? intentOf(job, now)),
        ...wanted,
        ...released,
        state: isLate ? stateBesideOpenJob(wanted.state) : wanted.state,
      };
      jobs.set(job.id, kept);
      return kept;
    },
    settleOrphans(_now, tick) {
      for (const job of jobs.all()) {
        if (job.state === 'intent' && !isAlive(job, tick)) {
          change(jobs, job.id, { state: 'unknown', ...released });
        }
      }
      return newestFirst(jobs).filter((job) => job.state === 'unknown' && !job.isNoticed);
    },
  } satisfies Partial<JobTable>;
}

function newestFirst(jobs: MemoryRows<JobRow>, account?: string): JobRow[] {
  return jobs
    .all()
    .reverse()
    .filter((job) => account === undefined || job.account === account)
    .sort((a, b) => b.createdAt - a.createdAt);
}

function openJob(
  jobs: MemoryRows<JobRow>,
  wanted: Pick<JobRow, 'account' | 'chain' | 'address' | 'aggregator'>,
): JobRow | null {
  const name = subjectName(wanted, wanted.aggregator);
  const isOpen = ({ state }: JobRow): boolean =>
    (openStates as readonly JobState[]).includes(state);
  return (
    newestFirst(jobs).find((job) => isOpen(job) && subjectName(job, job.aggregator) === name) ??
    null
  );
}

/** Null if there is no such job. */
function change(jobs: MemoryRows<JobRow>, id: string, wanted: Partial<JobRow>): JobRow | null {
  const job = jobs.get(id);
  if (job === undefined) return null;
  const changed = { ...job, ...wanted };
  jobs.set(id, changed);
  return changed;
}

function heldBy({ owner, tick }: Claim): Pick<JobRow, 'owner' | 'leaseUntil'> {
  return { owner, leaseUntil: tick + leaseMs };
}

function intentOf(job: NewJob, now: Instant): JobRow {
  return {
    ...job,
    state: 'intent',
    jobId: null,
    createdAt: now,
    polls: 0,
    status: null,
    unreadBody: null,
    owner: null,
    leaseUntil: 0,
    isNoticed: false,
  };
}
