import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { pairDecisions } from '../../support/keyDecisions.ts';

it('what is decided about each pair, and with one character more or less, stays as it was', () => {
  const file = new URL('../../fixtures/keyPairDecisions.txt', import.meta.url);
  // If a change is meant, look at each line: npm run key-decisions
  assert.deepEqual(pairDecisions(), readFileSync(file, 'utf8').trim().split('\n'));
});
