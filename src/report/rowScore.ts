import type { Grade } from '../pageViews.ts';
import { aboveScaleText } from '../messages/scoreProblem.ts';
import { plain } from '../messages/text.ts';
import { alarmRank, gradeOf, placeOfRisk } from './level.ts';
import type { Risk } from './risk.ts';
import { riskLine } from './riskLine.ts';
import type { RiskScale } from './scale.ts';

/** A stored score, as rows and exports show it. */
export interface RowScore {
  /** In words: the digits as the service sent them, or that there are none. */
  readonly text: string;
  /** As the service sent them; null without any, and for another address or network. */
  readonly digits: string | null;
  /** On the scale; null without one, or outside of it. */
  readonly level: RowLevel | null;
}

export interface RowLevel {
  readonly name: string;
  /** Its shape and its name. */
  readonly text: string;
  /** 0 for the lowest. */
  readonly rank: number;
  /** Its color and shape. */
  readonly grade: Grade;
}

/** Undefined for a job without a score. */
export function rowScore(risk: Risk, scale: RiskScale | null, now: number): RowScore | undefined {
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
