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
import { openKeeper } from '../../../src/ledger/keeper.ts';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('the files of the ledger', () => {
  for (const isOld of [false, true]) {
    it(`are readable by the user only${isOld ? ', even if they were not before' : ''}`, () => {
      const base = mkdtempSync(join(tmpdir(), 'address-risk-private-'));
      const folder = join(base, 'storage');
      if (isOld) {
        mkdirSync(folder);
        writeFileSync(join(folder, 'ledger.sqlite'), '');
        chmodSync(join(folder, 'ledger.sqlite'), 0o644);
        chmodSync(folder, 0o755);
      }
      const keeper = openKeeper(folder, ({ kind }) => assert.fail(kind), 10_000);
      keeper.run((store) => store.countUsage('a', 'd', 'poll', 'x'));
      assert.equal(modeOf(folder), '700');
      const files = readdirSync(folder);
      assert.ok(files.includes('ledger.sqlite-wal'));
      for (const file of files) {
        const isFolder = statSync(join(folder, file)).isDirectory();
        assert.equal(modeOf(join(folder, file)), isFolder ? '700' : '600', file);
      }
      keeper.close();
      rmSync(base, { recursive: true });
    });
  }
});
