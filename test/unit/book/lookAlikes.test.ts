import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toEip55 } from '../../../src/encodings/evmChecksum.ts';
import { drain } from '../../../src/book/drain.ts';
import { CommonParts, type KnownAddress } from '../../../src/book/lookAlikeParts.ts';
import { LookAlikes, markedDifference } from '../../../src/book/lookAlikes.ts';
import { evm, randomAddresses, usdc } from '../../support/lookAlikeAddresses.ts';

function knowing(...addresses: readonly KnownAddress[]): LookAlikes {
  const found = new LookAlikes();
  drain(found.feed('a document', addresses));
  return found;
}

const changed = (address: string, ...places: readonly number[]): string =>
  places.reduce((text, at) => {
    const digit = ((parseInt(text.charAt(at), 16) + 5) % 16).toString(16);
    return text.slice(0, at) + digit + text.slice(at + 1);
  }, address.toLowerCase());

describe('look-alikes', () => {
  it('differ in at most two digits, wherever those are', () => {
    const found = knowing(evm(usdc));
    for (let one = 2; one < 42; one++) {
      for (const other of [one, 2, 15, 28, 41]) {
        const places = one === other ? [one] : [one, other];
        const [first, ...more] = found.of(evm(changed(usdc, ...places)));
        assert.deepEqual(first, { ...evm(usdc), how: 'close' }, places.join(' '));
        assert.equal(more.length, 0);
      }
    }
    assert.deepEqual(found.of(evm(changed(usdc, 3, 20, 40))), []);
    assert.deepEqual(found.of(evm(usdc)), []);
  });

  it('share their first and last four digits', () => {
    const [middle = ''] = randomAddresses(1);
    const poison = `0xa0b8${middle.slice(6, 38)}eb48`;
    assert.deepEqual(knowing(evm(usdc)).of(evm(poison)), [{ ...evm(usdc), how: 'ends' }]);
  });

  it('share seven of these with an anchor, and not with any other address', () => {
    const anchored = new LookAlikes();
    drain(anchored.feed('book', [evm(usdc)], { areAnchors: true }));
    const [middle = ''] = randomAddresses(1);
    // Of two published poisonings: three digits and six, or four.
    for (const [poison, isFound] of [
      [`0xa0bf${middle.slice(6, 38)}eb48`, true],
      [`0xa0bf${middle.slice(6, 36)}06eb48`, true],
      [`0xa0b8${middle.slice(6, 38)}fb48`, true],
      [`0xa0bf${middle.slice(6, 38)}fb48`, false],
    ] as const) {
      const expected = isFound ? [{ ...evm(usdc), how: 'ends' }] : [];
      assert.deepEqual(anchored.of(evm(poison)), expected, poison);
      assert.deepEqual(knowing(evm(usdc)).of(evm(poison)), [], poison);
      const common = new CommonParts([evm(poison)]);
      assert.ok(!isFound || common.hasAnyOf(evm(usdc)), poison);
    }
    drain(anchored.feed('book', []));
    drain(anchored.feed('document', [evm(usdc)]));
    assert.deepEqual(anchored.of(evm(`0xa0bf${middle.slice(6, 38)}eb48`)), []);
  });

  it('are not accounts with numbers', () => {
    const near = (address: string): KnownAddress => ({ address, family: 'near' });
    const names = ['meta-pool-1.near', 'meta-pool-2.near', 'meta-pool-12.near', 'meta-tokens.near'];
    const found = knowing(...names.map(near));
    for (const name of names) assert.deepEqual(found.of(near(name)), [], name);
    assert.equal(found.of(near('meta-tokems.near')).length, 1);
  });

  it('are names that others have registered, not accounts below one name, and no short ones', () => {
    const near = (address: string): KnownAddress => ({ address, family: 'near' });
    const own = ['btc', 'ltc', 'zec', 'usdc', 'usdt', 'a', 'b', 'c', 'd', 'e'].map((each) =>
      near(`${each}.meteor-vaults.near`),
    );
    // Of one length, as all that end in `.near` are.
    const others = ['dca.deltatrade', 'v3.oin_finance', 'v2.ref-finance', 'token.pembrock', 'x.y'];
    const found = knowing(...own, ...others.map((each) => near(`${each}.near`)), near('veax.near'));
    for (const each of [...own, near('v2.ref-finance.near'), near('near.near')]) {
      assert.deepEqual([found.of(each), found.crowdOf(each)], [[], undefined], each.address);
    }
    drain(found.feed('book', [near('usdt.meteor-vaults.near')], { areAnchors: true }));
    assert.deepEqual(found.of(near('usdc.meteor-vau1ts.near')), [
      { address: 'usdt.meteor-vaults.near', family: 'near', how: 'close' },
    ]);
    assert.equal(found.of(near('v2.ref-flnance.near')).length, 1);
  });

  it('are tokens of a bridge whose accounts look alike', () => {
    const bridged = (account: string, bridge = 'factory.bridge.near'): KnownAddress => ({
      address: `${account.slice(2).toLowerCase()}.${bridge}`,
      family: 'near',
    });
    const many = randomAddresses(20).map((account) => bridged(account));
    const found = knowing(...many, bridged(usdc));
    assert.deepEqual(found.of(bridged(changed(usdc, 41))), [{ ...bridged(usdc), how: 'close' }]);
    for (const each of [bridged(usdc), bridged(usdc, 'factory.sepolia.testnet')]) {
      assert.deepEqual([found.of(each), found.crowdOf(each)], [[], undefined]);
    }
  });

  it('of names are found among any number of others, and are no crowd', () => {
    const names = Array.from({ length: 30 }, (_, at) => `own-${'abcdefghij'[at % 10]}${at}-vaults`);
    const known = [...names, 'meteor-vaults'].map((name) => `v1.${name}.near`);
    const near = (address: string): KnownAddress => ({ address, family: 'near' });
    const found = knowing(...known.map(near));
    for (const each of known) assert.equal(found.crowdOf(near(each)), undefined);
    assert.deepEqual(
      found.of(near('v1.meteor-vaulte.near')).map(({ address }) => address),
      ['v1.meteor-vaults.near'],
    );
  });

  it('are not those whose ends tell nothing', () => {
    const [one = '', other = ''] = randomAddresses(2);
    for (const [first, last] of [
      ['0000', 'eb48'],
      ['a0b8', '0001'],
      ['dead', 'eb48'],
      ['a0b8', 'dead'],
      ['1212', 'eb48'],
      ['1234', 'eb48'],
    ] as const) {
      const [known, looked] = [one, other].map((each) => `0x${first}${each.slice(6, 38)}${last}`);
      assert.deepEqual(knowing(evm(known ?? '')).of(evm(looked ?? '')), [], `${first} ${last}`);
    }
  });

  it('are not addresses that someone counted or repeated', () => {
    for (const [known, looked] of [
      ['0x4200000000000000000000000000000000000006', '0x420000000000000000000000000000000000000a'],
      ['0x1234567890123456789012345678901234567890', '0x1234567890123456789012345678901234567891'],
      ['0xff0000000000000000000000000000010a123401', '0xff0000000000000000000000000000000a123401'],
    ] as const) {
      assert.deepEqual(knowing(evm(known)).of(evm(looked)), []);
    }
  });

  it('are not a series of one prefix and one suffix', () => {
    const series = randomAddresses(9).map((each) => evm(`0xc0fe${each.slice(6, 38)}b0a7`));
    assert.deepEqual(knowing(...series).of(series[0]!), []);
    assert.equal(knowing(...series.slice(0, 4)).of(series[0]!).length, 3);
  });

  it('are one crowd where too many share both ends, whatever was added to hide a pair', () => {
    const ends = (each: string): KnownAddress => evm(`0xc0fe${each.slice(6, 38)}b0a7`);
    const [pair, decoys] = [randomAddresses(2, 1).map(ends), randomAddresses(7, 2).map(ends)];
    assert.equal(knowing(...pair, ...decoys.slice(0, 6)).crowdOf(pair[0]!), undefined);
    const found = knowing(...pair, ...decoys);
    for (const each of [...pair, ...decoys]) assert.equal(found.crowdOf(each)?.size, 9);
    assert.equal(found.crowdOf(evm(usdc)), undefined);
  });

  it('are one crowd where too many share a third of their digits', () => {
    const decoys = randomAddresses(12).map((each) => evm(`0xa0b86991c6218b36${each.slice(18)}`));
    assert.equal(knowing(...decoys).crowdOf(decoys[0]!)?.size, 12);
  });

  it('are compared with every anchor, in a crowd too', () => {
    const ends = (each: string): KnownAddress => evm(`0xc0fe${each.slice(6, 38)}b0a7`);
    const decoys = randomAddresses(3_000).map(ends);
    const [treasury, poison] = randomAddresses(2, 3).map(ends);
    const found = knowing(...decoys, poison!);
    drain(found.feed('the book', [treasury!], { areAnchors: true }));
    assert.ok(found.of(poison!).some(({ address }) => address === treasury!.address));
    drain(found.feed('the book', []));
    assert.ok(!found.of(poison!).some(({ address }) => address === treasury!.address));
  });

  it('are compared with an address that only later becomes an anchor of their crowd', () => {
    const ends = (each: string): KnownAddress => evm(`0x0000c0fe${each.slice(10, 38)}b0a7`);
    const decoys = randomAddresses(20).map(ends);
    const [treasury, poison] = randomAddresses(2, 3).map(ends);
    const found = knowing(...decoys, treasury!, poison!);
    assert.deepEqual(found.of(poison!), []);
    drain(found.feed('the book', [treasury!], { areAnchors: true }));
    assert.deepEqual(found.of(poison!), [{ ...treasury!, how: 'ends' }]);
  });

  it('differ in two digits behind a run of zeros that many contracts have', () => {
    const vanity = (each: string): KnownAddress => evm(`0x00000000000000${each.slice(16)}`);
    const series = randomAddresses(30).map(vanity);
    const known = series[4]!.address;
    const poison = evm(changed(known, 20, 35));
    const found = knowing(...series, poison);
    assert.deepEqual(found.of(poison), [{ ...evm(known), how: 'close' }]);
    assert.equal(found.crowdOf(poison), undefined);
  });

  it('are compared by the digits after a vanity prefix', () => {
    const [middle = ''] = randomAddresses(1);
    const known = `0x0000a0b8${middle.slice(10, 38)}eb48`;
    const poison = `0x0000a0b8${middle.slice(6, 34)}eb48`;
    assert.equal(knowing(evm(known)).of(evm(poison))[0]?.how, 'ends');
    // Without the zeros, it begins in another way.
    const short = `0xa0b8${middle.slice(6, 38)}eb48`;
    assert.deepEqual(knowing(evm(short)).of(evm(poison)), []);
    const plain = `0x1111${middle.slice(6, 38)}eb48`;
    const other = `0x1111${randomAddresses(1, 9)[0]!.slice(6, 38)}eb48`;
    assert.deepEqual(knowing(evm(plain)).of(evm(other)), []);
  });

  it('are of one family', () => {
    const one = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    const two = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj7t';
    const found = knowing({ address: one, family: 'tron' });
    assert.equal(found.of({ address: two, family: 'tron' })[0]?.how, 'close');
    // What all addresses of a family begin with tells nothing: here `bc1q`.
    const known = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    const bitcoin = knowing({ address: known, family: 'bitcoin' });
    const other = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mt4';
    assert.deepEqual(bitcoin.of({ address: other, family: 'bitcoin' }), []);
  });

  it('are forgotten with the last feed that knows them', () => {
    const found = knowing(evm(usdc));
    const poison = evm(changed(usdc, 20));
    drain(found.feed('the book', [evm(usdc), evm(usdc)]));
    drain(found.feed('a document', []));
    assert.equal(found.of(poison).length, 1);
    drain(found.feed('the book', []));
    assert.equal(found.of(poison).length, 0);
    drain(found.feed('the book', [evm(usdc)]));
    assert.equal(found.of(poison).length, 1);
  });

  it('take time in proportion to the addresses, hostile ones too', () => {
    const series = (count: number): KnownAddress[] =>
      randomAddresses(count).map((each) => evm(`0xa0b86991c6218b36${each.slice(18, 38)}eb48`));
    const timeOf = (addresses: readonly KnownAddress[]): number => {
      const began = process.threadCpuUsage();
      const found = knowing(...addresses);
      for (const each of addresses) found.of(each);
      const { user, system } = process.threadCpuUsage(began);
      return (user + system) / 1_000;
    };
    timeOf(series(1_000));
    const [few, many] = [timeOf(series(2_000)), timeOf(series(16_000))];
    assert.ok(many < few * 24 + 50, `${few} ms, then ${many} ms`);
  });

  it('are the same where only addresses with a common part are known', () => {
    const originals = randomAddresses(300);
    const spoofs = originals
      .slice(0, 40)
      .flatMap((address, at) => [
        changed(address, 5 + (at % 30)),
        changed(address, 3, 4 + (at % 37)),
        `${address.slice(0, 6)}${(originals[at + 100] ?? '').slice(6, 38)}${address.slice(38)}`,
      ])
      .map((address) => evm(address));
    const compared = [...spoofs, ...randomAddresses(340).slice(300).map(evm)];
    const all = [...originals.map(evm), ...spoofs];
    const common = new CommonParts(compared);
    const related = all.filter((known) => common.hasAnyOf(known));
    assert.ok(related.length < all.length, `${related.length} of ${all.length}`);
    const [full, few] = [knowing(...all), knowing(...related)];
    for (const each of compared) {
      assert.deepEqual(few.of(each), full.of(each));
      assert.deepEqual(few.crowdOf(each), full.crowdOf(each));
    }
    assert.ok(compared.some((each) => full.of(each).length > 0));
  });

  it('are silent among 20,000 random addresses', () => {
    const addresses = randomAddresses(20_000).map(evm);
    const found = knowing(...addresses);
    assert.equal(addresses.filter((each) => found.of(each).length > 0).length, 0);
  });
});

describe('the mark of a difference', () => {
  it('has in brackets what differs, without the capitals of checksums', () => {
    const other = toEip55(changed(usdc, 20));
    const marked = markedDifference(usdc, other);
    assert.deepEqual(
      marked.map((text) => text.replaceAll(/[[\]]/g, '')),
      [usdc.toLowerCase(), other.toLowerCase()],
    );
    assert.match(marked[0], /^0xa0b86991c6218b36c1\[d\]19/);
    const ends = `0xA0b8${'1'.repeat(32)}eB48`;
    assert.deepEqual(markedDifference(usdc, ends)[1], `0xa0b8[${'1'.repeat(32)}]eb48`);
    assert.deepEqual(markedDifference('abXXyz', 'abQyz'), ['ab[XX]yz', 'ab[Q]yz']);
    assert.deepEqual(markedDifference('aab', 'ab'), ['a[a]b', 'a[]b']);
  });
});
