import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'decisions.md'), 'utf8');
const records = page
  .split(/^### /m)
  .slice(1)
  .map((record) => record.split(/^## /m)[0] ?? '');

describe('the records of decisions', () => {
  it('are few enough to be read', () => {
    assert.ok(records.length > 0 && records.length <= 40, String(records.length));
  });

  for (const record of records) {
    const [title = ''] = record.split('\n');
    it(`have context, decision, what was rejected, and the consequence, in 120 words: ${title}`, () => {
      const parts = [...record.matchAll(/\*\*(\w+)\.\*\*/g)].map(([, part]) => part);
      assert.deepEqual(parts, ['Context', 'Decision', 'Rejected', 'Consequence']);
      assert.ok(record.split(/\s+/).length <= 120, record);
    });
  }
});
