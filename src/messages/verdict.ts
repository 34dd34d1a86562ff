import * as l10n from '@vscode/l10n';
import { labels } from './labels.ts';
import { currentLanguage } from './language.ts';
import { percentText, twoDecimals, rounded } from './figures.ts';
import { plain } from './text.ts';
import { ago } from './times.ts';

/** A category of the service as a label: `money_laundering` as *Money laundering*. */
export function categoryTitle(names: readonly string[]): string {
  return names.map(titleOf).join(' › ');
}

function titleOf(key: string): string {
  const words = plain(key)
    .replaceAll('_', ' ')
    .trim()
    .replace(/\w+/g, (word) => abbreviations.get(word) ?? word);
  return words === '' ? plain(key) : words.charAt(0).toLocaleUpperCase('en') + words.slice(1);
}

/** As people write them. */
const abbreviations: ReadonlyMap<string, string> = new Map(
  ['DeFi', 'NFT', 'DEX', 'CEX', 'DAO', 'OTC', 'P2P'].map((each) => [each.toLowerCase(), each]),
);

/** Why a score is what it is. */
export const verdictTexts = {
  ownLabel: () => l10n.t('This address’s own label'),
  zero: () => l10n.t('The service reports 0. This does not show that the address is safe.'),
  /** @param label as received; null where the service gives none */
  label: (label: string | null) =>
    label === null
      ? l10n.t(
          'The score is set by how the service labels this address. The service does not say which label.',
        )
      : l10n.t(
          'The score is set by how the service labels this address: {0}.',
          categoryTitle([label]),
        ),
  /** @param points what the sum would be without the label */
  fundsAlone: (points: number) =>
    l10n.t('Based on its funds alone, it would be {0}.', twoDecimals(String(points))),
  share: (name: string, way: 'direct' | 'indirect' | null, percent: number) => {
    const part = percentText(percent);
    if (way === 'direct')
      return l10n.t('{0} of the score comes from direct exposure to the category {1}.', part, name);
    if (way === 'indirect')
      return l10n.t(
        '{0} of the score comes from indirect exposure to the category {1}.',
        part,
        name,
      );
    return l10n.t('{0} of the score comes from the category {1}.', part, name);
  },
  /** The service doesn't say what its parts refer to. */
  wholeShare: (name: string, percent: number) =>
    l10n.t('{0} is {1} of the total that the service reports.', name, percentText(percent)),
  greatest: (name: string, value: string) =>
    l10n.t('The largest value that the service reports is {0}: {1}.', name, value),
  /** In the place of the number. */
  noNumber: (state: 'empty' | 'busy' | 'value' | 'stale' | 'failed') => {
    switch (state) {
      case 'empty':
        return labels.notScored();
      case 'busy':
        return l10n.t('Calculating…');
      case 'value':
      case 'stale':
      case 'failed':
        return l10n.t('No score');
    }
  },
};

/** Clauses of one sentence on what makes a score less sure. */
export const doubtTexts = {
  unattributed: (percent: number) =>
    l10n.t('{0} of the funds are unattributed', percentText(percent)),
  assumed: () => l10n.t('the network is assumed'),
  age: (at: number, now: number) => l10n.t('the score was received {0}', ago(at, now)),
  /** Of at most three clauses; empty without one. */
  sentence(clauses: readonly string[]): string {
    if (clauses.length === 0) return '';
    const [first = '', second, third] = clauses;
    const start = first.charAt(0).toLocaleUpperCase(currentLanguage()) + first.slice(1);
    if (second === undefined) return l10n.t('{0}.', start);
    return third === undefined
      ? l10n.t('{0} and {1}.', start, second)
      : l10n.t('{0}, {1}, and {2}.', start, second, third);
  },
};

/** The parts of a score, in points. */
export const pointTexts = {
  heading: () => l10n.t('What makes up the score'),
  /** Where a label sets the score. */
  fundsHeading: () => l10n.t('What the funds alone would add up to'),
  none: () => l10n.t('No categories to show.'),
  caption: (most: string) => l10n.t('{0} points by category', most),
  fundsCaption: (sum: string) =>
    l10n.t('{0} points from its funds, by category. The label replaces them.', sum),
  points: () => l10n.t('Points'),
  usd: () => l10n.t('US dollars'),
  share: () => l10n.t('Share of funds'),
  direct: () => l10n.t('Direct'),
  indirect: () => l10n.t('Indirect'),
  withoutPoints: (count: number) =>
    count === 1
      ? l10n.t('1 category without points')
      : l10n.t('{0} categories without points', count),
  unattributed: (percent: number) => l10n.t('{0} of funds unattributed', percentText(percent)),
  whatIf: () => l10n.t('What if?'),
  without: (name: string) => l10n.t('Points without {0}', name),
  allValues: () => l10n.t('All values by category'),
};

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

/** The service doesn't say what its shares refer to. */
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
