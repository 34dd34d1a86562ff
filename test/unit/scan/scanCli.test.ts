import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TestRepository } from '../../support/gitRepository.ts';
import { program } from '../../support/cliProcess.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const key = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';

describe('scan', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'scan-'));
    spawnSync('git', ['init', '--quiet', folder]);
    for (const [path, content] of [
      ['.gitignore', 'ignored/\n*.log\n!keep.log\n/top.txt\n'],
      ['b/polygon.ts', `\uFEFFconst a = "${address.toLowerCase()}";\r\n// é\n  "${address}"`],
      ['a.txt', `key ${key}\n bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa`],
      ['ignored/c.ts', address],
      ['b/d.log', address],
      ['b/keep.log', address],
      ['top.txt', address],
      ['b/top.txt', address],
    ] as const) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    writeFileSync(join(folder, 'binary.bin'), Buffer.from(`${address}\0`));
    writeFileSync(join(folder, 'latin.txt'), Buffer.from(`${address}\xe9`, 'latin1'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const scan = (...paths: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [program, 'scan', ...paths, '--format', 'json'],
      { encoding: 'utf8', env: { ...process.env, INIT_CWD: folder }, cwd: tmpdir() },
    );
    return {
      status,
      stdout,
      stderr,
      rows: JSON.parse(stdout || '[]') as Record<string, unknown>[],
    };
  };

  it('prints rows by path and place, with what lies below honouring .gitignore', () => {
    const { status, rows, stdout } = scan('.');
    assert.equal(status, 0);
    assert.deepEqual(
      rows.map(({ path, offset }) => [path, offset]),
      [
        ['a.txt', 65],
        ['b/keep.log', 0],
        ['b/polygon.ts', 12],
        ['b/polygon.ts', 66],
        ['b/top.txt', 0],
      ],
    );
    assert.ok(!stdout.includes(key.slice(0, 20)));
    assert.deepEqual(rows[0], {
      path: 'a.txt',
      offset: 65,
      length: 34,
      line: 2,
      column: 10,
      text: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      family: 'bitcoin',
      form: 'uri',
      canonical: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      checksum: 'valid',
      placeholder: null,
      chain: 'bitcoin',
      chainReason: 'from “bitcoin”',
    });
    const [bare, spelled] = [rows[2]!, rows[3]!];
    assert.deepEqual([bare['line'], bare['column'], bare['checksum']], [1, 13, 'none']);
    assert.deepEqual([spelled['line'], spelled['column']], [3, 4]);
    assert.equal(spelled['checksum'], 'valid');
    assert.equal(bare['canonical'], address);
    // Known facts outrank a file name.
    assert.equal(bare['chain'], 'ethereum');
  });

  it('prints each row once when the output is longer than a block', () => {
    const rows = 3_000;
    mkdirSync(join(folder, 'long'), { recursive: true });
    writeFileSync(join(folder, 'long', 'a.txt'), `${address}\n`.repeat(rows));
    const found = scan('long').rows;
    assert.deepEqual(
      found.map(({ line }) => line),
      Array.from({ length: rows }, (_, index) => index + 1),
    );
  });

  it('calls a folder by the chain ID that it says, however the path is given', () => {
    for (const [path, content] of [
      ['said/deployments/blackberry/.chainId', '137'],
      ['said/deployments/blackberry/T.json', `{ "address": "${address}" }`],
      ['said/deployments/kovan/.chainId', '42'],
      ['said/deployments/kovan/T.json', `{ "address": "${address}" }`],
    ] as const) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    for (const path of ['said', join(folder, 'said')]) {
      const { rows } = scan(path);
      assert.deepEqual(
        rows.map(({ chain, chainReason }) => [chain, chainReason]),
        [
          ['polygon', 'from a chain ID'],
          ['kovan', 'from a chain ID'],
        ],
        path,
      );
    }
    rmSync(join(folder, 'said'), { recursive: true });
  });

  it('reads what Git tracks, also where .gitignore matches it', () => {
    const repository = new TestRepository();
    repository.write('.gitignore', '*.csv\nrun/\n');
    repository.write('run/a.json', address);
    repository.write('list.csv', address);
    repository.git('add', '--force', '.');
    repository.git('commit', '--quiet', '-m', 'base');
    repository.write('run/untracked.json', address);
    symlinkSync('a.json', join(repository.folder, 'run/link.json'));
    const paths = (path: string) => scan(path).rows.map((row) => row['path']);
    const { folder } = repository;
    assert.deepEqual(paths(folder), [join(folder, 'list.csv'), join(folder, 'run/a.json')]);
    repository.delete('list.csv');
    assert.deepEqual(paths(folder), [join(folder, 'run/a.json')]);
    // A named folder is read completely.
    assert.equal(paths(join(folder, 'run')).length, 2);
    repository.remove();
  });

  it('reads a named path that git ignores, and says which is missing', () => {
    assert.deepEqual(
      scan('ignored').rows.map(({ path }) => path),
      ['ignored/c.ts'],
    );
    assert.deepEqual(
      scan('b/d.log').rows.map(({ path }) => path),
      ['b/d.log'],
    );
    const { status, rows, stderr } = scan('nowhere', 'top.txt');
    assert.equal(status, 2);
    assert.equal(rows.length, 1);
    assert.match(stderr, /nowhere/);
  });
});
