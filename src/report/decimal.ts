import type { ScoreFigure } from './risk.ts';

/** A number by its decimal digits: as exact as it was sent, however large or small it is. */
export interface Decimal {
  readonly sign: -1 | 0 | 1;
  /** The significant digits, without zeros at either end; empty for zero. */
  readonly digits: string;
  /** The power of ten of the first digit: 2 for `250`, -1 for `0.25`. */
  readonly exponent: number;
}

/** No real amount has a longer exponent; with this limit, sums of positions stay exact integers. */
const maxExponentLength = 15;

/** More digits than this take a sum of two numbers too long to be worth it. */
const maxSummedDigits = 2_000;

/** Null if the text is not a number of JSON, or its exponent has more than 15 digits. */
export function decimalOf(text: string): Decimal | null {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?)(\d+))?$/.exec(text);
  if (parts === null) return null;
  const [, minus, whole = '', fraction = '', exponentSign, exponentText = '0'] = parts;
  const all = whole + fraction;
  const start = zerosBefore(all);
  if (start === all.length) return { sign: 0, digits: '', exponent: 0 };
  const exponentDigits = exponentText.slice(zerosBefore(exponentText));
  if (exponentDigits.length > maxExponentLength) return null;
  const shift = Number(exponentDigits) * (exponentSign === '-' ? -1 : 1);
  const digits = all.slice(start, all.length - zerosAfter(all));
  return {
    sign: minus === '-' ? -1 : 1,
    digits,
    exponent: whole.length - 1 - start + shift,
  };
}

function zerosBefore(digits: string): number {
  let count = 0;
  while (digits[count] === '0') count++;
  return count;
}

function zerosAfter(digits: string): number {
  let count = 0;
  while (digits[digits.length - 1 - count] === '0') count++;
  return count;
}

/** Negative if the first is less, by all of its digits. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  if (one.sign !== other.sign) return one.sign - other.sign;
  return one.sign < 0 ? compareMagnitudes(other, one) : compareMagnitudes(one, other);
}

/** The highest score first, comparing all digits; missing scores last. */
export function compareScores(one: string | null, other: string | null): number {
  const [a, b] = [decimalOf(one ?? ''), decimalOf(other ?? '')];
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareDecimals(b, a);
}

export function compareMagnitudes(one: Decimal, other: Decimal): number {
  if (one.sign === 0 || other.sign === 0) return Math.abs(one.sign) - Math.abs(other.sign);
  if (one.exponent !== other.exponent) return one.exponent - other.exponent;
  // Without zeros at the end, the order of the texts is the order of the numbers.
  if (one.digits === other.digits) return 0;
  return one.digits < other.digits ? -1 : 1;
}

/** |part| / |whole| as a double, right even where both are beyond the range of one; 0 for 0 / 0. */
export function ratioOf(part: Decimal, whole: Decimal): number {
  if (part.sign === 0 || whole.sign === 0) return 0;
  const power = part.exponent - whole.exponent;
  return (leadingDigits(part) / leadingDigits(whole)) * 10 ** power;
}

/** Between 1 and 10, to the precision of a double. */
function leadingDigits({ digits }: Decimal): number {
  return Number(`${digits[0] ?? '0'}.${digits.slice(1, 18)}`);
}

/** The nearest double; infinite or zero beyond their range. */
export function numberOf({ sign, digits, exponent }: Decimal): number {
  return sign === 0 ? 0 : sign * Number(`0.${digits.slice(0, 25)}e${exponent + 1}`);
}

/**
 * `one` − `other` without rounding, without an exponent, and without trailing zeros. Null if they
 * are so far apart that the result would have more than 2,000 digits.
 */
export function differenceOf(one: Decimal, other: Decimal): string | null {
  const lowest = Math.min(lastPower(one), lastPower(other), 0);
  const highest = Math.max(one.exponent, other.exponent, 0);
  if (highest - lowest > maxSummedDigits) return null;
  const value = scaled(one, lowest) - scaled(other, lowest);
  return textOf(value, -lowest);
}

/** The power of ten of the last digit. */
function lastPower({ digits, exponent }: Decimal): number {
  return digits === '' ? 0 : exponent - digits.length + 1;
}

/** In units of 10^`lowest`. */
function scaled(decimal: Decimal, lowest: number): bigint {
  if (decimal.sign === 0) return 0n;
  const zeros = lastPower(decimal) - lowest;
  return BigInt(decimal.sign) * BigInt(decimal.digits + '0'.repeat(zeros));
}

function textOf(value: bigint, decimals: number): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  const fraction = digits.slice(-decimals);
  const kept = fraction.slice(0, fraction.length - zerosAfter(fraction));
  return sign + digits.slice(0, -decimals) + (kept === '' ? '' : `.${kept}`);
}

/** The number of a score as the service sent it; null without one. */
export const figureDigits = (figure: ScoreFigure | undefined): string | null =>
  figure !== undefined && 'digits' in figure ? figure.digits : null;
