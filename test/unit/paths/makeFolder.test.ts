import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { inspect, promisify } from 'node:util';
import { makeFolder } from '../../../src/paths/makeFolder.ts';

describe('a folder that is created', () => {
  it('comes with those above it, for the user alone, unless a file is in the way', () => {
    const top = mkdtempSync(join(tmpdir(), 'folder-'));
    try {
      const below = join(top, 'a', 'b', 'c');
      for (const _ of [1, 2]) makeFolder(below);
      assert.equal(statSync(below).isDirectory(), true);
      if (process.platform !== 'win32') assert.equal(statSync(below).mode & 0o777, 0o700);
      writeFileSync(join(top, 'file'), '');
      assert.throws(() => makeFolder(join(top, 'file')), { code: 'EEXIST' });
      assert.throws(() => makeFolder(join(top, 'file', 'x')));
    } finally {
      rmSync(top, { recursive: true });
    }
  });

  it('may be created by several processes at once', async () => {
    const top = mkdtempSync(join(tmpdir(), 'folder-'));
    const module = JSON.stringify(
      new URL('../../../src/paths/makeFolder.ts', import.meta.url).href,
    );
    const begin = Date.now() + 1_500;
    const program = `const { makeFolder } = await import(${module});
      while (Date.now() < ${begin});
      for (let at = 0; at < 500; at++) makeFolder(${JSON.stringify(top)} + '/' + at + '/a/b');`;
    try {
      const run = promisify(execFile);
      const options = ['--input-type=module', '-e', program];
      const ends = await Promise.allSettled([1, 2].map(() => run(process.execPath, options)));
      for (const end of ends) assert.equal(end.status, 'fulfilled', inspect(end));
    } finally {
      rmSync(top, { recursive: true });
    }
  });

  const skip = !existsSync('/proc/self') && 'needs /proc';
  it('is an error at once where the system takes no folders', { skip }, () => {
    const module = JSON.stringify(
      new URL('../../../src/paths/makeFolder.ts', import.meta.url).href,
    );
    const program = `import(${module}).then(({ makeFolder }) => makeFolder('/proc/x/y')).catch(({ code }) => console.log(code))`;
    // In a process of its own: a call that never ends cannot be stopped here.
    const printed = execFileSync(process.execPath, ['-e', program], { timeout: 20_000 });
    assert.equal(printed.toString(), 'ENOENT\n');
  });
});
