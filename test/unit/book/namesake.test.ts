import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BookEntry } from '../../../src/book/book.ts';
import { namedEntries, namesakeOf } from '../../../src/book/namesake.ts';
import { generatedAddresses } from '../../support/generatedAddresses.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const usdcOnPolygon = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359';
const [vault = '', other = ''] = generatedAddresses(60, 2);
const entries: readonly BookEntry[] = [
  { address: vault, network: 'base', name: 'Vault', line: 0 },
  { address: usdc, network: 'ethereum', line: 1 },
];

function shown(text: string, network: string | undefined, name: string): string | undefined {
  const found = namesakeOf({ text, family: 'evm', network, name }, namedEntries(entries));
  return (
    found && `${found.isInBook ? 'book' : 'lists'}: ${found.name} ${found.address.toLowerCase()}`
  );
}

describe('a name that the code gives to another address', () => {
  it('is the one that the address book has, on this network', () => {
    const expected = `book: Vault ${vault.toLowerCase()}`;
    assert.equal(shown(other, 'base', 'VAULT'), expected);
    assert.equal(shown(other, undefined, 'vault'), expected);
    assert.equal(shown(other, 'polygon', 'vault'), undefined);
  });

  it('is that of a token whose symbol a list of tokens puts behind its name', () => {
    const stranger = `0x${'12'.repeat(20)}`;
    for (const name of ['USD Coin (USDC)', 'USDC (USDC)', 'USDC (Circle)']) {
      const found = namesakeOf(
        { text: stranger, family: 'evm', network: 'ethereum', name },
        new Map(),
      );
      assert.equal(found?.name, 'USDC', name);
    }
    const own = { text: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', name: 'USD Coin (USDC)' };
    assert.equal(namesakeOf({ ...own, family: 'evm', network: 'ethereum' }, new Map()), undefined);
  });

  it('is the token that several lists agree on, on this network', () => {
    assert.equal(shown(other, 'ethereum', 'usdc'), `lists: USDC ${usdc.toLowerCase()}`);
    assert.equal(shown(other, 'polygon', 'Usdc'), `lists: USDC ${usdcOnPolygon.toLowerCase()}`);
    assert.equal(shown(other, undefined, 'usdc'), undefined);
    assert.equal(shown(other, 'ethereum', 'noSuchToken'), undefined);
  });

  it('is no word for any value of a kind, unless the address book has it', () => {
    for (const name of ['token', 'TOKEN', 'asset', 'Safe', 'swap', 'index', 'Tether (token)']) {
      assert.equal(shown(other, 'ethereum', name), undefined, name);
    }
    assert.notEqual(shown(other, 'base', 'vault'), undefined);
  });

  it('is none where this address has it, too, in any spelling', () => {
    assert.equal(shown(vault.toLowerCase(), 'base', 'vault'), undefined);
    assert.equal(shown(usdc.toLowerCase(), 'ethereum', 'usdc'), undefined);
  });
});
