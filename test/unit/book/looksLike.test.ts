import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entryNetworksOf } from '../../../src/book/entryNetworks.ts';
import {
  anchorParts,
  CommonParts,
  howAlike,
  type LookAlike,
} from '../../../src/book/lookAlikeParts.ts';
import { looksLike } from '../../../src/book/looksLike.ts';
import { evm, randomAddresses } from '../../support/lookAlikeAddresses.ts';

const [own = '', first = '', second = ''] = randomAddresses(3);
const alike = [first, second].map((address): LookAlike => ({ ...evm(address), how: 'ends' }));
const sorted = alike.toSorted((one, other) => (one.address < other.address ? -1 : 1));
const [one, other] = sorted as [LookAlike, LookAlike];

type Others = Omit<Parameters<typeof looksLike>[1], 'lookAlikes'>;

const noOthers: Others = { isDenied: false, isReviewed: () => false, isNewer: () => false };

const likes = (others: Partial<Others>) =>
  looksLike(evm(own), {
    lookAlikes: { of: () => [...alike], crowdOf: () => ({ size: 9 }) as never },
    ...noOthers,
    ...others,
  });

describe('what an address looks like', () => {
  it('is each other one that was not made to look like it', () => {
    assert.deepEqual(likes({}), { kind: 'addresses', alike: [one, other] });
    assert.deepEqual(likes({ isNewer: (each) => each === one }), {
      kind: 'addresses',
      alike: [other],
    });
  });

  it('is what the book has first, also for a denied address, and else nothing', () => {
    const isReviewed = (each: LookAlike): boolean => each === other;
    assert.deepEqual(likes({ isReviewed }), { kind: 'addresses', alike: [other, one] });
    assert.deepEqual(likes({ isReviewed, isDenied: true }), { kind: 'addresses', alike: [other] });
    assert.equal(likes({ isDenied: true }), undefined);
  });

  it('is a token of published lists with the others, unless the book has one of them', () => {
    const imitation = evm(`0xa0b8${own.slice(6, 38)}eb48`);
    const lookAlikes = { of: () => [...alike], crowdOf: () => undefined };
    const found = looksLike(imitation, { lookAlikes, ...noOthers });
    assert.ok(found?.kind === 'token');
    assert.deepEqual([found.token.name, found.alike], ['USDC', [one, other]]);
    const reviewed = looksLike(imitation, { lookAlikes, ...noOthers, isReviewed: () => true });
    assert.equal(reviewed?.kind, 'addresses');
  });

  it('is a crowd where all others are newer', () => {
    assert.deepEqual(likes({ isNewer: () => true }), { kind: 'crowd', size: 9 });
  });
});

describe('what addresses have in common', () => {
  it('is not what one has before it ends', () => {
    const digits = own.slice(2);
    assert.equal(howAlike(digits, `${digits.slice(0, -1)}f`), 'close');
    assert.equal(howAlike(digits, `${digits}7`), undefined);
    assert.equal(howAlike(`${digits}7`, digits), undefined);
  });

  it('is in the same place of both', () => {
    const digits = own.slice(2);
    const moved = `0x${digits.slice(14, 28)}${digits.slice(0, 14)}${digits.slice(28, 36)}7531`;
    assert.equal(new CommonParts([evm(own)]).hasAnyOf(evm(moved)), false);
    const kept = `0x${digits.slice(0, 14)}${first.slice(16)}`;
    assert.equal(new CommonParts([evm(own)]).hasAnyOf(evm(kept)), true);
  });

  it('are no ends for an anchor that begins with equal digits', () => {
    const digits = own.slice(2);
    assert.equal(anchorParts({ digits, family: 'evm' }).length, 2);
    assert.deepEqual(anchorParts({ digits: `7777${digits.slice(4)}`, family: 'evm' }), []);
  });
});

it('the networks of entries are null only where entries for an address differ', () => {
  const entry = (address: string, network: string) => ({ address, network }) as never;
  const networks = entryNetworksOf([
    ...[entry(one.address, 'base'), entry(one.address, 'base')],
    ...[entry(other.address, 'base'), entry(other.address, 'celo'), entry(other.address, 'base')],
  ]);
  assert.deepEqual(
    [...networks],
    [
      [one.address, 'base'],
      [other.address, null],
    ],
  );
});
