import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chainOf, type ChainContext } from '../../../src/evidence/chainOf.ts';
import { isNamedByCode, type ReasonKind } from '../../../src/evidence/reasons.ts';
import { scanText } from '../../../src/scan/scan.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

function readingOf(code: string, context: ChainContext) {
  const text = code.replace('@', address);
  const [occurrence] = scanText(text);
  assert.ok(occurrence);
  return chainOf(text, occurrence, context);
}

/** From the last resort to the first; each is added to those before it. */
const steps: readonly [ReasonKind, string | null, ChainContext][] = [
  ['unknown', null, {}],
  ['assumed', 'ethereum', { assumed: 'ethereum' }],
  ['setting', 'bsc', { defaultChain: 'bsc' }],
  ['alwaysAssumed', 'polygon', { alwaysAssumed: 'polygon' }],
  ['path', 'base', { path: 'deployments/base/Token.json' }],
  ['selected', 'celo', { selected: 'celo' }],
];

describe('the network of an address that its code does not name', () => {
  for (const [index, [reason, chain]] of steps.entries()) {
    it(`is ${chain ?? 'undecided'} by the reason ${reason}, before ${index} others`, () => {
      let context: ChainContext = {};
      for (const [, , more] of steps.slice(0, index + 1)) context = { ...context, ...more };
      const reading = readingOf('x = @', context);
      assert.deepEqual([reading.reason, reading.chain], [reason, chain]);
      assert.equal(isNamedByCode(reading), reason === 'path');
    });
  }

  it('is never always assumed to be one that the setting could not name', () => {
    for (const alwaysAssumed of ['bitcoin', 'no/such?chain=1', '__proto__', '']) {
      const reading = readingOf('x = @', { alwaysAssumed, assumed: 'ethereum' });
      assert.deepEqual([reading.reason, reading.chain], ['assumed', 'ethereum'], alwaysAssumed);
    }
  });

  it('is not affected for families with one main network', () => {
    const text = 'x = TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    const [occurrence] = scanText(text);
    assert.ok(occurrence);
    const reading = chainOf(text, occurrence, { assumed: 'ethereum', alwaysAssumed: 'ethereum' });
    assert.deepEqual([reading.reason, reading.chain], ['family', 'tron']);
  });
});

describe('code that names several networks, or one that is not in the table', () => {
  const guesses = { alwaysAssumed: 'polygon', defaultChain: 'bsc', assumed: 'ethereum' };
  for (const [code, reason] of [
    ['// Polygon and Arbitrum\nx = @', 'ambiguous'],
    ['account: "eip155:987654321:@"', 'unknown'],
  ] as const) {
    it(`leaves the network ${reason} whatever is assumed`, () => {
      const reading = readingOf(code, guesses);
      assert.deepEqual([reading.reason, reading.chain], [reason, null]);
    });

    it(`follows what the user selected for the address where it is ${reason}`, () => {
      const reading = readingOf(code, { ...guesses, selected: 'celo' });
      assert.deepEqual([reading.reason, reading.chain], ['selected', 'celo']);
    });
  }
});
