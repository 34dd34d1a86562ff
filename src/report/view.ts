import { aggregators, type Aggregator } from '../api/parameters.ts';
import type { ActionView } from '../panelProtocol.ts';
import type {
  DetailView,
  OtherMethodView,
  ReportView,
  ScoreView,
  SectionView,
  StatusView,
} from '../pageViews.ts';
import { signedOutText } from '../messages/account.ts';
import { bookCommand } from '../messages/book.ts';
import { alarmNote } from '../messages/known.ts';
import { labels, methodExplanation, methodName } from '../messages/labels.ts';
import { actionLabel } from '../messages/message.ts';
import { chainReasonText, usedNetwork } from '../messages/networks.ts';
import { pastTexts } from '../messages/past.ts';
import { occurrenceTexts, reportTexts } from '../messages/report.ts';
import { signed } from '../messages/figures.ts';
import { scoreTexts } from '../messages/score.ts';
import { summaryRows } from '../messages/summary.ts';
import { pointTexts, verdictTexts } from '../messages/verdict.ts';
import { chartViews, treeViews } from './chartView.ts';
import {
  reasonLines,
  reasonSentence,
  recordView,
  doubtsSentence,
  figureView,
  hasExplorer,
  nextFacts,
  otherAggregator,
  verdictFacts,
  warningRows,
  scaleQuestion,
} from './scoreView.ts';
import type { ReportModel, ScoreModel, SummaryModel } from './model.ts';
import { pointsView } from './pointsView.ts';
import { scoreStatus, summaryStatus } from './statusView.ts';
import { comparisonTable, pastView } from './pastView.ts';
import { type WorkspaceFacts, workspaceView } from './workspaceView.ts';
import { comparisonOf } from './comparison.ts';

/** No one would read more; the caption says how many there are. */
const maxCompared = 12;

/** How far the other method is from the one that the report begins with, exact; null if unknown. */
function otherDifference(
  scores: Readonly<Record<Aggregator, ScoreModel>>,
  aggregator: Aggregator,
): string | null {
  const other = scores[otherAggregator(aggregator)];
  return comparisonOf(scores[aggregator].stored, other.stored)?.difference ?? null;
}

/**
 * The report as the page shows it: words and numbers only, with every state distinct.
 * @param workspace null until it is known
 */
export function reportView(
  model: ReportModel,
  now: number,
  workspace: WorkspaceFacts | null = null,
): ReportView {
  const { subject, summary, scores, aggregator, account } = model;
  const score = scores === null ? null : scoreView(model, aggregator, now);
  return {
    address: subject.address,
    copyAddress: { id: 'copyAddress', label: labels.copyAddress() },
    pin: {
      id: 'pin',
      label: model.isPinned ? labels.unpin() : labels.pin(),
      isOn: model.isPinned,
    },
    network: networkView(model),
    networkAction: { id: 'selectChain', label: labels.change() },
    sample: model.isSampleData
      ? { text: labels.sampleData(), hint: reportTexts.sampleBanner() }
      : null,
    workspace:
      workspace === null ? null : workspaceView(workspace, { address: subject.address, now }),
    banner: isInUse(model) ? null : { text: signedOutText(account, score !== null) },
    score,
    actions: nextSteps(
      model,
      workspace,
      isInUse(model) && score !== null ? score.status.actions : accountActions(model),
    ),
    question: model.asksForScale ? scaleQuestion(model) : null,
    past: pastView(model, workspace),
    summary: summary === null ? null : summarySection(model, summary, now),
    other: scores === null ? null : otherMethod(model, scores, now),
    details: recordsOf(model, now),
    footer: reportTexts.footer(),
    words: pageWords(isOfFundsAlone(model), workspace?.occurrences.where ?? 'openFiles'),
  };
}

function networkView({ subject, reading }: ReportModel): ReportView['network'] {
  return {
    text: usedNetwork(subject.chain, reading),
    isAssumed: reading?.reason === 'assumed',
    evidence: reading === undefined ? '' : chainReasonText(reading),
  };
}

/** Whether a label sets the score, so that its points describe only the funds. */
function isOfFundsAlone({ scores, aggregator }: ReportModel): boolean {
  const points = scores?.[aggregator].stored?.points ?? null;
  return points !== null && points.besidesLabel !== null;
}

function pageWords(
  isOfLabel: boolean,
  where: WorkspaceFacts['occurrences']['where'],
): ReportView['words'] {
  return {
    nextSteps: reportTexts.nextSteps(),
    parts: isOfLabel ? pointTexts.fundsHeading() : pointTexts.heading(),
    noParts: pointTexts.none(),
    without: pointTexts.whatIf(),
    allValues: pointTexts.allValues(),
    occurrences: occurrenceTexts.heading(),
    noOccurrences: occurrenceTexts.none[where === 'openFiles' ? where : 'searchedFiles'](),
    alarmNote: alarmNote(),
    history: pastTexts.caption(),
    differences: reportTexts.difference(),
    notScored: verdictTexts.noNumber('empty'),
    showMore: reportTexts.showMore(),
    showInside: reportTexts.showInside(),
    other: scoreTexts.other(),
  };
}

/** Actions available before stored data is read. */
function accountActions({ account }: ReportModel): ActionView[] {
  switch (account.kind) {
    case 'service':
    case 'sample':
      return [];
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

/**
 * Next steps, starting with those for the worst known fact. @param status the action that gets or
 * renews the score
 */
function nextSteps(
  model: ReportModel,
  workspace: WorkspaceFacts | null,
  status: readonly ActionView[],
): ActionView[] {
  const { subject, scores } = model;
  const verdict = verdictOf(model, workspace);
  const steps = verdictSteps[verdict].map((step) => verdictActions[step]());
  const isBad = verdict !== 'inBook' && verdict !== 'unlisted';
  return [
    ...(isBad ? [...steps, ...status] : [...status, ...steps]),
    ...(hasExplorer(subject.chain)
      ? [{ id: 'openExplorer', label: labels.openExplorer() } as const]
      : []),
    ...(scores === null ? [] : [{ id: 'exportReport', label: labels.exportReport() } as const]),
  ];
}

/** The first step by the worst known fact about the address; never one that helps an attacker. */
const verdictSteps = {
  denied: ['showOccurrences'],
  // Comparing it comes before both, in the banner.
  replaceable: ['replaceAddress', 'addToDenyList'],
  lookAlike: ['addToDenyList', 'showOccurrences'],
  severe: ['addToDenyList', 'showOccurrences'],
  // Someone of the team has vouched for it: where it is used comes before a verdict.
  severeInBook: ['showOccurrences', 'addToDenyList'],
  inBook: ['editEntry'],
  unlisted: ['addToAddressBook'],
} as const;

const verdictActions = {
  addToAddressBook: () => ({ id: 'addToAddressBook', label: bookCommand.add() }),
  editEntry: () => ({ id: 'addToAddressBook', label: bookCommand.edit() }),
  addToDenyList: () => ({ id: 'addToDenyList', label: bookCommand.deny() }),
  replaceAddress: () => ({ id: 'replaceAddress', label: labels.replace() }),
  showOccurrences: () => ({ id: 'showOccurrences', label: labels.showOccurrences() }),
} as const satisfies Readonly<Record<string, () => ActionView>>;

function verdictOf(
  model: ReportModel,
  workspace: WorkspaceFacts | null,
): keyof typeof verdictSteps {
  const { entries = [], denials = [] } = workspace?.facts ?? {};
  if (denials.length > 0) return 'denied';
  const { likeness, occurrences } = workspace ?? {};
  const count = occurrences?.count ?? 0;
  if (likeness !== undefined)
    return likeness.original?.isTrusted === true && count > 0 ? 'replaceable' : 'lookAlike';
  const stored = model.scores?.[model.aggregator].stored ?? null;
  if (figureView(model, stored).level?.grade === 3)
    return entries.length > 0 ? 'severeInBook' : 'severe';
  return entries.length > 0 ? 'inBook' : 'unlisted';
}

/** Else what is stored is shown, and nothing that needs an account is offered. */
const isInUse = ({ account: { kind } }: ReportModel): boolean =>
  kind === 'service' || kind === 'sample';

const offeredTo = (model: ReportModel, status: StatusView): StatusView =>
  isInUse(model) ? status : { ...status, actions: [] };

const isSample = ({ account }: ReportModel): boolean => account.kind === 'sample';

function scoreView(model: ReportModel, id: Aggregator, now: number): ScoreView | null {
  const score = model.scores?.[id];
  if (score === undefined) return null;
  const { stored } = score;
  const breakdown = stored?.breakdown ?? null;
  const points = stored === null ? null : pointsView(stored, model.scale);
  const status = offeredTo(
    model,
    scoreStatus(score, { target: id, isSample: isSample(model) }, now),
  );
  return {
    id,
    heading: labels.riskScore(id),
    method: { text: methodName(id), key: id, explanation: methodExplanation(id) },
    status,
    figure: figureView(model, stored),
    state: verdictTexts.noNumber(status.state),
    setScale:
      model.scale === null && stored !== null && 'digits' in stored.figure && !isSample(model)
        ? { id: 'setScale', scale: 'own', label: labels.setScale() }
        : null,
    sentence: stored === null ? '' : reasonSentence(stored),
    doubts:
      stored === null
        ? ''
        : doubtsSentence(model, stored, { isStale: status.state === 'stale', now }),
    warnings: stored === null ? [] : warningRows(stored),
    facts: [
      ...(stored === null ? [] : verdictFacts(model, stored)),
      ...(isInUse(model) ? nextFacts(score, isSample(model), now) : []),
    ],
    points,
    reasons: stored === null || points !== null ? [] : reasonLines(stored),
    charts: breakdown === null ? [] : chartViews(breakdown),
    tree: breakdown === null ? [] : treeViews(breakdown),
  };
}

function otherMethod(
  model: ReportModel,
  scores: Readonly<Record<Aggregator, ScoreModel>>,
  now: number,
): OtherMethodView {
  const id = otherAggregator(model.aggregator);
  const difference = otherDifference(scores, model.aggregator);
  const name = methodName(id);
  return {
    heading: reportTexts.otherMethod(),
    method: {
      text: name.charAt(0).toLocaleUpperCase('en') + name.slice(1),
      key: id,
      explanation: methodExplanation(id),
    },
    figure: figureView(model, scores[id].stored),
    difference: difference === null ? '' : reportTexts.differenceOf(signed(difference)),
    status: otherStatus(scores[id], model, now),
    table: comparisonTable(scores.money.stored, scores.money_rank_weight.stored, {
      maxRows: maxCompared,
      caption: reportTexts.differences,
      nameOf: methodName,
    }),
  };
}

/** Its button is short, because the first part of the report has one of the same kind. */
function otherStatus(score: ScoreModel, model: ReportModel, now: number): StatusView {
  const target = otherAggregator(model.aggregator);
  const status = scoreStatus(score, { target, isSample: isSample(model) }, now);
  const actions = status.actions.map((action) =>
    action.id === 'scoreRisk' ? { ...action, label: labels.score() } : action,
  );
  return offeredTo(model, { ...status, actions });
}

function summarySection(report: ReportModel, model: SummaryModel, now: number): SectionView {
  const { chain } = report.subject;
  const contract = reportTexts.contract();
  const rows = model.stored === null ? [] : summaryRows(model.stored.value, chain, now);
  return {
    heading: labels.facts(),
    status: offeredTo(report, summaryStatus(model, { isSample: isSample(report) }, now)),
    rows: rows.map((row) =>
      row.label === contract ? { ...row, hint: reportTexts.contractNote() } : row,
    ),
  };
}

function recordsOf(model: ReportModel, now: number): DetailView[] {
  return aggregators.flatMap((aggregator) => {
    const stored = model.scores?.[aggregator].stored ?? null;
    return stored === null ? [] : [recordView(model, { aggregator, facts: stored }, now)];
  });
}
