import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Family } from '../../../src/networks/networks.ts';
import { drain } from '../../../src/book/drain.ts';
import { howAlike, indexedOf, type KnownAddress } from '../../../src/book/lookAlikeParts.ts';
import { LookAlikes, markedDifference } from '../../../src/book/lookAlikes.ts';
import { evm, randomAddresses, usdc } from '../../support/lookAlikeAddresses.ts';

/** @param places in the digits */
const changed = (address: string, ...places: readonly number[]): string =>
  places.reduce((text, place) => {
    const at = place + 2;
    const digit = ((parseInt(text.charAt(at), 16) + 5) % 16).toString(16);
    return text.slice(0, at) + digit + text.slice(at + 1);
  }, address.toLowerCase());

/** With digits of another one in place of its own. */
const withDigits = (address: string, start: number, digits: string): string =>
  address.slice(0, start + 2) + digits + address.slice(start + 2 + digits.length);

const ends = (each: string): KnownAddress => evm(`0xc0fe${each.slice(6, 38)}b0a7`);
const addressesOf = (found: LookAlikes, known: KnownAddress): string[] =>
  found.of(known).map(({ address }) => address);

describe('a feed of look-alikes', () => {
  it('says whether any address came or went', () => {
    const found = new LookAlikes();
    const feed = (name: string, ...addresses: readonly KnownAddress[]): boolean =>
      drain(found.feed(name, addresses));
    assert.equal(feed('a'), false);
    assert.equal(feed('a', evm(usdc)), true);
    assert.equal(feed('a', evm(usdc), evm(usdc)), false);
    assert.equal(feed('b', evm(usdc)), false);
    assert.equal(feed('a'), false, 'b has it still');
    assert.equal(feed('b'), true);
    assert.equal(feed('b'), false);
  });

  it('takes a step for each address', () => {
    const found = new LookAlikes();
    const stepsOf = (addresses: readonly KnownAddress[]): number => {
      const steps = found.feed('a', addresses);
      let count = 0;
      while (steps.next().done !== true) count++;
      return count;
    };
    const addresses = randomAddresses(5, 1).map(evm);
    assert.deepEqual([stepsOf(addresses), stepsOf([])], [5, 5]);
  });

  it('of a document leaves an anchor of the book one', () => {
    const decoys = randomAddresses(12, 2).map(ends);
    const [treasury, poison] = randomAddresses(2, 3).map(ends);
    assert.ok(treasury && poison);
    const found = new LookAlikes();
    drain(found.feed('decoys', [...decoys, poison]));
    const isCompared = (): boolean => addressesOf(found, poison).includes(treasury.address);
    drain(found.feed('the book', [treasury], { areAnchors: true }));
    drain(found.feed('a document', [treasury]));
    assert.ok(isCompared());
    drain(found.feed('a document', []));
    assert.ok(isCompared());
    drain(found.feed('a document', [treasury]));
    drain(found.feed('the book', []));
    assert.ok(!isCompared());
    drain(found.feed('the book', [treasury], { areAnchors: true }));
    assert.ok(isCompared());
    drain(found.feed('another book', [treasury], { areAnchors: true }));
    drain(found.feed('the book', []));
    assert.ok(isCompared());
    drain(found.feed('another book', []));
    assert.ok(!isCompared());
  });

  it('of a book takes its anchors with it', () => {
    const found = new LookAlikes();
    const poison = evm(changed(usdc, 20));
    const pair = [evm(usdc), evm(changed(usdc, 10))];
    drain(found.feed('the book', pair, { areAnchors: true }));
    assert.equal(found.of(poison).length, 2);
    drain(found.feed('the book', [evm(usdc)], { areAnchors: true }));
    assert.deepEqual(addressesOf(found, poison), [usdc]);
    drain(found.feed('the book', []));
    assert.deepEqual(found.of(poison), []);
  });

  it('compares 64 anchors of a crowd, and no more', () => {
    const anchors = randomAddresses(70, 4).map(ends);
    const [poison] = randomAddresses(1, 5).map(ends);
    assert.ok(poison);
    const found = new LookAlikes();
    drain(found.feed('the book', anchors, { areAnchors: true }));
    assert.equal(found.of(poison).length, 64);
  });

  it('makes a crowd smaller again, whose others are compared', () => {
    const crowd = randomAddresses(12, 6).map(ends);
    const [own] = crowd;
    assert.ok(own);
    const found = new LookAlikes();
    drain(found.feed('a', crowd));
    assert.equal(found.crowdOf(own)?.size, 12);
    drain(found.feed('a', crowd.slice(0, 9)));
    assert.equal(found.crowdOf(own)?.size, 9);
    drain(found.feed('a', crowd.slice(0, 8)));
    assert.equal(found.crowdOf(own), undefined);
    assert.equal(found.of(own).length, 7);
    drain(found.feed('a', [own]));
    assert.deepEqual(found.of(own), []);
    drain(found.feed('a', []));
    assert.deepEqual(found.of(crowd[1]!), []);
  });
});

describe('a crowd of look-alikes', () => {
  const [own = '', ...others] = randomAddresses(40, 7);
  const feedOf = (...addresses: readonly string[]): LookAlikes => {
    const found = new LookAlikes();
    drain(found.feed('a', addresses.map(evm)));
    return found;
  };

  for (const [large, small] of [
    [12, 10],
    [10, 12],
  ] as const) {
    it(`is the largest one: of ${large} with the first digits and ${small} with the last`, () => {
      const first = others.slice(0, large - 1).map((each) => withDigits(each, 0, own.slice(2, 16)));
      const last = others.slice(15, 14 + small).map((each) => withDigits(each, 28, own.slice(30)));
      const found = feedOf(own, ...first, ...last);
      assert.equal(found.crowdOf(evm(own))?.size, Math.max(large, small));
    });
  }

  for (const [what, start, places] of [
    ['the start', 0, [20, 35]],
    ['the middle', 14, [5, 30]],
    ['the middle, behind it', 14, [13, 39]],
    ['the end', 28, [5, 15]],
  ] as const) {
    it(`hides no pair that differs in two digits: zeros at ${what}`, () => {
      const size = Math.min(14, 40 - start);
      const series = others.slice(0, 30).map((each) => withDigits(each, start, '0'.repeat(size)));
      const known = series[4] ?? '';
      const poison = evm(changed(known, ...places));
      const found = feedOf(...series, poison.address);
      assert.deepEqual(found.of(poison), [{ ...evm(known), how: 'close' }]);
      assert.deepEqual(addressesOf(found, evm(known)), [poison.address]);
      assert.equal(found.crowdOf(poison), undefined);
    });
  }
});

describe('addresses whose ends tell nothing', () => {
  for (const [first, last] of [
    ['a0b8', '0001'],
    ['1212', 'eb48'],
  ] as const) {
    it(`are no crowd: ${first} and ${last}`, () => {
      const series = randomAddresses(12, 9).map((each) =>
        evm(withDigits(withDigits(each, 0, first), 36, last)),
      );
      const found = new LookAlikes();
      drain(found.feed('a', series));
      assert.equal(found.crowdOf(series[0]!), undefined);
    });
  }
});

describe('what is compared of an address', () => {
  for (const [family, address, digits] of [
    ['evm', usdc, 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
    ['evm', `0x${'0'.repeat(24)}${usdc.slice(2)}`, 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
    ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'R7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['ripple', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'Hb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
    [
      'stellar',
      'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
      'A5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
    ],
    ['tezos', 'tz2TSvNTh2epDMhZHrw73nV9piBX7kLZ9K9m', 'TSvNTh2epDMhZHrw73nV9piBX7kLZ9K9m'],
    ['tezos', 'KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn', 'PWx2mnDueood7fEmfbBDKx1D9BAnnXitn'],
    ['tezos', 'tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb', 'VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb'],
    [
      'bitcoin',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'w508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ],
    ['bitcoin', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['ton', `0:${'83dfd552e63729b4'.repeat(4)}`, '83dfd552e63729b4'.repeat(4)],
    [
      'cosmos',
      'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02',
      'hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02',
    ],
  ] as const satisfies readonly (readonly [Family, string, string])[]) {
    it(`is what differs in the family: ${address}`, () => {
      assert.equal(indexedOf({ address, family }).digits, digits);
    });
  }

  it('are as many equal digits as make two alike', () => {
    const digits = usdc.slice(2).toLowerCase();
    const differing = (...places: readonly number[]): string => changed(usdc, ...places).slice(2);
    assert.equal(howAlike(digits, digits), 'close');
    assert.equal(howAlike(digits, differing(0, 39)), 'close');
    assert.equal(howAlike(digits, differing(0, 20, 39)), undefined);
    assert.equal(howAlike(digits, differing(10, 20, 30)), 'ends');
    assert.equal(howAlike(digits, differing(10, 20, 3)), undefined);
    assert.equal(howAlike(digits, differing(10, 20, 36)), undefined);
    assert.equal(howAlike(digits, `${digits.slice(0, 10)}${digits.slice(12)}`), 'ends');
  });

  for (const [first, last, how] of [
    ['a0b8', 'eb48', 'ends'],
    ['a0a8', 'eb48', 'ends'],
    ['a0a0', 'eb48', undefined],
    ['a0b8', 'ffff', undefined],
    ['a0b8', 'dead', undefined],
    ['a0b8', '4567', undefined],
    ['dcba', 'eb48', undefined],
    ['cdef', 'eb48', undefined],
    ['a0b8', '3210', undefined],
    // Beside a run of four equal digits, the next ones count.
    ['1111a0b8', 'eb48', 'ends'],
    ['11110000', 'eb48', undefined],
    ['a0b8', '3c9effff', 'ends'],
    // Two different digits are compared with the next ones, until there is a third.
    ['111ca', 'eb48', 'ends'],
    ['a0b8', 'a6ee6', 'ends'],
    ['a0b8', '6ee6', undefined],
  ] as const) {
    it(`is ${how ?? 'nothing'} for addresses that begin with ${first} and end with ${last}`, () => {
      const [one = '', other = ''] = randomAddresses(2, 8).map((each) =>
        withDigits(withDigits(each, 0, first), 40 - last.length, last),
      );
      const found = new LookAlikes();
      drain(found.feed('a', [evm(one)]));
      const expected = how === undefined ? [] : [{ ...evm(one), how }];
      assert.deepEqual(found.of(evm(other)), expected);
    });
  }
});

describe('the brackets around a difference', () => {
  for (const [one, other, marked] of [
    ['abcdefgh', 'abXdefgh', ['ab[c]defgh', 'ab[X]defgh']],
    ['abcdefgh', 'abXdXfgh', ['ab[cde]fgh', 'ab[XdX]fgh']],
    ['abcdefghi', 'abXdefXhi', ['ab[c]def[g]hi', 'ab[X]def[X]hi']],
    ['abcdefghi', 'abXdeXghi', ['ab[cdef]ghi', 'ab[XdeX]ghi']],
    ['abcd', 'ABCD', ['[abcd]', '[ABCD]']],
    ['0xAbcd', '0xaBcE', ['0xabc[d]', '0xabc[e]']],
    ['abcd', 'abcX', ['abc[d]', 'abc[X]']],
    ['abcd', 'Xbcd', ['[a]bcd', '[X]bcd']],
    ['abcd', 'abXX', ['ab[cd]', 'ab[XX]']],
    ['abc', 'abcd', ['abc[]', 'abc[d]']],
    ['abcd', 'bcd', ['[a]bcd', '[]bcd']],
    ['', 'ab', ['[]', '[ab]']],
  ] as const) {
    it(`are ${marked.join(' and ')}`, () => assert.deepEqual(markedDifference(one, other), marked));
  }
});
