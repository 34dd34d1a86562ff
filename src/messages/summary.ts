import * as l10n from '@vscode/l10n';
import { networkNamed } from '../networks/networks.ts';
import type { Field, Summary } from '../api/decode.ts';
import { cents, grouped } from './figures.ts';
import { labeled, plain } from './text.ts';
import { ago, utc } from './times.ts';

/** A fact with its label, ready to show. */
export interface FactRow {
  readonly label: string;
  readonly value: string;
  /** Shown after the value, less prominently. */
  readonly note?: string;
}

/** The five facts of a summary, each with its label and its exact value. */
export function summaryRows(summary: Summary, chain: string, now: number): FactRow[] {
  const native = networkNamed(chain)?.native;
  return [
    row(factLabels.balance(), summary.balance, (digits) => ({
      value: native === undefined ? grouped(digits) : `${grouped(digits)} ${native}`,
    })),
    row(factLabels.dollars(), summary.usdBalance, (digits) => ({ value: grouped(digits) })),
    row(factLabels.transactions(), summary.txTotal, (digits) => ({ value: grouped(digits) })),
    row(factLabels.contract(), summary.isContract, (isContract) => ({
      value: isContract ? l10n.t('yes') : l10n.t('no'),
    })),
    row(factLabels.activity(), summary.lastActivity, (seconds) =>
      seconds === 0
        ? { value: l10n.t('none recorded') }
        : { value: utc(seconds * 1000), note: ago(seconds * 1000, now) },
    ),
  ];
}

/** The same in one line, dollars with two decimals: `41.8674 ETH ($125,602.20) · 67 transactions`. */
export function summaryLine(summary: Summary, chain: string, now: number): string {
  const native = networkNamed(chain)?.native;
  const amount = phrase(factLabels.balance(), summary.balance, (digits) =>
    native === undefined ? l10n.t('balance {0}', grouped(digits)) : `${grouped(digits)} ${native}`,
  );
  const dollars = phrase(factLabels.dollars(), summary.usdBalance, (digits) => `$${cents(digits)}`);
  return [
    `${amount} (${dollars})`,
    phrase(factLabels.transactions(), summary.txTotal, (digits) =>
      digits === '1' ? l10n.t('1 transaction') : l10n.t('{0} transactions', grouped(digits)),
    ),
    phrase(factLabels.contract(), summary.isContract, (isContract) =>
      isContract ? l10n.t('smart contract') : l10n.t('not a smart contract'),
    ),
    phrase(factLabels.activity(), summary.lastActivity, (seconds) =>
      seconds === 0
        ? l10n.t('no activity recorded')
        : l10n.t('active {0}', ago(seconds * 1000, now)),
    ),
  ].join(' · ');
}

/** A missing or unreadable field keeps its label. */
function phrase<T>(label: string, field: Field<T>, show: (value: T) => string): string {
  if (field.state === 'given') return show(field.value);
  const { value, note = '' } = row(label, field, () => ({ value: '' }));
  return labeled(label, `${value} ${note}`.trimEnd());
}

const factLabels = {
  balance: () => l10n.t('Balance'),
  dollars: () => l10n.t('US dollars'),
  transactions: () => l10n.t('Transactions'),
  contract: () => l10n.t('Contract'),
  activity: () => l10n.t('Last activity'),
};

/** A missing or unreadable field is labeled as such, never shown as zero. */
function row<T>(
  label: string,
  field: Field<T>,
  show: (value: T) => { value: string; note?: string },
): FactRow {
  switch (field.state) {
    case 'given':
      return { label, ...show(field.value) };
    case 'absent':
      return { label, value: notGiven() };
    case 'unreadable':
      return { label, value: notReadable(), note: plain(field.text) };
  }
}

/** A field that the response does not have. */
export function notGiven(): string {
  return l10n.t('not given');
}

/** A field that is not as the spec defines it. */
export function notReadable(): string {
  return l10n.t('not readable');
}
