import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  EarlierAddresses,
  fileStates,
  findNew,
  type Comparison,
  type JudgedInventory,
} from '../../../src/folder/compare.ts';
import { Inventory } from '../../../src/folder/inventory.ts';
import { drain } from '../../../src/book/drain.ts';
import type { Newness } from '../../../src/folder/judgments.ts';
import { isRevision } from '../../../src/git/revision.ts';
import { putFile } from '../../support/inventories.ts';

/** `a ethereum`, `a bsc?` (assumed), or `a` (undecided): an address on a network. */
function found(text: string) {
  const [canonical = '', name] = text.split(' ');
  const network = name?.replace('?', '') ?? null;
  const isAssumed = name?.endsWith('?') === true;
  return { canonical, family: 'evm', network, isAssumed } as const;
}

const place = { line: 0, column: 0, length: 42 };

/** The states of files follow from their names: `changed`, `unchanged`, or `outside`. */
function compared(
  files: Readonly<Record<string, readonly string[]>>,
  {
    earlier = [],
    listed = [],
    added = [],
    base = 'complete',
  }: {
    readonly earlier?: readonly string[];
    readonly listed?: readonly string[];
    readonly added?: readonly string[];
    readonly base?: Comparison['base'];
  } = {},
  others: readonly JudgedInventory[] = [],
) {
  const inventory = new Inventory();
  for (const [path, addresses] of Object.entries(files)) {
    const scanned = addresses.map((each) => ({ ...found(each), ...place }));
    putFile(inventory, 0, path, scanned);
  }
  const known = new EarlierAddresses();
  for (const each of earlier) known.add(found(each));
  const isAmong =
    (some: readonly string[]) =>
    (id: number): boolean =>
      some.includes(inventory.addresses.addressOf(id));
  const [isListed, isAdded] = [isAmong([...listed, ...added]), isAmong(added)];
  const judgments = { isUnlisted: (id: number) => !isListed(id), isAdded };
  const comparison: Comparison = {
    stateOf: (path) => path.split('/', 1)[0] as 'changed',
    earlier: known,
    base,
  };
  const { newness: all, waiting } = drain(
    findNew([{ inventory, judgments }, ...others], new Map([[0, comparison]])),
  );
  const { addresses } = inventory;
  const [newness = new Map<number, Newness>()] = all;
  const names = [...newness].map(
    ([id, newness]) => `${addresses.addressOf(id)} ${addresses.networkOf(id) ?? '-'} ${newness}`,
  );
  return { waiting, newness, names };
}

const newOnes = (...args: Parameters<typeof compared>): string[] => compared(...args).names;

describe('new addresses', () => {
  it('are unlisted, in a changed file, in no unchanged one, and in no base version', () => {
    const files = {
      'changed/1': ['a ethereum', 'b ethereum', 'c ethereum', 'd ethereum'],
      'unchanged/1': ['b ethereum', 'e ethereum'],
      'outside/1': ['a ethereum', 'f ethereum'],
    };
    const options = { earlier: ['c ethereum'], listed: ['d'] };
    assert.deepEqual(newOnes(files, options), ['a ethereum new']);
  });

  it('stay new if the change alone adds them to the address book', () => {
    const files = { 'changed/a.ts': ['a ethereum', 'b ethereum', 'c ethereum'] };
    assert.deepEqual(newOnes(files, { added: ['a'], listed: ['b'] }), [
      'a ethereum new',
      'c ethereum new',
    ]);
  });

  it('are compared by network, and by any where it is assumed or undecided', () => {
    const changed = { 'changed/1': ['a bsc', 'b bsc', 'c bsc?', 'd bsc?', 'e', 'f bsc', 'g bsc'] };
    const unchanged = { 'unchanged/1': ['a ethereum', 'b ethereum?', 'c ethereum'] };
    const earlier = ['d ethereum', 'e ethereum', 'f ethereum', 'g'];
    assert.deepEqual(newOnes({ ...changed, ...unchanged }, { earlier }), [
      'a bsc new',
      'f bsc new',
    ]);
  });

  it('are unknown if a base version could not be read, but for those that are known', () => {
    const files = { 'changed/1': ['a ethereum', 'b ethereum'], 'unchanged/1': ['b ethereum'] };
    assert.deepEqual(newOnes(files, { base: 'incomplete' }), ['a ethereum unknown']);
  });

  it('are looked for in slices', () => {
    const inventory = new Inventory();
    const many = Array.from({ length: 5_000 }, (_, index) => ({ ...found(`${index}`), ...place }));
    putFile(inventory, 0, 'changed/1', many);
    let sinceYield = 0;
    const isUnlisted = (): boolean => ++sinceYield > 0;
    const comparison: Comparison = {
      stateOf: () => 'changed',
      earlier: { has: () => ++sinceYield < 0 },
      base: 'complete',
    };
    const judged = { inventory, judgments: { isUnlisted, isAdded: () => false } };
    const steps = findNew([judged], new Map([[0, comparison]]));
    let most = 0;
    for (let step = steps.next(); step.done !== true; step = steps.next()) {
      most = Math.max(most, sinceYield);
      sinceYield = 0;
    }
    assert.ok(Math.max(most, sinceYield) <= 1_024, `${Math.max(most, sinceYield)}`);
  });

  it('are not those that were there where they are not looked up', () => {
    const inventory = new Inventory();
    putFile(inventory, 0, 'unchanged/1', [{ ...found('b ethereum'), ...place }]);
    const judgments = { isUnlisted: () => true, isAdded: () => false };
    const files = { 'changed/1': ['a ethereum', 'b ethereum'] };
    assert.deepEqual(newOnes(files, {}, [{ inventory, judgments }]), ['a ethereum new']);
  });

  it('wait for the base versions only if an address may be new', () => {
    const { waiting, newness } = compared({ 'changed/1': ['a ethereum'] }, { base: 'waiting' });
    assert.deepEqual([[...waiting], newness.size], [[0], 0]);
    const none = compared({ 'unchanged/1': ['a ethereum'] }, { base: 'waiting' });
    assert.equal(none.waiting.size, 0);
  });

  it('are in no folder without a comparison', () => {
    const inventory = new Inventory();
    putFile(inventory, 1, 'changed/1', [{ ...found('a ethereum'), ...place }]);
    const judgments = { isUnlisted: () => true, isAdded: () => false };
    const { newness } = drain(findNew([{ inventory, judgments }], new Map()));
    assert.deepEqual(newness, [new Map()]);
  });
});

describe('the state of a file', () => {
  it('is that of the innermost repository or submodule around it', () => {
    const places = new Map([
      ['', true],
      ['lib', false],
      ['lib/own', true],
    ]);
    const stateOf = fileStates(places, new Set(['a.ts', 'lib/a.ts', 'lib/own/a.ts']));
    assert.deepEqual(
      ['a.ts', 'b.ts', 'lib/a.ts', 'lib/own/a.ts', 'lib/own/b.ts', 'library.ts'].map(stateOf),
      ['changed', 'unchanged', 'outside', 'changed', 'unchanged', 'unchanged'],
    );
    assert.equal(fileStates(new Map([['lib', true]]), new Set())('a.ts'), 'outside');
  });

  it('is changed where Git does not track it, be it with all of its folder', () => {
    const places = new Map([
      ['', true],
      ['lib/own', true],
    ]);
    const stateOf = fileStates(places, new Set(), new Set(['a.ts', 'new/', 'lib/']));
    assert.deepEqual(
      ['a.ts', 'new/x/y.ts', 'newer/z.ts', 'lib/a.ts', 'lib/own/a.ts'].map(stateOf),
      ['changed', 'changed', 'unchanged', 'changed', 'unchanged'],
    );
    const all = fileStates(new Map([['', true]]), new Set(), new Set(['']));
    assert.equal(all('x/a.ts'), 'changed');
  });
});

describe('a revision from a setting', () => {
  it('is a name that Git allows, also with what follows one', () => {
    for (const text of ['main', 'origin/main', 'v1.0', 'HEAD', 'HEAD~3', 'a^', '@{1}', 'käse']) {
      assert.ok(isRevision(text), text);
    }
  });

  it('is never an option, a range, a path, a search, or what cannot be seen', () => {
    const options = ['-h', '--output=/tmp/x', '--upload-pack=x'];
    const others = [
      '',
      '^a',
      'a..b',
      'a...b',
      'HEAD:a',
      ':/a',
      'a b',
      'a\nb',
      'a\0',
      'a*',
      'a[',
      '.a',
    ];
    for (const text of [...options, ...others, 'a\u202Eb', 'a'.repeat(201)]) {
      assert.ok(!isRevision(text), JSON.stringify(text));
    }
  });
});
