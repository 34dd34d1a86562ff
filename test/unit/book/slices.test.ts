import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readList } from '../../../src/book/lists.ts';
import { readBook } from '../../../src/book/readBook.ts';

const entry = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', network: 'ethereum' };

/** As a file is read: what `repeat` returns is put together when it is first looked at. */
const asRead = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

/** In milliseconds. */
const maxAllowedLength = 60;

/**
 * Milliseconds of the longest slice. By the clock first, which is cheap and no less than the
 * processor's time; only where something else took the processor meanwhile, by the processor's time:
 * then the least of three readings, because a collection of the garbage of other tests can be in one.
 */
function longestSlice(read: () => Iterator<unknown>): number {
  const byClock = longest(read, () => performance.now());
  if (byClock < maxAllowedLength) return byClock;
  return Math.min(
    ...Array.from({ length: 3 }, () =>
      longest(read, () => {
        const { user, system } = process.threadCpuUsage();
        return (user + system) / 1_000;
      }),
    ),
  );
}

function longest(read: () => Iterator<unknown>, now: () => number): number {
  let most = 0;
  const steps = read();
  for (let isDone = false; !isDone;) {
    const began = now();
    isDone = steps.next().done === true;
    most = Math.max(most, now() - began);
  }
  return most;
}

/** Apart from the others: these measure time, which a run that counts what is covered spends itself. */
describe('what a repository can make large', () => {
  it('a book is read in slices far shorter than a frame, whatever its shape (hazard 71)', () => {
    const long = (count: number, part: string): string =>
      `{"version": 1, "addresses": [${Array.from({ length: count }, () => part).join(',')}]}`;
    for (const text of [
      long(20_000, JSON.stringify(entry)),
      long(20_000, '{"network":"bsc"}'),
      `{"version": 1, "x": ${'[1,'.repeat(60)}${'1,'.repeat(950_000)}1${']'.repeat(60)}}`,
      `{"version": 1, "x": "${'y'.repeat(2_000_000)}"}`,
      `{"version": 1, "x": "${'\\u0041'.repeat(330_000)}"}`,
      `{"version": 1,${' \n'.repeat(950_000)}"x": 1}`,
    ]) {
      const most = longestSlice(() => readBook(asRead(text)));
      assert.ok(most < maxAllowedLength, `${most} ms for ${text.slice(0, 40)}`);
    }
  });

  it('a list is read in slices far shorter than a frame, whatever its shape (hazard 71)', () => {
    const many = 'a,b,c,'.repeat(300_000);
    for (const [text, path] of [
      ['x'.repeat(16_000_000), 'a.txt'],
      [`address\n${'"'.repeat(8_000_000)}`, 'a.csv'],
      [`address,${many}\n${many}`, 'a.csv'],
      ['\n'.repeat(1_000_000), 'a.csv'],
      [`[${'1,'.repeat(200_000)}1]`, 'a.json'],
      [`["${'z'.repeat(8_000_000)}"]`, 'a.json'],
      [`{"a":${'[['.repeat(7)}${'"a.b",'.repeat(500_000)}1${']]'.repeat(7)}}`, 'a.json'],
      ['a.b '.repeat(500_000), 'a.txt'],
      [`name;address\n${`${'x'.repeat(20)}1;`.repeat(100_000)}`, 'a.csv'],
    ] as const) {
      const most = longestSlice(() => readList(asRead(text), path));
      assert.ok(most < maxAllowedLength, `${most} ms for ${path} ${text.slice(0, 20)}`);
    }
  });
});
