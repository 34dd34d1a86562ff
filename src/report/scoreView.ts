import type { ScoreOwner } from './risk.ts';
import { networkNamed } from '../networks/networks.ts';
import { chargeOf } from '../api/chargeOf.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { DetailView, FigureView, RowView, ScaleView, ReportView } from '../pageViews.ts';
import type { Field } from '../api/field.ts';
import { methodName, labels } from '../messages/labels.ts';
import { chainReasonText, usedNetwork } from '../messages/networks.ts';
import { recordTexts, reportTexts } from '../messages/report.ts';
import { notGiven, notReadable } from '../messages/summary.ts';
import { ago, utc } from '../messages/times.ts';
import { cutFigure, grouped, rounded } from '../messages/figures.ts';
import { pastTexts } from '../messages/past.ts';
import { ofOtherText, scaleTexts, scoreTexts } from '../messages/score.ts';
import { plain, sentences } from '../messages/text.ts';
import { figureDigits, decimalOf, numberOf } from './decimal.ts';
import { gradeOf, levelView, type RiskScale, type ScalePlace, presetsFor } from './scale.ts';
import type { ReportModel, ScoreFacts, ScoreModel } from './model.ts';
import { costTexts } from './pastView.ts';
import { doubtTexts, categoryTitle, verdictTexts, reasonText } from '../messages/verdict.ts';

/** The number as received; a scale is named only if one is set. */
export function figureView(model: ReportModel, facts: ScoreFacts | null): FigureView {
  const none = { value: '–', exact: '', level: null, scale: null } as const;
  if (facts === null) return { ...none, caption: '' };
  const { figure, place } = facts;
  switch (figure.kind) {
    case 'tooBig':
      return { ...none, caption: scoreTexts.tooBig(figure.most) };
    case 'absent':
      return { ...none, caption: scoreTexts.noScore() };
    case 'unreadable':
      return { ...none, caption: scoreTexts.notANumber(plain(figure.text)) };
    case 'zero':
    case 'value':
      return {
        value: grouped(figure.digits),
        exact: cutFigure(figure.digits),
        caption: captionOf(model, facts),
        level: place === null ? null : levelView(place),
        scale: scaleView(model.scale, place, figure.digits),
      };
  }
}

/** Empty if the scale is drawn. */
function captionOf({ scale, account }: ReportModel, { owner, place }: ScoreFacts): string {
  const other = ofOtherText(owner);
  if (other !== undefined) return other;
  if (owner === 'unstated') return scoreTexts.unstated();
  if (scale === null) return scoreTexts.noScale();
  if (place?.kind !== 'outside') return '';
  return account.kind === 'sample'
    ? scoreTexts.outsideSampleScale()
    : scoreTexts.outsideScale(String(scale.min), String(scale.max));
}

/** Null where a score has no place between the ends of a scale. */
export function scaleView(
  scale: RiskScale | null,
  place: ScalePlace | null,
  digits: string,
): ScaleView | null {
  const score = decimalOf(digits);
  if (scale === null || score === null || place?.kind !== 'level') return null;
  const { min, max, levels } = scale;
  const partOf = (value: number): number => Math.min(1, Math.max(0, (value - min) / (max - min)));
  return {
    label: scaleTexts.strip(place.name),
    least: String(min),
    most: String(max),
    levels: levels.map(({ name, from }, rank) => ({
      name,
      grade: gradeOf(rank, levels.length),
      from: partOf(from),
      starts: String(from),
    })),
    at: partOf(numberOf(score)),
  };
}

export function warningRows({ owner, otherAddress, otherNetwork }: ScoreFacts): RowView[] {
  const label = scoreTexts.warning();
  return [
    ...(otherAddress === null
      ? []
      : [{ label, value: scoreTexts.otherAddress(), note: plain(otherAddress) }]),
    ...(otherNetwork === null
      ? []
      : [{ label, value: networkWarning(owner), note: plain(otherNetwork) }]),
  ];
}

function networkWarning(owner: ScoreOwner): string {
  return owner === 'otherNetwork' ? scoreTexts.otherNetwork() : scoreTexts.unknownNetwork();
}

/** Whether the network of a report has an explorer that we know. */
export function hasExplorer(chain: string): boolean {
  return networkNamed(chain)?.explorer !== undefined;
}

export const otherAggregator = (aggregator: Aggregator): Aggregator =>
  aggregator === 'money' ? 'money_rank_weight' : 'money';

/** The origin of the levels, and the cost of the score. */
export function verdictFacts(model: ReportModel, stored: ScoreFacts): string[] {
  return [
    ...(stored.place === null || model.account.kind === 'sample' ? [] : [scoreTexts.ownLevels()]),
    ...costTexts(model, stored).map(pastTexts.costOf),
  ];
}

/** When the last start failed, and what the next one costs. */
export function nextFacts({ state }: ScoreModel, isSample: boolean, now: number): string[] {
  switch (state.kind) {
    case 'fresh':
    case 'stale':
      return isSample ? [] : [scoreTexts.again()];
    case 'failed':
      return [
        scoreTexts.failedAt(state.at, now),
        ...(isSample ? [] : [scoreTexts.charge(chargeOf(state.failure))]),
        ...(isSample || state.failure.endpoint !== 'start' ? [] : [scoreTexts.retry()]),
      ];
    case 'none':
    case 'waiting':
    case 'inProgress':
    case 'onHold':
    case 'unknown':
      return [];
  }
}

const scaleChoices = [
  { scale: 'upTo1', most: 1 },
  { scale: 'upTo10', most: 10 },
  { scale: 'upTo100', most: 100 },
] as const;

/** Null if no score is stored, or none that is a number. */
export function shownDigits({
  scores,
  aggregator,
}: Pick<ReportModel, 'scores' | 'aggregator'>): string | null {
  return figureDigits(scores?.[aggregator].stored?.figure);
}

/** Offers the scales that the score is on. */
export function scaleQuestion({ scores, aggregator }: ReportModel): ReportView['question'] {
  const presets = presetsFor(shownDigits({ scores, aggregator }));
  const usual = scaleChoices.filter(({ most }) => presets.some(({ max }) => max === most));
  return {
    text: scaleTexts.question(),
    actions: [
      ...usual.map(({ scale, most }) => ({
        ...({ id: 'setScale', scale, label: scaleTexts.upTo(most) } as const),
      })),
      { id: 'setScale', scale: 'own', label: scaleTexts.own() },
      { id: 'keepNoScale', label: scaleTexts.notNow() },
    ],
  };
}

/** Part of the funds: with less that no category has, the score rests on what is known. */
const leastUnattributed = 0.25;

/**
 * Reasons to doubt a stored score, as a sentence; empty for none.
 * @param of.isStale whether it is older than the user's limit
 */
export function doubtsSentence(
  { reading }: Pick<ReportModel, 'reading'>,
  { points, receivedAt }: Pick<ScoreFacts, 'points' | 'receivedAt'>,
  { isStale, now }: { readonly isStale: boolean; readonly now: number },
): string {
  const unattributed = points?.others.find(({ names }) => names[0] === 'unattributed');
  const share = unattributed?.share ?? 0;
  return doubtTexts.sentence([
    ...(share < leastUnattributed ? [] : [doubtTexts.unattributed(share * 100)]),
    ...(reading?.reason === 'assumed' ? [doubtTexts.assumed()] : []),
    ...(isStale ? [doubtTexts.age(receivedAt, now)] : []),
  ]);
}

type ReasonedScore = Pick<ScoreFacts, 'points' | 'reasons' | 'figure'>;

/** Why a score is what it is: the label that sets it, else the two or three categories that make it up. */
export function reasonLines(score: ReasonedScore): string[] {
  if (score.points?.of === 'ownLabel') return [reasonSentence(score)];
  const { reasons } = score;
  return reasons === null ? [] : reasons.reasons.map((reason) => reasonText(reason, reasons.of));
}

/** The main reason of the score in a sentence; empty if the response gives none. */
export function reasonSentence({ points, reasons, figure }: ReasonedScore): string {
  if (figure.kind === 'zero') return verdictTexts.zero();
  if (points?.of === 'ownLabel') {
    const { besidesLabel, label } = points;
    const funds = besidesLabel === null ? [] : [verdictTexts.fundsAlone(besidesLabel)];
    return sentences([verdictTexts.label(label), ...funds]);
  }
  const [first] = reasons?.reasons ?? [];
  if (reasons === null || first === undefined) return '';
  const { names, way, percent, digits } = first;
  const name = categoryTitle(names);
  if (percent === null) return verdictTexts.greatest(name, rounded(digits));
  return reasons.of === 'score'
    ? verdictTexts.share(name, way, percent)
    : verdictTexts.wholeShare(name, percent);
}

/** The origin of a score: the service's own record, and how it was fetched. */
export function recordView(
  model: ReportModel,
  { aggregator, facts }: { readonly aggregator: Aggregator; readonly facts: ScoreFacts },
  now: number,
): DetailView {
  const { record } = facts;
  return {
    id: `record-${aggregator}`,
    heading: reportTexts.evidenceOf(methodName(aggregator)),
    rows: [
      { label: recordTexts.address(), value: model.subject.address },
      { label: pastTexts.aggregator(), value: `${methodName(aggregator)} (${aggregator})` },
      ...costTexts(model, facts).map((value) => ({ label: pastTexts.cost(), value })),
      textRow(recordTexts.createdBy(), record.creatorName, record.createdBy),
      timeRow(recordTexts.createdAt(), record.createdAt, now),
      timeRow(recordTexts.updatedAt(), record.updatedAt, now),
      {
        label: recordTexts.receivedAt(),
        value: utc(facts.receivedAt),
        note: ago(facts.receivedAt, now),
      },
      textRow(recordTexts.id(), record.id),
      textRow(recordTexts.hash(), record.hash),
      textRow(recordTexts.graphFile(), record.graphFileName),
      networkRow(model),
      serviceRow(model),
    ],
    tables: [],
    actions: [
      { id: 'openRaw', target: aggregator, label: labels.openRaw() },
      { id: 'copyMarkdown', label: labels.copyMarkdown() },
    ],
  };
}

/** @param less shown after the value, if it is given */
function textRow(label: string, field: Field<string>, less?: Field<string>): RowView {
  const note = less?.state === 'given' ? { note: plain(less.value) } : {};
  switch (field.state) {
    case 'given':
      return { label, value: plain(field.value), ...note };
    case 'absent':
      return { label, value: notGiven(), ...note };
    case 'unreadable':
      return { label, value: notReadable(), note: plain(field.text) };
  }
}

function timeRow(label: string, field: Field<string>, now: number): RowView {
  if (field.state !== 'given') return textRow(label, field);
  const instant = Date.parse(field.value);
  return { label, value: utc(instant), note: ago(instant, now) };
}

function networkRow({ subject, reading }: ReportModel): RowView {
  return {
    label: scoreTexts.network(),
    value: usedNetwork(subject.chain, reading),
    note: reading === undefined ? recordTexts.noEvidence() : chainReasonText(reading),
  };
}

function serviceRow({ account, origin }: ReportModel): RowView {
  return {
    label: recordTexts.service(),
    value: account.kind === 'sample' ? recordTexts.sampleService() : (origin ?? notGiven()),
  };
}
