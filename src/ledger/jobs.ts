import {
  closedStates,
  inProgressStates,
  openStates,
  stateBesideOpenJob,
  unansweredStates,
  type JobState,
} from '../risk/jobState.ts';
import type { Row } from './steps.ts';
import { aliveLeases, heldBy, heldByNone, isAlive, type Hold } from './leases.ts';
import { resultTable } from './results.ts';
import { deleteRows, fieldsOf, insertRow, select, updateRows } from './rows.ts';
import { tickOf, type Step, type Steps, type StepsOf } from './steps.ts';
import type {
  Claim,
  Instant,
  JobChange,
  JobRow,
  JobTable,
  NewJob,
  Statement,
  Tick,
} from './store.ts';

/** Of settled jobs: more than a person reads, and read in a few milliseconds. */
const maxListed = 200;

const columns = `id, account, chain, address, aggregator, origin, credential, state, job_id,
  created_at, polls, status, unread_body, lost_at, owner, lease_until, is_noticed, unanswered_at`;

/**
 * One with an open charge was never sent: its gateway gives the charge back, which leaves it `unsent`
 * until the job is forgotten.
 */
const withoutOpenCharge = `AND NOT EXISTS (
  SELECT 1 FROM charge WHERE charge.id = job.id AND charge.state IN ('open', 'unsent'))`;

const listed = (states: readonly JobState[]): string =>
  states.map((state) => `'${state}'`).join(', ');

/** Reads, and changes that don't depend on the job's holder. */
const jobsOfAnyHolder = {
  *readJob(id) {
    return (yield* newestJobs({ id }))[0] ?? null;
  },

  *listJobs(account) {
    const any = yield* newestJobs(ofAccount(account));
    const open = yield* listJobsIn(openStates, account);
    const jobs = new Map([...any, ...open].map((job) => [job.id, job]));
    return [...jobs.values()].sort((one, other) => other.createdAt - one.createdAt);
  },

  listJobsInProgress: (account) => listJobsIn(inProgressStates, account),

  *openJobOf({ account, chain, address }, aggregator) {
    const where = { account, address, chain, aggregator };
    return (yield* newestJobs(where, `AND state NOT IN (${listed(closedStates)})`))[0] ?? null;
  },

  *forgetJob(id, state) {
    return (yield deleteRows('job', { id, ...(state && { state }) })).length > 0;
  },

  *overrideJob(id, wanted, now, leaves) {
    const change = { ...wanted, ...heldByNone, updatedAt: now };
    return (yield* updateJob(id, change, leaves)) ?? (yield* jobTable.readJob(id));
  },

  *keepJob(job, wanted, now, holder) {
    yield lockOf(job);
    const known = yield* jobTable.readJob(job.id);
    const open = known ?? (yield* jobTable.openJobOf(job, job.aggregator));
    const isSecond = known === null && open !== null;
    const state = isSecond ? stateBesideOpenJob(wanted.state) : wanted.state;
    const hold = holder === undefined ? heldByNone : yield* holdOf(holder);
    const change = { ...wanted, state, ...hold };
    if (known === null) return yield* insertJob({ ...intentOf(job, now), ...change });
    const kept = yield* updateJob(job.id, { ...change, updatedAt: now }, unansweredStates);
    return kept ?? known;
  },

  *settleOrphans(now, callerTick) {
    const tick = yield* tickOf(callerTick);
    const orphaned = { state: 'unknown', ...heldByNone, updatedAt: now } as const;
    for (const { id } of yield* newestJobs({ state: 'intent' }, withoutOpenCharge)) {
      yield* updateJob(id, orphaned, ['intent'], heldByNoneOr('', tick));
    }
    const unnoticed = yield* newestJobs({ state: 'unknown', isNoticed: false });
    return unnoticed.filter((job) => !isAlive(job, tick));
  },
} satisfies Partial<StepsOf<JobTable>>;

/** Changes by the window that holds the job. */
const heldJobs = {
  *beginJob(job, claim) {
    yield lockOf(job);
    const existing = yield* jobTable.openJobOf(job, job.aggregator);
    if (existing !== null) return { isNew: false, job: existing };
    const intent = { ...intentOf(job, claim.now), ...(yield* holdOf(claim)) };
    return { isNew: true, job: yield* insertJob(intent) };
  },

  *claimJob(id, claim, state) {
    const tick = yield* tickOf(claim.tick);
    const change = { ...heldBy({ ...claim, tick }), updatedAt: claim.now };
    return yield* updateJob(id, change, [state], heldByNoneOr(claim.owner, tick));
  },

  *changeJob(id, wanted, claim) {
    const change = { ...wanted, ...(yield* holdOf(claim)), updatedAt: claim.now };
    return yield* updateJob(id, change, inProgressStates, ['owner = ?', claim.owner]);
  },

  *settleJob(id, wanted, claim, result) {
    const change = { ...wanted, ...heldByNone, updatedAt: claim.now };
    if (result === undefined) {
      return yield* updateJob(id, change, inProgressStates, ['owner = ?', claim.owner]);
    }
    // A paid response is stored whichever window holds the job by now, if any does.
    yield* resultTable.saveResult(result);
    return (yield* updateJob(id, change)) ?? (yield* jobTable.readJob(id));
  },
} satisfies Partial<StepsOf<JobTable>>;

export const jobTable: StepsOf<JobTable> = { ...jobsOfAnyHolder, ...heldJobs };

/** The identifying fields of a job. */
export function newJobOf(job: NewJob): NewJob {
  const { id, account, chain, address, aggregator, origin, credential } = job;
  return { id, account, chain, address, aggregator, origin, credential };
}

/** The row of a start before anything is known of its outcome. */
export function intentOf(job: NewJob, now: Instant): JobRow {
  const unknown = { jobId: null, status: null, unreadBody: null, lostAt: null, unansweredAt: null };
  const intent = { state: 'intent', createdAt: now, polls: 0, isNoticed: false } as const;
  return { ...newJobOf(job), ...intent, ...unknown, ...heldByNone };
}

/**
 * An unreadable state, or one from a later release, becomes `unknown`: nothing is paid for again.
 */
function toJob(row: Row): JobRow {
  const job = fieldsOf(row) as unknown as JobRow;
  const state = [...closedStates, ...openStates].find((each) => each === job.state) ?? 'unknown';
  return { ...job, state };
}

const ofAccount = (account?: string): object => (account === undefined ? {} : { account });

/** Jobs with these fields, newest first. */
function* newestJobs(where: object, more = '', limit = `LIMIT ${maxListed}`): Steps<JobRow[]> {
  const order = [`${more} ORDER BY created_at DESC ${limit}`] as const;
  return (yield* select(`SELECT ${columns} FROM job`, where, order)).map(toJob);
}

/** All jobs in the states: a list of paid jobs is never cut off. */
function* listJobsIn(states: readonly JobState[], account?: string): Steps<JobRow[]> {
  const jobs: JobRow[] = [];
  for (const state of states) {
    jobs.push(...(yield* newestJobs({ ...ofAccount(account), state }, '', '')));
  }
  return jobs;
}

function* insertJob(job: JobRow): Steps<JobRow> {
  yield insertRow('job', { ...job, updatedAt: job.createdAt });
  return job;
}

/**
 * Changes a job in one statement that names the states it leaves, so that final states stay. It
 * always sets which window holds the job from then on.
 * @param leaves by default every state that isn't final
 * @param held the required holder, as a condition
 * @returns null if the job is in none of these states
 */
function* updateJob(
  id: string,
  change: JobChange & Hold & { readonly updatedAt: Instant },
  leaves?: readonly JobState[],
  [held, ...values]: Statement = ['true'],
): Steps<JobRow | null> {
  const states =
    leaves === undefined ? `NOT IN (${listed(closedStates)})` : `IN (${listed(leaves)})`;
  const more: Statement = [`state ${states} AND (${held})`, ...values];
  const [row] = yield updateRows('job', change, { id }, { more, returning: columns });
  return row === undefined ? null : toJob(row);
}

/** Held by the owner, or by no one who is alive. */
function heldByNoneOr(owner: string, tick: Tick): Statement {
  const isFree = 'owner IS NULL OR owner = ? OR lease_until NOT BETWEEN ? AND ?';
  return [isFree, owner, ...aliveLeases(tick)];
}

/** One start of a subject at a time, in all processes. */
function lockOf({ account, chain, address, aggregator }: NewJob): Step {
  return { lock: ['job', account, chain, address, aggregator] };
}

function* holdOf(claim: Claim): Steps<Hold> {
  return heldBy({ ...claim, tick: yield* tickOf(claim.tick) });
}
