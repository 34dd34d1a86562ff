/** The rows of a file, read page by page without SQLite. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { rowsOfDamaged } from '../../../src/ledger/damagedFile.ts';
import type { StoredResult } from '../../../src/ledger/store.ts';
import { openSqliteStore } from '../../support/openStore.ts';

const result = (address: string, body: string): StoredResult => {
  return { account: 'a', chain: 'ethereum', address, part: 'summary', body, receivedAt: 5 };
};

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'address-risk-pages-'));
  file = join(folder, 'ledger.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (...results: readonly StoredResult[]): void => {
  const store = openSqliteStore(file);
  for (const each of results) store.saveResult(each);
  store.close();
};
const run = (sql: string): void => {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
};
/** Recovered rows, by address. */
const bodies = (): unknown[] => {
  const rows = [...rowsOfDamaged(file)].map(({ row }) => row);
  rows.sort((one, other) => (String(one['address']) < String(other['address']) ? -1 : 1));
  return rows.map(({ body }) => body);
};

describe('a result in a damaged file', () => {
  it('is found whole, on however many pages its body is', () => {
    // Around the lengths at which SQLite moves another part of a body to the next page.
    const lengths = [0, 3_980, 3_990, 4_000, 4_010, 4_020, 4_300, 4_600, 8_000, 8_200, 9_000];
    const stored = [...lengths, 12_300, 70_000].map((length, index) => {
      return result(String.fromCharCode(65 + index), 'x'.repeat(length));
    });
    write(...stored);
    assert.deepEqual(
      bodies().map((body) => String(body).length),
      stored.map(({ body }) => body.length),
    );
  });

  it('is found once, and not where a page has only been rearranged', () => {
    write(result('A', 'first'), result('B', 'second'), result('C', 'third'));
    run(`DELETE FROM result WHERE address = 'A'`);
    assert.deepEqual(bodies(), ['second', 'third']);
  });

  it('is none if a column holds what no release has written', () => {
    write(result('A', 'text'));
    run(`CREATE TABLE other (account, chain, address, part, body, sum, received_at);
      INSERT INTO other VALUES ('a', 'ethereum', 'B', 'summary', x'626c6f62', 1, 1),
        ('a', 'ethereum', 'C', 'summary', 1.5, 1, 1), ('a', 'ethereum', 'D', 'summary', '', 1, 1)`);
    assert.deepEqual(bodies(), ['text', '']);
  });
});

describe('a row of another table in a damaged file', () => {
  it('is told apart from those of tables with as many columns', () => {
    const store = openSqliteStore(file);
    store.decideAllowance('start', false, 7);
    store.countPoll('a', '2026-01-01', 'job');
    store.takeTurn('a', 'waiter', 1, 5);
    store.close();
    const found = [...rowsOfDamaged(file)];
    assert.deepEqual(
      found.map(({ table }) => table),
      ['turn', 'poll_count', 'allowance'],
    );
    assert.deepEqual(found[2]?.row, { kind: 'start', counted_from: 0, declined_at: 7 });
  });

  it('has the number of its row in no column, and its other columns whole', () => {
    const subject = { account: 'a', chain: 'ethereum', address: 'A' } as const;
    const call = { id: 's', kind: 'start', aggregator: null, source: 'command' } as const;
    const spending = { ...subject, ...call, isAutomatic: false, at: 5 };
    const store = openSqliteStore(file);
    store.reserveSpending(spending, { day: '2026-01-01' });
    store.close();
    // A text that is a key is never missing, as the number of a row is.
    run(`CREATE TABLE other (kind, counted_from, declined_at);
      INSERT INTO other VALUES (NULL, 1, 1)`);
    const found = [...rowsOfDamaged(file)];
    assert.deepEqual(
      found.map(({ table, row }) => [table, row['seq'], row['id']]),
      [['spending', null, 's']],
    );
  });
});
