/** Facts from published lists, read from the table in the package. */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, it } from 'node:test';
import { keyOf } from '../../../src/known/key.ts';
import { knownAddress, knownNetwork, tokenElsewhere } from '../../../src/known/known.ts';
import {
  agreedToken,
  decoded,
  encoded,
  nameAt,
  rowAt,
  table,
  type WrittenRow,
} from '../../../src/known/table.ts';
import { networkNamed } from '../../../src/networks/networks.ts';
import { readAddress } from '../../../src/scan/parse.ts';

const file = join(import.meta.dirname, '../../../src/known/known.bin');
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

describe('a known address', () => {
  it('has its name, its network, and the source of the name, in any spelling', () => {
    for (const spelling of [usdc, usdc.toLowerCase()]) {
      assert.deepEqual(knownAddress('evm', spelling), {
        ...{ networks: ['ethereum'], name: 'USDC', kind: 'token' },
        source: 'Uniswap’s token list',
      });
    }
    assert.deepEqual(knownNetwork('evm', usdc), { network: 'ethereum', isAgreed: true });
  });

  it('names no network for the first accounts, where each network has code of its own', () => {
    for (const digits of ['0802', '1010']) {
      const precompile = `0x${digits.padStart(40, '0')}`;
      assert.notEqual(knownAddress('evm', precompile), undefined, digits);
      assert.equal(knownNetwork('evm', precompile), undefined, digits);
    }
  });

  it('has neither the accounts of test networks nor the contracts that these deploy first', () => {
    for (const address of [
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x5FbDB2315678afecb367f032d93F642f64180aa3',
      '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
    ]) {
      assert.equal(knownAddress('evm', address), undefined, address);
    }
  });

  it('has each digit of an agreed token, also those that its key leaves out', () => {
    const maker = '0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2';
    assert.deepEqual(knownNetwork('evm', maker), { network: 'ethereum', isAgreed: true });
    for (let at = 2; at < maker.length; at++) {
      const other = maker.charAt(at) === '6' ? '7' : '6';
      const typo = maker.slice(0, at) + other + maker.slice(at + 1);
      assert.equal(knownAddress('evm', typo), undefined, typo);
      assert.equal(knownNetwork('evm', typo), undefined, typo);
      assert.equal(tokenElsewhere(typo, 'base'), undefined, typo);
    }
  });

  it('is of any family', () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    assert.equal(knownAddress('solana', mint)?.name, 'USDC');
    assert.equal(knownNetwork('solana', mint)?.network, 'solana');
  });

  it('has the name that its issuer gives, and none that one list alone gives a trusted symbol', () => {
    for (const [family, address] of [
      ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
      ['ton', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
    ] as const) {
      const read = readAddress(address, family);
      assert.ok(read.ok);
      const { canonical } = read.address;
      const known = knownAddress(family, canonical);
      assert.equal(known?.name, 'USDT');
      assert.equal(known.source, 'https://tether.to/en/supported-protocols');
      assert.deepEqual(knownNetwork(family, canonical), { network: family, isAgreed: true });
    }
    const listedOnce = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
    assert.deepEqual(knownNetwork('tron', listedOnce), { network: 'tron', isAgreed: false });
    assert.equal(knownAddress('tron', listedOnce)?.name, '');
  });

  it('has the contracts that code calls most, which no package lists', () => {
    const router = knownAddress('evm', '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D');
    assert.deepEqual([router?.name, router?.networks], ['UniswapV2Router02', ['ethereum']]);
  });

  it('is found by all of its digits, so that a typo has no name', () => {
    const at = (digit: number): string =>
      usdc.slice(0, digit) + (usdc[digit] === '1' ? '2' : '1') + usdc.slice(digit + 1);
    for (const digit of [2, 15, 20, 36, 41])
      assert.equal(knownAddress('evm', at(digit)), undefined);
    assert.equal(knownAddress('solana', usdc), undefined);
  });

  it('says nothing of its network if it is the same on many', () => {
    for (const address of [
      '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      '0xcA11bde05977b3631167028862bE2a173976CA11',
      '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
    ]) {
      assert.equal(knownNetwork('evm', address), undefined);
      assert.equal(knownAddress('evm', address)?.kind, 'system');
    }
    // The lists have it on one network, and any other can have a contract at such an address.
    const precompile = '0x0000000000000000000000000000000000000064';
    assert.deepEqual(
      [knownAddress('evm', precompile)?.name, knownNetwork('evm', precompile)],
      ['ArbSys', undefined],
    );
  });
});

describe('the table of known addresses', () => {
  const all = table();

  it('has at least 20,000 addresses of networks that we name, on most exactly one', () => {
    assert.ok(all.rows >= 20_000, `${all.rows}`);
    assert.deepEqual(
      all.networks.filter((name) => networkNamed(name) === undefined),
      [],
    );
    const families = new Set(all.networks.map((name) => networkNamed(name)?.family));
    for (const family of ['evm', 'solana', 'tron', 'ton'] as const) assert.ok(families.has(family));
  });

  it('takes at most 320 KiB in a package', () => {
    assert.ok(deflateRawSync(readFileSync(file), { level: 9 }).length <= 320 * 1024);
    assert.ok(statSync(file).size < 600 * 1024);
  });

  it('gives trusted symbols to no imitation: on a network, one account has each', () => {
    const holders = new Map<string, number>();
    for (let row = 0; row < all.rows; row++) {
      const name = nameAt(all, (all.namesLow[row] ?? 0) | ((all.namesHigh[row] ?? 0) << 8));
      const set = all.sets[(all.setsLow[row] ?? 0) | ((all.setsHigh[row] ?? 0) << 8)] ?? [];
      if (!['USDC', 'USDT', 'WETH'].includes(name.toUpperCase())) continue;
      for (const network of set) {
        const key = `${name.toUpperCase()} ${all.networks[network] ?? ''}`;
        holders.set(key, (holders.get(key) ?? 0) + 1);
      }
    }
    for (const symbol of ['USDC ethereum', 'USDT ethereum', 'WETH ethereum', 'USDC base'])
      assert.equal(holders.get(symbol), 1, symbol);
    assert.deepEqual(
      [...holders].filter(([, count]) => count > 2),
      [],
    );
  });

  it('is sorted, so that each key is found among those with its first two bytes', () => {
    assert.equal(rowAt(all, 0xffff) + (all.counts[0xffff] ?? 0), all.rows);
    assert.equal(all.rests.length, all.rows * 8);
  });

  it('names each source: a page, or a package with its version and its license', () => {
    for (const { title, package: name, version, license } of all.sources) {
      assert.equal(/^https:\/\/\S+$/.test(title), name === '', title);
      if (name === '') continue;
      assert.match(version, /^\d+\.\d+\.\d+$/, name);
      assert.match(license, /^(?:MIT|ISC|Apache(?:-2\.0)?|GPL-3\.0-(?:only|or-later))$/, name);
    }
    assert.match(all.date, /^\d{4}-\d{2}-\d{2}$/);
  });
});

it('a table with more sources than its rows can name is not written', () => {
  const source = { title: 'a', package: 'a', version: '1.0.0', license: 'MIT' };
  const head = { date: '2026-01-02', networks: [], sets: [[]] };
  const write = (count: number): Buffer =>
    encoded({ ...head, sources: Array.from({ length: count }, () => source) }, [''], []);
  assert.ok(write(64).length > 0);
  assert.throws(() => write(65), /too many sources/);
});

it('a table is read as it was written', () => {
  const row = (address: string, more: Partial<WrittenRow>): WrittenRow => ({
    ...{ key: keyOf('evm', address), set: 0, name: 0, kind: 'contract', source: 0 },
    ...{ isAgreed: false, ...more },
  });
  const other = `0x${'f'.repeat(39)}0`;
  const bytes = encoded(
    {
      date: '2026-01-02',
      sources: [{ title: 'a', package: 'a', version: '1.0.0', license: 'MIT' }],
      networks: ['ethereum'],
      sets: [[], [0]],
    },
    ['', 'Näme'],
    [
      row(other, { set: 300, name: 1, kind: 'system', source: 3 }),
      row(usdc, { kind: 'token', isAgreed: true }),
    ],
  );
  const read = decoded(bytes);
  assert.equal(read.rows, 2);
  assert.equal(rowAt(read, 0xa0b8), 0);
  assert.equal(rowAt(read, 0xffff), 1);
  assert.equal((read.setsLow[1] ?? 0) | ((read.setsHigh[1] ?? 0) << 8), 300);
  assert.deepEqual([...read.namesLow], [0, 1]);
  assert.deepEqual([nameAt(read, 0), nameAt(read, 1)], ['', 'Näme']);
  assert.deepEqual([...read.origins], [agreedToken, 2 | (3 << 2)]);
});
