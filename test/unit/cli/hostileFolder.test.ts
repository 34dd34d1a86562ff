import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { program } from '../../support/cliProcess.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

/** Far more than a scan of a few files takes: what waits for a pipe's writer waits for ever. */
const patienceMs = 20_000;

describe('scan of a folder that was made to break it', () => {
  let folder = '';
  let server: Server;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hostile-'));
    spawnSync('git', ['init', '--quiet', folder]);
    writeFileSync(join(folder, 'a.txt'), address);
    writeFileSync(join(folder, 'z.txt'), address);
    writeFileSync(join(folder, '-dash.txt'), address);
    writeFileSync(join(folder, 'line\nbreak.txt'), address);
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.of(0xff)]), address);
    assert.equal(spawnSync('mkfifo', [join(folder, 'pipe')]).status, 0);
    const huge = openSync(join(folder, 'huge.txt'), 'w');
    ftruncateSync(huge, 3 * 1_073_741_824);
    closeSync(huge);
    symlinkSync('nowhere', join(folder, 'dangling'));
    symlinkSync('loop', join(folder, 'loop'));
    server = createServer();
    await new Promise<void>((resolve) => server.listen(join(folder, 'socket'), resolve));
  });
  after(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  const env = () => ({ ...process.env, INIT_CWD: folder });
  const scan = (...paths: string[]) => {
    const result = spawnSync(
      process.execPath,
      [program, 'scan', '--format', 'json', '--', ...paths],
      {
        encoding: 'utf8',
        env: env(),
        timeout: patienceMs,
      },
    );
    assert.equal(result.signal, null, 'it ends');
    assert.doesNotMatch(result.stderr, /\n {4}at /);
    const rows = JSON.parse(result.stdout) as { readonly path: string }[];
    return { status: result.status, stderr: result.stderr, paths: rows.map(({ path }) => path) };
  };

  it('names what it cannot read, prints the rest, and exits with 2', () => {
    const { status, stderr, paths } = scan('.');
    // A byte that is not UTF-8 is a lone surrogate: two such names stay two.
    assert.deepEqual(paths, ['-dash.txt', 'a.txt', 'bad\udcff', 'line\nbreak.txt', 'z.txt']);
    assert.deepEqual(stderr.trim().split('\n').sort(), [
      'Skipped "huge.txt": larger than 256 MiB',
      'Skipped "pipe": not a regular file',
      'Skipped "socket": not a regular file',
    ]);
    assert.equal(status, 2);
  });

  for (const [name, reason] of [
    ['pipe', 'not a regular file'],
    ['socket', 'not a regular file'],
    ['/dev/zero', 'not a regular file'],
    ['huge.txt', 'larger than 256 MiB'],
    ['loop', 'too many symbolic links encountered'],
  ] as const) {
    it(`names ${name} where it is an argument, and never opens what is no file`, () => {
      const { status, stderr, paths } = scan(name, 'a.txt');
      assert.deepEqual(paths, ['a.txt']);
      assert.equal(stderr, `Skipped ${JSON.stringify(name)}: ${reason}\n`);
      assert.equal(status, 2);
    });
  }

  it('says that a link to nothing is missing', () => {
    const { status, stderr, paths } = scan('dangling', 'a.txt');
    assert.deepEqual(paths, ['a.txt']);
    assert.equal(stderr, 'address-risk: No such file or folder: "dangling".\n');
    assert.equal(status, 2);
  });

  it('exits with 0 where all that it cannot read is ignored', () => {
    writeFileSync(join(folder, '.gitignore'), 'bad*\nhuge.txt\npipe\nsocket\n');
    const { status, stderr } = scan('.');
    rmSync(join(folder, '.gitignore'));
    assert.deepEqual([status, stderr], [0, '']);
  });

  it('reads on where a .gitignore is a pipe, a link, a folder, or too large', () => {
    for (const [kind, make, left] of [
      ['pipe', (path: string) => spawnSync('mkfifo', [path]), ['pipe/a.txt']],
      ['link', (path: string) => symlinkSync('a.txt', path), ['link/a.txt']],
      ['folder', (path: string) => mkdirSync(path), ['folder/a.txt']],
      ['large', (path: string) => writeFileSync(path, '*\n'.repeat(3e6)), ['large/a.txt']],
    ] as const) {
      const below = mkdtempSync(join(tmpdir(), 'ignores-'));
      mkdirSync(join(below, kind));
      writeFileSync(join(below, kind, 'a.txt'), address);
      make(join(below, kind, '.gitignore'));
      const { paths } = scan(below);
      rmSync(below, { recursive: true });
      assert.deepEqual(
        paths.map((path) => path.slice(below.length + 1)),
        left,
      );
    }
  });

  it('reads on where a folder is gone, or a file is one that no one may read', () => {
    const hooks = `data:text/javascript,${encodeURIComponent(`
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const fail = (code, errno) => {
        throw Object.assign(new Error(code), { code, errno });
      };
      const { readdirSync, openSync } = fs;
      fs.readdirSync = (path, ...rest) =>
        String(path).endsWith('/gone') ? fail('ENOENT', -2) : readdirSync(path, ...rest);
      fs.openSync = (path, ...rest) =>
        String(path).endsWith('/closed.txt') ? fail('EACCES', -13) : openSync(path, ...rest);
      syncBuiltinESMExports();
    `)}`;
    const below = mkdtempSync(join(tmpdir(), 'gone-'));
    mkdirSync(join(below, 'gone'));
    writeFileSync(join(below, 'closed.txt'), address);
    writeFileSync(join(below, 'open.txt'), address);
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      ['--import', hooks, program, 'scan', '.'],
      { encoding: 'utf8', env: { ...process.env, INIT_CWD: below } },
    );
    rmSync(below, { recursive: true });
    assert.deepEqual(
      (JSON.parse(stdout) as { path: string }[]).map(({ path }) => path),
      ['open.txt'],
    );
    assert.deepEqual(stderr.trim().split('\n').sort(), [
      'Skipped "closed.txt": permission denied',
      'Skipped "gone": no such file or directory',
    ]);
    assert.equal(status, 2);
  });

  it('ends quietly where its reader has seen enough', async () => {
    const large = mkdtempSync(join(tmpdir(), 'large-'));
    writeFileSync(join(large, 'a.txt'), `${address}\n`.repeat(20_000));
    const child = spawn(process.execPath, [program, 'scan', '.'], {
      env: { ...process.env, INIT_CWD: large },
      timeout: patienceMs,
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const [code, signal] = await new Promise<readonly [number | null, string | null]>((resolve) =>
      child.once('close', (...ended) => resolve(ended)),
    );
    rmSync(large, { recursive: true });
    assert.deepEqual([code, signal, stderr], [0, null, '']);
  });
});
