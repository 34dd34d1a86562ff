import * as l10n from '@vscode/l10n';
import { methodName } from './methods.ts';
import { utc } from './times.ts';

interface ScoreProblem {
  readonly score: string;
  readonly level: string;
  readonly aggregator: string;
  readonly receivedAt: number;
  /** In words. */
  readonly reasons: readonly string[];
  readonly isSample: boolean;
}

/** A score above the scale counts as the highest level. */
export function aboveScaleText(level: string): string {
  return l10n.t('{0}, above the scale', level);
}

/** Why an address with a score is a problem: the score, and then a line for each reason. */
export function scoreProblemText(problem: ScoreProblem): string {
  const { score, level, aggregator, receivedAt, reasons, isSample } = problem;
  const method = methodName(aggregator);
  const time = utc(receivedAt);
  const first = isSample
    ? l10n.t('Sample data: risk {0} ({1}), {2}, as of {3}', score, level, method, time)
    : l10n.t('Risk {0} ({1}), {2}, as of {3}', score, level, method, time);
  return [first, ...reasons].join('\n');
}
