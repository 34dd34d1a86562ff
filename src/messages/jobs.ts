import * as l10n from '@vscode/l10n';
import type { ChainReading } from '../evidence/reasons.ts';
import type { JobRow } from '../ledger/store.ts';
import type { JobProgress } from '../paid/jobRun.ts';
import { lostSince, unansweredSince, isResumable, mayAdoptId } from '../risk/jobState.ts';
import type { ScoreEnd, ShownJob } from '../engine/engine.ts';
import { endSentence, jobSentence } from './outcomes.ts';
import type { Question, Sentence } from './message.ts';
import { networkTitle, usedNetwork } from './networks.ts';
import { sentences, shortAddress, namedAddress } from './text.ts';
import { ago, clockTime } from './times.ts';
import { methodName, labels } from './labels.ts';

/** The state of a job in a word or two, for lists. */
export const jobStateName = (state: JobRow['state']): string => jobStateNames[state]();

const jobStateNames: Readonly<Record<JobRow['state'], () => string>> = {
  intent: () => l10n.t('starting'),
  running: () => l10n.t('running'),
  done: () => l10n.t('done'),
  rejected: () => l10n.t('rejected'),
  unknown: () => l10n.t('outcome unknown'),
  pausedQuota: () => l10n.t('paused: quota used up'),
  pausedAuth: () => l10n.t('paused: key rejected or changed'),
  notFound: () => l10n.t('not found'),
  invalidId: () => l10n.t('ID rejected'),
  stale: () => l10n.t('on hold'),
  detached: () => l10n.t('stopped waiting'),
};

/** The same, with what is known of a result that was lost, or may have been. */
export function jobSentenceAt(job: JobRow, now: number): Sentence {
  const { text, next } = jobSentence(job);
  return { text: sentences([text, ...lossTexts(job, now)]), next };
}

/** Empty for a job whose checks all got responses. */
export function lossTexts(job: JobRow, now: number): string[] {
  const lostAt = lostSince(job, now);
  const missedAt = unansweredSince(job, now);
  if (lostAt !== null) {
    return job.lostAt === null
      ? [
          l10n.t(
            'The response to a check {0} was lost, and the service no longer knows the calculation.',
            ago(lostAt, now),
          ),
        ]
      : [l10n.t('Its result arrived {0} and could not be stored.', ago(lostAt, now))];
  }
  if (missedAt === null) return [];
  return [
    l10n.t(
      'The response to a check {0} was lost. If it was the result, the service may not send it again.',
      ago(missedAt, now),
    ),
  ];
}

/** For a notice that names its job: the window that requested it may be gone. */
export function unknownStartNotice(job: JobRow, name: string | undefined): Sentence {
  return {
    text: l10n.t(
      '{0} on {1}: {2}',
      name ?? shortAddress(job.address),
      networkTitle(job.chain),
      jobSentence(job).text,
    ),
    next: 'showJobs',
  };
}

/**
 * The notification for the end of a score that is easy to miss in the report alone.
 * @param name of its address, if known
 */
export function noticeOf(end: ScoreEnd, name: string | undefined): Sentence | undefined {
  if (end.kind === 'unknown') return unknownStartNotice(end.job, name);
  return isByUser(end) ? undefined : endSentence(end);
}

/** A user who canceled or declined knows, and signing out has its own message. */
function isByUser(end: ScoreEnd): boolean {
  switch (end.kind) {
    case 'gone':
      return true;
    case 'declined':
      return end.refusal.kind === 'mayBeLost' || end.refusal.kind === 'mayBeKey';
    case 'failed':
      return end.failure.kind === 'cancelled';
    case 'onHold':
      return end.job.state === 'detached' || end.job.state === 'running';
    default:
      return false;
  }
}

/** The current step of a running job. */
export function progressSentence(progress: JobProgress): string {
  switch (progress.kind) {
    case 'starting':
      return l10n.t('Starting the calculation');
    case 'waiting':
      if (progress.isOutOfReach) return l10n.t('The service cannot be reached, trying again');
      if (progress.polls === 0) return l10n.t('Started, calculating');
      return progress.polls === 1
        ? l10n.t('Calculating, status checked once')
        : l10n.t('Calculating, status checked {0} times', progress.polls);
    case 'asking':
      return l10n.t('Checking for the result');
    case 'elsewhere':
      return l10n.t('Calculating, checked by another window');
  }
}

/** The notification while a score is waited for. @param ms since then */
export function scoringText(
  { address, chain }: { readonly address: string; readonly chain: string },
  reading: ChainReading | undefined,
  name: string | undefined,
  ms: number,
): string {
  const network = usedNetwork(chain, reading);
  const who = name ?? shortAddress(address);
  return l10n.t('Scoring {0} on {1}… {2}', who, network, clockTime(ms));
}

export function pollingPausedText(): string {
  return l10n.t('No activity for ten minutes. Status checks are paused.');
}

export function startAnotherQuestion(): Question {
  return {
    text: l10n.t('The earlier calculation may already have been charged. Start another?'),
    detail: '',
    yes: l10n.t('Start New Calculation'),
  };
}

/** The three lines of an entry in a pick. */
export interface JobLine {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

export function jobLine(job: JobRow, now: number, name: string | undefined): JobLine {
  return {
    label: jobTitle(job, name),
    description: jobStateName(job.state),
    detail: sentences([startText(job, now), ...responseTexts(job), ...lossTexts(job, now)]),
  };
}

function startText({ chain, createdAt }: JobRow, now: number): string {
  return l10n.t('Started {0} on {1}.', ago(createdAt, now), networkTitle(chain));
}

/** The last check's response; empty before the first one. */
function responseTexts({ status }: JobRow): string[] {
  if (status === null) return [];
  return [status === 409 ? l10n.t('Still calculating.') : l10n.t('Last response: {0}.', status)];
}

export function jobTitle(
  { address, aggregator }: Pick<JobRow, 'address' | 'aggregator'>,
  name?: string,
): string {
  return [...namedAddress(address, name), methodName(aggregator)].join(' · ');
}

export const jobList = {
  title: () => l10n.t('Risk Jobs'),
  prompt: (count: number) => (count === 0 ? l10n.t('No risk jobs yet') : l10n.t('Select a job')),
  resumeDetail: () => l10n.t('Checks for the result again. Does not start a calculation.'),
  copyId: () => l10n.t('Copy Job ID'),
  enterId: () => l10n.t('Enter a Job ID…'),
  enterIdDetail: () =>
    l10n.t('Checks for the result of a job whose ID you have. Does not start a calculation.'),
  enterIdPrompt: () =>
    l10n.t(
      'The ID that the service gave to this calculation. Checking it does not start a calculation.',
    ),
  showResponse: () => l10n.t('Show Response'),
  showResponseDetail: () => l10n.t('What the service sent. It has no readable result or ID.'),
  forget: () => l10n.t('Forget Job'),
  forgetDetail: (state: JobRow['state']) =>
    state === 'done'
      ? l10n.t('Removes the job from this list. The result is kept.')
      : l10n.t('Removes the job and its ID. Does not refund any charge.'),
};

/** The account changed while the list or its question was open. */
export function notForgottenSentence(): Sentence {
  return {
    text: l10n.t('The job was not forgotten: a different account is in use now.'),
    next: 'retry',
  };
}

/** Above the response that was kept. */
export function keptResponseTitle(job: JobRow): string {
  return l10n.t('Response of the service for {0}, as received', jobTitle(job));
}

/** Text that cannot be a job ID. */
export function notAJobIdText(): string {
  return l10n.t(
    'Enter the job ID: up to 512 printable characters without spaces. Do not enter a key.',
  );
}

/** Why the ID that a user entered was not saved. */
export function notAdoptedSentence(reason: 'notAnId' | 'changed' | 'otherAccount'): Sentence {
  switch (reason) {
    case 'notAnId':
      return { text: notAJobIdText(), next: 'retry' };
    case 'changed':
      return {
        text: l10n.t('The job ID was not saved: the job has changed in the meantime.'),
        next: 'retry',
      };
    case 'otherAccount':
      return {
        text: l10n.t('The job ID was not saved: a different account is in use now.'),
        next: 'retry',
      };
  }
}

/** Before an ID that may have been paid for is dropped. */
export function forgetJobQuestion(): Question {
  return {
    text: l10n.t('Forget this job?'),
    detail: l10n.t('You will not be able to retrieve a calculation that may have been charged.'),
    yes: jobList.forget(),
  };
}

export type JobAct = 'resume' | 'openReport' | 'copyId' | 'enterId' | 'showResponse' | 'forget';

interface JobActLine {
  readonly label: string;
  readonly description?: string;
  readonly value: JobAct;
}

/** The possible actions for a job, in list order. */
export function jobActs({ state, jobId, shownId, unreadBody }: ShownJob): readonly JobActLine[] {
  const resume = { label: labels.resume(), description: jobList.resumeDetail() };
  const enterId = { label: jobList.enterId(), description: jobList.enterIdDetail() };
  const response = { label: jobList.showResponse(), description: jobList.showResponseDetail() };
  const forget = { label: jobList.forget(), description: jobList.forgetDetail(state) };
  const acts: readonly (JobActLine | false)[] = [
    isResumable(state) && jobId !== null && { ...resume, value: 'resume' },
    { label: labels.openReport(), value: 'openReport' },
    mayAdoptId(state) && { ...enterId, value: 'enterId' },
    unreadBody !== null && { ...response, value: 'showResponse' },
    shownId !== null && { label: jobList.copyId(), description: shownId, value: 'copyId' },
    // A start in flight may still return an ID: without its row, the ID would be lost.
    state !== 'intent' && { ...forget, value: 'forget' },
  ];
  return acts.filter((act) => act !== false);
}
