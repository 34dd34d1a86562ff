import { networkNamed } from '../addresses/networks.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { FigureView, RowView, ScaleView } from '../pageViews.ts';
import { cutFigure, grouped } from '../words/figures.ts';
import { reasonText } from '../words/reasons.ts';
import { ofAnotherAddressText, scaleTexts, scoreTexts } from '../words/score.ts';
import { plain } from '../words/text.ts';
import { utc } from '../words/times.ts';
import { numberOf } from './categories.ts';
import { decimalOf } from './decimal.ts';
import { gradeOf, levelView } from './level.ts';
import type { ReportModel, ScoreFacts } from './model.ts';
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

function captionOf({ scale, account }: ReportModel, { otherAddress, place }: ScoreFacts): string {
  if (otherAddress !== null) return ofAnotherAddressText();
  if (scale === null || place === null) return scoreTexts.noScale();
  const isSample = account.kind === 'sample';
  const [least, most] = [String(scale.min), String(scale.max)];
  if (place.kind === 'outside') {
    return isSample ? scoreTexts.outsideSampleScale() : scoreTexts.outsideScale(least, most);
  }
  return isSample ? scoreTexts.sampleScale() : scoreTexts.ownScale(least, most);
}

function scaleView(
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
    })),
    at: partOf(numberOf(score)),
  };
}

/** The two or three categories that make the score up, in words. */
export function reasonLines({ reasons }: ScoreFacts): string[] {
  return reasons?.reasons.map((reason) => reasonText(reason, reasons.of)) ?? [];
}

export function warningRows({ otherAddress, otherNetwork }: ScoreFacts): RowView[] {
  const label = scoreTexts.warning();
  return [
    ...(otherAddress === null
      ? []
      : [{ label, value: scoreTexts.otherAddress(), note: plain(otherAddress) }]),
    ...(otherNetwork === null
      ? []
      : [{ label, value: scoreTexts.otherNetwork(), note: plain(otherNetwork) }]),
  ];
}

/** When the score was calculated, and how sure it is. */
export function scoreFactRows({ reading }: ReportModel, facts: ScoreFacts): RowView[] {
  const { calculatedAt } = facts;
  return [
    ...(calculatedAt === null
      ? []
      : [
          {
            label: scoreTexts.calculated(),
            value: utc(calculatedAt),
          },
        ]),
    {
      label: scoreTexts.confidence(),
      value: scoreTexts.noConfidence(),
      ...(reading?.reason === 'assumed' ? { note: scoreTexts.assumedNetwork() } : {}),
    },
  ];
}

/** Whether the network of a report has an explorer that we know. */
export function hasExplorer(chain: string): boolean {
  return networkNamed(chain)?.explorer !== undefined;
}

export const otherAggregator = (aggregator: Aggregator): Aggregator =>
  aggregator === 'money' ? 'money_rank_weight' : 'money';
