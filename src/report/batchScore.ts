import { scoresView } from '../messages/scoreBatch.ts';
import { shortened } from '../messages/text.ts';
import type { BatchRow } from './batchTable.ts';
import { riskLine } from './riskLine.ts';
import type { RiskScale } from './scale.ts';

/** In UTF-16 units. */
const maxScoreLength = 30;

/** The score of a row of the table, and what else is said of it. */
export function scoreTextOf(
  { risk }: Pick<BatchRow, 'risk'>,
  scale: RiskScale | null,
): { readonly label: string; readonly more: readonly string[] } {
  if (risk === null) return { label: scoresView.notScored(), more: [] };
  const line = riskLine(risk, Date.now(), scale);
  if (line.kind === 'job') return { label: scoresView.notScored(), more: [line.text] };
  const text = shortened(line.text, maxScoreLength);
  const label = line.level === null ? text : `${line.level} ${text}`;
  return { label, more: [line.age] };
}
