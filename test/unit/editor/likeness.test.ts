import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drain } from '../../../src/book/drain.ts';
import { factsOf, type AddressQuery } from '../../../src/book/facts.ts';
import type { KnownAddress } from '../../../src/book/lookAlikeParts.ts';
import { LookAlikes } from '../../../src/book/lookAlikes.ts';
import { likenessOf } from '../../../src/editor/book/likeness.ts';

const aave = '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9';
const fake = '0x7fc6f3e1c2d4a5968778695a4b3c2d1e0f91dae9';
const nothing = { entries: new Map(), lists: [], names: { of: () => [] } };

/** Nothing is known of which came first. */
const undated = (lookAlikes: LookAlikes) => ({
  of: (known: KnownAddress) => lookAlikes.of(known),
  crowdOf: (known: KnownAddress) => lookAlikes.crowdOf(known),
  isNewer: () => false,
});

function originalOf(network: string, ...others: readonly string[]) {
  const lookAlikes = new LookAlikes();
  const known = [fake, ...others].map((address) => ({ address, family: 'evm' as const }));
  drain(lookAlikes.feed('files', known));
  return likenessOf(
    undefined,
    { text: fake, family: 'evm', network },
    { lookAlikes: undated(lookAlikes), factsOf: (_, asked) => factsOf(nothing, asked) },
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
      lookAlikes: undated(lookAlikes),
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

describe('one of two that look alike and that nobody vouches for', () => {
  const old = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
  const added = '0xd8da6bf26964af9d7eed9e03e53415d37aa96046';
  const other = '0xd8da6bf26964af9d7eed9e03e53415d37aa96047';
  const likenessTo = (text: string, newer: readonly string[], known: readonly string[]) => {
    const lookAlikes = new LookAlikes();
    const all = known.map((address) => ({ address, family: 'evm' as const }));
    drain(lookAlikes.feed('files', all));
    const isNew = ({ address }: KnownAddress): boolean => newer.includes(address);
    const books = {
      lookAlikes: {
        ...undated(lookAlikes),
        isNewer: (each: KnownAddress, one: KnownAddress) => isNew(each) && !isNew(one),
      },
      factsOf: (_: unknown, asked: AddressQuery) => factsOf(nothing, asked),
    };
    const asked = { text, family: 'evm' as const, network: 'ethereum' };
    return likenessOf(undefined, asked, books)?.original?.address.toLowerCase();
  };

  it('is accused if it came later, and both are if nothing says which did', () => {
    assert.equal(likenessTo(old, [], [old, added]), added);
    assert.equal(likenessTo(added, [], [old, added]), old.toLowerCase());
    assert.equal(likenessTo(old, [added], [old, added]), undefined);
    assert.equal(likenessTo(added, [added], [old, added]), old.toLowerCase());
    assert.equal(likenessTo(old, [added], [old, added, other]), other);
  });

  it('is accused of looking like what published lists name, however new that is', () => {
    const near = aave.toLowerCase().replace('6500', '6501');
    assert.equal(likenessTo(near, [aave], [near, aave]), aave.toLowerCase());
  });
});

describe('a denied address and one that looks like it', () => {
  const denied = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96';
  const decoy = '0x098b716b8aaf21512996dc57eb0615e2383e2f97';
  const token = aave.toLowerCase().replace('6500', '6501');
  const others = Array.from({ length: 12 }, (_, at) => `${decoy.slice(0, -2)}${at + 10}`);
  const likenessTo = (text: string, known: readonly string[], reviewed: readonly string[] = []) => {
    const lookAlikes = new LookAlikes();
    const all = known.map((address) => ({ address, family: 'evm' as const }));
    drain(lookAlikes.feed('files', all));
    const row = [{}];
    const list = {
      addresses: new Map([denied, token].map((each) => [each.toLowerCase(), row])),
      spellings: new Map(),
      problem: undefined,
    };
    const reference = { path: 'deny.txt', name: 'Deny', kind: 'deny' as const, line: 0 };
    const entries = new Map(
      reviewed.map((address) => [address, [{ address, network: 'ethereum', line: 0 }]]),
    );
    const knowledge = { entries, lists: [{ reference, list }] };
    const books = {
      lookAlikes: undated(lookAlikes),
      factsOf: (_: unknown, asked: AddressQuery) => factsOf(knowledge, asked),
    };
    const asked = { text, family: 'evm' as const, network: 'ethereum' };
    return likenessOf(undefined, asked, books)?.other;
  };

  it('accuse the other one alone, also among many', () => {
    assert.equal(likenessTo(decoy, [denied, decoy]), '0x098B…2f96');
    assert.equal(likenessTo(denied, [denied, decoy]), undefined);
    assert.equal(likenessTo(denied, [denied, decoy, ...others]), undefined);
    assert.equal(likenessTo(decoy, [denied, decoy, ...others]), null);
  });

  it('accuse the denied one of looking like what is reviewed or published', () => {
    assert.equal(likenessTo(denied, [denied, decoy], [decoy]), '0x098b…2f97');
    assert.equal(likenessTo(token, [token, aave]), 'AAVE');
  });
});
