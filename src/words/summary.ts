import * as l10n from '@vscode/l10n';
import { networkNamed } from '../networks/networks.ts';
import type { Field, Summary } from '../api/decode.ts';
import { cents, grouped } from './figures.ts';
import { plain } from './text.ts';
import { ago, utc } from './times.ts';

/** A fact with its label, ready to show. */
export interface FactRow {
  readonly label: string;
  readonly value: string;
  /** Shown after the value, less prominently. */
  readonly note?: string;
}

/**
 * The five facts of a summary, in the words that hover and report share.
 * @param options.isBrief dollars with two decimals
 */
export function summaryRows(
  summary: Summary,
  chain: string,
  now: number,
  { isBrief = false }: { readonly isBrief?: boolean } = {},
): FactRow[] {
  const native = networkNamed(chain)?.native;
  return [
    row(l10n.t('Balance'), summary.balance, (digits) => ({
      value: native === undefined ? grouped(digits) : `${grouped(digits)} ${native}`,
    })),
    row(l10n.t('US dollars'), summary.usdBalance, (digits) => ({
      value: isBrief ? cents(digits) : grouped(digits),
    })),
    row(l10n.t('Transactions'), summary.txTotal, (digits) => ({ value: grouped(digits) })),
    row(l10n.t('Contract'), summary.isContract, (isContract) => ({
      value: isContract ? l10n.t('yes') : l10n.t('no'),
    })),
    row(l10n.t('Last activity'), summary.lastActivity, (seconds) =>
      seconds === 0
        ? { value: l10n.t('none recorded') }
        : { value: utc(seconds * 1000), note: ago(seconds * 1000, now) },
    ),
  ];
}

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
