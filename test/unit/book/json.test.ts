import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drain } from '../../../src/book/drain.ts';
import {
  deepestJson,
  readJson,
  spaceEnd,
  stringEnd,
  type JsonNode,
  type JsonReading,
} from '../../../src/book/json.ts';

const read = (text: string, levels = 2): JsonReading => drain(readJson(text, levels));

/** A value with its parts, as far as they are kept. */
function outline({ kind, start, end, members, elements }: JsonNode): unknown {
  const parts = [
    ...members.map(({ key, value }) => [key, outline(value)]),
    ...elements.map(outline),
  ];
  return [`${kind} ${start}-${end}`, ...parts];
}

function outlineOf(text: string, levels?: number): unknown {
  const reading = read(text, levels);
  assert.equal(reading.kind, 'json', text);
  return outline(reading.root);
}

describe('the outline of a JSON text', () => {
  it('has the kinds and the places of all values', () => {
    assert.deepEqual(outlineOf('{"a": [1, {}], "\\u0062": "x"}'), [
      'object 0-29',
      ['a', ['array 6-13', ['plain 7-8'], ['object 10-12']]],
      ['b', ['plain 25-28']],
    ]);
    assert.deepEqual(outlineOf(' true '), ['plain 1-5']);
  });

  it('begins behind a byte order mark', () => {
    assert.deepEqual(outlineOf('\uFEFF[]'), ['array 1-3']);
    assert.deepEqual(read('\uFEFF\uFEFF[]'), { kind: 'syntax', offset: 1 });
  });

  it('keeps the parts of as many levels as were requested', () => {
    const text = '{"a": {"b": {"c": [1]}}, "d": [[2]]}';
    assert.deepEqual(outlineOf(text, 0), ['object 0-36']);
    assert.deepEqual(outlineOf(text, 1), [
      'object 0-36',
      ['a', ['object 6-23']],
      ['d', ['array 30-35']],
    ]);
    assert.deepEqual(outlineOf(text, 2), [
      'object 0-36',
      ['a', ['object 6-23', ['b', ['object 12-22']]]],
      ['d', ['array 30-35', ['array 31-34']]],
    ]);
  });

  for (const [text, offset] of [
    ['', 0],
    ['  ', 2],
    ['{', 1],
    ['{1: 2}', 1],
    ['{"a" 1}', 5],
    ['{"a"}', 4],
    ['{"a": }', 6],
    ['{"a": 1 "b"}', 8],
    ['{"a": 1,}', 8],
    ['{"a": 1]', 7],
    ['[1, ]', 4],
    ['[1}', 2],
    ['[,', 1],
    ['[1 2]', 3],
    ['[]]', 2],
    ['1 2', 2],
    ['1,2', 1],
    ['{},', 2],
    ['}', 0],
    [']', 0],
    [':', 0],
    ['tru', 0],
    ['nul l', 0],
    ['"a', 0],
    ['"a\nb"', 0],
    ['"\\x"', 0],
    ['"\\', 0],
    ['"\\u12"', 0],
    ['"\\u12g4"', 0],
    ['-', 0],
    ['+1', 0],
    ['.5', 0],
    ['01', 0],
    ['1.', 0],
    ['1e', 0],
    ['1-2', 0],
    ['a1', 0],
    ['\u00A01', 0],
    ['\v1', 0],
  ] as const) {
    it(`is none, with the place of what is wrong, for ${JSON.stringify(text)}`, () => {
      assert.deepEqual(read(text), { kind: 'syntax', offset });
    });
  }

  for (const text of [
    '-0',
    '10',
    '-1.50',
    '1e5',
    '1E+05',
    '0.1e-7',
    '"\\u00fF\\n\\"\\/"',
    'false',
  ]) {
    it(`has the whole of ${text}`, () => {
      assert.deepEqual(outlineOf(text), [`plain 0-${text.length}`]);
    });
  }

  it('has numbers of up to 400 digits', () => {
    assert.deepEqual(outlineOf('1'.repeat(400)), ['plain 0-400']);
    assert.equal(read('1'.repeat(401)).kind, 'syntax');
  });

  it('is as deep as people write, and no deeper', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    assert.equal(read(nested(deepestJson)).kind, 'json');
    assert.deepEqual(read(nested(deepestJson + 1)), { kind: 'tooDeep', offset: deepestJson });
  });

  it('comes in steps of a few thousand tokens', () => {
    const stepsOf = (elements: number): number => {
      const steps = readJson(`[${'1,'.repeat(elements)}1]`, 1);
      let count = 0;
      while (steps.next().done !== true) count++;
      return count;
    };
    assert.deepEqual([10, 2_100, 20_000].map(stepsOf), [0, 1, 9]);
  });
});

describe('a token of JSON', () => {
  it('is behind spaces, tabs, and line breaks', () => {
    assert.equal(spaceEnd('a \t\r\nb', 1), 5);
    assert.equal(spaceEnd(' \f', 0), 1);
    assert.equal(spaceEnd('  ', 0), 2);
  });

  it('that is a string ends with its quote', () => {
    assert.equal(stringEnd('x"a\\"b" "', 1), 7);
    assert.equal(stringEnd('"\\\\"', 0), 4);
    assert.equal(stringEnd('"\u0020"', 0), 3);
    assert.equal(stringEnd('"\u001F"', 0), undefined);
    assert.equal(stringEnd("'a'", 0), undefined);
  });
});
