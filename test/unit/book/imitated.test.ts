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

  it('has seven of them, if several lists agree on the token', () => {
    // Of a published poisoning, three and four; the other way round; and one too few.
    for (const [address, name] of [
      ['0xa0bf3fe1c2d4a5968778695a4b3c2d1e0f91eb48', 'USDC'],
      ['0xa0b8f3e1c2d4a5968778695a4b3c2d1e0f91db48', 'USDC'],
      ['0xa0bf3fe1c2d4a5968778695a4b3c2d1e0f91db48', undefined],
      // Three and four of a price feed of Chainlink, 0x3169…d08f, which is no token.
      ['0x316c0b5cd67aa7c2da7a576d3724e3763981d08f', undefined],
    ] as const) {
      assert.equal(of(address)?.name, name, address);
    }
    assert.equal(of('0xa0bf3fe1c2d4a5968778695a4b3c2d1e0f91eb48')?.short, '0xa0b8…eb48');
  });

  it('is no contract whose deployer chose the digits of its token', () => {
    for (const address of [
      '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      '0x1F98415757620B543A52E61c46B32eB19261F984',
    ]) {
      assert.equal(of(address), undefined, address);
    }
  });

  it('is not the known one, nor another known one, nor one that shares one end', () => {
    for (const address of [
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      '0xa0b8f3e1c2d4a5968778695a4b3c2d1e0f91eb49',
      '0xa1b8f3e1c2d4a5968778695a4b3c2d1e0f91eb48',
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
