import { l10n } from 'vscode';
import type { RiskScore } from '../api/decode.ts';
import type { Aggregator } from '../api/routes.ts';
import type { StoredReport } from '../lookups/reports.ts';
import { jobStateName } from './sentences.ts';
import { ago, grouped } from './words.ts';

/** What is stored of a risk score, in words short enough for a line of a hover or a lens. */
export type RiskWords =
  | {
      readonly kind: 'score';
      /** As the service gave it, or that it gave none. */
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
  aggregator: Aggregator,
  now: number,
): RiskWords | undefined {
  const known = scores[aggregator];
  if (known !== null) {
    const { value, receivedAt, isFresh } = known;
    return { kind: 'score', text: scoreText(value), age: ago(receivedAt, now), isStale: !isFresh };
  }
  const job = jobs[aggregator];
  if (job === null) return undefined;
  return { kind: 'job', text: jobStateName(job.state) };
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
