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

/** A figure to be read: four significant digits, the whole part in full and in groups of three. */
export function rounded(digits: string): string {
  const value = Number(digits);
  // Beyond the range of a double, only the digits themselves are true.
  if (!Number.isFinite(value) || (value === 0 && !isZero(digits))) return cutFigure(digits);
  if (Math.abs(value) >= 1e15) return cutFigure(digits);
  if (Math.abs(value) >= 1_000) return grouped(String(Math.round(value)));
  return String(Number(value.toPrecision(4)));
}

/** Points or dollars with two decimals. A smaller value isn't shown as zero. */
export function twoDecimals(digits: string): string {
  const value = Number(digits);
  if (Math.abs(value) < 0.01 && !isZero(digits)) {
    return digits.startsWith('-') ? '> -0.01' : '< 0.01';
  }
  return Math.abs(value) < 1_000 ? String(Number(value.toFixed(2))) : rounded(digits);
}

/** By its digits: a number too small for a double is not zero. */
const isZero = (digits: string): boolean => !/[1-9]/.test(digits.split(/e/i, 1)[0] ?? '');

/** A difference: `+1.5`, `−3`, or `0`, rounded as above. */
export function signed(digits: string): string {
  const text = rounded(digits);
  if (isZero(digits)) return text;
  return text.startsWith('-') ? text.replace('-', '−') : `+${text}`;
}

/** `94%`, `9.4%`. A part too small for a decimal is not zero, and nearly all is not all. */
export function percentText(percent: number): string {
  if (percent !== 0 && Math.abs(percent) < 0.05) return percent > 0 ? '< 0.1%' : '> -0.1%';
  if (percent >= 99.95 && percent < 100 - 1e-9) return '> 99.9%';
  return `${String(Number(percent.toFixed(1)))}%`;
}
