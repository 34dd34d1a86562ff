import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { readFolderText, writeFolderText } from '../../../src/folder/folderText.ts';

const largest = 1_024;

describe('a text that is written into a folder', () => {
  let home: string;
  let folder: string;
  let file: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'folder-text-'));
    folder = join(home, 'folder');
    file = join(folder, 'book.json');
    mkdirSync(folder);
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('is created, and then replaced with the same permissions', async () => {
    await writeFolderText(folder, file, 'one');
    assert.deepEqual(await readFolderText(folder, file, largest), { kind: 'text', text: 'one' });
    rmSync(file);
    writeFileSync(file, 'two', { mode: 0o600 });
    await writeFolderText(folder, file, 'three');
    assert.equal(readFileSync(file, 'utf8'), 'three');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder), ['book.json']);
  });

  it('goes to the file in the folder that a link leads to, and the link stays', async () => {
    const target = join(folder, 'target.json');
    writeFileSync(target, 'one');
    symlinkSync('target.json', file);
    await writeFolderText(folder, file, 'two');
    assert.equal(readFileSync(target, 'utf8'), 'two');
    assert.ok(lstatSync(file).isSymbolicLink());
  });

  it('is never written where a link leads out of the folder', async () => {
    const outside = join(home, 'outside.json');
    symlinkSync(outside, file);
    assert.deepEqual(await readFolderText(folder, file, largest), { kind: 'missing' });
    writeFileSync(join(folder, 'lists'), '');
    const below = join(folder, 'lists', 'deny.txt');
    assert.deepEqual(await readFolderText(folder, below, largest), { kind: 'missing' });
    await writeFolderText(folder, file, 'one');
    assert.ok(!existsSync(outside), 'a link that leads nowhere is replaced');
    assert.ok(lstatSync(file).isFile());
    rmSync(file);
    writeFileSync(outside, 'kept');
    symlinkSync(outside, file);
    await assert.rejects(writeFolderText(folder, file, 'two'));
    assert.equal(readFileSync(outside, 'utf8'), 'kept');
    rmSync(file);
    symlinkSync(file, file);
    await assert.rejects(writeFolderText(folder, file, 'two'));
    assert.ok(lstatSync(file).isSymbolicLink(), 'a link to itself stays');
  });

  it('leaves nothing behind if it cannot be written', async () => {
    mkdirSync(file);
    writeFileSync(join(file, 'kept'), 'kept');
    await assert.rejects(writeFolderText(folder, file, 'one'));
    assert.deepEqual(readdirSync(folder), ['book.json']);
    assert.deepEqual(readdirSync(file), ['kept']);
  });
});
