/**
 * The states of a risk job in this client (the service names none; service-spec.md, "States and
 * transitions").
 */
export type JobState =
  /** Stored before the start call is sent, until its outcome is known. */
  | 'intent'
  /** The job ID is known, and a window polls for the result. */
  | 'running'
  /** The result is stored. */
  | 'done'
  /** The service rejected the start: not charged, according to the spec. */
  | 'rejected'
  /** The start may have been charged, and its ID is unknown. Never sent again automatically. */
  | 'unknown'
  /** 402 while polling. */
  | 'pausedQuota'
  /** 401 or 403 while polling, or the credentials of the job are gone. */
  | 'pausedAuth'
  /** 404 repeatedly: the service knows no such job. */
  | 'notFound'
  /** 422: the service considers the ID invalid. */
  | 'invalidId'
  /** Not ready after the time that the user set, or unreadable three times. */
  | 'stale'
  /** The user stopped waiting; the service may still finish it. */
  | 'detached';

/** The outcomes of a poll. All except `done` keep the ID for a later try. */
export type PollEnd = Extract<
  JobState,
  'done' | 'pausedQuota' | 'pausedAuth' | 'notFound' | 'invalidId' | 'stale' | 'detached'
>;

/** States with an ID that may still have a result: the user can resume polling. */
export const resumableStates = [
  'running',
  'pausedQuota',
  'pausedAuth',
  'notFound',
  'invalidId',
  'stale',
  'detached',
] as const satisfies readonly JobState[];

/** States in which the ID is unknown, or is one that the service does not accept. */
export const withoutIdStates = [
  'unknown',
  'notFound',
  'invalidId',
] as const satisfies readonly JobState[];

/** States that the outcome of a start settles, also after its window was taken for gone. */
export const unansweredStates = ['intent', 'unknown'] as const satisfies readonly JobState[];

/** States in which a response is still being waited for. */
export const inProgressStates = ['intent', 'running'] as const satisfies readonly JobState[];

/** States in which the user must confirm before paying for the same thing again. */
export const openStates = [
  'intent',
  'unknown',
  ...resumableStates,
] as const satisfies readonly JobState[];

/** States in which nothing more can come of a job. */
export const closedStates = ['done', 'rejected'] as const satisfies readonly JobState[];

/** Two jobs of one subject are not both polled: of the later one, only the ID is kept. */
export function stateBesideOpenJob(state: 'running' | 'unknown' | 'rejected'): JobState {
  return state === 'running' ? 'detached' : state;
}

export function isIn(state: JobState, states: readonly JobState[]): boolean {
  return states.includes(state);
}

export function isResumable(state: JobState): boolean {
  return isIn(state, resumableStates);
}

/** Whether the user may enter the ID of a job by hand. */
export function mayAdoptId(state: JobState): boolean {
  return isIn(state, withoutIdStates);
}

interface Answers {
  readonly state: JobState;
  readonly status: number | null;
  readonly lostAt: number | null;
  readonly unansweredAt: number | null;
}

/** A status call that was made before is not in progress, or is very slow. */
const answeredMs = 10_000;

/**
 * When a response that may have been the result went missing. 409 reveals nothing more: the service
 * sends it both before the result is ready and after it was read (service-spec.md, "Errors").
 */
export function unansweredSince({ state, unansweredAt }: Answers, now: number): number | null {
  const isOpen = unansweredAt !== null && !isIn(state, closedStates);
  return isOpen && now - unansweredAt > answeredMs ? unansweredAt : null;
}

/**
 * When the result of a job was lost, if it was: it could not be stored, or the service doesn't know
 * a job whose response is missing. (404 alone can also happen for a new job.)
 */
export function lostSince(job: Answers, now: number): number | null {
  if (isIn(job.state, closedStates)) return null;
  return job.lostAt ?? (job.status === 404 ? unansweredSince(job, now) : null);
}
