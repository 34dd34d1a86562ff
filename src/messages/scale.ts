import * as l10n from '@vscode/l10n';

/** *Set Risk Scale…* */
export const scalePick = {
  title: () => l10n.t('Set Risk Scale'),
  prompt: () => l10n.t('What score range does your service use?'),
  upTo: (most: number) => l10n.t('0 to {0}', most),
  /** @param levels names and where they begin, as written in the setting */
  levels: (levels: string) => l10n.t('Levels: {0}', levels),
  level: (name: string, from: number) => l10n.t('{0} from {1}', name, from),
  own: () => l10n.t('Custom Scale…'),
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
