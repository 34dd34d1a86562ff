import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { networks } from '../../src/networks/networks.ts';
import { score } from '../../src/sample/engine/score.ts';
import { generatedAddress, isAddress } from '../../src/sample/ledger/addresses.ts';
import { wellKnown } from '../../src/sample/ledger/cast.ts';
import { generateLedger } from '../../src/sample/ledger/generate.ts';
import { standingOf } from '../../src/sample/ledger/ledger.ts';
import { Random } from '../../src/sample/ledger/random.ts';
import { leastCpuMs } from '../support/timing.ts';

/** A network is generated when it is first used. */
const chainsOf = ({ chains: { get, keys } }: typeof ledger) =>
  [...keys()].map((name) => get(name)!);
const ledger = generateLedger(1);
const chains = chainsOf(ledger);
const { graph } = ledger.chains.get('ethereum')!;

function scoreOf(address: string, from = ledger): number {
  const { inflow, ownRisk } = standingOf(from, 'ethereum', address);
  return score(from.chains.get('ethereum')!.graph, inflow, { depth: 6, ownRisk }).exact;
}

function stranger(index: number): string {
  return `0x${index.toString(16).padStart(40, '7')}`;
}

describe('the generated ledger', () => {
  it('generates every network of the table in well under a second', (test) => {
    const ms = leastCpuMs(() => chainsOf(generateLedger(1)), 1000);
    test.diagnostic(`${Math.round(ms)} ms`);
    assert.ok(ms < 1000);
    assert.deepEqual(
      [...ledger.chains.keys()],
      networks.map((network) => network.name),
    );
  });

  it('has several thousand addresses and tens of thousands of transfers', () => {
    let addresses = 0;
    let transactions = 0;
    for (const { graph: one, activity } of chains) {
      addresses += one.size;
      for (const count of activity.transactions) transactions += count;
    }
    assert.ok(addresses > 5000, `${addresses} addresses`);
    // Every transfer has a hash of its own and two ends.
    assert.ok(transactions / 2 > 30_000, `${transactions / 2} transfers`);
  });

  it('has labels of every kind on every network', () => {
    for (const { graph: one } of chains) {
      assert.deepEqual(one.categories, [
        ...['bridge', 'darknet_market', 'defi', 'exchange', 'mixer', 'ransomware', 'sanctioned'],
        ...['scam', 'token'],
      ]);
    }
  });

  it('is the same for the same seed and differs for another', () => {
    const again = generateLedger(1);
    const other = generateLedger(2);
    assert.deepEqual(again.chains.get('bitcoin')!.graph, ledger.chains.get('bitcoin')!.graph);
    assert.notDeepEqual(other.chains.get('bitcoin')!.graph, ledger.chains.get('bitcoin')!.graph);
    assert.equal(scoreOf(stranger(1), again), scoreOf(stranger(1)));
    assert.notEqual(scoreOf(stranger(1), other), scoreOf(stranger(1)));
  });

  it('creates addresses in the form of their family', () => {
    const random = new Random('forms');
    for (const { name, family } of networks) {
      for (let count = 0; count < 200; count += 1) {
        const address = generatedAddress(family, random);
        assert.ok(isAddress(name, address), `${name}: ${address}`);
      }
    }
  });

  it('gives well-known addresses their real role', () => {
    const named = Object.entries(wellKnown).flatMap(([chain, roles]) =>
      Object.entries(roles).map(([address, category]) => ({ chain, address, category })),
    );
    for (const { chain, address, category } of named) {
      const { summary, ownRisk } = standingOf(ledger, chain, address.toLowerCase());
      assert.ok(isAddress(chain, address));
      assert.ok(summary.tx_total > 0 && summary.last_activity > 1_600_000_000, address);
      assert.equal(ownRisk !== undefined, category !== null);
      assert.equal(summary.is_contract, category !== null);
    }
  });
});

describe('an address that the generated ledger does not know', () => {
  it('has scores across the whole range', () => {
    const heights = new Array<number>(10).fill(0);
    for (let index = 0; index < 1000; index += 1) {
      const height = Math.min(9, Math.floor(scoreOf(stranger(index)) / 10));
      heights[height] = heights[height]! + 1;
    }
    assert.ok(
      heights.every((count) => count >= 5),
      heights.join(' '),
    );
  });

  it('has a small history that is the same whenever and however it is requested', () => {
    const { size } = graph;
    for (let index = 0; index < 200; index += 1) {
      const upper = stranger(index).toUpperCase().replace('0X', '0x');
      const one = standingOf(ledger, 'ethereum', stranger(index));
      assert.deepEqual(one, standingOf(ledger, 'ethereum', upper));
      const { balance, usd_balance, tx_total, last_activity } = one.summary;
      assert.ok(balance >= 0 && usd_balance >= 0 && Number.isFinite(usd_balance));
      assert.ok(tx_total >= 1 && tx_total <= 20 && Number.isInteger(last_activity));
    }
    assert.equal(graph.size, size);
  });

  it('has a different history on another network', () => {
    const one = standingOf(ledger, 'ethereum', stranger(1)).summary;
    assert.notDeepEqual(one, standingOf(ledger, 'polygon', stranger(1)).summary);
  });
});
