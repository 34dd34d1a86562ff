import * as l10n from '@vscode/l10n';
import type { Stop, UsageRow } from '../ledger/store.ts';
import type { AccountState } from '../paid/account.ts';
import { signedOutText } from './account.ts';
import { labels } from './labels.ts';
import { labeled } from './text.ts';
import { countOf, usageLines } from './usage.ts';
import { refusalSentence } from './outcomes.ts';

type SignedInStatus = Extract<Status, { kind: 'signedIn' }>;

/** The content of the status bar item. */
export type Status =
  | { readonly kind: 'signedOut'; readonly account: AccountState }
  | {
      readonly kind: 'signedIn';
      readonly isSample: boolean;
      /** Of today. */
      readonly usage: readonly UsageRow[];
      readonly stops: readonly Stop[];
      readonly isUnreliable: boolean;
    };

/** The item of the status bar: its icons are ours, and its label is read aloud. */
export interface StatusText {
  readonly text: string;
  readonly tooltip: string;
  readonly label: string;
}

export function statusText(status: Status): StatusText {
  const [icon, words] = shortText(status);
  const details = detailsOf(status);
  return {
    text: `$(${icon}) ${words}`,
    tooltip: [statusName(), ...details].join('\n'),
    label: [labeled(statusName(), words), ...details]
      .map((text) => text.replace(/[.。]$/, ''))
      .join(l10n.t('. ')),
  };
}

export function statusName(): string {
  return l10n.t('Address Risk');
}

function shortText(status: Status): readonly [icon: string, words: string] {
  if (status.kind === 'signedOut') return ['shield', l10n.t('Signed out')];
  const { isSample, usage } = status;
  if (stopReasons(status).length > 0) {
    return ['warning', stoppedText(status, isSample)];
  }
  if (isSample) return ['beaker', labels.sampleData()];
  // Each summary uses one API call of the license (service-spec.md).
  const [starts, summaries] = [countOf(usage, 'start').sum, countOf(usage, 'summary').sum];
  return ['shield', l10n.t('Calculations: {0} · API calls: {1}', starts, summaries)];
}

const paymentRequired = 402;

function stoppedText({ stops, isUnreliable }: SignedInStatus, isSample: boolean): string {
  if (!isUnreliable && stops.every(({ status }) => status === paymentRequired)) {
    return isSample ? l10n.t('Sample data: Quota used up') : l10n.t('Address Risk: Quota used up');
  }
  return isSample ? l10n.t('Sample data: stopped') : l10n.t('Address Risk: stopped');
}

/** Why it is so, and what was spent; the most important first. */
export function detailsOf(status: Status): string[] {
  if (status.kind === 'signedOut') return [signedOutText(status.account)];
  return [...stopReasons(status), ...usageLines(status.usage)];
}

/** Why automatic calls are not made; empty if they are. */
function stopReasons(status: Status): string[] {
  if (status.kind === 'signedOut') return [];
  const { stops, isUnreliable } = status;
  return [
    ...stops.map((stop) => refusalSentence({ kind: 'stopped', stop }).text),
    ...(isUnreliable ? [refusalSentence({ kind: 'unreliable' }).text] : []),
  ];
}

/** The menu of the status bar. */
export const statusMenu = {
  title: (isSample: boolean) =>
    isSample ? l10n.t('Address Risk (sample data)') : l10n.t('Address Risk'),
  checkConnection: () => l10n.t('Check Connection'),
};
