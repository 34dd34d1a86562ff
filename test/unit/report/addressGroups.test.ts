import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isEmptyFilter, matcherOf, type Filter } from '../../../src/report/addresses/filter.ts';
import {
  groupAddresses,
  type GroupingOptions,
  TopRows,
} from '../../../src/report/addresses/groups.ts';
import { Inventory } from '../../../src/folder/inventory.ts';
import { Judgments } from '../../../src/folder/judgments.ts';
import type { ScoreLevel } from '../../../src/report/rowScore.ts';
import { putFile } from '../../support/inventories.ts';

const received = { state: 'value', owner: 'subject', isFresh: true, receivedAt: 1 } as const;

const levelOf = (rank: number): ScoreLevel => {
  const name = ['Low', 'Medium', 'High', 'Severe'][rank] ?? '';
  return { name, rank, grade: rank as ScoreLevel['grade'], isAbove: false };
};
const denial = { list: 'Deny', path: 'deny.csv' };
const addressOf = (index: number): string => `0x${String(index).padStart(40, '0')}`;

/** Addresses 0 to 7: denied, unlisted, unlisted and severe, four levels or none, not scored. */
function example() {
  const inventory = new Inventory();
  const judgments = new Judgments();
  for (let index = 0; index < 8; index++) {
    const network = index % 2 === 0 ? 'ethereum' : 'base';
    const found = { canonical: addressOf(index), family: 'evm', network } as const;
    const place = { isAssumed: index === 1, line: index, column: 2, length: 42 };
    putFile(inventory, 0, `${index}.ts`, [{ ...found, ...place }]);
    const name = index === 3 ? '=cmd()' : undefined;
    judgments.setFacts(index, {
      ...{
        denial: index === 0 ? denial : undefined,
        isUnlisted: index < 3,
        isAdded: false,
        name,
        looksLike: undefined,
      },
    });
  }
  judgments.setScore(2, { digits: '90', ...received, level: levelOf(3) });
  judgments.setScore(3, { digits: '10', ...received, level: levelOf(0) });
  judgments.setScore(4, { digits: '60', ...received, level: levelOf(2) });
  judgments.setScore(5, { digits: '61', ...received, level: levelOf(2) });
  judgments.setScore(6, { digits: '-5', ...received, level: null });
  return { inventory, judgments };
}

function end<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function grouped(filter: Filter = {}, options: Partial<GroupingOptions> = {}) {
  const { inventory, judgments } = example();
  const matches = matcherOf(filter, inventory.addresses, judgments);
  return end(
    groupAddresses(inventory, judgments, {
      ...{ by: 'status', matches, alarmingRank: 2, maxRows: 10 },
      ...options,
    }),
  );
}

const shown = ({ groups }: ReturnType<typeof grouped>): unknown[] =>
  groups.map(({ kind, count, ids }) => [
    kind.kind === 'level' ? kind.level.name : kind.kind === 'network' ? kind.network : kind.kind,
    count,
    ids,
  ]);

describe('the groups of addresses', () => {
  it('are deny-list hits, unlisted ones, levels from the most severe, scored, not scored', () => {
    assert.deepEqual(shown(grouped()), [
      ['denied', 1, [0]],
      ['unlisted', 2, [2, 1]],
      ['High', 2, [4, 5]],
      ['Low', 1, [3]],
      ['scored', 1, [6]],
      ['notScored', 1, [7]],
    ]);
  });

  it('have look-alikes and new addresses apart, before those that are only unlisted', () => {
    const { inventory, judgments } = example();
    for (const [id, looksLike] of [
      [1, 'Treasury'],
      [3, null],
    ] as const) {
      const facts = { denial: undefined, isAdded: false, name: undefined };
      judgments.setFacts(id, { ...facts, isUnlisted: true, looksLike });
    }
    judgments.setNewness(
      new Map([
        [1, 'new'],
        [2, 'new'],
        [7, 'unknown'],
      ]),
    );
    const options = { matches: () => true, alarmingRank: undefined, maxRows: 2 };
    assert.deepEqual(
      shown(end(groupAddresses(inventory, judgments, { by: 'status', ...options }))),
      [
        ['denied', 1, [0]],
        ['lookAlike', 2, [3, 1]],
        ['new', 1, [2]],
        ['High', 2, [4, 5]],
        ['scored', 1, [6]],
        ['notScored', 1, [7]],
      ],
    );
  });

  it('are networks, the frequent ones first, and levels alone', () => {
    assert.deepEqual(shown(grouped({}, { by: 'network' })), [
      ['base', 4, [5, 3, 1, 7]],
      ['ethereum', 4, [2, 4, 6, 0]],
    ]);
    assert.deepEqual(shown(grouped({}, { by: 'level' })), [
      ['Severe', 1, [2]],
      ['High', 2, [4, 5]],
      ['Low', 1, [3]],
      ['scored', 1, [6]],
      ['notScored', 3, [0, 1, 7]],
    ]);
  });

  it('are files in the order of their paths, each with all of its addresses', () => {
    const { inventory, judgments } = example();
    const known = { canonical: addressOf(5), family: 'evm', network: 'base' } as const;
    const place = { isAssumed: false, line: 0, column: 0, length: 42 };
    putFile(inventory, 0, '0.ts', [
      { ...known, ...place },
      { ...known, ...place, line: 1 },
    ]);
    const { groups } = end(
      groupAddresses(inventory, judgments, {
        ...{ by: 'file', matches: (id) => id > 4, alarmingRank: undefined, maxRows: 5 },
      }),
    );
    const files = groups.map(({ kind, ids }) => kind.kind === 'file' && [kind.file.path, ids]);
    assert.deepEqual(files, [
      ['0.ts', [5]],
      ['5.ts', [5]],
      ['6.ts', [6]],
      ['7.ts', [7]],
    ]);
  });

  it('count what is denied or at or above the level that alarms, each once, also if hidden', () => {
    const { total, alarming } = grouped({ text: 'nothing' });
    assert.deepEqual([total, alarming], [8, 4]);
    assert.equal(grouped({}, { alarmingRank: undefined }).alarming, 1);
  });

  it('keep their count and show the first rows, the frequent ones before others', () => {
    const { inventory, judgments } = example();
    const again = { canonical: addressOf(5), family: 'evm', network: 'base' } as const;
    putFile(inventory, 0, 'again', [
      { ...again, isAssumed: false, line: 0, column: 0, length: 42 },
    ]);
    const { groups } = end(
      groupAddresses(inventory, judgments, {
        ...{ by: 'status', matches: () => true, alarmingRank: undefined, maxRows: 1 },
      }),
    );
    assert.deepEqual(groups.map(({ count, ids }) => [count, ids]).slice(1, 3), [
      [2, [2]],
      [2, [5]],
    ]);
  });
});

describe('a filter', () => {
  it('matches text in addresses and names, network, family, level, and unlisted', () => {
    const idsOf = (filter: Filter): number[] =>
      grouped(filter)
        .groups.flatMap(({ ids }) => ids)
        .sort((one, other) => one - other);
    assert.deepEqual(idsOf({ text: '0X0000000000000000000000000000000000000007' }), [7]);
    assert.deepEqual(idsOf({ text: 'CMD' }), [3]);
    assert.deepEqual(idsOf({ network: 'base' }), [1, 3, 5, 7]);
    assert.deepEqual(idsOf({ family: 'bitcoin' }), []);
    assert.deepEqual(idsOf({ level: 'High', network: 'base' }), [5]);
    assert.deepEqual(idsOf({ isUnlisted: true }), [0, 1, 2]);
    assert.deepEqual(idsOf({}).length, 8);
    assert.deepEqual([isEmptyFilter({}), isEmptyFilter({ text: 'a' })], [true, false]);
  });
});

describe('the first rows', () => {
  it('are those of a whole sort', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.integer({ min: 1, max: 12 }), (values, most) => {
        const rows = new TopRows(most, (one, other) => one > other);
        for (const value of values) rows.add(value);
        assert.deepEqual(rows.first, values.toSorted((a, b) => b - a).slice(0, most));
        assert.equal(rows.count, values.length);
      }),
    );
  });
});
