import * as l10n from '@vscode/l10n';
import { plain } from './text.ts';

/** *Export Report…* */
export const exportPick = {
  title: () => l10n.t('Export Report'),
  formats: () =>
    [
      {
        label: l10n.t('Markdown'),
        description: l10n.t('For a review or an issue'),
        format: 'markdown',
      },
      { label: l10n.t('HTML'), description: l10n.t('One page to print'), format: 'html' },
      {
        label: l10n.t('JSON'),
        description: l10n.t('All values, raw and by category'),
        format: 'json',
      },
      { label: l10n.t('CSV'), description: l10n.t('For a spreadsheet'), format: 'csv' },
    ] as const,
  nothing: () => l10n.t('Sign in to a service, or use the sample service, to export a report.'),
  /** @param name of the file, which the user typed */
  done: (name: string) => l10n.t('Saved {0}.', plain(name)),
  open: () => l10n.t('Open'),
  showInFolder: () => l10n.t('Show in Folder'),
  failed: () => l10n.t('The file could not be written. Choose another folder. See the log.'),
};
