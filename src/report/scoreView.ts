import { isExactNumber, type ExactJson } from '../api/exactJson.ts';
import type { RowView, SectionView, TableView } from '../messages.ts';
import { cutFigure, grouped } from '../words/figures.ts';
import { ofAnotherAddressText, scoreTexts } from '../words/score.ts';
import { plain } from '../words/text.ts';
import { ago, utc } from '../words/times.ts';
import { isRecord, type CategoryTable } from './details.ts';
import type { ScoreFacts, ScoreModel } from './model.ts';
import { riskLine } from './riskLine.ts';

/** The number as received; a scale is named only if one is known. */
export function figureView(
  { figure, otherAddress }: ScoreFacts,
  isSample: boolean,
): NonNullable<SectionView['figure']> {
  switch (figure.kind) {
    case 'tooBig':
      return { value: '–', caption: scoreTexts.tooBig(figure.most) };
    case 'absent':
      return { value: '–', caption: scoreTexts.noScore() };
    case 'unreadable':
      return { value: '–', caption: scoreTexts.notANumber(plain(figure.text)) };
    case 'zero':
    case 'value':
      return { value: grouped(figure.digits), caption: scaleText(otherAddress, isSample) };
  }
}

function scaleText(otherAddress: string | null, isSample: boolean): string {
  if (otherAddress !== null) return ofAnotherAddressText();
  return isSample ? scoreTexts.sampleScale() : scoreTexts.noScale();
}

export function scoreRows(
  { otherAddress, otherNetwork, calculatedAt }: ScoreFacts,
  other: ScoreModel['other'],
  now: number,
): RowView[] {
  const rows: RowView[] = [];
  if (otherAddress !== null) {
    rows.push({
      label: scoreTexts.warning(),
      value: scoreTexts.otherAddress(),
      note: plain(otherAddress),
    });
  }
  if (otherNetwork !== null) {
    rows.push({
      label: scoreTexts.warning(),
      value: scoreTexts.otherNetwork(),
      note: plain(otherNetwork),
    });
  }
  if (other !== null) {
    const line = riskLine(other.risk, now);
    rows.push({
      label: other.aggregator,
      value: line.text,
      ...(line.kind === 'score' ? { note: line.age } : {}),
    });
  }
  if (calculatedAt !== null) {
    rows.push({
      label: scoreTexts.calculated(),
      value: utc(calculatedAt),
      note: ago(calculatedAt, now),
    });
  }
  return rows;
}

export function detailsView({ total, columns, rows }: CategoryTable): TableView {
  return {
    caption: scoreTexts.details(rows.length, total),
    columns: [
      scoreTexts.category(),
      ...(columns.length === 0 ? [scoreTexts.detail()] : columns.map(plain)),
    ],
    rows: rows.map(({ name, values }) => [
      plain(name),
      ...values.map((value) => plain(compact(value))),
    ]),
  };
}

/** Names and values as received, on one line. */
function compact(json: ExactJson): string {
  if (isExactNumber(json)) return cutFigure(String(json));
  if (Array.isArray(json)) return json.map(compact).join(', ');
  if (isRecord(json)) {
    return Object.entries(json)
      .map(([name, value]) => `${name} ${compact(value)}`)
      .join(' · ');
  }
  return typeof json === 'string' ? json : JSON.stringify(json);
}
