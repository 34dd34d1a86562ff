import type { Choices } from '../../../support/random.ts';

const names = [
  ...['share', 'contribution', 'score', 'amount', 'direct', 'indirect', 'usd', 'mixer', 'scam'],
  ...['category', 'name', 'type', 'label', '__proto__', 'constructor', '', '0', '\u202e<b>'],
];
const numbers = [
  ...['0', '-0', '1', '-1', '0.5', '100', '0.10', '1e3', '1E-400', '9007199254740993'],
  ...['123456789.123456789123456789', '-2.5e-7', '1e400', '3e9999999999999999'],
];

/** The text of JSON of a random shape that has at most `budget` levels. */
export function randomJson(choices: Choices, budget: number): string {
  const kind = choices.below(budget === 0 ? 5 : 10);
  if (kind < 3) return choices.of(numbers);
  if (kind === 3) return choices.of(['null', 'true', 'false']);
  if (kind === 4) return JSON.stringify(choices.of([...names, ...numbers]));
  const parts = Array.from({ length: choices.below(6) }, () => randomJson(choices, budget - 1));
  if (kind < 7) return `[${parts.join()}]`;
  const members = parts.map((part) => `${JSON.stringify(choices.of(names))}:${part}`);
  return `{${members.join()}}`;
}
