import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openLedger } from '../../../src/ledger/openLedger.ts';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('the files of the ledger', () => {
  for (const isOld of [false, true]) {
    it(`are readable by the user only${isOld ? ', even if they were not before' : ''}`, async () => {
      const base = mkdtempSync(join(tmpdir(), 'address-risk-private-'));
      const folder = join(base, 'storage');
      if (isOld) {
        mkdirSync(folder);
        writeFileSync(join(folder, 'ledger.sqlite'), '');
        chmodSync(join(folder, 'ledger.sqlite'), 0o644);
        chmodSync(folder, 0o755);
      }
      const ledger = openLedger(folder, ({ kind }) => assert.fail(kind));
      const key = { account: 'a', chain: 'ethereum', address: '0xA' };
      const ids = { id: 'job', origin: 'o', credential: 'c' };
      const job = { ...key, ...ids, aggregator: 'money' } as const;
      await ledger.beginJob(job, { owner: 'w', now: 1, tick: 1 });
      assert.equal(modeOf(folder), '700');
      const files = readdirSync(folder);
      assert.deepEqual(files.sort(), [
        ...[
          'ledger.sqlite',
          'ledger.sqlite-journal',
          'ledger.sqlite.spare',
          'move.lock',
          'reserve',
        ],
      ]);
      assert.equal(modeOf(join(folder, 'reserve/job.start')), '600');
      for (const file of files) {
        const isFolder = statSync(join(folder, file)).isDirectory();
        assert.equal(modeOf(join(folder, file)), isFolder ? '700' : '600', file);
      }
      await ledger.close();
      rmSync(base, { recursive: true });
    });
  }
});
