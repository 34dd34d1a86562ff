import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drain } from '../../../src/book/drain.ts';
import { factsOf, type AddressQuery } from '../../../src/book/facts.ts';
import { LookAlikes } from '../../../src/book/lookAlikes.ts';
import { likenessOf } from '../../../src/editor/book/likeness.ts';

const aave = '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9';
const fake = '0x7fc6f3e1c2d4a5968778695a4b3c2d1e0f91dae9';
const nothing = { entries: new Map(), lists: [], names: { of: () => [] } };

function originalOf(network: string, ...others: readonly string[]) {
  const lookAlikes = new LookAlikes();
  const known = [fake, ...others].map((address) => ({ address, family: 'evm' as const }));
  drain(lookAlikes.feed('files', known));
  return likenessOf(
    undefined,
    { text: fake, family: 'evm', network },
    { lookAlikes, factsOf: (_, asked) => factsOf(nothing, asked) },
  )?.original;
}

describe('what a look-alike of a known token is replaced with', () => {
  for (const others of [[], [aave]]) {
    const where = others.length === 0 ? 'nowhere' : 'in another place';
    it(`is the token of its network, which the workspace has ${where}`, () => {
      const original = originalOf('ethereum', ...others);
      assert.deepEqual(original, { name: 'AAVE', address: aave, isTrusted: true });
      assert.equal(originalOf('polygon', ...others)?.isTrusted, false);
    });
  }
});

describe('an address that published lists name', () => {
  const near = aave.replace('6500', '6501');
  const likenessBeside = (entries: Parameters<typeof factsOf>[0]['entries']) => {
    const lookAlikes = new LookAlikes();
    const known = [aave, near].map((address) => ({ address, family: 'evm' as const }));
    drain(lookAlikes.feed('files', known));
    const books = {
      lookAlikes,
      factsOf: (_: unknown, asked: AddressQuery) => factsOf({ ...nothing, entries }, asked),
    };
    const asked = { text: aave, family: 'evm' as const, network: 'ethereum' };
    return likenessOf(undefined, asked, books)?.original?.address.toLowerCase();
  };

  it('looks like one that the book has, as in a check, and like no other', () => {
    assert.equal(likenessBeside(new Map()), undefined);
    const entry = { address: near, network: 'ethereum', name: 'Ours', line: 0 };
    const entries = new Map([[near.toLowerCase(), [entry]]]);
    assert.equal(likenessBeside(entries), near.toLowerCase());
  });
});
