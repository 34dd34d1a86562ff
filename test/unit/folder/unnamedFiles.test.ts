import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pathPattern } from '../../../src/book/paths.ts';
import { Inventory } from '../../../src/folder/inventory.ts';
import { patternsFor } from '../../../src/folder/unnamedFiles.ts';
import { putFile, scanWith } from '../../support/inventories.ts';

type State = 'assumed' | 'named' | 'both';

const patternsOf = (files: Readonly<Record<string, State>>): string[] =>
  patternsFor(
    Object.entries(files).map(([path, state]) => ({
      path,
      hasAssumed: state !== 'named',
      hasNamed: state !== 'assumed',
    })),
  );

describe('the files whose addresses name no network', () => {
  it('are the largest folders in which no file names one', () => {
    const files = { 'src/a/b/1.sol': 'assumed', 'src/a/2.sol': 'assumed' } as const;
    assert.deepEqual(patternsOf(files), ['src/**']);
    assert.deepEqual(patternsOf({ ...files, 'src/config.json': 'named' }), ['src/a/**']);
    assert.deepEqual(patternsOf({ ...files, 'src/a/3.sol': 'named' }), [
      'src/a/2.sol',
      'src/a/b/**',
    ]);
  });

  it('have patterns that match them, and no file that names a network', () => {
    const files = {
      'src/[id]/x.sol': 'assumed',
      'top.sol': 'assumed',
      'a[1]/x.sol': 'assumed',
      'top?.sol': 'assumed',
      'a1/x.sol': 'named',
      'topa.sol': 'named',
      'mixed.sol': 'both',
    } as const;
    const patterns = patternsOf(files);
    assert.deepEqual(patterns, ['src/**', 'top.sol']);
    for (const path of ['src/[id]/x.sol', 'top.sol', 'a1/x.sol', 'topa.sol', 'mixed.sol']) {
      const isMatched = patterns.some((each) => pathPattern(each)?.(path) === true);
      assert.equal(isMatched, files[path as keyof typeof files] === 'assumed', path);
    }
  });

  it('are not named where that takes more than twenty patterns', () => {
    const many = (count: number): Record<string, State> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.sol`, 'assumed']));
    assert.equal(patternsOf(many(20)).length, 20);
    assert.deepEqual(patternsOf(many(21)), []);
  });

  it('are those of one folder of the workspace, with EVM addresses', () => {
    const inventory = new Inventory();
    const put = (folder: number, path: string, text: string): void => {
      const { addresses } = scanWith(text, { path, networks: [] }, () => ({ assumed: 'ethereum' }));
      putFile(inventory, folder, path, addresses);
    };
    const vault = '0x59B89664Ba2A1322CDa09cD9e812844E236FcBFc';
    put(0, 'src/a.sol', `address v = ${vault};`);
    put(0, 'src/b.sol', '"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"');
    put(0, 'lib/c.sol', `address v = ${vault}; // on Base`);
    put(1, 'other/d.sol', `address v = ${vault};`);
    assert.deepEqual(patternsFor(inventory.fileNetworks(0)), ['src/**']);
  });
});
