import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseExactJson, type ExactJson } from '../../../src/api/exactJson.ts';
import { breakdownOf, type Breakdown } from '../../../src/report/breakdown.ts';
import {
  comparisonOf,
  fieldText,
  mostDifferentFirst,
  pairCategories,
} from '../../../src/report/comparison.ts';

const read = (text: string): Breakdown => breakdownOf(parseExactJson(text) as ExactJson);

/** One text for each pair: `name one→other (difference)`. */
function sketch(one: string, other: string): string[] {
  return pairCategories(read(one), read(other)).map(
    ({ names, presence, one: from, other: to, difference }) =>
      [
        names.join('/'),
        `${from?.digits ?? '–'}→${to?.digits ?? '–'}`,
        presence === 'both' ? `(${difference ?? '–'})` : `only ${presence}`,
      ].join(' '),
  );
}

describe('two breakdowns side by side', () => {
  it('have exact differences by category', () => {
    assert.deepEqual(sketch('{"a":0.1,"b":0.3,"c":1}', '{"b":0.1,"a":0.3,"d":2}'), [
      'c 1→– only one',
      'b 0.3→0.1 (-0.2)',
      'a 0.1→0.3 (0.2)',
      'd –→2 only other',
    ]);
    assert.deepEqual(sketch('{"a":9007199254740993}', '{"a":9007199254740992.0}'), [
      'a 9007199254740993→9007199254740992.0 (-1)',
    ]);
  });

  it('subtract within one field only', () => {
    assert.deepEqual(sketch('{"a":{"share":0.5}}', '{"a":{"amount":9}}'), ['a 0.5→9 (–)']);
    assert.deepEqual(sketch('{"a":5}', '{"a":{"share":0.5}}'), ['a 5→0.5 (–)']);
    assert.deepEqual(sketch('{"a":1e900000000}', '{"a":1}'), ['a 1e900000000→1 (–)']);
  });

  it('are named by the fields of their values, which are no points', () => {
    const fields = (one: string, other: string): string[] =>
      pairCategories(read(one), read(other)).map(fieldText);
    assert.deepEqual(fields('{"a":{"share":0.5}}', '{"a":{"share":1}}'), [' (share)']);
    assert.deepEqual(fields('{"a":{"share":0.5}}', '{"a":{"amount":9}}'), [' (share, amount)']);
    assert.deepEqual(fields('{"a":5}', '{}'), ['']);
  });

  it('find a category by its names, wherever it stands in an array', () => {
    assert.deepEqual(
      sketch(
        '{"data":[{"name":"x","score":1},{"name":"y","score":2},{"name":"y","score":5}]}',
        '{"data":[{"name":"y","score":4},{"name":"x","score":1}]}',
      ),
      ['data/y 5→4 (-1)', 'data/y 2→– only one', 'data/x 1→1 (0)'],
    );
  });

  it('find what is inside of a category, and what names of a prototype name', () => {
    assert.deepEqual(
      sketch(
        '{"__proto__":{"share":1,"direct":{"share":1}},"constructor":{"share":2}}',
        '{"__proto__":{"share":1,"direct":{"share":0.5}}}',
      ),
      ['constructor 2→– only one', '__proto__ 1→1 (0)', '__proto__/direct 1→0.5 (-0.5)'],
    );
  });
});

describe('two aggregators', () => {
  const side = (
    score: string | null,
    raw: string | null,
  ): NonNullable<Parameters<typeof comparisonOf>[0]> => ({
    figure: score === null ? { kind: 'absent' } : { kind: 'value', digits: score },
    owner: 'subject',
    breakdown: raw === null ? null : read(raw),
  });

  it('have the difference of their scores, and of their categories', () => {
    const comparison = comparisonOf(side('80.10', '{"a":3}'), side('80', '{"a":2}'));
    assert.equal(comparison?.difference, '-0.1');
    assert.deepEqual(
      comparison.categories.map((pair) => pair.difference),
      ['-1'],
    );
  });

  it('have no difference to a score that is not there', () => {
    assert.equal(comparisonOf(side('80', '{"a":3}'), side(null, '{"a":2}'))?.difference, null);
    assert.deepEqual(comparisonOf(side('80', null), side('1', '{"a":2}'))?.categories, []);
    assert.equal(comparisonOf(side(null, '{"a":3}'), side('1', null)), null);
  });

  it('are not compared if one of them is for a different address', () => {
    const [one, other] = [side('80', '{"a":3}'), side('70', '{"a":2}')];
    assert.notEqual(comparisonOf(one, other), null);
    assert.equal(comparisonOf({ ...one, owner: 'otherAddress' }, other), null);
    assert.equal(comparisonOf(one, { ...other, owner: 'otherAddress' }), null);
  });

  it('have the largest difference first, and those without one last', () => {
    const comparison = comparisonOf(
      side('1', '{"a":1,"b":2,"c":3,"only":1}'),
      side('1', '{"a":-8,"b":2.5,"c":1e300}'),
    );
    assert.deepEqual(
      mostDifferentFirst(comparison?.categories ?? []).map(({ names }) => names.join()),
      ['c', 'a', 'b', 'only'],
    );
  });
});
