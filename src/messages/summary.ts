import * as l10n from '@vscode/l10n';
import { networkNamed } from '../networks/networks.ts';
import type { Field } from '../api/field.ts';
import type { Summary, SummaryField, SummaryValue } from '../api/summaryFields.ts';
import { cents, grouped } from './figures.ts';
import { labeled, plain } from './text.ts';
import { ago, utc } from './times.ts';

interface Shown {
  readonly value: string;
  /** Shown after the value, less prominently. */
  readonly note?: string;
}

/** A fact with its label, ready to show. */
interface FactRow extends Shown {
  readonly label: string;
}

interface SummaryRow extends FactRow {
  readonly name: SummaryField;
}

/** Context of a field's text besides its value. */
interface Context {
  /** The symbol of the native asset, if the network is in our table. */
  readonly native: string | undefined;
  /** In milliseconds. */
  readonly now: number;
}

/** The words for each field: in a row, and as a part of one line. */
type FieldWords = {
  readonly [Name in SummaryField]: {
    readonly label: () => string;
    readonly row: (value: SummaryValue<Name>, context: Context) => Shown;
    readonly phrase: (value: SummaryValue<Name>, context: Context) => string;
  };
};

const words: FieldWords = {
  balance: {
    label: () => l10n.t('Balance'),
    row: (digits, { native }) => ({
      value: native === undefined ? grouped(digits) : `${grouped(digits)} ${native}`,
    }),
    phrase: (digits, { native }) =>
      native === undefined
        ? l10n.t('balance {0}', grouped(digits))
        : `${grouped(digits)} ${native}`,
  },
  usdBalance: {
    label: () => l10n.t('US dollars'),
    row: (digits) => ({ value: grouped(digits) }),
    phrase: (digits) => `$${cents(digits)}`,
  },
  transactions: {
    label: () => l10n.t('Transactions'),
    row: (digits) => ({ value: grouped(digits) }),
    phrase: (digits) =>
      digits === '1' ? l10n.t('1 transaction') : l10n.t('{0} transactions', grouped(digits)),
  },
  isContract: {
    label: () => l10n.t('Contract'),
    row: (isContract) => ({ value: isContract ? l10n.t('yes') : l10n.t('no') }),
    phrase: (isContract) =>
      isContract ? l10n.t('smart contract') : l10n.t('not a smart contract'),
  },
  lastActivity: {
    label: () => l10n.t('Last activity'),
    row: (seconds, { now }) =>
      seconds === 0
        ? { value: l10n.t('none recorded') }
        : { value: utc(seconds * 1000), note: ago(seconds * 1000, now) },
    phrase: (seconds, { now }) =>
      seconds === 0
        ? l10n.t('no activity recorded')
        : l10n.t('active {0}', ago(seconds * 1000, now)),
  },
};

const fieldNames = Object.keys(words) as readonly SummaryField[];

/** The facts of a summary, each with its label and its exact value. */
export function summaryRows(summary: Summary, chain: string, now: number): SummaryRow[] {
  const context = { native: networkNamed(chain)?.native, now };
  const rowOf = <Name extends SummaryField>(name: Name, of: FieldWords[Name]): SummaryRow => {
    return { name, ...row(of.label(), summary[name], (value) => of.row(value, context)) };
  };
  return fieldNames.map((name) => rowOf(name, words[name]));
}

/** The same in one line, dollars with two decimals: `41.8674 ETH ($125,602.20) · 67 transactions`. */
export function summaryLine(summary: Summary, chain: string, now: number): string {
  const context = { native: networkNamed(chain)?.native, now };
  const partOf = <Name extends SummaryField>(name: Name, of: FieldWords[Name]): string =>
    phrase(of.label(), summary[name], (value) => of.phrase(value, context));
  const phraseOf = (name: SummaryField): string => partOf(name, words[name]);
  const others = fieldNames.filter((name) => name !== 'balance' && name !== 'usdBalance');
  return [
    `${phraseOf('balance')} (${phraseOf('usdBalance')})`,
    ...others.map((name) => phraseOf(name)),
  ].join(' · ');
}

/** A missing or unreadable field keeps its label. */
function phrase<T>(label: string, field: Field<T>, show: (value: T) => string): string {
  if (field.state === 'given') return show(field.value);
  const { value, note = '' } = row(label, field, () => ({ value: '' }));
  return labeled(label, `${value} ${note}`.trimEnd());
}

/** A missing or unreadable field is labeled as such, never shown as zero. */
function row<T>(label: string, field: Field<T>, show: (value: T) => Shown): FactRow {
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
