import { supportsSummaries } from '../addresses/networks.ts';
import { aggregators, type Aggregator } from '../api/parameters.ts';
import type { ActionView } from '../messages.ts';
import type {
  DetailView,
  ReportView,
  RowView,
  ScoreView,
  SectionView,
  StatusView,
} from '../pageViews.ts';
import { signedOutText } from '../words/account.ts';
import { labels } from '../words/labels.ts';
import { actionLabel } from '../words/message.ts';
import { networkWithReason } from '../words/networks.ts';
import { reportTexts } from '../words/report.ts';
import { scaleTexts, scoreTexts } from '../words/score.ts';
import { summaryRows } from '../words/summary.ts';
import { chartViews, treeViews } from './chartView.ts';
import { comparisonTable } from './comparisonView.ts';
import type { ReportModel, ScoreModel, SummaryModel } from './model.ts';
import { costRows, historyView } from './pastView.ts';
import { recordView } from './recordView.ts';
import {
  figureView,
  hasExplorer,
  otherAggregator,
  reasonLines,
  scoreFactRows,
  warningRows,
} from './scoreView.ts';
import { scoreStatus, summaryStatus } from './statusView.ts';
import type { WorkspaceFacts } from './workspaceFacts.ts';
import { workspaceView } from './workspaceView.ts';

/**
 * The report as the page shows it: words and numbers only, with every state distinct.
 * @param workspace null until it is known
 */
export function reportView(
  model: ReportModel,
  now: number,
  workspace: WorkspaceFacts | null = null,
): ReportView {
  const { subject, reading, summary, scores, aggregator } = model;
  return {
    address: subject.address,
    copyAddress: { id: 'copyAddress', label: labels.copyAddress() },
    pin: {
      id: 'pin',
      label: model.isPinned ? labels.unpin() : labels.pin(),
      isOn: model.isPinned,
    },
    network: {
      text: networkWithReason(subject.chain, reading),
      isAssumed: reading?.reason === 'assumed',
    },
    workspace: workspace === null ? null : workspaceView(workspace, now),
    networkAction: { id: 'selectChain', label: labels.selectChain() },
    contract: summary === null ? null : contractRow(model, summary, now),
    banner: bannerOf(model),
    score: scores === null ? null : scoreView(model, aggregator, now),
    question: model.asksForScale ? scaleQuestion() : null,
    comparison: scores === null ? null : comparisonView(model, scores, now),
    summary: summary === null ? null : summarySection(model, summary, now),
    details: [...historyView(model), ...recordsOf(model, now)],
    actions: scores === null ? [] : actionsFor(model),
    footer: reportTexts.footer(),
    words: {
      showMore: reportTexts.showMore(),
      showInside: reportTexts.showInside(),
      other: scoreTexts.other(),
    },
  };
}

function bannerOf({ account }: ReportModel): ReportView['banner'] {
  switch (account.kind) {
    case 'service':
      return null;
    case 'sample':
      return { text: reportTexts.sampleBanner(), isSample: true, actions: [] };
    case 'undecided':
      // The button asks first which service is meant.
      return {
        text: signedOutText(account),
        isSample: false,
        actions: [{ id: 'fetchSummary', label: labels.fetchSummary() }],
      };
    case 'signedOut':
    case 'otherOrigin':
    case 'badServiceUrl':
      return {
        text: signedOutText(account),
        isSample: false,
        actions: [
          { id: 'signIn', label: actionLabel('signIn') },
          { id: 'useSampleService', label: actionLabel('useSampleService') },
        ],
      };
  }
}

/** The row of the summary, with what it does not mean; or why it is not known. */
function contractRow({ subject }: ReportModel, { stored }: SummaryModel, now: number): RowView {
  const label = reportTexts.contract();
  if (stored === null) {
    const note = supportsSummaries(subject.chain)
      ? reportTexts.contractNotFetched()
      : reportTexts.contractNotEvm();
    return { label, value: reportTexts.contractUnknown(), note };
  }
  const row = summaryRows(stored.value, subject.chain, now).find((each) => each.label === label);
  return { label, value: row?.value ?? '', note: reportTexts.contractNote() };
}

const isSample = ({ account }: ReportModel): boolean => account.kind === 'sample';

function scoreView(model: ReportModel, id: Aggregator, now: number): ScoreView | null {
  const score = model.scores?.[id];
  if (score === undefined) return null;
  const { stored } = score;
  const breakdown = stored?.breakdown ?? null;
  return {
    id,
    heading: labels.riskScore(id),
    status: scoreStatus(score, { target: id, isSample: isSample(model) }, now),
    figure: figureView(model, stored),
    warnings: stored === null ? [] : warningRows(stored),
    reasons: stored === null ? [] : reasonLines(stored),
    facts: stored === null ? [] : [...scoreFactRows(model, stored), ...costRows(model, id, stored)],
    charts: breakdown === null ? [] : chartViews(breakdown),
    tree: breakdown === null ? [] : treeViews(breakdown),
  };
}

function comparisonView(
  model: ReportModel,
  scores: Readonly<Record<Aggregator, ScoreModel>>,
  now: number,
): ReportView['comparison'] {
  const missing = aggregators.filter((each) => scores[each].stored === null);
  return {
    heading: reportTexts.comparison(),
    scores: [model.aggregator, otherAggregator(model.aggregator)].map((id) => ({
      id,
      heading: id,
      // The report begins with the state of the other one.
      status: id === model.aggregator ? null : comparedStatus(model, scores[id], id, now),
      figure: figureView(model, scores[id].stored),
    })),
    table: comparisonTable(scores),
    actions:
      missing.length === 0
        ? []
        : [{ id: 'compareAggregators', label: labels.compareAggregators() }],
  };
}

/** Its buttons name the aggregator: the first part of the report has buttons of the same kind. */
function comparedStatus(
  model: ReportModel,
  score: ScoreModel,
  id: Aggregator,
  now: number,
): StatusView {
  const status = scoreStatus(score, { target: id, isSample: isSample(model) }, now);
  const actions = status.actions.map((action) =>
    action.id === 'scoreRisk' ? { ...action, label: labels.scoreWith(id) } : action,
  );
  return { ...status, actions };
}

function summarySection({ subject }: ReportModel, model: SummaryModel, now: number): SectionView {
  return {
    heading: labels.summary(),
    status: summaryStatus(model, now),
    rows: model.stored === null ? [] : summaryRows(model.stored.value, subject.chain, now),
  };
}

function scaleQuestion(): ReportView['question'] {
  return {
    text: scaleTexts.question(),
    actions: [
      { id: 'setScale', scale: 'upTo1', label: scaleTexts.upTo(1) },
      { id: 'setScale', scale: 'upTo10', label: scaleTexts.upTo(10) },
      { id: 'setScale', scale: 'upTo100', label: scaleTexts.upTo(100) },
      { id: 'setScale', scale: 'own', label: scaleTexts.own() },
      { id: 'keepNoScale', label: scaleTexts.notNow() },
    ],
  };
}

function recordsOf(model: ReportModel, now: number): DetailView[] {
  return aggregators.flatMap((aggregator) => {
    const stored = model.scores?.[aggregator].stored ?? null;
    return stored === null ? [] : [recordView(model, { aggregator, facts: stored }, now)];
  });
}

function actionsFor({ subject }: ReportModel): ActionView[] {
  return [
    { id: 'exportReport', label: labels.exportReport() },
    { id: 'copyMarkdown', label: labels.copyMarkdown() },
    ...(hasExplorer(subject.chain)
      ? [{ id: 'openExplorer', label: labels.openExplorer() } as const]
      : []),
  ];
}
