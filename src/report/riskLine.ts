import { grouped } from '../words/figures.ts';
import { jobStateName } from '../words/jobs.ts';
import { ofAnotherAddressText } from '../words/score.ts';
import { notGiven, notReadable } from '../words/summary.ts';
import { ago } from '../words/times.ts';
import type { Risk, ScoreFigure } from './risk.ts';

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
    }
  | {
      readonly kind: 'job';
      /** The state of the job. */
      readonly text: string;
    };

export function riskLine(risk: Risk, now: number): RiskLine {
  if (risk.kind === 'job') return { kind: 'job', text: jobStateName(risk.state) };
  return {
    kind: 'score',
    text: risk.isOfAnotherAddress ? ofAnotherAddressText() : figureText(risk.figure),
    age: ago(risk.receivedAt, now),
    isStale: !risk.isFresh,
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
