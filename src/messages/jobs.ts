import * as l10n from '@vscode/l10n';
import type { ChainReading } from '../evidence/reasons.ts';
import type { JobRow } from '../ledger/store.ts';
import type { JobProgress } from '../paid/jobRun.ts';
import { lostSince, unansweredSince } from '../risk/jobState.ts';
import { failureSentence } from './failures.ts';
import type { Question, Sentence } from './message.ts';
import { networkTitle, usedNetwork } from './networks.ts';
import { sentences, shortAddress } from './text.ts';
import { ago, clockTime } from './times.ts';

/** The state of a job in a word or two, for lists. */
export function jobStateName(state: JobRow['state']): string {
  switch (state) {
    case 'intent':
      return l10n.t('starting');
    case 'running':
      return l10n.t('running');
    case 'done':
      return l10n.t('done');
    case 'rejected':
      return l10n.t('rejected');
    case 'unknown':
      return l10n.t('outcome unknown');
    case 'pausedQuota':
      return l10n.t('paused: quota used up');
    case 'pausedAuth':
      return l10n.t('paused: key rejected or changed');
    case 'notFound':
      return l10n.t('not found');
    case 'invalidId':
      return l10n.t('ID rejected');
    case 'stale':
      return l10n.t('on hold');
    case 'detached':
      return l10n.t('stopped waiting');
  }
}

/**
 * Why a job has no result. A rejection is reported only for the job that received it: the last
 * response of a job paused for another reason is not one.
 */
export function jobSentence({
  state,
  status,
  unreadBody = null,
}: Pick<JobRow, 'state' | 'status'> & Partial<Pick<JobRow, 'unreadBody'>>): Sentence {
  switch (state) {
    case 'unknown':
      return { text: unreadBody === null ? lostText() : unreadText(), next: 'retry' };
    case 'stale':
      return { text: timedOutText(status), next: 'retry' };
    case 'detached':
      return {
        text: l10n.t('You stopped waiting. The calculation may still finish.'),
        next: 'retry',
      };
    case 'pausedQuota':
      return pausedQuotaSentence(status);
    case 'pausedAuth':
      return pausedAuthSentence(status);
    case 'notFound':
      return notFoundSentence(status);
    case 'invalidId':
      return { text: invalidIdText(status), next: 'showLog' };
    case 'rejected':
      return { text: rejectedText(status), next: 'retry' };
    case 'intent':
    case 'running':
      return { text: l10n.t('The calculation is in progress.'), next: 'retry' };
    case 'done':
      return { text: l10n.t('The result is stored.'), next: 'retry' };
  }
}

/** The same, with what is known of a result that was lost, or may have been. */
export function jobSentenceAt(job: JobRow, now: number): Sentence {
  const { text, next } = jobSentence(job);
  return { text: sentences([text, ...lossTexts(job, now)]), next };
}

/** Nothing for a job whose checks were all answered. */
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

function lostText(): string {
  return l10n.t(
    'The request was sent but its response was lost. The calculation may have been charged, and its ID is unknown. It is not sent again unless you say so.',
  );
}

function unreadText(): string {
  return l10n.t(
    'The service responded, but no job ID could be read from its response. The calculation may have been charged. If you find the ID in the response, enter it in Show Risk Jobs. The request is not sent again unless you say so.',
  );
}

function pausedQuotaSentence(status: number | null): Sentence {
  if (status === 402) return failureSentence({ kind: 'quotaUsedUp', status });
  return {
    text: l10n.t(
      'Paused: another call used up the calculation quota. The ID is kept; resume the job to continue.',
    ),
    next: 'retry',
  };
}

function pausedAuthSentence(status: number | null): Sentence {
  switch (status) {
    case 401:
      return failureSentence({ kind: 'keyInvalid', status });
    case 403:
      return failureSentence({ kind: 'keyRevoked', status });
    default:
      return {
        text: l10n.t(
          'Paused: the credentials have changed, or the service rejected them. The ID is kept. Resume the job to continue.',
        ),
        next: 'retry',
      };
  }
}

function notFoundSentence(status: number | null): Sentence {
  if (status !== null) return failureSentence({ kind: 'jobNotFound', status });
  return {
    text: l10n.t('The service cannot find this risk job. Its ID is kept; try again later.'),
    next: 'retry',
  };
}

function invalidIdText(status: number | null): string {
  return status === null
    ? l10n.t('The ID of this job cannot be used in a request. It is kept.')
    : l10n.t('The service rejected the ID of this job ({0}). The ID is kept.', status);
}

function rejectedText(status: number | null): string {
  return status === null
    ? l10n.t('The calculation was rejected.')
    : l10n.t('The service rejected the calculation ({0}).', status);
}

/** Why polling stopped without a result, by the last response. */
function timedOutText(status: number | null): string {
  switch (status) {
    case null:
      return l10n.t(
        'Timed out: the service could not be reached or did not respond. The ID is kept.',
      );
    case 200:
      return l10n.t('The response could not be read ({0}). The ID is kept.', status);
    case 409:
      return l10n.t(
        'Still not ready ({0}). The ID may be wrong, or the result has already been read. The ID is kept.',
        status,
      );
    default:
      return l10n.t('Timed out: the last response was {0}. The ID is kept.', status);
  }
}

/** What a running job is doing now. */
export function progressSentence(progress: JobProgress): string {
  switch (progress.kind) {
    case 'starting':
      return l10n.t('Starting the calculation');
    case 'waiting':
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
