import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bracketsOf } from '../../../src/text/blocks.ts';
import { endOfSection, outlineOf } from '../../../src/text/outline.ts';

describe('the outline of a text', () => {
  it('has what each line is under, and how deep', () => {
    const text = 'a:\n  b:\n    c: 1\n\n    d: 2\n  e: 3\nf: 4';
    const { lines } = outlineOf(text, false);
    assert.deepEqual([...lines.parents], [-1, 0, 1, -2, 1, 0, -1]);
    assert.deepEqual([lines.depths[2], lines.depths[5], lines.depths[6]], [2, 1, 0]);
    assert.deepEqual(
      [0, 1, 2].map((line) => endOfSection(lines, line)),
      [6, 5, 4],
    );
  });

  it('closes what nothing closed with the bracket around it, up to eight', () => {
    assert.deepEqual(bracketsOf('{([a}b').closes, [4, 4, 4]);
    const most = `{${'('.repeat(7)}`;
    assert.deepEqual(bracketsOf(`${most}}b`).closes, Array<number>(8).fill(8));
    assert.deepEqual(bracketsOf(`${most}(}b`).closes, Array<number>(9).fill(11));
  });
});
