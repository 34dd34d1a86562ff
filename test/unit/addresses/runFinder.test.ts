/** The compiled run finder beside the one in TypeScript, which is the reference. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { codecs } from '../../../src/addresses/families/table.ts';
import { createPartReader, hints, type PartReader } from '../../../src/addresses/runFinder.ts';
import { runFinderBytes } from '../../../src/addresses/runFinderBytes.ts';
import { unitAt } from '../../../src/addresses/runs.ts';
import { assembled } from '../../support/assembled.ts';

const seed = 20_261_122;
const shortestBase64 = 48;
const root = join(import.meta.dirname, '../../..');

const compiled = createPartReader(shortestBase64);
/** Bytes that are no module: as on a processor without the instructions. */
const reference = createPartReader(shortestBase64, new Uint8Array(8));

interface Read {
  readonly runs: readonly (readonly number[])[];
  readonly units: readonly number[];
  readonly hinted: number;
}

/** What a reader finds between two offsets, without runs that say nothing. */
function readBy(reader: PartReader, text: string, start: number, end: number): Read {
  const part = reader(text, start, end);
  const runs: number[][] = [];
  const dropUseless = (): void => {
    const [from = 0, to = 0, kinds = 0] = runs.at(-1) ?? [];
    if (kinds > 0 && to - from < shortestBase64) runs.pop();
  };
  part.visitRuns(start, end, {
    outer(from, to, kinds) {
      dropUseless();
      runs.push([from, to, kinds]);
    },
    inner: (from, to) => runs.push([from, to]),
  });
  dropUseless();
  const units: number[] = [];
  for (let at = start - 256; at < Math.min(start + 64, end); at++)
    units.push(unitAt(part.units, at));
  for (let at = end - 1; at < end + 256; at++) units.push(unitAt(part.units, at));
  return { runs, units, hinted: part.mayHave(start, end) };
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

function compare(text: string, start = 0, end = text.length): Read {
  const expected = readBy(reference, text, start, end);
  const { runs, units, hinted } = readBy(compiled, text, start, end);
  // Only the first difference: to show all of many thousand takes minutes.
  const at = runs.findIndex((one, index) => one.join() !== expected.runs[index]?.join());
  if (at !== -1) assert.deepEqual(runs[at], expected.runs[at], `at ${start} of ${text.length}`);
  assert.equal(runs.length, expected.runs.length);
  assert.deepEqual(units, expected.units);
  // It may look a little farther, except for lists of bytes.
  assert.equal(hinted & expected.hinted, expected.hinted);
  return expected;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const run = (alphabet: string, most: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet.split('')), maxLength: most });

const piece = (others: string) =>
  fc.oneof(
    { weight: 4, arbitrary: run(letters, 70) },
    { weight: 2, arbitrary: run(`${letters}+/-_`, 70) },
    { weight: 1, arbitrary: run('+/-_', 40) },
    { weight: 4, arbitrary: run(others, 2) },
  );

const oneByte = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('');

describe('the run finder in WebAssembly', () => {
  it('is what its text says', async () => {
    const bytes = Buffer.from(runFinderBytes, 'base64');
    assert.ok(bytes.equals(await assembled()), 'Run `npm run assemble`.');
  });

  for (const [name, others] of [
    ['of one byte a character', oneByte],
    ['with wider characters', `${oneByte}…żаÁĀ一豈\ud83e\udd8a\uffff\u8041\u0141`],
  ] as const) {
    it(`finds what the reference finds in texts ${name}`, () => {
      fc.assert(
        fc.property(
          fc.array(piece(others), { maxLength: 30 }),
          fc.nat(),
          fc.nat(),
          (pieces, one, other) => {
            const text = pieces.join('');
            compare(text);
            const [start, end] = [one, other].map((at) => at % (text.length + 1)).sort(ascending);
            compare(text, start, end);
          },
        ),
        { seed, numRuns: 4_000 },
      );
    });
  }

  it('finds what the reference finds in our sources, whole and in parts', () => {
    let runs = 0;
    for (const file of globSync(
      '{src,examples,test/fixtures,test/support,test/unit/addresses,docs}/**/*.*',
      { cwd: root },
    )) {
      const text = readFileSync(join(root, file), 'latin1');
      for (const whole of [text, `${text}…`]) {
        if (whole.length < 250_000) runs += compare(whole).runs.length;
        for (let start = 0; start < whole.length; start += 1_000) {
          compare(whole, start, Math.min(whole.length, start + 1_000));
        }
      }
    }
    assert.ok(runs > 1_000, `${runs} runs`);
  });

  it('finds runs of each length at each place in a block', () => {
    for (const mark of [' ', '.', '~']) {
      for (let before = 0; before <= 130; before++) {
        for (const length of [...range(24, 40), ...range(62, 67), ...range(126, 131)]) {
          const one = `${mark.repeat(before)}${'a'.repeat(length)}`;
          for (const [text, count] of [
            [one, 1],
            [`${one}${mark.repeat(60)}`, 1],
            [`${one}${mark}${'b'.repeat(26)}${mark}`, 2],
          ] as const) {
            const runs = length < 26 ? count - 1 : count;
            assert.equal(compare(text).runs.length, 2 * runs, `${before} ${length}`);
          }
        }
      }
    }
  });

  it('finds runs up to the end of a part, and none across it', () => {
    for (let length = 60; length <= 200; length++) {
      for (const mark of [' ', '.']) {
        const text = `${mark}${'a'.repeat(length)}${mark}`;
        for (const cut of [26, 27, 63, 64, 65, length]) {
          compare(text, 0, cut);
          compare(text, cut, text.length);
        }
      }
    }
  });

  it('has room for the most runs that a part can contain', () => {
    for (const unit of [`${'a'.repeat(26)} `, `${'a'.repeat(26)}- `, `-${'a'.repeat(26)}`]) {
      const text = unit.repeat(12_000).slice(0, 327_100);
      assert.ok(compare(text).runs.length > 11_000);
      compare(`…${text}`);
    }
  });

  it('leaves parts that do not fit to the reference', () => {
    for (const text of ['a'.repeat(400_000), `…${'b'.repeat(400_000)}`]) {
      assert.equal(compare(text).runs.length, 2);
    }
  });

  it('rules no short address out', () => {
    for (const { text } of codecs.flatMap(({ shortAddresses = [] }) => shortAddresses)) {
      for (const before of ['', ' ', 'é'.repeat(31), 'a '.repeat(500), '… ']) {
        assert.equal(compare(before + text).hinted, hints.shortAddress, text);
      }
    }
    assert.equal(readBy(compiled, 'x'.repeat(1_000), 0, 1_000).hinted, 0);
  });

  it('rules no named account out', () => {
    for (let before = 0; before < 70; before++) {
      for (const ending of ['.near', '.testnet']) {
        const text = `${'é'.repeat(before)}alice${ending} ${'é'.repeat(70 - before)}`;
        assert.equal(compare(text).hinted, hints.namedAccount, text);
        assert.equal(compare(`1pf${text}`).hinted, hints.namedAccount + hints.shortAddress);
      }
    }
    assert.equal(readBy(compiled, 'a.test(b.name)'.repeat(100), 0, 1_400).hinted, 0);
  });

  it('rules no list of bytes out', () => {
    const numbers = Array.from({ length: 20 }, (_, at) => (at * 37) % 256);
    const hexOf = (byte: number): string => `0x${byte.toString(16)}`;
    for (const [write, separators] of [
      [String, [',', ', ', ',\n', ',\n    ', ',\r\n\t\t']],
      [hexOf, [',', ', ', ',\n        ']],
      [(byte: number) => `(byte) ${hexOf(byte)}`, [', ', ',\n        ']],
      [() => '1', [', ']],
    ] as const) {
      for (const separator of separators) {
        const list = `[${numbers.map(write).join(separator)}]`;
        for (let before = 0; before < 64; before++) {
          for (const mark of ['x', '…']) {
            const { hinted } = compare(mark.repeat(before) + list + mark.repeat(64));
            assert.equal(hinted & hints.byteList, hints.byteList, `${before} ${list}`);
          }
        }
      }
    }
    const code = 'call(first, second, third) { return [a.b, c.d]; }\n'.repeat(40);
    assert.equal(readBy(compiled, code, 0, code.length).hinted, 0);
  });
});

const ascending = (a: number, b: number): number => a - b;
