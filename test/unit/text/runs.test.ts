/** Runs compared with the expressions that define them. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { scanText } from '../../../src/scan/scan.ts';
import { minRunLength, visitRuns } from '../../../src/text/runs.ts';

const seed = 20_261_126;
const root = join(import.meta.dirname, '../../..');

type Run = readonly [start: number, end: number, kinds?: number];

function runsIn(text: string, start: number, end: number): Run[] {
  const runs: Run[] = [];
  visitRuns(text, start, end, {
    outer: (...run) => void runs.push(run),
    inner: (from, to) => void runs.push([from, to]),
  });
  return runs;
}

const kindsOf = (run: string): number =>
  (/[0-9A-Za-z]/.test(run) ? 1 : 0) + (/[+/]/.test(run) ? 2 : 0) + (/[-_]/.test(run) ? 4 : 0);

/** The same by expressions, which look at each character. */
function expectedIn(text: string, start: number, end: number): Run[] {
  return [...text.slice(start, end).matchAll(/[0-9A-Za-z+/_-]{26,}/g)].flatMap((outer) => {
    const from = start + outer.index;
    const inner = [...outer[0].matchAll(/[0-9A-Za-z]{26,}/g)].map(({ index, 0: run }): Run => [
      from + index,
      from + index + run.length,
    ]);
    return [[from, from + outer[0].length, kindsOf(outer[0])] as Run, ...inner];
  });
}

function compare(text: string, start = 0, end = text.length): number {
  const expected = expectedIn(text, start, end);
  assert.deepEqual(runsIn(text, start, end), expected);
  return expected.length;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789'.split('');

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...letters), maxLength: 70 }) },
  { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(...letters, '+', '/', '-', '_') }) },
  { weight: 4, arbitrary: fc.string({ maxLength: 2 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 2 }) },
);

describe('runs', () => {
  it('are those of the expressions, in any part of a text', () => {
    const pieces = fc.array(piece, { maxLength: 30 });
    fc.assert(
      fc.property(pieces, fc.nat(), fc.nat(), (all, one, other) => {
        const text = all.join('');
        const [start = 0, end] = [one, other]
          .map((at) => at % (text.length + 1))
          .sort((a, b) => a - b);
        compare(text);
        compare(text, start, end);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it('are those of the expressions in our sources', () => {
    const files = globSync(
      '{src,examples,docs,test/fixtures,test/support,test/unit/{addresses,evidence,families,keys,scan}}/**/*.*',
      { cwd: root },
    );
    const runs = files.map((file) => compare(readFileSync(join(root, file), 'latin1')));
    assert.ok(runs.reduce((sum, count) => sum + count, 0) > 1_000);
  });

  it('are as long as the shortest address that is in none', () => {
    assert.equal(compare('a'.repeat(minRunLength - 1)), 0);
    assert.equal(compare('a'.repeat(minRunLength)), 2);
  });
});

describe('what is in no run', () => {
  const numbers = Array.from({ length: 20 }, (_, at) => (at * 37 + 1) % 256);
  const hexOf = (byte: number): string => `0x${byte.toString(16)}`;

  for (const [name, text] of [
    ['a short address', 'bc1pfeessrawgf'],
    ['a named account', '"receiver_id": "treasury.near"'],
    ['a list of bytes', `address: [${numbers.join(', ')}]`],
    ['a list of hex bytes', `address: [${numbers.map(hexOf).join(',')}]`],
    ['a list of bytes in lines', `address: [\n    ${numbers.map(hexOf).join(',\n    ')},\n]`],
    [
      "a list of Java's casts",
      `address = {${numbers.map((each) => `(byte) ${hexOf(each)}`).join(', ')}}`,
    ],
  ] as const) {
    it(`is found at each place: ${name}`, () => {
      for (const mark of [' ', 'é ']) {
        for (let before = 0; before < 80; before++) {
          const found = scanText(mark.repeat(before) + text + mark.repeat(64));
          assert.equal(found.length, 1, `after ${before}`);
        }
      }
    });
  }
});
