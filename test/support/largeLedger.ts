import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { openSqliteStore } from './openStore.ts';

/** Fills a ledger as years of work would: every tenth job is open, one in a hundred runs. */
export function fillLedger(file: string, jobs: number, results: number): void {
  openSqliteStore(file).close();
  const database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = OFF; BEGIN');
  const job = database.prepare(
    `INSERT INTO job (id, account, chain, address, aggregator, origin, credential, state, job_id,
       created_at, updated_at, is_noticed)
     VALUES (?, 'account', 'ethereum', ?, 'money', 'o', 'c', ?, ?, ?, ?, 1)`,
  );
  for (let index = 0; index < jobs; index++) {
    const state = index % 100 === 0 ? 'running' : index % 10 === 0 ? 'stale' : 'done';
    job.run(`job-${index}`, addressOf(index), state, `id-${index}`, index, index);
  }
  const result = database.prepare(
    `INSERT INTO result (account, chain, address, part, body, sum, received_at)
     VALUES ('account', 'ethereum', ?, ?, ?, ?, ?)`,
  );
  const body = JSON.stringify({ balance: 1, note: 'x'.repeat(200) });
  for (let index = 0; index < results; index++) {
    result.run(
      addressOf(index >> 1),
      index % 2 === 0 ? 'summary' : 'money',
      body,
      crc32(body),
      index,
    );
  }
  database.exec('COMMIT');
  database.close();
}

export function addressOf(index: number): string {
  return `0x${(index + 1).toString(16).padStart(40, '0')}`;
}
