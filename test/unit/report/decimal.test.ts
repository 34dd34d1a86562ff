import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  compareDecimals,
  decimalOf,
  differenceOf,
  ratioOf,
  type Decimal,
} from '../../../src/report/decimal.ts';

function read(text: string): Decimal {
  const decimal = decimalOf(text);
  assert.ok(decimal, text);
  return decimal;
}

const difference = (one: string, other: string) => differenceOf(read(one), read(other));

/** Digits with at most 20 decimals, and the integer that they are in units of 10^-20. */
const fixed = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat({ max: 20 }))
  .map(([units, decimals]) => {
    const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
    const whole = digits.slice(0, digits.length - decimals);
    const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
    return {
      text: `${units < 0n ? '-' : ''}${whole}${fraction}`,
      exact: units * 10n ** BigInt(20 - decimals),
    };
  });

describe('decimals', () => {
  it('have one form for one number', () => {
    for (const text of ['250', '250.0', '2.5e2', '0.25E+3', '2500e-1', '0002.5e02']) {
      assert.deepEqual(decimalOf(text), { sign: 1, digits: '25', exponent: 2 }, text);
    }
    for (const text of ['0', '-0', '0.00', '0e5', '-0.0e-999', '0e9999999999999999']) {
      assert.deepEqual(decimalOf(text), { sign: 0, digits: '', exponent: 0 }, text);
    }
  });

  it('are none of what is not a number, or has an endless exponent', () => {
    for (const text of ['', '-', '.5', '5.', 'NaN', 'Infinity', '0x10', '1e', ' 1', '1_0', '１']) {
      assert.equal(decimalOf(text), null, text);
    }
    assert.equal(decimalOf('1e9999999999999999'), null);
    assert.equal(decimalOf('1e0000000000000000005')?.exponent, 5);
  });

  it('compare by all of their digits', () => {
    fc.assert(
      fc.property(fixed, fixed, (one, other) => {
        const order = one.exact < other.exact ? -1 : one.exact > other.exact ? 1 : 0;
        assert.equal(Math.sign(compareDecimals(read(one.text), read(other.text))), order);
      }),
    );
    assert.equal(compareDecimals(read('-5'), read('-5')), 0);
    assert.ok(compareDecimals(read('9007199254740993'), read('9007199254740992')) > 0);
    assert.ok(compareDecimals(read('1e-401'), read('1e-400')) < 0);
    assert.ok(compareDecimals(read('-1e400'), read('-1e-400')) < 0);
  });

  it('have exact differences', () => {
    fc.assert(
      fc.property(fixed, fixed, (one, other) => {
        const text = difference(one.text, other.text);
        assert.ok(text !== null);
        const parts = /^(-?)(\d+)(?:\.(\d*[1-9]))?$/.exec(text);
        assert.ok(parts, text);
        const [, minus = '', whole = '', fraction = ''] = parts;
        const units = BigInt(`${minus}${whole}${fraction.padEnd(20, '0')}`);
        assert.equal(units, one.exact - other.exact);
      }),
    );
    assert.equal(difference('0.3', '0.1'), '0.2');
    assert.equal(difference('0.1', '0.3'), '-0.2');
    assert.equal(difference('1e3', '1e-3'), '999.999');
    assert.equal(difference('5', '5.0'), '0');
  });

  it('have no difference that would take thousands of digits', () => {
    assert.equal(difference('1e1999', '1')?.length, 1_999);
    assert.equal(difference('1e999999999999999', '1'), null);
    assert.equal(difference('1', '1e-999999999999999'), null);
  });

  it('have a ratio beyond the range of a double, too', () => {
    assert.equal(ratioOf(read('-1e400'), read('4e400')), 0.25);
    assert.equal(ratioOf(read('1e-400'), read('8e-400')), 0.125);
    assert.equal(ratioOf(read('0'), read('0')), 0);
    assert.equal(ratioOf(read('1e-400'), read('1e400')), 0);
  });
});
