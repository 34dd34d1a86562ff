import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { keyDecisions } from '../../support/keyDecisions.ts';

it('what is a key and what is an address stays as it was decided before', () => {
  const file = new URL('../../fixtures/keyDecisions.txt', import.meta.url);
  const known = readFileSync(file, 'utf8').trim().split('\n');
  const now = keyDecisions();
  const changed = now.flatMap((line, index) =>
    line === known[index] ? [] : [`was ${String(known[index])}`, `is  ${line}`],
  );
  // If a change is meant, look at each line: npm run key-decisions
  assert.deepEqual(changed, []);
  assert.equal(now.length, known.length);
});
