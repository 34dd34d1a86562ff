import { grouped } from '../messages/figures.ts';
import { levelText } from '../messages/level.ts';
import { jobStateName } from '../messages/jobs.ts';
import { ofOtherText, scoreTexts } from '../messages/score.ts';
import { notGiven, notReadable } from '../messages/summary.ts';
import { ago } from '../messages/times.ts';
import { visible } from '../messages/visible.ts';
import { levelOfRisk } from './level.ts';
import type { Risk, ScoreFigure } from './risk.ts';
import type { RiskScale } from './scale.ts';

/** The stored risk, in words short enough for a line of a hover or a CodeLens. */
export type RiskLine =
  | {
      readonly kind: 'score';
      /** As the service sent it, or that there is none for this address. */
      readonly text: string;
      /** When it was received, relative. */
      readonly age: string;
      /** Older than the user's limit. */
      readonly isStale: boolean;
      /** Its shape and its name; null without a scale, or outside of it. */
      readonly level: string | null;
      /** Its name alone. */
      readonly levelName: string | null;
      /** Of the highest level. */
      readonly isSevere: boolean;
      /** Why it has no level although there is a scale; may be empty. */
      readonly noLevel: string;
    }
  | {
      readonly kind: 'job';
      /** The state of the job. */
      readonly text: string;
    };

/** @param scale of the account; null if none is set */
export function riskLine(risk: Risk, now: number, scale: RiskScale | null): RiskLine {
  if (risk.kind === 'job') return { kind: 'job', text: jobStateName(risk.state) };
  const level = levelOfRisk(risk, scale);
  return {
    kind: 'score',
    text: ofOtherText(risk.owner) ?? figureText(risk.figure),
    age: ago(risk.receivedAt, now),
    isStale: !risk.isFresh,
    level: level === null ? null : levelText(level),
    levelName: level === null ? null : visible(level.name),
    isSevere: level?.grade === 3,
    noLevel: scale !== null && risk.owner === 'unstated' ? scoreTexts.unstated() : '',
  };
}

function figureText(figure: ScoreFigure): string {
  switch (figure.kind) {
    case 'value':
    case 'zero':
      return grouped(figure.digits);
    case 'absent':
      return notGiven();
    case 'unreadable':
    case 'tooBig':
      return notReadable();
  }
}
