import type { Grade } from '../pageViews.ts';
import { aboveScaleText } from '../words/scoreProblem.ts';
import { plain } from '../words/text.ts';
import { alarmRank, gradeOf, placeOfRisk } from './level.ts';
import type { Risk } from './risk.ts';
import { riskLine } from './riskLine.ts';
import type { RiskScale } from './scale.ts';

/** A stored score with its level, as rows show it. */
interface ScoreOfRow {
  readonly text: string;
  /** As the service sent them; null without any, and for another address or network. */
  readonly digits: string | null;
  readonly level: {
    readonly name: string;
    readonly text: string;
    readonly rank: number;
    readonly grade: Grade;
  } | null;
}

/** Undefined for a job without a score. */
export function rowScore(risk: Risk, scale: RiskScale | null, now: number): ScoreOfRow | undefined {
  const line = riskLine(risk, now, scale);
  if (risk.kind === 'job' || line.kind === 'job') return undefined;
  const place = placeOfRisk(risk, scale);
  const rank = place === null || scale === null ? null : alarmRank(place, scale);
  const levels = scale?.levels ?? [];
  const name = levels[rank ?? -1]?.name;
  const { figure, owner } = risk;
  const digits = owner === 'subject' && 'digits' in figure ? figure.digits : null;
  if (rank === null || name === undefined) return { text: line.text, digits, level: null };
  const text = line.level ?? aboveScaleText(plain(name));
  const level = { name, text, rank, grade: gradeOf(rank, levels.length) };
  return { text: line.text, digits, level };
}
