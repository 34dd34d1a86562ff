import { readAddress } from '../addresses/parse.ts';
import { maxNodes } from '../api/exactJson.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { Instant, SubjectKey } from '../ledger/store.ts';
import type { ReportHeads, ScoreHead } from '../lookups/reports.ts';
import type { JobState } from '../risk/jobState.ts';

/** An address on a network. */
export type ReportSubject = Pick<SubjectKey, 'address' | 'chain'>;

/** The number of a score. Zero is a value, and a missing or unreadable number is neither. */
export type ScoreFigure =
  /** The digits as the service sent them. */
  | { readonly kind: 'value' | 'zero'; readonly digits: string }
  | { readonly kind: 'absent' }
  /** `text` is the beginning of what stands in the place of the number. */
  | { readonly kind: 'unreadable'; readonly text: string }
  /** The response has more than `most` values, so nothing of it can be read. */
  | { readonly kind: 'tooBig'; readonly most: number };

/** The stored risk of an address: its score even when stale; without one, the state of its job. */
export type Risk =
  | {
      readonly kind: 'score';
      readonly figure: ScoreFigure;
      readonly isOfAnotherAddress: boolean;
      readonly receivedAt: Instant;
      /** Within the time that the user has set. */
      readonly isFresh: boolean;
    }
  | { readonly kind: 'job'; readonly state: JobState };

/** Null if nothing is stored. */
export function riskOf(
  { scores, jobs }: ReportHeads,
  subject: ReportSubject,
  aggregator: Aggregator,
): Risk | null {
  const known = scores[aggregator];
  if (known === null) {
    const job = jobs[aggregator];
    return job === null ? null : { kind: 'job', state: job.state };
  }
  const { value, receivedAt, isFresh } = known;
  return {
    kind: 'score',
    figure: figureOf(value),
    isOfAnotherAddress: isOfAnother(value, subject),
    receivedAt,
    isFresh,
  };
}

export function figureOf({ score, isTooBig }: ScoreHead): ScoreFigure {
  if (isTooBig) return { kind: 'tooBig', most: maxNodes };
  switch (score.state) {
    case 'given':
      return { kind: isZero(score.value) ? 'zero' : 'value', digits: score.value };
    case 'absent':
      return { kind: 'absent' };
    case 'unreadable':
      return { kind: 'unreadable', text: score.text };
  }
}

/** By its digits: a number too small for a double is not zero. */
function isZero(digits: string): boolean {
  return !/[1-9]/.test(digits.split(/e/i, 1)[0] ?? '');
}

/** Whether a response is for a different address. The same address may be spelled differently. */
export function isOfAnother({ address }: ScoreHead, subject: ReportSubject): boolean {
  if (address.state !== 'given' || address.value === subject.address) return false;
  const reading = readAddress(address.value);
  if (reading.ok) return reading.address.canonical !== subject.address;
  return digitsOf(address.value) !== digitsOf(subject.address);
}

/** Hex digits are equal in either case and without leading zeros. */
function digitsOf(address: string): string {
  return /^0x[\da-f]+$/i.test(address) ? address.toLowerCase().replace(/^0x0*/, '') : address;
}
