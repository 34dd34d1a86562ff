import { l10n } from 'vscode';
import { readAddress } from '../addresses/parse.ts';
import type { Aggregator } from '../api/routes.ts';
import type { ReportHeads, ScoreHead } from '../lookups/reports.ts';
import { jobStateName } from './sentences.ts';
import type { Subject } from './subject.ts';
import { ago, grouped } from './words.ts';

/** The stored risk score, in words short enough for a line of a hover or a CodeLens. */
export type RiskWords =
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

/** A stored score is shown even when stale; without one, the state of the job. */
export function riskWords(
  { scores, jobs }: ReportHeads,
  subject: Subject,
  aggregator: Aggregator,
  now: number,
): RiskWords | undefined {
  const known = scores[aggregator];
  if (known !== null) {
    const { value, receivedAt, isFresh } = known;
    const text = isOfAnother(value, subject) ? l10n.t('for a different address') : scoreText(value);
    return { kind: 'score', text, age: ago(receivedAt, now), isStale: !isFresh };
  }
  const job = jobs[aggregator];
  if (job === null) return undefined;
  return { kind: 'job', text: jobStateName(job.state) };
}

/** Whether a response is for a different address. The same address may be spelled differently. */
export function isOfAnother({ address }: ScoreHead, subject: Subject): boolean {
  if (address.state !== 'given' || address.value === subject.address) return false;
  const reading = readAddress(address.value);
  if (reading.ok) return reading.address.canonical !== subject.address;
  return digitsOf(address.value) !== digitsOf(subject.address);
}

/** Hex digits are equal in either case and without leading zeros. */
function digitsOf(address: string): string {
  return /^0x[\da-f]+$/i.test(address) ? address.toLowerCase().replace(/^0x0*/, '') : address;
}

function scoreText({ score }: ScoreHead): string {
  switch (score.state) {
    case 'given':
      return grouped(score.value);
    case 'absent':
      return l10n.t('not given');
    case 'unreadable':
      return l10n.t('not readable');
  }
}
