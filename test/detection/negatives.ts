import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Negative {
  /** The family that the text resembles. */
  readonly family: string;
  readonly reason: string;
  readonly text: string;
}

/** The texts of `negatives.txt`, none of which contains an address. */
export function readNegatives(): Negative[] {
  const negatives: Negative[] = [];
  let family = '';
  for (const line of readFileSync(join(import.meta.dirname, 'negatives.txt'), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, heading] = /^\[(.*)\]$/.exec(line) ?? [];
    if (heading !== undefined) {
      family = heading;
      continue;
    }
    const [reason = '', ...rest] = line.split(' | ');
    negatives.push({ family, reason, text: rest.join(' | ').replaceAll('⏎', '\n') });
  }
  return negatives;
}
