import { aboveScaleText } from '../words/scoreProblem.ts';
import { plain } from '../words/text.ts';
import { alarmRank, placeOfRisk } from './level.ts';
import type { Risk } from './risk.ts';
import { riskLine } from './riskLine.ts';
import type { RiskScale } from './scale.ts';

/** A stored score with its level, as rows show it. */
interface ScoreOfRow {
  readonly text: string;
  readonly level: { readonly name: string; readonly text: string; readonly rank: number } | null;
}

/** Undefined for a job without a score. */
export function rowScore(risk: Risk, scale: RiskScale | null, now: number): ScoreOfRow | undefined {
  const line = riskLine(risk, now, scale);
  if (line.kind === 'job') return undefined;
  const place = placeOfRisk(risk, scale);
  const rank = place === null || scale === null ? null : alarmRank(place, scale);
  const name = rank === null ? undefined : scale?.levels[rank]?.name;
  const level =
    rank === null || name === undefined
      ? null
      : { name, text: line.level ?? aboveScaleText(plain(name)), rank };
  return { text: line.text, level };
}
