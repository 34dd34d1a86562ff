/** Scans in slices: each step is short, and what happens between two of them changes nothing. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Prepared } from '../../../src/networks/prepared.ts';
import { scanSlices, scanText } from '../../../src/scan/scan.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const tron = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW';

describe('a scan in slices', () => {
  it('finds the same while other texts are scanned between two steps', () => {
    const digits = 'a3f1c29b7e5d4806b1c2d3e4f5a69788c0ffee11';
    const rest = '9b1deb4d3b7d4bad9bdd2b0d';
    // The second one is the first part of a key: the guard sees that from the units around it.
    const line = (index: number): string =>
      `a = "${usdc}" // ${tron}\nb = "0x${digits.slice(0, 32)}${String(index).padStart(8, '7')}" + "${rest}"\n`;
    const text = Array.from({ length: 2_000 }, (_, index) => line(index)).join('');
    const other = 'nothing in it, '.repeat(4_000);
    const found = [];
    for (const slice of scanSlices(text)) {
      found.push(...slice);
      scanText(other);
    }
    // First: to print how long lists differ takes a minute.
    assert.equal(found.length, 4_000);
    assert.deepEqual(found, scanText(text));
  });

  it('yields a few addresses in a step, and first of all short slices', () => {
    const steps = [...scanSlices(`"${usdc}"\n`.repeat(20_000))];
    assert.ok(Math.max(...steps.map((each) => each.length)) <= 8);
    const inFirst = steps.findIndex((each) => (each.at(-1)?.offset ?? 0) > 16_384);
    assert.ok(inFirst > 50, 'steps before the first sixteen thousand characters are read');
  });
});

describe('a prepared value', () => {
  const counted = (calls: number[]) =>
    new Prepared(function* () {
      calls.push(1);
      yield;
      yield;
      return calls.length;
    });

  it('is created in slices, once', () => {
    const calls: number[] = [];
    const value = counted(calls);
    assert.equal([...value.prepare()].length, 3);
    assert.equal(value.get(), 1);
    assert.deepEqual([...value.prepare()], []);
    assert.equal(calls.length, 1);
  });

  it('is completed at once when it is needed before that', () => {
    const calls: number[] = [];
    const value = counted(calls);
    const slices = value.prepare();
    slices.next();
    assert.equal(value.get(), 1);
    assert.equal(slices.next().done, true);
    assert.equal(calls.length, 1);
  });
});
