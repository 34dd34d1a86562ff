/** Several coins have the same version bytes: what is near such an address decides whether it is of ours. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chainOf } from '../../../src/evidence/chainOf.ts';
import { readAddress } from '../../../src/scan/parse.ts';
import { scanText } from '../../../src/scan/scan.ts';

const doge = 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD';
const bitcoin = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const script = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
const testnet = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn';
const litecoin = 'MQMcJhpWHYVeQArcZR3sBgyPZxxRtnH441';

const cases: readonly (readonly [text: string, chain: string | null])[] = [
  [`const holder = "${doge}"`, 'dogecoin'],
  [`verge: "${doge}"`, null],
  [`const XVG_FOUNDATION = "${doge}";`, null],
  [`digibyte: {\n  label: "one",\n  address: "${doge}",\n}`, null],
  [`// PIVX\nconst holder = "${doge}";`, null],
  [`diverge: "${doge}"`, 'dogecoin'],
  [`digibyte: "x", dogecoin: "${doge}"`, 'dogecoin'],
  [`dogecoin: "x", digibyte: "${doge}"`, null],
  [`${doge} # DigiByte`, null],
  [`const holder = "${bitcoin}"`, 'bitcoin'],
  [`bitcoin cash: ${bitcoin}`, null],
  [`bchAddress: "${bitcoin}"`, null],
  [`BCH,${bitcoin}`, null],
  [`bitcoinCash: "x",\nbitcoin: "${bitcoin}"`, 'bitcoin'],
  [`// Bitcoin, not to be taken for another\nconst holder = "${script}"`, 'bitcoin'],
  [`monacoin: "${script}"`, null],
  [`ltc: "${script}"`, null],
  [`mona: "${litecoin}"`, null],
  [`qtum: "${litecoin}"`, null],
  [`ltc: "${litecoin}"`, 'litecoin'],
  [`const holder = "${testnet}"`, 'bitcoin-testnet'],
  [`bch: "${testnet}"`, null],
  // Its own kind of address, and its prefix, are certain.
  [`verge: "A7HRQk3GFCW2QasvdZxXuYj8kkQK5QrYLs"`, 'dogecoin'],
  [`bch: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"`, 'bitcoin'],
];

describe('an address with a version byte of several coins', () => {
  for (const [text, chain] of cases) {
    it(`${text}: ${chain ?? 'unknown'}`, () => {
      const [found] = scanText(text);
      assert.ok(found !== undefined);
      assert.equal(chainOf(text, found).chain, chain);
    });
  }

  it('is unknown because of a folder that another coin names', () => {
    const text = `"${doge}"`;
    const path = 'chains/digibyte/holders.json';
    assert.equal(chainOf(text, scanText(text)[0]!, { path }).chain, null);
  });

  it('as an argument has its usual network', () => {
    for (const [text, network] of [
      [bitcoin, 'bitcoin'],
      [testnet, 'bitcoin-testnet'],
      [doge, 'dogecoin'],
    ] as const) {
      const reading = readAddress(text);
      assert.equal(reading.ok && reading.address.network, network);
    }
  });

  it('keeps the network that the user selected', () => {
    const text = `verge: "${doge}"`;
    const reading = chainOf(text, scanText(text)[0]!, { selected: 'dogecoin' });
    assert.equal(reading.chain, 'dogecoin');
  });
});

describe('a prefix of Cosmos in the registry', () => {
  it('names its network, whatever is near', () => {
    const text = 'osmosis: "wasm1pzf2wlat97n7rykrk7e8g8nxste6hde0r8jqsy"';
    assert.equal(chainOf(text, scanText(text)[0]!).chain, 'cosmwasmtestnet');
  });

  it('names none if several networks share it, and no word near can', () => {
    for (const head of ['', 'osmosis: ', '// cosmoshub\n']) {
      const text = `${head}"air1qyyq79says4nyw2qga892hrrdfchsluxjqgmul"`;
      const reading = chainOf(text, scanText(text)[0]!, { assumed: 'ethereum' });
      assert.deepEqual([reading.chain, reading.reason], [null, 'unknown']);
    }
  });
});
