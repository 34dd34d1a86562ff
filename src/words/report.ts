import * as l10n from '@vscode/l10n';
import { ago, utc } from './times.ts';

/** What the report says around its sections, and about the age of what it shows. */
export const reportTexts = {
  sampleBanner: () => l10n.t('Sample data: computed on this machine from a made-up ledger.'),
  footer: () =>
    l10n.t(
      'A score reflects what the service knew when it was calculated. It does not prove wrongdoing, and an address without a score is not necessarily safe.',
    ),
  fetching: () => l10n.t('Contacting the service…'),
  notFetched: () => l10n.t('Not fetched yet.'),
  asOf: (receivedAt: number, now: number) =>
    l10n.t('As of {0}, {1}', utc(receivedAt), ago(receivedAt, now)),
  staleAsOf: (receivedAt: number, now: number) =>
    l10n.t('Stale: as of {0}, {1}', utc(receivedAt), ago(receivedAt, now)),
  /** A sentence, followed by the time of the data that is still shown next to it. */
  withTime: (text: string, receivedAt: number) =>
    `${text} ${l10n.t('Showing data as of {0}.', utc(receivedAt))}`,
};
