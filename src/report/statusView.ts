import type { JobRow } from '../ledger/store.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { ActionId, ActionView } from '../panelProtocol.ts';
import type { StatusView } from '../pageViews.ts';
import { jobSentenceAt, progressSentence } from '../messages/jobs.ts';
import { labels } from '../messages/labels.ts';
import { actionLabel, type Sentence } from '../messages/message.ts';
import { reportTexts } from '../messages/report.ts';
import { scoreTexts } from '../messages/score.ts';
import type { Age, ScoreModel, SummaryModel } from './model.ts';
import {
  callSentence,
  failureSentence,
  summaryFailureSentence,
  refusalSentence,
} from '../messages/outcomes.ts';

/** The state of a summary in words, and what can be done about it. */
export function summaryStatus(
  { state, stored }: SummaryModel,
  { isSample }: { readonly isSample: boolean },
  now: number,
): StatusView {
  switch (state.kind) {
    case 'fetching':
      return status('busy', reportTexts.fetching());
    case 'none':
      return status('empty', isSample ? reportTexts.notFetched() : reportTexts.notFetchedAt(), {
        id: 'fetchSummary',
        label: labels.fetchSummary(),
      });
    case 'unavailable':
      return status('empty', refusalSentence({ kind: 'notEvm' }).text);
    case 'fresh':
      return ageStatus(state, now);
    case 'stale':
      return ageStatus(state, now, { id: 'fetchSummary', label: labels.refresh() });
    case 'failed':
      return failedStatus(summaryFailureSentence(state.failure), stored, 'fetchSummary');
    case 'failedEarlier':
      return failedStatus(callSentence(state.call), stored, 'fetchSummary');
    case 'refused':
      // Another try would be refused, too.
      return state.refusal.kind === 'notEvm'
        ? status('empty', refusalSentence(state.refusal).text)
        : failedStatus(refusalSentence(state.refusal), stored, 'fetchSummary');
  }
}

/** The same of a score. Its buttons are about one aggregator. */
export function scoreStatus(
  score: ScoreModel,
  { target, isSample }: { readonly target: Aggregator; readonly isSample: boolean },
  now: number,
): StatusView {
  const shown = scoreState(score, isSample, now);
  return { ...shown, actions: shown.actions.map((action) => ({ ...action, target })) };
}

function scoreState({ state, stored }: ScoreModel, isSample: boolean, now: number): StatusView {
  const jobText = (job: JobRow): string => besideStored(jobSentenceAt(job, now), stored);
  switch (state.kind) {
    case 'waiting':
      return waitingStatus(state);
    case 'inProgress':
      return {
        ...status('busy', jobText(state.job)),
        clocks: [{ label: reportTexts.elapsed(), at: state.job.createdAt }],
      };
    case 'unknown':
      return status('failed', jobText(state.job), { id: 'scoreAgain', label: labels.startNew() });
    case 'onHold':
      return status('failed', jobText(state.job), { id: 'resumeJob', label: labels.resume() });
    case 'failed':
      return failedStatus(
        failureSentence(state.failure),
        stored,
        stored === null ? 'scoreRisk' : 'scoreAgain',
      );
    case 'none':
      return status('empty', scoreTexts.notYet(isSample), {
        id: 'scoreRisk',
        label: labels.scoreRisk(),
      });
    case 'fresh':
    case 'stale':
      return ageStatus(state, now, { id: 'scoreAgain', label: labels.scoreAgain() });
  }
}

function waitingStatus({
  progress,
  since,
}: Extract<ScoreModel['state'], { kind: 'waiting' }>): StatusView {
  return {
    state: 'busy',
    text: progressSentence(progress),
    clocks: [
      ...(since === null ? [] : [{ label: reportTexts.elapsed(), at: since }]),
      ...(progress.kind === 'waiting'
        ? [{ label: reportTexts.nextCheck(), at: progress.nextCheckAt }]
        : []),
    ],
    actions: [{ id: 'cancelScore', label: labels.stopWaiting() }],
  };
}

function status(
  state: StatusView['state'],
  text: string,
  ...actions: readonly ActionView[]
): StatusView {
  return { state, text, clocks: [], actions };
}

function ageStatus(
  { kind, receivedAt }: Age,
  now: number,
  ...actions: readonly ActionView[]
): StatusView {
  return kind === 'fresh'
    ? status('value', reportTexts.asOf(receivedAt, now), ...actions)
    : status('stale', reportTexts.staleAsOf(receivedAt, now), ...actions);
}

interface Received {
  readonly receivedAt: number;
}

function failedStatus(sentence: Sentence, stored: Received | null, retry: ActionId): StatusView {
  return status('failed', besideStored(sentence, stored), ...actionsOf(sentence, retry));
}

/** The sentence, with the time of the data that is still shown next to it. */
function besideStored({ text }: Sentence, stored: Received | null): string {
  return stored === null ? text : reportTexts.withTime(text, stored.receivedAt);
}

function actionsOf({ next }: Sentence, retry: ActionId): ActionView[] {
  const again: ActionView = { id: retry, label: actionLabel('retry') };
  switch (next) {
    case 'signIn':
    case 'useSampleService':
    case 'showLog':
    case 'openAccount':
      return [{ id: next, label: actionLabel(next) }, again];
    case 'retry':
    case 'showUsage':
    case 'showJobs':
    case 'openSettings':
      return [again];
  }
}
