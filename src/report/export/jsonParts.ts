import type { ExactJson } from '../../api/exactJson.ts';
import type { ScoreFigure } from '../risk.ts';

export function num(value: number): ExactJson {
  return new String(value);
}

/** ISO 8601, UTC. */
export function time(instant: number): string {
  return new Date(instant).toISOString();
}

/** Keeps a score, a missing one, and one that cannot be read apart. */
export function figureJson(figure: ScoreFigure): ExactJson {
  switch (figure.kind) {
    case 'value':
    case 'zero':
      return { state: 'given', value: new String(figure.digits) };
    case 'absent':
      return { state: 'absent' };
    case 'unreadable':
      return { state: 'unreadable', text: figure.text };
    case 'tooBig':
      return { state: 'tooBig', most: num(figure.most) };
  }
}
