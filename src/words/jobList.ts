import * as l10n from '@vscode/l10n';
import type { JobRow } from '../ledger/store.ts';
import { jobStateName } from './jobs.ts';
import type { Question, Sentence } from './message.ts';
import { networkTitle } from './networks.ts';
import { shortAddress } from './text.ts';
import { ago } from './times.ts';

/** The three lines of an entry in a pick. */
export interface JobLine {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

export function jobLine(job: JobRow, now: number): JobLine {
  const facts = [
    networkTitle(job.chain),
    l10n.t('started {0}', ago(job.createdAt, now)),
    l10n.t('polls: {0}', job.polls),
    ...(job.status === null ? [] : [l10n.t('last response: {0}', job.status)]),
  ];
  return {
    label: jobTitle(job),
    description: jobStateName(job.state),
    detail: facts.join(' · '),
  };
}

export function jobTitle({ address, aggregator }: Pick<JobRow, 'address' | 'aggregator'>): string {
  return `${shortAddress(address)} · ${aggregator}`;
}

export const jobList = {
  title: () => l10n.t('Risk Jobs'),
  prompt: (count: number) => (count === 0 ? l10n.t('No risk jobs yet') : l10n.t('Which job?')),
  resumeDetail: () => l10n.t('check for the result again; starts nothing'),
  copyId: () => l10n.t('Copy ID'),
  forget: () => l10n.t('Forget'),
  forgetDetail: (state: JobRow['state']) =>
    state === 'done'
      ? l10n.t('remove from this list; the result stays')
      : l10n.t('the ID is lost; the charge is not undone'),
};

/** The account changed while the list or its question was open. */
export function notForgottenSentence(): Sentence {
  return {
    text: l10n.t('The job was not forgotten: a different account is in use now.'),
    next: 'retry',
  };
}

/** Before an ID that may have been paid for is dropped. */
export function forgetJobQuestion(): Question {
  return {
    text: l10n.t('Forget this job?'),
    detail: l10n.t('You will not be able to retrieve a calculation that may have been charged.'),
    yes: jobList.forget(),
  };
}
