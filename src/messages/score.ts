import * as l10n from '@vscode/l10n';
import { ago, utc } from './times.ts';

/** Replaces a score that is about something else; undefined for all others. */
export function ofOtherText(
  owner: 'subject' | 'otherAddress' | 'otherNetwork' | 'unstated',
): string | undefined {
  switch (owner) {
    case 'otherAddress':
      return l10n.t('for a different address');
    case 'otherNetwork':
      return l10n.t('for a different network');
    case 'subject':
    case 'unstated':
      return undefined;
  }
}

/** Texts of a report about its score. */
export const scoreTexts = {
  again: () => l10n.t('Score Again costs 1 calculation'),
  charge: (charge: 'none' | 'maybe') =>
    charge === 'none' ? l10n.t('Not charged') : l10n.t('May have been charged'),
  retry: () => l10n.t('Retry costs 1 calculation'),
  failedAt: (at: number, now: number) => l10n.t('Failed {0}, {1}', utc(at), ago(at, now)),
  notYet: (isSample: boolean) =>
    isSample ? l10n.t('Cost: none (sample data).') : l10n.t('Cost: 1 calculation.'),
  tooBig: (most: number) =>
    l10n.t('The response has more than {0} values and cannot be shown. It is stored.', most),
  noScore: () => l10n.t('The service returned no score.'),
  notANumber: (text: string) => l10n.t('The score is not a number: {0}', text),
  outsideScale: (least: string, most: string) =>
    l10n.t('outside your scale of {0} to {1}', least, most),
  outsideSampleScale: () => l10n.t('outside the sample scale of 0 to 100'),
  noScale: () => l10n.t('No scale set'),
  ownLevels: () => l10n.t('Levels set by you, not by the service'),
  warning: () => l10n.t('Warning'),
  otherAddress: () => l10n.t('The response is for a different address.'),
  otherNetwork: () => l10n.t('The response is for a different network.'),
  unknownNetwork: () => l10n.t('The response names a network that Address Risk does not know.'),
  unstated: () => l10n.t('The response does not name an address, so the score has no level.'),
  network: () => l10n.t('Network'),
  category: () => l10n.t('Category'),
  value: () => l10n.t('Value'),
  other: () => l10n.t('Other values'),
  unexplained: () => l10n.t('Not explained'),
  byCategory: (total: number) =>
    total === 1
      ? l10n.t('1 category, as reported by the service')
      : l10n.t('{0} categories, as reported by the service', total),
  within: (name: string, total: number) =>
    total === 1 ? l10n.t('{0}: 1 category', name) : l10n.t('{0}: {1} categories', name, total),
};

/** The question that the report asks once, at the first score of a service. */
export const scaleTexts = {
  question: () =>
    l10n.t('The service does not say what range its scores have. Set the scale to see levels.'),
  upTo: (most: number) => l10n.t('0 to {0}', most),
  own: () => l10n.t('Custom Scale…'),
  notNow: () => l10n.t('Not Now'),
  strip: (level: string) => l10n.t('Level on the scale: {0}', level),
};

/** *Set Risk Scale…* */
export const scalePick = {
  title: () => l10n.t('Set Risk Scale'),
  prompt: () => l10n.t('What score range does your service use?'),
  /** @param levels names and where they begin, as written in the setting */
  levels: (levels: string) => l10n.t('Levels: {0}', levels),
  level: (name: string, from: number) => l10n.t('{0} from {1}', name, from),
  ownDetail: () => l10n.t('Opens the setting, where you name the levels'),
  none: () => l10n.t('No Scale'),
  noneDetail: () => l10n.t('Scores are shown as numbers alone'),
  /** Shown first, if no level has the name in the setting. */
  noProblemLevel: (level: string) =>
    l10n.t(
      'Your scale has no level {0} (“Address Risk › Problems: Level”), so the default is used.',
      level,
    ),
  /** Shown first, if the setting cannot be used. */
  bad: () => l10n.t('The current setting is not a scale, so no level is shown.'),
};
