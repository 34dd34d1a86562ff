import * as l10n from '@vscode/l10n';

/** Longer figures are shortened. */
const maxFigureLength = 40;

/** A figure as the service sent it; a very long one is shortened and shows its length. */
export function cutFigure(digits: string): string {
  return digits.length <= maxFigureLength
    ? digits
    : l10n.t('{0}… ({1} characters)', digits.slice(0, maxFigureLength), digits.length);
}

/** The digits as the service sent them, the whole part in groups of three. */
export function grouped(digits: string): string {
  if (digits.length > maxFigureLength) return cutFigure(digits);
  const parts = /^(-?)(\d+)(\.\d+)?$/.exec(digits);
  if (parts === null) return digits;
  const [, sign = '', whole = '', fraction = ''] = parts;
  const first = whole.length % 3;
  const groups = whole.slice(first).match(/\d{3}/g) ?? [];
  const inGroups = [...(first === 0 ? [] : [whole.slice(0, first)]), ...groups].join(',');
  return `${sign}${inGroups}${fraction}`;
}

/** An amount with two decimals, in groups; as received where it is not a plain number, or below a cent. */
export function cents(digits: string): string {
  const value = Number(digits);
  const isPlain = /^-?\d+(?:\.\d+)?$/.test(digits) && Math.abs(value) < 1e13;
  if (!isPlain || !digits.includes('.')) return grouped(digits);
  return value !== 0 && Math.abs(value) < 0.01 ? digits : grouped(value.toFixed(2));
}
