/** Ledgers small enough to calculate by hand; the calculations are in the comments. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { ledgerOf, pageRank } from './support/ledgers.ts';

function isNear(actual: number | undefined, expected: number): void {
  assert.ok(Math.abs((actual ?? NaN) - expected) < 1e-12, `${actual} is not ${expected}`);
}

describe('money, computed by hand', () => {
  // 60 of A's 100 dollars come from the exchange. 40 come from B, whose own 200 came half from the
  // mixer and half from C, of whom nothing is known: 0.4 · 1/2 = 0.2 each.
  const ledger = ledgerOf(
    [
      ['exchange', 'A', 60],
      ['B', 'A', 15],
      ['B', 'A', 25],
      ['mixer', 'B', 100],
      ['C', 'B', 100],
      ['A', 'A', 1000],
      ['A', 'shop', 70],
    ],
    { exchange: ['exchange', 5], mixer: ['mixer', 85] },
  );

  it('splits direct and indirect money by category', () => {
    const { exact, rounded, byCategory } = ledger.score('A');
    isNear(exact, 0.6 * 5 + 0.2 * 85);
    assert.equal(rounded, 20);
    assert.deepEqual([...byCategory.keys()], ['exchange', 'mixer', 'unattributed']);
    const exchange = byCategory.get('exchange')!;
    isNear(exchange.share, 0.6);
    isNear(exchange.usd, 60);
    isNear(exchange.risk, 5);
    isNear(exchange.score, 3);
    isNear(exchange.direct, 0.6);
    isNear(exchange.indirect, 0);
    const mixer = byCategory.get('mixer')!;
    isNear(mixer.share, 0.2);
    isNear(mixer.usd, 20);
    isNear(mixer.score, 17);
    isNear(mixer.direct, 0);
    isNear(mixer.indirect, 0.2);
    isNear(byCategory.get('unattributed')!.share, 0.2);
    isNear(byCategory.get('unattributed')!.indirect, 0.2);
  });

  it('attributes nothing to an address that received nothing', () => {
    const { exact, byCategory } = ledger.score('C');
    assert.equal(exact, 0);
    assert.deepEqual(Object.fromEntries(byCategory), {
      unattributed: { share: 1, usd: 0, risk: 0, score: 0, direct: 0, indirect: 1 },
    });
  });

  it('uses the label of the address if it is higher', () => {
    const { exact, byCategory } = ledger.score('mixer');
    assert.equal(exact, 85);
    assert.deepEqual(byCategory.get('own'), {
      ...{ share: 0, usd: 0, risk: 85, score: 85, direct: 0, indirect: 0, label: 'mixer' },
    });
  });

  it('uses the exposure if the label of the address is lower', () => {
    const dirty = ledgerOf([['mixer', 'exchange', 10]], {
      exchange: ['exchange', 5],
      mixer: ['mixer', 85],
    });
    const { exact, byCategory } = dirty.score('exchange');
    assert.equal(exact, 85);
    assert.equal(byCategory.has('own'), false);
  });
});

describe('a cycle, computed by hand', () => {
  // c5(B) = 1/2 c4(A) + 1/2 scam, c4(A) = c3(B), c3(B) = 1/2 c2(A) + 1/2 scam, c2(A) = c1(B),
  // c1(B) = 1/2 c0(A) + 1/2 scam = 1/2 unattributed + 1/2 scam.
  // So the scam has 1/2, then 3/4, then 7/8 of it.
  const ledger = ledgerOf(
    [
      ['B', 'A', 100],
      ['A', 'B', 50],
      ['scam', 'B', 50],
    ],
    { scam: ['scam', 80] },
  );

  it('is followed three times in six transfers', () => {
    const { exact, byCategory } = ledger.score('A');
    isNear(byCategory.get('scam')!.share, 7 / 8);
    isNear(byCategory.get('unattributed')!.share, 1 / 8);
    isNear(exact, 70);
  });

  it('is followed fewer times with less depth', () => {
    isNear(ledger.score('A', 'money', 4).exact, 60);
    isNear(ledger.score('A', 'money', 1).exact, 0);
  });

  it('follows money back six transfers, not seven', () => {
    const chain = ledgerOf(
      Array.from({ length: 7 }, (_, at) => [`n${at + 1}`, `n${at}`, 10] as const),
      { n7: ['scam', 80] },
    );
    assert.equal(chain.score('n1').exact, 80);
    assert.equal(chain.score('n0').exact, 0);
  });
});

describe('rank, computed by hand', () => {
  // With b for what everybody gets, R(X) = R(S) = b, R(mixer) = b + 0.85 b = 1.85 b: so the mixer's
  // half of the dollars weighs 1.85 / 2.85.
  const ledger = ledgerOf(
    [
      ['mixer', 'A', 100],
      ['S', 'A', 100],
      ['X', 'mixer', 10],
    ],
    { mixer: ['mixer', 90] },
  );

  it('gives A its own share and 0.85 of its senders, and spreads what A does not send on', () => {
    const rank = pageRank(ledger.graph);
    // R(A) = b + 0.85 (1.85 b + b); all four sum to 1.
    const b = 1 / (1 + 1 + 1.85 + 1 + 0.85 * 2.85);
    for (const [address, expected] of [
      ['X', b],
      ['S', b],
      ['mixer', 1.85 * b],
      ['A', (1 + 0.85 * 2.85) * b],
    ] as const) {
      const actual = rank[ledger.numberOf(address)]!;
      assert.ok(Math.abs(actual - expected) < 1e-11, `${address}: ${actual} is not ${expected}`);
    }
  });

  it('weights senders by their rank', () => {
    assert.equal(ledger.score('A').exact, 45);
    const ranked = ledger.score('A', 'money_rank_weight');
    assert.ok(Math.abs(ranked.exact - (90 * 1.85) / 2.85) < 1e-9);
    assert.equal(ranked.rounded, 58.42);
    assert.ok(Math.abs(ranked.byCategory.get('mixer')!.usd - (200 * 1.85) / 2.85) < 1e-9);
  });
});
