/** The file that a window has open: which one it is, and when it is another one. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { CurrentFile } from '../../../src/ledger/currentFile.ts';
import { Database } from '../../../src/ledger/database.ts';
import { LedgerFile } from '../../../src/ledger/ledgerFile.ts';
import { LedgerFiles } from '../../../src/ledger/ledgerFiles.ts';

let folder: string;
let salvaged: number;
let windows: CurrentFile[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'address-risk-current-'));
  salvaged = 0;
  windows = [];
});
afterEach(() => {
  for (const each of windows) each.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = (): string => join(folder, 'ledger.sqlite');
const open = (): CurrentFile => {
  const window = new CurrentFile(new LedgerFiles(folder), ({ kind }) => {
    assert.equal(kind, 'salvaged');
    salvaged += 1;
  });
  windows.push(window);
  return window;
};

describe('the file that a window has open', () => {
  it('is closed when the window leaves', () => {
    const window = open();
    const { database } = window.toWrite();
    window.close();
    assert.throws(() => database.get('SELECT 1'), { code: 'ERR_INVALID_STATE' });
  });

  it('is not an earlier state that can be read while another process moves files', () => {
    open().toWrite();
    const window = open();
    new LedgerFiles(folder).exclusively(() => {
      assert.throws(() => window.toRead(), { reason: 'busy' });
    });
    assert.equal(window.toRead().isWritable, true);
  });

  it('is replaced once if two windows find it damaged, and is new to the first one only', () => {
    const [one, two] = [open(), open()];
    for (const each of [one, two]) each.toWrite();
    for (const each of [one, two]) each.leave();
    assert.deepEqual([one.toWrite().isNew, two.toWrite().isNew], [true, false]);
    assert.equal(one.toWrite().id, two.toWrite().id);
    assert.equal(salvaged, 1);
  });

  it('is replaced, and says what may be lost, if another program empties it in place', () => {
    const ledger = new LedgerFile(folder, ({ kind }) => {
      assert.equal(kind, 'salvaged');
      salvaged += 1;
    });
    assert.equal(
      ledger.run('readLoss', (store) => store.readLoss()),
      null,
    );
    truncateSync(file());
    assert.notEqual(
      ledger.run('readLoss', (store) => store.readLoss()),
      null,
    );
    assert.equal(salvaged, 1);
    ledger.close();
  });

  it('is left alone if a newer release renames a table of it meanwhile', () => {
    const ledger = new LedgerFile(folder, ({ kind }) => assert.fail(kind));
    const readLoss = (): unknown => ledger.run('readLoss', (store) => store.readLoss());
    assert.equal(readLoss(), null);
    const newer = new DatabaseSync(file());
    newer.exec('ALTER TABLE loss RENAME TO lost; PRAGMA user_version = 99');
    newer.close();
    assert.throws(readLoss, /no such table/);
    ledger.close();
  });

  it('says what may be lost if the one before was emptied, and then replaced', () => {
    const window = open();
    window.toWrite();
    truncateSync(file());
    for (const each of [file(), `${file()}.spare`]) rmSync(each);
    assert.notEqual(window.toWrite().store.readLoss(), null);
    assert.equal(salvaged, 0);
  });

  it('is made anew if the damaged one is gone before it is replaced', () => {
    writeFileSync(file(), 'no database, '.repeat(1_000));
    const window = open();
    assert.throws(() => window.toWrite(), { errcode: 26 });
    for (const name of [file(), `${file()}.spare`]) rmSync(name);
    window.leave();
    assert.equal(window.toWrite().isNew, true);
    assert.equal(salvaged, 0);
  });
});

describe('a database that is opened to read', () => {
  it('is not created, and takes nothing', () => {
    assert.throws(() => new Database(file(), { isReadOnly: true }));
    assert.equal(existsSync(file()), false);
    new Database(file()).close();
    const database = new Database(file(), { isReadOnly: true });
    assert.throws(() => database.run('DELETE FROM job'), { errcode: 8 });
    database.close();
  });
});

describe('a statement', () => {
  it('is prepared once for each connection', (t) => {
    const database = new Database(':memory:');
    const prepare = t.mock.method(DatabaseSync.prototype, 'prepare');
    for (let count = 0; count < 3; count++) database.get('SELECT 1');
    assert.equal(prepare.mock.callCount(), 1);
    database.close();
  });
});

describe('the ledger of a window', () => {
  it('has nothing to bring in later if everything was stored', () => {
    const ledger = new LedgerFile(folder, ({ kind }) => assert.fail(kind));
    ledger.run('countPoll', (store) => store.countPoll('a', 'd', 'job'));
    assert.equal(ledger.hasUnsaved, false);
    ledger.close();
  });
});
