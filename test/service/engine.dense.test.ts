import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { denseScore } from './support/dense.ts';
import { ledgerOf, type Labels, type Payment } from './support/ledgers.ts';

const ledgers = 500;

/** Numbers for test data, from a seed: a linear congruential generator (Knuth's MMIX constants). */
function numbers(seed: bigint): (below: number) => number {
  let state = seed;
  return (below) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number(state >> 33n) % below;
  };
}

describe(`the engine and a dense computation on ${ledgers} random ledgers`, () => {
  it('agree within 1e-9 before rounding', () => {
    let compared = 0;
    const seen = { cycles: 0, selfTransfers: 0, dangling: 0, labelled: 0, free: 0 };
    for (let seed = 1; seed <= ledgers; seed += 1) {
      const next = numbers(BigInt(seed));
      const names = Array.from({ length: 2 + next(8) }, (_, at) => `n${at}`);
      const anyone = () => names[next(names.length)]!;
      const payments: Payment[] = Array.from({ length: 1 + next(25) }, () => {
        return [anyone(), anyone(), next(10) === 0 ? 0 : (1 + next(100_000)) / 100];
      });
      const labels: Labels = Object.fromEntries(
        names
          .filter(() => next(4) === 0)
          .map((name) => [name, [['scam', 'mixer', 'exchange'][next(3)]!, next(101)]]),
      );
      const depth = 1 + next(6);
      const ledger = ledgerOf(payments, labels);

      seen.labelled += Object.keys(labels).length;
      seen.selfTransfers += payments.filter(([from, to]) => from === to).length;
      seen.free += payments.filter(([, , usd]) => usd === 0).length;
      seen.dangling += names.filter((name) => !payments.some(([from]) => from === name)).length;
      seen.cycles += payments.filter(([from, to]) =>
        payments.some(([f, t]) => from !== to && f === to && t === from),
      ).length;

      for (const name of new Set(payments.flatMap(([from, to]) => [from, to]))) {
        for (const aggregator of ['money', 'money_rank_weight'] as const) {
          const ours = ledger.score(name, aggregator, depth);
          const dense = denseScore(payments, labels, name, aggregator, depth);
          const at = `seed ${seed}, ${name}, ${aggregator}`;
          assert.ok(Math.abs(ours.exact - dense.score) < 1e-9, `${at}: score`);
          for (const category of new Set([...ours.byCategory.keys(), ...dense.share.keys()])) {
            if (category === 'own') continue;
            const share = ours.byCategory.get(category)?.share ?? 0;
            const expected = dense.share.get(category) ?? 0;
            assert.ok(Math.abs(share - expected) < 1e-9, `${at}: share of ${category}`);
          }
          compared += 1;
        }
      }
    }
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 100, `too few: ${what}`);
    assert.ok(compared > 3000);
  });
});
