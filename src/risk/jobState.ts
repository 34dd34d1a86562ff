/**
 * The states of a risk job as this client knows it (the service names none; service-spec.md,
 * "States and transitions").
 */
export type JobState =
  /** Stored before the start call is sent, and until its answer is known. */
  | 'intent'
  /** The job id is known, and some window asks for the result. */
  | 'running'
  /** The result is stored. */
  | 'done'
  /** The service refused the start: not charged as far as the spec says. */
  | 'rejected'
  /** The start may have been charged, and no id is known. Never sent again by itself. */
  | 'unknown'
  /** 402 while asking. */
  | 'pausedQuota'
  /** 401 or 403 while asking, or a job of credentials that are no longer there. */
  | 'pausedAuth'
  /** 404 again and again: the service knows no such job. */
  | 'notFound'
  /** 422: the service takes the id for invalid. */
  | 'invalidId'
  /** Not ready, or not to be read, after the time a person set or three such answers. */
  | 'stale'
  /** A person stopped waiting; the service goes on by itself. */
  | 'detached';

/** What a poll ends with. Everything but `done` keeps the id for a later try. */
export type PollEnd = Extract<
  JobState,
  'done' | 'pausedQuota' | 'pausedAuth' | 'notFound' | 'invalidId' | 'stale' | 'detached'
>;

/** States with an id that may still have a result: a person can go on asking. */
export const resumableStates = [
  'running',
  'pausedQuota',
  'pausedAuth',
  'notFound',
  'invalidId',
  'stale',
  'detached',
] as const satisfies readonly JobState[];

/** States in which nobody is to be charged again for the same thing without being asked. */
export const openStates = [
  'intent',
  'unknown',
  ...resumableStates,
] as const satisfies readonly JobState[];

/** Two jobs of one subject do not both ask: of the one that comes late, the id is kept. */
export function besides(state: 'running' | 'unknown'): JobState {
  return state === 'running' ? 'detached' : state;
}

export function isResumable(state: JobState): boolean {
  return (resumableStates as readonly JobState[]).includes(state);
}
