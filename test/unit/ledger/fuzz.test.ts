import assert from 'node:assert/strict';
import { env } from 'node:process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { LedgerFile } from '../../../src/ledger/ledgerFile.ts';
import type { NewJob } from '../../../src/ledger/store.ts';
import { openSqliteStore } from '../../support/openStore.ts';

const key = { account: 'a', chain: 'ethereum', address: '0xA' } as const;
const job: NewJob = { ...key, id: 'job', aggregator: 'money', origin: 'o', credential: 'c' };
const claim = { owner: 'w', now: 1, tick: 1 };

describe('a corrupted ledger file (hazard 33)', () => {
  let folder: string;
  let whole: Buffer;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'address-risk-fuzz-'));
    const file = join(folder, 'whole.sqlite');
    const store = openSqliteStore(file);
    store.beginJob(job, claim);
    store.saveResult({ ...key, part: 'summary', body: 'body'.repeat(2_000), receivedAt: 1 });
    store.close();
    whole = await readFile(file);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('is read or moved away, and work continues either way', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 40 }),
        fc.option(fc.nat()),
        fc.nat(3),
        async (writes, cut, near) => {
          const bytes = Buffer.from(whole);
          // Half of the writes hit the header and the schema, where they hurt most.
          for (const [at, byte] of writes) bytes[at % (near < 2 ? 4_096 : bytes.length)] = byte;
          const at = join(folder, String(++run));
          await mkdir(at);
          await writeFile(
            join(at, 'ledger.sqlite'),
            cut === null ? bytes : bytes.subarray(0, cut % bytes.length),
          );
          const notices: string[] = [];
          const ledger = new LedgerFile(at, ({ kind }) => notices.push(kind));
          ledger.run('listJobs', (opened) => opened.listJobs());
          ledger.run('settleOrphans', (opened) => opened.settleOrphans(2, 2));
          const fresh = { ...job, id: 'new', chain: 'base' };
          ledger.run('beginJob', (opened) => opened.beginJob(fresh, claim));
          assert.equal(ledger.run('readJob', (opened) => opened.readJob('new'))?.state, 'intent');
          ledger.close();
          await rm(at, { recursive: true });
        },
      ),
      { numRuns: Number(env['ADDRESS_RISK_RUNS'] ?? 60), seed: 1 },
    );
  });
});
