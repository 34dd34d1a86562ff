import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { imitated } from '../../../src/book/lookAlikeParts.ts';

const of = (address: string) => imitated({ address, family: 'evm' });

describe('an address that looks like a known one', () => {
  it('has its first and last four digits, in any letter case', () => {
    const fake = '0xa0b8f3e1c2d4a5968778695a4b3c2d1e0f91eb48';
    for (const spelled of [fake, `0x${fake.slice(2).toUpperCase()}`]) {
      const found = of(spelled);
      assert.deepEqual(
        [found?.name, found?.short, found?.source],
        ['USDC', '0xa0b8…eb48', 'Uniswap’s token list'],
      );
    }
  });

  it('is not the known one, nor another known one, nor one that shares one end', () => {
    for (const address of [
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      '0xa0b8f3e1c2d4a5968778695a4b3c2d1e0f91eb49',
      '0xa0b9f3e1c2d4a5968778695a4b3c2d1e0f91eb48',
    ]) {
      assert.equal(of(address), undefined, address);
    }
  });

  it('is none that was made so that it begins with zeros, or that someone counted', () => {
    // Permit2’s first and last digits, and a predeploy’s.
    assert.equal(of('0x0000f3e1c2d4a5968778695a4b3c2d1e0f918ba3'), undefined);
    assert.equal(of('0x4200000000000000000000000000000000010006'), undefined);
  });

  it('is of EVM: other families are compared with the addresses of a project alone', () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    assert.equal(imitated({ address: mint, family: 'solana' }), undefined);
  });
});
