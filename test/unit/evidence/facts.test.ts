/** What is known of an address names its network where the text says less. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { chainOf, type ChainContext } from '../../../src/evidence/chainOf.ts';
import { isPayable, type ChainReading } from '../../../src/evidence/reasons.ts';
import { chainReasonText } from '../../../src/messages/networks.ts';
import { scanText } from '../../../src/scan/scan.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const onBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const unknown = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
const precompile = `0x${'0'.repeat(36)}1010`;
const optimismWeth = `0x42${'0'.repeat(37)}6`;
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

/** The reading of the first address of a text that begins so. */
function readingIn(text: string, start: string, context: ChainContext = {}): ChainReading {
  const { path = 'a.sol' } = context;
  const found = scanText(text, { path }).find((one) => one.text.startsWith(start));
  assert.ok(found, text);
  return chainOf(text, found, { hasFacts: true, ...context, path, assumed: 'polygon' });
}

describe('a known address', () => {
  it('is on its one network, which a hover pays for', () => {
    const reading = readingIn(`address a = ${usdc};`, usdc);
    assert.deepEqual([reading.chain, reading.reason], ['ethereum', 'known']);
    assert.equal(isPayable(reading), true);
    assert.equal(chainReasonText(reading), 'known on Ethereum');
  });

  it('yields to structure, to exact evidence, and to its own line', () => {
    const texts = [
      [`const a = { polygon: "${usdc}", base: "" }`, 'polygon', 'key'],
      [`{ chainId: 137, a: "${usdc}" }`, 'polygon', 'chainId'],
      [`address USDC_POLYGON = ${usdc};`, 'polygon', 'name'],
      [`address a = ${usdc}; // on Polygon`, 'polygon', 'comment'],
    ] as const;
    for (const [text, chain, reason] of texts) {
      const reading = readingIn(text, usdc);
      assert.deepEqual([reading.chain, reading.reason], [chain, reason], text);
    }
  });

  it('counts more than words that are farther off', () => {
    const path = 'src/polygonAddresses.sol';
    assert.equal(readingIn(`address a = ${usdc};`, usdc, { path }).reason, 'known');
    const alone = { path, hasFacts: false };
    assert.equal(readingIn(`address a = ${usdc};`, usdc, alone).chain, 'polygon');
  });

  it('says nothing if it is the same on many networks', () => {
    assert.equal(readingIn(`address a = ${permit2};`, permit2).reason, 'assumed');
  });
});

it('a known address keeps the network that its own text in a string names', () => {
  const text = `{ "about": "USDC on Polygon is ${usdc} today." }`;
  assert.equal(readingIn(text, usdc, { path: 'a.json' }).chain, 'polygon');
});

describe('an address beside known ones', () => {
  it('is on their network if at least two are on one, and none on another', () => {
    const two = `a = ${usdc}; b = ${weth};\nc = ${unknown};`;
    const reading = readingIn(two, unknown);
    assert.deepEqual([reading.chain, reading.reason], ['ethereum', 'neighbors']);
    assert.equal(chainReasonText(reading), 'beside known addresses of Ethereum: USDC, WETH');
    const one = `a = ${usdc}; b = ${usdc.toLowerCase()};\nc = ${unknown};`;
    assert.equal(readingIn(one, unknown).reason, 'assumed');
    // As in a report of a check, which lists what has no network beside what has one.
    for (const said of [
      '"network":\n null',
      '"network":null',
      'Its network is unknown.',
      '（网络未知）',
    ]) {
      assert.equal(readingIn(`${two}\n${said}`, unknown).reason, 'assumed', said);
    }
    // A token of Base, a precompile of Polygon, and what chains of Optimism's kind have there.
    for (const other of [onBase, precompile, optimismWeth]) {
      const mixed = `a = ${usdc}; b = ${weth}; d = ${other};\nc = ${unknown};`;
      assert.equal(readingIn(mixed, unknown).reason, 'assumed', other);
    }
    const everywhere = `a = ${usdc}; b = ${weth}; d = ${permit2};\nc = ${unknown};`;
    assert.equal(readingIn(everywhere, unknown).reason, 'neighbors');
  });

  it('is none if a network has chosen it, or it is a constant', () => {
    for (const chosen of [`0x4200${'0'.repeat(34)}01`, `0x1111${'0'.repeat(32)}1111`]) {
      const text = `a = ${usdc};\nb = ${weth};\nc = ${chosen};`;
      assert.equal(readingIn(text, chosen).reason, 'assumed', chosen);
    }
  });

  it('keeps what its line, a comment, or the path says', () => {
    const two = `a = ${usdc};\nb = ${weth};\n`;
    assert.equal(readingIn(`${two}// Arbitrum\nc = ${unknown};`, unknown).chain, 'arbitrum');
    const path = 'src/polygonAddresses.sol';
    assert.equal(readingIn(`${two}c = ${unknown};`, unknown, { path }).chain, 'polygon');
  });

  it('is none in a list of thousands, which would hold up a hover', () => {
    const list = Array.from(
      { length: 6_000 },
      (_, at) => `0x${(at + 1e9).toString(16).padStart(40, '7')}`,
    );
    const text = [usdc, weth, ...list, unknown].join('\n');
    assert.equal(readingIn(text, unknown).reason, 'assumed');
  });

  it('is none if it is the same on many networks', () => {
    const text = `a = ${usdc};\nb = ${weth};\nc = ${permit2};`;
    assert.equal(readingIn(text, permit2).reason, 'assumed');
  });
});

describe('an address with an entry in the address book', () => {
  it('is on the network of the entry, which counts more than published lists', () => {
    for (const address of [unknown, usdc]) {
      const reading = readingIn(`a = ${address};`, address, { listed: 'celo' });
      assert.deepEqual([reading.chain, reading.reason], ['celo', 'entry']);
      assert.equal(isPayable(reading), true);
    }
  });

  it('yields to what the code says, and to a selection', () => {
    for (const text of [`{ chainId: 137, a: "${unknown}" }`, `a = ${unknown}; // on Polygon`]) {
      assert.equal(readingIn(text, unknown, { listed: 'celo' }).chain, 'polygon');
    }
    const selected = readingIn(`a = ${unknown};`, unknown, { listed: 'celo', selected: 'base' });
    assert.equal(selected.chain, 'base');
  });

  it('has no network of another family', () => {
    assert.equal(readingIn(`a = ${unknown};`, unknown, { listed: 'solana' }).reason, 'assumed');
  });
});

describe('an address that other files name one network for', () => {
  const elsewhere = { network: 'polygon', path: 'deployments/polygon/Vault.json' };

  it('is on it where its own text names none, before any default', () => {
    const reading = readingIn(`a = ${unknown};`, unknown, { elsewhere, alwaysAssumed: 'base' });
    assert.deepEqual([reading.chain, reading.reason], ['polygon', 'elsewhere']);
    assert.equal(chainReasonText(reading), 'Polygon in deployments/polygon/Vault.json');
  });

  it('keeps what its text, its entry, published lists, and the user say', () => {
    const texts = [
      [`a = ${unknown}; // on Base`, unknown, {}, 'base'],
      [`a = ${unknown}; // on Base or Celo`, unknown, {}, null],
      [`a = ${unknown};`, unknown, { listed: 'celo' }, 'celo'],
      [`a = ${unknown};`, unknown, { selected: 'bsc' }, 'bsc'],
      [`a = ${usdc};`, usdc, {}, 'ethereum'],
      [`a = ${usdc}; b = ${weth};\nc = ${unknown};`, unknown, {}, 'ethereum'],
    ] as const;
    for (const [text, address, context, chain] of texts) {
      assert.equal(readingIn(text, address, { ...context, elsewhere }).chain, chain, text);
    }
  });

  it('is on no network of another family', () => {
    const solana = { network: 'solana', path: 'a' };
    const reading = readingIn(`a = ${unknown};`, unknown, { elsewhere: solana });
    assert.equal(reading.reason, 'assumed');
  });
});

it('a hover over USDC in the example of the README pays, and says why', () => {
  const path = 'examples/Treasury.sol';
  const text = readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
  const reading = readingIn(text, usdc, { path });
  assert.deepEqual([reading.chain, reading.reason], ['ethereum', 'known']);
  assert.equal(isPayable(reading), true);
  assert.equal(readingIn(text, '0xd90e2f', { path }).reason, 'neighbors');
});
