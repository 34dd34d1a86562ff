import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BracketFinder, bracketsOf } from '../../../src/text/blocks.ts';

describe('the brackets of parts that overlap', () => {
  it('are those of each part alone', () => {
    const text = fc.string({
      unit: fc.constantFrom('{', '}', '[', ']', '(', ')', '\n', 'a', '\r'),
    });
    const parts = fc.array(fc.tuple(fc.nat(400), fc.nat(600)), { maxLength: 60 });
    let seen = 0;
    fc.assert(
      fc.property(fc.array(text, { minLength: 200, maxLength: 2_000 }), parts, (pieces, steps) => {
        const whole = pieces.join('');
        const finder = new BracketFinder(whole);
        let start = 0;
        for (const [step, length] of steps) {
          start = Math.min(start + step, whole.length);
          const end = Math.min(start + length, whole.length);
          const part = whole.slice(start, end);
          assert.deepEqual(bracketsOf(part, finder.between(start, end)), bracketsOf(part));
          seen += part.length;
        }
      }),
    );
    assert.ok(seen > 10_000);
  });
});
