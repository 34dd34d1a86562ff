import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Book } from '../../../src/book/book.ts';
import { factsOf, type Knowledge } from '../../../src/book/facts.ts';
import { drain } from '../../../src/book/drain.ts';
import { readList } from '../../../src/book/lists.ts';
import { nameFileKind, readNames, type NamedAddress } from '../../../src/book/nameFiles.ts';
import { NameIndex } from '../../../src/book/nameIndex.ts';
import { readBook } from '../../../src/book/readBook.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const key = usdc.toLowerCase();

function namesIn(path: string, text: string): NamedAddress[] {
  const kind = nameFileKind(path);
  assert.ok(kind, path);
  return drain(readNames(kind, path, text));
}

describe('the names in files of tools', () => {
  it('are those of a token list', () => {
    const token = { chainId: 137, address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 };
    const tokens = [
      token,
      { ...token, chainId: 99_999_999, name: undefined },
      { ...token, address: 'no' },
      ...[null, 7],
    ];
    assert.deepEqual(namesIn('x/our.tokenlist.json', JSON.stringify({ name: 'n', tokens })), [
      { key, name: 'USD Coin (USDC)', network: 'polygon' },
      { key, name: 'USDC', network: null },
    ]);
  });

  it('are those of a deployment', () => {
    const text = JSON.stringify({ address: usdc, abi: [{ name: 'x', inputs: [] }] });
    assert.deepEqual(namesIn('a/deployments/arbitrum/Vault.json', text), [
      { key, name: 'Vault', network: 'arbitrum' },
    ]);
    assert.deepEqual(namesIn('deployments/staging/Vault.json', text), [
      { key, name: 'Vault', network: null },
    ]);
  });

  it('are those of a run of Foundry', () => {
    const transactions = [
      { contractName: 'Vault', contractAddress: usdc, transactionType: 'CREATE' },
      { contractName: null, contractAddress: weth },
    ];
    const path = 'broadcast/Deploy.s.sol/8453/run-latest.json';
    assert.deepEqual(namesIn(path, JSON.stringify({ transactions, receipts: [] })), [
      { key, name: 'Vault', network: 'base' },
    ]);
  });

  it('are the labels of Foundry', () => {
    const text = [
      `vm.label(${usdc}, "USDC");`,
      `vm.label( address( ${weth} ) ,  "WETH (main)" );`,
      `vm.label(${usdc}, name); vm.label(vault, "Vault"); vm.label(${usdc}00, "No");`,
      'vm.label(',
    ].join('\n');
    assert.deepEqual(namesIn('test/Vault.t.sol', text), [
      { key, name: 'USDC' },
      { key: weth.toLowerCase(), name: 'WETH (main)' },
    ]);
  });

  it('are none in a file that is not as expected, however hostile', () => {
    for (const text of ['', '[', '[]', '{"tokens": 3}', '['.repeat(10_000), '{"address": {}}']) {
      for (const path of ['tokenlist.json', 'deployments/a/B.json', 'broadcast/a/1/run-1.json']) {
        assert.deepEqual(namesIn(path, text), []);
      }
    }
    assert.deepEqual(namesIn('a.sol', 'vm.label('.repeat(100_000)), []);
    for (const path of ['a.json', 'deployments/A.json', 'broadcast/a/run-1.json', 'a.ts']) {
      assert.equal(nameFileKind(path), undefined, path);
    }
  });

  it('are replaced file by file', () => {
    const index = new NameIndex();
    index.set('a.sol', [{ key, name: 'A' }]);
    index.set('b.sol', [{ key, name: 'B' }]);
    index.set('a.sol', [{ key, name: 'C' }]);
    const names = (): string[] => index.of(key).map(({ name }) => name);
    assert.deepEqual(names(), ['C', 'B'], 'in the order of paths, not of reading');
    index.delete('b.sol');
    assert.deepEqual(names(), ['C']);
    index.delete('a.sol');
    assert.deepEqual(names(), []);
  });
});

describe('what a folder says of an address', () => {
  const entry = { address: usdc, network: 'polygon', name: 'Ours' };
  const reading = drain(
    readBook(
      JSON.stringify({
        version: 1,
        addresses: [
          { ...entry, ignore: { reason: 'known' } },
          { ...entry, network: 'base', name: 'Theirs' },
        ],
      }),
    ),
  );
  assert.equal(reading.kind, 'book');
  const { book }: { readonly book: Book } = reading;
  const listOf = (kind: 'deny' | 'names', rows: string) => ({
    reference: { line: 0, path: 'a.csv', name: `Our ${kind} list`, kind },
    list: drain(readList(`address,name,network\n${rows}`, 'a.csv', kind)),
  });
  const knowledge: Knowledge = {
    entries: book.byAccount,
    lists: [
      listOf('deny', `${usdc.toLowerCase()},Thief,polygon`),
      listOf('names', `${usdc},Listed,`),
    ],
  };
  const askedOn = (network: string | undefined) =>
    factsOf(knowledge, { text: usdc, family: 'evm', network });

  it('is what is said for its network', () => {
    const { denials, entries, names: found } = askedOn('polygon');
    assert.deepEqual(denials, [{ list: 'Our deny list', path: 'a.csv', name: 'Thief' }]);
    assert.deepEqual(
      entries.map(({ network }) => network),
      ['polygon'],
    );
    assert.deepEqual(found, [
      { name: 'Ours', source: { kind: 'book' } },
      { name: 'Listed', source: { kind: 'list', name: 'Our names list' } },
    ]);
    assert.deepEqual(askedOn('bsc').entries, []);
  });

  it('is what is said for any network if that is a guess', () => {
    const { denials, entries } = askedOn(undefined);
    assert.equal(denials.length, 1);
    assert.deepEqual(
      entries.map(({ network }) => network),
      ['polygon', 'base'],
    );
  });

  it('has a deny-list hit on every network, and says which one is listed', () => {
    assert.deepEqual(askedOn('bsc').denials, [
      { list: 'Our deny list', path: 'a.csv', name: 'Thief', network: 'polygon' },
    ]);
  });

  it('has a deny-list hit whatever the book ignores', () => {
    assert.ok(askedOn('polygon').entries[0]?.ignore);
    assert.equal(askedOn('polygon').denials.length, 1);
  });
});
