import * as l10n from '@vscode/l10n';
import type { Charge, Spending, UsageRow } from '../ledger/store.ts';
import { labels } from './labels.ts';
import { networkTitle } from './networks.ts';
import { listed, namedAddress } from './text.ts';
import { localTime } from './times.ts';

/** Today's usage, by source: a line for each kind of call. */
export function usageLines(usage: readonly UsageRow[]): string[] {
  const [summaries, starts, checks] = [
    countOf(usage, 'summary'),
    countOf(usage, 'start'),
    countOf(usage, 'poll'),
  ];
  return [
    summaries.sources === ''
      ? l10n.t('Summaries today: {0}', summaries.sum)
      : l10n.t('Summaries today: {0} ({1})', summaries.sum, summaries.sources),
    starts.sources === ''
      ? l10n.t('Calculations today: {0}', starts.sum)
      : l10n.t('Calculations today: {0} ({1})', starts.sum, starts.sources),
    checks.sources === ''
      ? l10n.t('Status checks today: {0}', checks.sum)
      : l10n.t('Status checks today: {0} ({1})', checks.sum, checks.sources),
  ];
}

/** The same where there is one line. */
export function usageText(usage: readonly UsageRow[]): string {
  return usageLines(usage).join(l10n.t('; '));
}

/** All calls of a kind, and `Hover 2, Agent 1`; without sources if they would only repeat the kind. */
export function countOf(
  usage: readonly UsageRow[],
  kind: UsageRow['kind'],
): { readonly sum: number; readonly sources: string } {
  const rows = usage.filter((row) => row.kind === kind && row.count > 0);
  const sum = rows.reduce((total, row) => total + row.count, 0);
  return {
    sum,
    sources: rows.every(({ source }) => source === 'job')
      ? ''
      : listed(rows.map((row) => `${sourceName(row)} ${row.count}`)),
  };
}

/** The source of a call. The ledger may have one from a newer version. */
function sourceName({ source, isAutomatic }: Pick<UsageRow, 'source' | 'isAutomatic'>): string {
  switch (source) {
    case 'hover':
      return l10n.t('Hover');
    case 'panel':
      return l10n.t('Report');
    case 'command':
      return isAutomatic === true ? l10n.t('Fetched with a score') : l10n.t('You');
    case 'batch':
      // The ledger has one word for both.
      return l10n.t('Batch or comparison');
    case 'tool':
      return l10n.t('Agent');
    case 'job':
      return l10n.t('Status check');
    case 'check':
      return l10n.t('Check Connection');
    default:
      return source;
  }
}

/** One paid call, in the three lines of an entry in a pick. */
export function spendingLine(
  spending: Spending,
  name: string | undefined,
): {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
} {
  const { chain, address, kind, aggregator } = spending;
  const facts = [localTime(spending.at), sourceName(spending), ...chargeNotes(spending.charge)];
  return {
    label: kind === 'start' ? labels.riskScore(aggregator ?? '') : labels.summary(),
    description: [...namedAddress(address, name), networkTitle(chain)].join(' · '),
    detail: facts.join(' · '),
  };
}

/** Details of the charge; empty for a call that was charged as usual. */
export function chargeNotes(charge: Charge): string[] {
  switch (charge) {
    case 'made':
      return [];
    case 'none':
      return [l10n.t('not charged')];
    case 'shared':
      return [l10n.t('shared by your team: nothing charged')];
    case 'maybe':
      return [l10n.t('may have been charged')];
    case 'open':
      return [l10n.t('not sent')];
    case 'sent':
      return [l10n.t('no response recorded; may have been charged')];
  }
}

export const usageList = {
  title: (isSample: boolean) => (isSample ? l10n.t('Usage (sample data)') : l10n.t('Usage')),
  empty: () => l10n.t('No paid calls yet.'),
  prompt: () => l10n.t('Select a call to open its report'),
  older: () => l10n.t('Older calls are not listed.'),
};
