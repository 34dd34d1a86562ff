import type { ScoreOwner } from './risk.ts';
import { networkNamed } from '../networks/networks.ts';
import { chargeOf } from '../api/chargeOf.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { FigureView, RowView, ScaleView } from '../pageViews.ts';
import { cutFigure, grouped } from '../messages/figures.ts';
import { pastTexts } from '../messages/past.ts';
import { ofOtherText, scaleTexts, scoreTexts } from '../messages/score.ts';
import { plain } from '../messages/text.ts';
import { numberOf } from './categories.ts';
import { decimalOf } from './decimal.ts';
import { gradeOf, levelView } from './level.ts';
import type { ReportModel, ScoreFacts, ScoreModel } from './model.ts';
import { costTexts } from './pastView.ts';
import type { RiskScale, ScalePlace } from './scale.ts';

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

/** Nothing where the scale is drawn. */
function captionOf({ scale, account }: ReportModel, { owner, place }: ScoreFacts): string {
  const other = ofOtherText(owner);
  if (other !== undefined) return other;
  if (owner === 'unstated') return scoreTexts.unstated();
  if (scale === null || place === null) return scoreTexts.noScale();
  if (place.kind !== 'outside') return '';
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

/** Whose the levels are, and what the score cost. */
export function verdictFacts(model: ReportModel, id: Aggregator, stored: ScoreFacts): string[] {
  return [
    ...(stored.place === null || model.account.kind === 'sample' ? [] : [scoreTexts.ownLevels()]),
    ...costTexts(model, id, stored).map(pastTexts.costOf),
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
