import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { reportIn } from '../../support/reportStates.ts';

/**
 * The facts of the report in each state before its verdict came first: figures, names, and dates.
 */
const before = JSON.parse(
  readFileSync(join(import.meta.dirname, 'golden/factsBefore.json'), 'utf8'),
) as Readonly<Record<string, readonly string[]>>;

/** Figures of removed sentences, each with the part of the page that still has them. */
const isDropped: Readonly<Record<string, (state: string) => boolean>> = {
  // “6% of the score: mixer”: the card names only the largest part, and the bars have each.
  '6': (state) => ['ready', 'ready, one aggregator, no scale', 'network assumed'].includes(state),
  // “History: 3 scores”: the table has a row for each.
  '3': (state) => state === 'with history',
};

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Whether a text has a fact that isn't part of a longer figure or name. */
const says =
  (fact: string) =>
  (text: string): boolean => {
    const isJoined = (character: string): boolean => /[\p{L}\d]/u.test(character);
    for (let at = text.indexOf(fact); at !== -1; at = text.indexOf(fact, at + 1)) {
      const around = [text.charAt(at - 1), text.charAt(at + fact.length)];
      if (!around.some(isJoined)) return true;
    }
    return false;
  };

describe('what the report said before its answer came first', () => {
  for (const [state, facts] of Object.entries(before)) {
    it(`is still there: ${state}`, () => {
      assert.ok(facts.length > 0);
      const texts = textsIn(reportIn(state));
      const missing = facts.filter(
        (fact) => isDropped[fact]?.(state) !== true && !texts.some(says(fact)),
      );
      assert.deepEqual(missing, []);
    });
  }
});
