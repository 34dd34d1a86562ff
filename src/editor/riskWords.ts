import { l10n } from 'vscode';
import { readAddress } from '../addresses/parse.ts';
import type { RiskScore } from '../api/decode.ts';
import type { Aggregator } from '../api/routes.ts';
import type { StoredReport } from '../lookups/reports.ts';
import { jobStateName } from './sentences.ts';
import type { Subject } from './subject.ts';
import { ago, grouped } from './words.ts';

/** What is stored of a risk score, in words short enough for a line of a hover or a lens. */
export type RiskWords =
  | {
      readonly kind: 'score';
      /** As the service gave it, or that it gave none for this address. */
      readonly text: string;
      /** When it came, relative. */
      readonly age: string;
      /** Out of its time. */
      readonly isStale: boolean;
    }
  | {
      readonly kind: 'job';
      /** What has become of it. */
      readonly text: string;
    };

/** A score outlives its time; of a job that has brought none its state is told. */
export function riskWords(
  { scores, jobs }: StoredReport,
  subject: Subject,
  aggregator: Aggregator,
  now: number,
): RiskWords | undefined {
  const known = scores[aggregator];
  if (known !== null) {
    const { value, receivedAt, isFresh } = known;
    const text = isOfAnother(value, subject) ? l10n.t('for another address') : scoreText(value);
    return { kind: 'score', text, age: ago(receivedAt, now), isStale: !isFresh };
  }
  const job = jobs[aggregator];
  if (job === null) return undefined;
  return { kind: 'job', text: jobStateName(job.state) };
}

/** Whether an answer is for another address than was asked for; the same one may be spelt anew. */
export function isOfAnother({ address }: RiskScore, subject: Subject): boolean {
  if (address.state !== 'given' || address.value === subject.address) return false;
  const reading = readAddress(address.value);
  if (reading.ok) return reading.address.canonical !== subject.address;
  return digitsOf(address.value) !== digitsOf(subject.address);
}

/** Hex digits mean the same in either case, and without the zeros before them. */
function digitsOf(address: string): string {
  return /^0x[\da-f]+$/i.test(address) ? address.toLowerCase().replace(/^0x0*/, '') : address;
}

function scoreText({ score }: RiskScore): string {
  switch (score.state) {
    case 'given':
      return grouped(score.value);
    case 'absent':
      return l10n.t('not given');
    case 'unreadable':
      return l10n.t('not readable');
  }
}
