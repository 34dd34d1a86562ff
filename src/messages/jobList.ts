import * as l10n from '@vscode/l10n';
import type { JobRow } from '../ledger/store.ts';
import { jobStateName, lossTexts } from './jobs.ts';
import type { Question, Sentence } from './message.ts';
import { methodName } from './methods.ts';
import { networkTitle } from './networks.ts';
import { namedAddress, sentences } from './text.ts';
import { ago } from './times.ts';

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

/** What the last check said; nothing before the first one. */
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
