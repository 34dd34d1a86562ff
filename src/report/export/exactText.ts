import { isExactNumber, type ExactJson } from '../../api/exactJson.ts';
import { jsonText } from '../../messages/visible.ts';
import { isFilled, isRecord } from '../breakdown.ts';
import type { ScoreFigure } from '../risk.ts';

/**
 * JSON with the digits of each number as received, members in their order, and what cannot be seen
 * escaped.
 * @param indent of the line that it begins on
 */
export function exactText(json: ExactJson, indent = ''): string {
  if (isExactNumber(json)) return json.toString();
  if (!isFilled(json)) return isRecord(json) ? '{}' : Array.isArray(json) ? '[]' : jsonText(json);
  const inner = `${indent}  `;
  if (isRecord(json)) {
    const members = Object.entries(json).map(
      ([name, value]) => `${inner}${jsonText(name)}: ${exactText(value, inner)}`,
    );
    return `{\n${members.join(',\n')}\n${indent}}`;
  }
  const elements = json.map((value) => `${inner}${exactText(value, inner)}`);
  return `[\n${elements.join(',\n')}\n${indent}]`;
}

export function num(value: number): ExactJson {
  return new String(value);
}

/** ISO 8601, UTC. */
export function time(instant: number): string {
  return new Date(instant).toISOString();
}

/** Where results come from, as programs read it: not translated. */
export const sourceName = (isSample: boolean): string => (isSample ? 'Sample data' : 'Service');

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
