import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EarlierAddresses, mayShareNetwork, fileStates } from '../../../src/folder/compare.ts';
import { filterText, matcherOf, type Filter } from '../../../src/report/addresses/filter.ts';
import {
  groupAddresses,
  groupName,
  type Grouping,
  type GroupingOptions,
} from '../../../src/report/addresses/groups.ts';
import { Inventory } from '../../../src/folder/inventory.ts';
import { Judgments, type Newness } from '../../../src/folder/judgments.ts';
import type { ScoreLevel } from '../../../src/report/rowScore.ts';
import { putFile } from '../../support/inventories.ts';

const received = { state: 'value', owner: 'subject', isFresh: true, receivedAt: 1 } as const;

const level = (rank: number): ScoreLevel => {
  const name = `Level ${rank}`;
  return { name, rank, grade: 0, isAbove: false };
};
const denial = { list: 'Deny', path: 'deny.csv' };
const addressOf = (index: number): string => `0x${String(index).padStart(40, '0')}`;
const place = { isAssumed: false, line: 0, column: 0, length: 42 };
const facts = {
  ...{ denial: undefined, isUnlisted: false, isAdded: false },
  ...{ name: undefined, looksLike: undefined },
};

it('what is known of an address goes when it is no longer so', () => {
  const judgments = new Judgments();
  judgments.setFacts(3, { ...facts, name: 'Treasury', looksLike: 'USDC', denial });
  assert.deepEqual([judgments.nameOf(3), judgments.looksLike(3)], ['Treasury', 'USDC']);
  judgments.setFacts(3, facts);
  assert.deepEqual(
    [judgments.nameOf(3), judgments.looksLike(3), judgments.isDenied(3)],
    [undefined, undefined, false],
  );
});

function end<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Puts addresses on networks, each in a file of its own; they get the numbers from 0. */
function inventoryOf(...networks: readonly (string | null)[]): Inventory {
  const inventory = new Inventory();
  networks.forEach((network, index) => {
    const found = { canonical: addressOf(index), family: 'evm', network } as const;
    putFile(inventory, 0, `${index}.ts`, [{ ...found, ...place }]);
  });
  return inventory;
}

const group = (
  inventory: Inventory,
  judgments: Judgments,
  options: Partial<GroupingOptions> = {},
): Grouping =>
  end(
    groupAddresses(inventory, judgments, {
      ...{ by: 'status', matches: () => true, alarmingRank: undefined, maxRows: 10 },
      ...options,
    }),
  );

const names = ({ groups }: Grouping): unknown[] =>
  groups.map(({ kind, ids }) => [groupName(kind), ids]);

describe('groups', () => {
  it('by status have new addresses behind denied ones, and alarm for both', () => {
    const inventory = inventoryOf('base', 'base', 'base', 'base');
    const judgments = new Judgments();
    for (const id of [0, 1, 2]) {
      judgments.setFacts(id, { ...facts, isUnlisted: true, denial: id === 2 ? denial : undefined });
    }
    judgments.setNewness(
      new Map([
        [1, 'new'],
        [2, 'new'],
        [3, 'unknown'],
      ]),
    );
    const grouping = group(inventory, judgments);
    assert.deepEqual(names(grouping), [
      ['denied', [2]],
      ['new', [1]],
      ['unlisted', [0]],
      ['notScored', [3]],
    ]);
    assert.deepEqual([grouping.total, grouping.alarming], [4, 2]);
  });

  it('alarm at the rank and above it', () => {
    const judgments = new Judgments();
    [0, 1, 2].forEach((rank) => {
      judgments.setScore(rank, { digits: null, ...received, level: level(rank) });
    });
    judgments.setScore(3, { digits: null, ...received, level: null });
    const inventory = inventoryOf('base', 'base', 'base', 'base', 'base');
    const alarming = (alarmingRank: number | undefined): number =>
      group(inventory, judgments, { alarmingRank }).alarming;
    assert.deepEqual([0, 1, 2, 3, undefined].map(alarming), [3, 2, 1, 0, 0]);
    assert.deepEqual(names(group(inventory, judgments, { by: 'level' })), [
      ['level 2', [2]],
      ['level 1', [1]],
      ['level 0', [0]],
      ['scored', [3]],
      ['notScored', [4]],
    ]);
  });

  it('by network have the frequent ones first, then those by name, and undecided ones last', () => {
    const inventory = inventoryOf(null, null, null, 'bsc', 'base', 'celo', 'celo');
    assert.deepEqual(names(group(inventory, new Judgments(), { by: 'network' })), [
      ['network celo', [5, 6]],
      ['network base', [4]],
      ['network bsc', [3]],
      ['network ', [0, 1, 2]],
    ]);
  });

  it('by file are in the order of folders and paths', () => {
    const inventory = new Inventory();
    const found = { canonical: addressOf(1), family: 'evm', network: 'base', ...place } as const;
    for (const [folder, path] of [
      [1, 'a'],
      [0, 'c'],
      [0, 'a/z'],
      [0, 'b'],
    ] as const) {
      const other = { ...found, canonical: addressOf(2) };
      putFile(inventory, folder, path, path === 'c' ? [found, other] : [found]);
    }
    assert.deepEqual(
      group(inventory, new Judgments(), { by: 'file' }).groups.map(({ kind }) => groupName(kind)),
      ['file 0 a/z', 'file 0 b', 'file 0 c', 'file 1 a'],
    );
  });

  it('have rows by severity, then how often they are there, then by address', () => {
    const inventory = inventoryOf('base', 'base', 'base', 'base', 'base', 'base');
    const onOther = { canonical: addressOf(4), family: 'evm', network: 'bsc', ...place } as const;
    putFile(inventory, 0, 'other.ts', [onOther]);
    putFile(inventory, 0, 'again.ts', [
      { ...onOther, canonical: addressOf(5), network: 'base' },
      { ...onOther, canonical: addressOf(0), network: 'base' },
    ]);
    const judgments = new Judgments();
    const unlisted = { ...facts, isUnlisted: true };
    for (const id of inventory.addresses.ids()) judgments.setFacts(id, unlisted);
    judgments.setScore(2, { digits: null, ...received, level: null });
    judgments.setScore(3, { digits: null, ...received, level: level(0) });
    assert.deepEqual(names(group(inventory, judgments)), [['unlisted', [3, 2, 0, 5, 1, 4, 6]]]);
  });

  it('come in steps', () => {
    const inventory = new Inventory();
    const found = Array.from({ length: 1_100 }, (_, index) => {
      return { canonical: addressOf(index), family: 'evm', network: 'base', ...place } as const;
    });
    putFile(inventory, 0, 'a', found);
    const options = { matches: () => true, alarmingRank: undefined, maxRows: 1 };
    const stepsOf = (by: 'status' | 'file'): number => {
      const steps = groupAddresses(inventory, new Judgments(), { by, ...options });
      let count = 0;
      while (steps.next().done !== true) count++;
      return count;
    };
    assert.deepEqual([stepsOf('status'), stepsOf('file')], [2, 3]);
  });
});

describe('a filter of rows', () => {
  it('looks in names of the book, and in all those of the code', () => {
    const inventory = inventoryOf('base', 'base', 'base');
    const judgments = new Judgments();
    judgments.setFacts(0, { ...facts, name: 'Treasury' });
    judgments.setNewness(new Map([[1, 'new']]));
    const codeNamesOf = (id: number) => (id < 2 ? [{ name: 'to' }, { name: 'VAULT' }] : []);
    const idsOf = (filter: Filter): number[] =>
      [0, 1, 2].filter(matcherOf(filter, inventory.addresses, judgments, codeNamesOf));
    assert.deepEqual(idsOf({ text: 'vault' }), [0, 1]);
    assert.deepEqual(idsOf({ text: 'TREAS' }), [0]);
    assert.deepEqual(idsOf({ isNew: true }), [1]);
    assert.deepEqual(idsOf({ isUnlisted: true }), []);
    assert.deepEqual(idsOf({ level: 'Level 1' }), []);
    assert.deepEqual(
      [0, 1, 2].filter(matcherOf({ text: 'vault' }, inventory.addresses, judgments)),
      [],
    );
  });

  for (const [filter, text] of [
    [{ text: 'a' }, '“a”'],
    [{ network: 'bsc' }, 'BNB Smart Chain'],
    [{ family: 'evm' }, 'evm'],
    [{ level: 'High' }, 'High'],
    [{ isNew: true }, 'New'],
    [{ isUnlisted: true }, 'Not in Address Book'],
  ] as const) {
    it(`alone is shown as ${text}`, () => assert.equal(filterText(filter), text));
  }
});

describe('judgments', () => {
  it('are kept apart for each address, however many there are', () => {
    const judgments = new Judgments();
    judgments.setFacts(3, { ...facts, isAdded: true, name: 'Three' });
    judgments.setFacts(1_024, { ...facts, denial });
    judgments.setFacts(5_000, { ...facts, isUnlisted: true });
    const seen = [3, 4, 1_024, 5_000, 9_999].map((id) => [
      ...[judgments.isAdded(id), judgments.isDenied(id), judgments.isUnlisted(id)],
      judgments.nameOf(id),
    ]);
    assert.deepEqual(seen, [
      [true, false, false, 'Three'],
      [false, false, false, undefined],
      [false, true, false, undefined],
      [false, false, true, undefined],
      [false, false, false, undefined],
    ]);
    judgments.setFacts(3, facts);
    assert.deepEqual([judgments.isAdded(3), judgments.nameOf(3)], [false, undefined]);
  });

  it('say whether anything else is new than before', () => {
    const judgments = new Judgments();
    const set = (...entries: readonly (readonly [number, Newness])[]): boolean =>
      judgments.setNewness(new Map(entries));
    assert.equal(set(), false);
    assert.equal(set([1, 'new']), true);
    assert.equal(set([1, 'new']), false);
    assert.equal(set([1, 'unknown']), true);
    assert.equal(set([2, 'unknown']), true);
    assert.deepEqual([...judgments.newOnes()], [2]);
    assert.deepEqual([judgments.newnessOf(2), judgments.isNew(2)], ['unknown', false]);
    assert.equal(set(), true);
  });

  it('lose scores one by one, or all', () => {
    const judgments = new Judgments();
    const score = { digits: '1', ...received, level: null };
    for (const id of [1, 2, 3]) judgments.setScore(id, score);
    judgments.setScore(2, null);
    assert.deepEqual(
      [...judgments.scores()].map(([id]) => id),
      [1, 3],
    );
    judgments.clearScores();
    assert.equal(judgments.scoreOf(1), undefined);
  });
});

describe('earlier addresses', () => {
  const on = (network: string | null, isAssumed = false) =>
    ({ canonical: 'a', family: 'evm', network, isAssumed }) as const;

  it('are there on each of their networks, and on any once one is open', () => {
    const earlier = new EarlierAddresses();
    assert.ok(!earlier.has(on(null)));
    earlier.add(on('bsc'));
    earlier.add(on('base'));
    assert.deepEqual(
      [on('bsc'), on('base'), on('celo'), on('celo', true), on(null)].map((each) =>
        earlier.has(each),
      ),
      [true, true, false, true, true],
    );
    assert.ok(!earlier.has({ ...on('bsc'), family: 'tron' }));
    assert.ok(!earlier.has({ ...on('bsc'), canonical: 'b' }));
    earlier.add(on('linea', true));
    earlier.add(on('bsc'));
    assert.ok(earlier.has(on('celo')));
    assert.equal(earlier.size, 1);
  });

  it('may share a network with what is on the same one, or on an open one', () => {
    assert.ok(mayShareNetwork(on('bsc'), on('bsc')));
    assert.ok(!mayShareNetwork(on('bsc'), on('base')));
    for (const open of [on(null), on('base', true)]) {
      assert.ok(mayShareNetwork(on('bsc'), open));
      assert.ok(mayShareNetwork(open, on('bsc')));
    }
  });
});

describe('the state of files', () => {
  it('is that of a repository around the folder, and of no neighbor by name', () => {
    const stateOf = fileStates(
      new Map([
        ['lib', true],
        ['lib/deep', false],
      ]),
      new Set(['lib/a', 'x']),
    );
    assert.deepEqual(['lib/a', 'lib/b', 'lib/deep/a', 'library/a', 'x', 'lib'].map(stateOf), [
      ...['changed', 'unchanged', 'outside', 'outside', 'outside', 'outside'],
    ]);
  });
});
