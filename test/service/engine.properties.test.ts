import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ledgerOf, type Labels, type Payment } from './support/ledgers.ts';

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
const payments = fc.array(
  fc.tuple(
    name,
    name,
    fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100),
  ),
  { minLength: 1, maxLength: 40 },
);
const labels = fc.dictionary(
  name,
  fc.tuple(fc.constantFrom('scam', 'exchange', '__proto__', 'constructor'), fc.nat(100)),
) as fc.Arbitrary<Labels>;
const aggregator = fc.constantFrom('money', 'money_rank_weight');
const options = { seed: 20_261, numRuns: 400 };

function addressesOf(ledger: readonly Payment[]): string[] {
  return [...new Set(ledger.flatMap(([from, to]) => [from, to]))];
}

/** The shares and the score of every address. */
function portrait(
  rows: readonly Payment[],
  tags: Labels,
  by: 'money' | 'money_rank_weight',
): Map<string, number> {
  const ledger = ledgerOf(rows, tags);
  const numbers = addressesOf(rows).flatMap((address) => {
    const { exact, byCategory } = ledger.score(address, by);
    const shares = [...byCategory].map(([category, { share }]) => [
      `${address} ${category}`,
      share,
    ]);
    return [[address, exact], ...shares] as [string, number][];
  });
  return new Map(numbers);
}

function isSame(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): void {
  for (const [what, value] of one) {
    assert.ok(Math.abs(value - (other.get(what) ?? 0)) < 1e-9, `${what}: ${value}`);
  }
}

describe('every score', () => {
  it('has shares that sum to 1 and numbers within their ranges', () => {
    fc.assert(
      fc.property(payments, labels, aggregator, (rows, tags, by) => {
        const ledger = ledgerOf(rows, tags);
        for (const address of addressesOf(rows)) {
          const { exact, byCategory } = ledger.score(address, by);
          assert.ok(exact >= 0 && exact <= 100);
          let sum = 0;
          for (const part of byCategory.values()) {
            sum += part.share;
            const numbers = Object.values(part).filter((value) => typeof value !== 'string');
            assert.ok(numbers.every((value) => value >= 0 && Number.isFinite(value)));
            assert.ok(part.risk <= 100 + 1e-9);
            assert.ok(Math.abs(part.direct + part.indirect - part.share) < 1e-12);
          }
          assert.ok(Math.abs(sum - 1) < 1e-9);
        }
      }),
      options,
    );
  });

  it('stays the same when all amounts are scaled', () => {
    const factor = fc.constantFrom(0.001, 0.37, 12, 1e6);
    fc.assert(
      fc.property(payments, labels, aggregator, factor, (rows, tags, by, times) => {
        const scaled = rows.map(([from, to, usd]) => [from, to, usd * times] as const);
        isSame(portrait(rows, tags, by), portrait(scaled, tags, by));
      }),
      options,
    );
  });

  it('does not depend on the order of rows', () => {
    const shuffled = payments.chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, labels, aggregator, ([rows, other], tags, by) => {
        isSame(portrait(rows, tags, by), portrait(other, tags, by));
      }),
      options,
    );
  });
});

describe('a money score', () => {
  it('ignores rank: other transfers of the senders do not matter', () => {
    fc.assert(
      fc.property(payments, labels, (rows, tags) => {
        // Every address pays a stranger, which changes every rank and no inflow.
        const more = addressesOf(rows).map((from, at) => [from, 'stranger', 10 ** at] as const);
        isSame(portrait(rows, tags, 'money'), portrait([...rows, ...more], tags, 'money'));
      }),
      options,
    );
  });

  it('does not change when an unconnected component is removed', () => {
    fc.assert(
      fc.property(payments, payments, labels, (rows, others, tags) => {
        const apart = others.map(([from, to, usd]) => [`${from}2`, `${to}2`, usd] as const);
        const all = { ...tags, a2: ['scam', 99] as const };
        isSame(portrait(rows, tags, 'money'), portrait([...apart, ...rows], all, 'money'));
      }),
      options,
    );
  });
});

describe('a money_rank_weight score', () => {
  it('changes with rank', () => {
    const tags: Labels = { b: ['scam', 100] };
    const rows: Payment[] = [
      ['b', 'a', 10],
      ['c', 'a', 10],
    ];
    const before = portrait(rows, tags, 'money_rank_weight').get('a')!;
    const after = portrait([...rows, ['d', 'b', 5]], tags, 'money_rank_weight').get('a')!;
    assert.ok(Math.abs(before - 50) < 1e-9 && after > 60);
  });
});
