import * as l10n from '@vscode/l10n';
import { percentText, rounded } from './rounded.ts';
import { categoryTitle } from './verdict.ts';

/** A category that makes the score up. */
interface ReasonFacts {
  readonly names: readonly string[];
  readonly way: 'direct' | 'indirect' | null;
  readonly digits: string;
  readonly percent: number | null;
}

/**
 * A reason of a score.
 * @param of what the percentage is of
 */
export function reasonText(
  { names, way, digits, percent }: ReasonFacts,
  of: 'score' | 'whole' | 'none',
): string {
  const name = categoryTitle(names);
  const isShare = percent !== null && of !== 'none';
  if (!isShare) return valueText(name, way, rounded(digits));
  return of === 'score'
    ? scoreText(name, way, percentText(percent))
    : wholeText(name, way, percentText(percent));
}

function scoreText(name: string, way: ReasonFacts['way'], percent: string): string {
  if (way === 'direct') return l10n.t('{0} (direct): {1} of the score', name, percent);
  if (way === 'indirect') return l10n.t('{0} (indirect): {1} of the score', name, percent);
  return l10n.t('{0}: {1} of the score', name, percent);
}

/** The service does not say what its shares are of. */
function wholeText(name: string, way: ReasonFacts['way'], percent: string): string {
  if (way === 'direct') return l10n.t('{0} (direct): {1} of the total', name, percent);
  if (way === 'indirect') return l10n.t('{0} (indirect): {1} of the total', name, percent);
  return l10n.t('{0}: {1} of the total', name, percent);
}

function valueText(name: string, way: ReasonFacts['way'], value: string): string {
  if (way === 'direct') return l10n.t('{0} (direct): {1}', name, value);
  if (way === 'indirect') return l10n.t('{0} (indirect): {1}', name, value);
  return l10n.t('{0}: {1}', name, value);
}
