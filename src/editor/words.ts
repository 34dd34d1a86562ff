import { env, l10n } from 'vscode';
import { networkNamed } from '../addresses/networks.ts';
import type { Field, Summary } from '../api/decode.ts';
import type { RowView } from '../messages.ts';

/** `0x1234…abcd`: enough to tell two apart at a glance, never enough to act on. */
export function shortAddress(address: string): string {
  return address.length <= 13 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}

export function networkTitle(chain: string): string {
  return networkNamed(chain)?.title ?? chain;
}

/** Longer figures are shortened. */
const longestFigure = 40;

/** A figure as the service sent it; a very long one is shortened and shows its length. */
export function cutFigure(digits: string): string {
  return digits.length <= longestFigure
    ? digits
    : l10n.t('{0}… ({1} characters)', digits.slice(0, longestFigure), digits.length);
}

/** The digits as the service sent them, the whole part in groups of three. */
export function grouped(digits: string): string {
  if (digits.length > longestFigure) return cutFigure(digits);
  const parts = /^(-?)(\d+)(\.\d+)?$/.exec(digits);
  if (parts === null) return digits;
  const [, sign = '', whole = '', fraction = ''] = parts;
  const first = whole.length % 3;
  const groups = whole.slice(first).match(/\d{3}/g) ?? [];
  const inGroups = [...(first === 0 ? [] : [whole.slice(0, first)]), ...groups].join(',');
  return `${sign}${inGroups}${fraction}`;
}

/** `2026-03-04 05:06 UTC`. */
export function utc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** `05:06:07` on the user's clock. */
export function localTime(instant: number): string {
  const date = new Date(instant);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((value) => String(value).padStart(2, '0'))
    .join(':');
}

const steps = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `3 hours ago`, in the language of the editor. */
export function ago(instant: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(env.language, { numeric: 'auto' });
  const elapsed = now - instant;
  for (const [unit, ms] of steps) {
    if (Math.abs(elapsed) >= ms) return format.format(-Math.trunc(elapsed / ms), unit);
  }
  return l10n.t('just now');
}

/** `00:14` */
export function clockTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** The five facts of a summary, in the words that hover and report share. */
export function summaryRows(summary: Summary, chain: string, now: number): RowView[] {
  const native = networkNamed(chain)?.native;
  return [
    row(l10n.t('Balance'), summary.balance, (digits) => ({
      value: native === undefined ? grouped(digits) : `${grouped(digits)} ${native}`,
    })),
    row(l10n.t('US dollars'), summary.usdBalance, (digits) => ({ value: grouped(digits) })),
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
): RowView {
  switch (field.state) {
    case 'given':
      return { label, ...show(field.value) };
    case 'absent':
      return { label, value: l10n.t('not given') };
    case 'unreadable':
      return { label, value: l10n.t('not readable'), note: plain(field.text) };
  }
}

const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text of the service made safe to show: no control characters, no bidi marks, limited length. */
export function plain(text: string): string {
  const clean = text.slice(0, 257).replace(unsafe, ' ');
  return clean.length <= 256 ? clean : `${clean.slice(0, 255)}…`;
}
