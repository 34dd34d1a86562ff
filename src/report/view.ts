import type { ActionId, ActionView, ReportView, SectionView } from '../messages.ts';
import { signedOutText } from '../words/account.ts';
import { callSentence, failureSentence, summaryFailureSentence } from '../words/failures.ts';
import { jobSentence, progressSentence } from '../words/jobs.ts';
import { labels } from '../words/labels.ts';
import { actionLabel, type Sentence } from '../words/message.ts';
import { networkWithReason } from '../words/networks.ts';
import { refusalSentence } from '../words/refusals.ts';
import { reportTexts } from '../words/report.ts';
import { scoreTexts } from '../words/score.ts';
import { summaryRows } from '../words/summary.ts';
import type { Age, ReportModel, ScoreModel, SummaryModel } from './model.ts';
import { detailsView, figureView, scoreRows } from './scoreView.ts';

/** The state of a section in words, and what can be done about it. */
type Status = Pick<SectionView, 'state' | 'status' | 'actions'>;

/** The report as the page shows it: words and numbers only, with every state distinct. */
export function reportView(model: ReportModel, now: number): ReportView {
  const { subject, reading, summary, score } = model;
  return {
    address: subject.address,
    subtitle: networkWithReason(subject.chain, reading),
    banner: bannerOf(model),
    sections: [
      ...(summary === null ? [] : [summarySection(model, summary, now)]),
      ...(score === null ? [] : [scoreSection(model, score, now)]),
    ],
    actions: actionsFor(model),
    footer: reportTexts.footer(),
  };
}

function actionsFor({ account }: ReportModel): ActionView[] {
  switch (account.kind) {
    case 'sample':
    case 'service':
      return [{ id: 'copyAddress', label: labels.copyAddress() }];
    case 'undecided':
      // The button asks first which service is meant.
      return [{ id: 'fetchSummary', label: labels.fetchSummary() }];
    case 'signedOut':
    case 'otherOrigin':
    case 'badServiceUrl':
      return [
        { id: 'signIn', label: actionLabel('signIn') },
        { id: 'useSampleService', label: actionLabel('useSampleService') },
      ];
  }
}

function bannerOf({ account }: ReportModel): string | null {
  if (account.kind === 'sample') return reportTexts.sampleBanner();
  return account.kind === 'service' ? null : signedOutText(account);
}

function summarySection({ subject }: ReportModel, model: SummaryModel, now: number): SectionView {
  return {
    id: 'summary',
    heading: labels.summary(),
    rows: model.stored === null ? [] : summaryRows(model.stored.value, subject.chain, now),
    ...summaryStatus(model, now),
  };
}

function summaryStatus({ state, stored }: SummaryModel, now: number): Status {
  switch (state.kind) {
    case 'fetching':
      return { state: 'busy', status: reportTexts.fetching(), actions: [] };
    case 'none':
      return {
        state: 'empty',
        status: reportTexts.notFetched(),
        actions: [{ id: 'fetchSummary', label: labels.fetchSummary() }],
      };
    case 'unavailable':
      return { state: 'empty', status: refusalSentence({ kind: 'notEvm' }).text, actions: [] };
    case 'fresh':
      return { ...ageStatus(state, now), actions: [] };
    case 'stale':
      return {
        ...ageStatus(state, now),
        actions: [{ id: 'fetchSummary', label: labels.refresh() }],
      };
    case 'failed':
      return failedStatus(summaryFailureSentence(state.failure), stored, 'fetchSummary');
    case 'failedEarlier':
      return failedStatus(callSentence(state.call), stored, 'fetchSummary');
    case 'refused':
      return failedStatus(refusalSentence(state.refusal), stored, 'fetchSummary');
  }
}

function scoreSection(model: ReportModel, score: ScoreModel, now: number): SectionView {
  const { stored } = score;
  const table = stored?.details ?? null;
  return {
    id: 'score',
    heading: labels.riskScore(model.aggregator),
    ...(table === null ? {} : { table: detailsView(table) }),
    ...(stored === null ? {} : { figure: figureView(stored, model.account.kind === 'sample') }),
    rows: stored === null ? [] : scoreRows(stored, score.other, now),
    ...scoreStatus(score, now),
  };
}

function scoreStatus({ state, stored }: ScoreModel, now: number): Status {
  switch (state.kind) {
    case 'waiting':
      return {
        state: 'busy',
        status: progressSentence(state.progress),
        actions: [{ id: 'cancelScore', label: labels.cancel() }],
      };
    case 'inProgress':
      return { state: 'busy', status: besideStored(jobSentence(state.job), stored), actions: [] };
    case 'unknown':
      return {
        state: 'failed',
        status: besideStored(jobSentence(state.job), stored),
        actions: [{ id: 'scoreAgain', label: labels.startNew() }],
      };
    case 'onHold':
      return {
        state: 'failed',
        status: besideStored(jobSentence(state.job), stored),
        actions: [{ id: 'resumeJob', label: labels.resume() }],
      };
    case 'failed':
      return failedStatus(
        failureSentence(state.failure),
        stored,
        stored === null ? 'scoreRisk' : 'scoreAgain',
      );
    case 'none':
      return {
        state: 'empty',
        status: scoreTexts.notYet(),
        actions: [{ id: 'scoreRisk', label: labels.scoreRisk() }],
      };
    case 'fresh':
    case 'stale':
      return {
        ...ageStatus(state, now),
        actions: [{ id: 'scoreAgain', label: labels.scoreAgain() }],
      };
  }
}

interface Received {
  readonly receivedAt: number;
}

function ageStatus({ kind, receivedAt }: Age, now: number): Pick<Status, 'state' | 'status'> {
  return kind === 'fresh'
    ? { state: 'value', status: reportTexts.asOf(receivedAt, now) }
    : { state: 'stale', status: reportTexts.staleAsOf(receivedAt, now) };
}

function failedStatus(sentence: Sentence, stored: Received | null, retry: ActionId): Status {
  return {
    state: 'failed',
    status: besideStored(sentence, stored),
    actions: actionsOf(sentence, retry),
  };
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
