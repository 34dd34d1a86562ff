import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { deserialize } from 'node:v8';
import { ContentUnpacker, type PackedContents } from '../../src/folder/encodeRows.ts';
import type { ScanRequest } from '../../src/folder/scanDiskFiles.ts';
import { buildCli } from '../harness/buildCli.ts';
import { bareEnvironment } from '../harness/processes.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

/** Every Node of the machine, and the one that runs the tests: the oldest may be another one. */
function nodes(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const installed = folders
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .filter((path) => spawnSync(path, ['--version']).status === 0);
  return [...new Set([...installed, process.execPath])];
}

describe('the packed command line', () => {
  let folder = '';
  let work = '';
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'packed-'));
    work = mkdtempSync(join(tmpdir(), 'packed-work-'));
    writeFileSync(join(work, 'a.ts'), `// ethereum\n"${address}"`);
    await buildCli(folder);
  });
  after(() => {
    rmSync(folder, { recursive: true });
    rmSync(work, { recursive: true });
  });

  const run = (node: string, ...args: readonly string[]) =>
    spawnSync(node, [join(folder, 'address-risk.cjs'), ...args], {
      cwd: work,
      encoding: 'utf8',
      env: bareEnvironment,
    });

  it('is a program and its parts, with the texts that it needs', () => {
    const parts = /^[\w.-]+-[0-9A-Z]{8}\.cjs$/;
    assert.deepEqual(
      readdirSync(folder)
        .filter((name) => !parts.test(name))
        .sort(),
      [
        ...['LICENSE', 'README.md', 'ThirdPartyNotices.txt', 'address-risk-cli.cdx.json'],
        ...['address-risk.cjs', 'known.bin', 'package.json', 'registry.txt'],
      ],
    );
    const { bin, engines, dependencies } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as { bin: object; engines: object; dependencies?: object };
    assert.deepEqual(bin, { 'address-risk': 'address-risk.cjs' });
    assert.deepEqual(engines, { node: '>=20.19.0' });
    assert.equal(dependencies, undefined);
  });

  it('reads files in a thread, in every Node of this machine', () => {
    const urls = ['etherscan.io', 'basescan.org', 'explorer.example'];
    const lines = urls.map((host) => `https://${host}/address/${address} "${address}"`);
    const many = mkdtempSync(join(tmpdir(), 'packed-files-'));
    writeFileSync(join(many, 'a.ts'), `"${address}"`);
    writeFileSync(join(many, 'b.ts'), lines.join('\n'));
    mkdirSync(join(many, 'c.ts'));
    const known = { root: many, networks: [], hasBase: false, isListed: true };
    const requests = [
      { kind: 'search', search: { folder: many, keyTextsIn: 'all', namesCode: true } },
      {
        kind: 'rows',
        portion: { root: many, isFirst: true, texts: [address.toLowerCase()] },
      },
      {
        kind: 'scan',
        files: ['a.ts', 'b.ts', 'c.ts', 'none.ts'].map((path) => ({ path, ...known })),
      },
    ] satisfies ScanRequest[];
    const code = `const { Worker } = require('node:worker_threads');
      const [program, requests] = process.argv.slice(1);
      const current = new Int32Array(new SharedArrayBuffer(4));
      const worker = new Worker(program, { workerData: { kind: 'files', current } });
      worker.on('error', (error) => console.error(String(error)));
      worker.on('message', (answer) => {
        // To what has no rows.
        if (answer === null) return;
        console.log(require('node:v8').serialize(answer).toString('base64'));
        worker.terminate();
      });
      for (const request of JSON.parse(requests)) worker.postMessage(request);`;
    for (const node of nodes()) {
      const { stdout, stderr } = spawnSync(
        node,
        ['-e', code, join(folder, 'address-risk.cjs'), JSON.stringify(requests)],
        { encoding: 'utf8', timeout: 60_000 },
      );
      assert.equal(stderr, '', node);
      const packed = deserialize(Buffer.from(stdout, 'base64')) as PackedContents;
      const contents = [...new ContentUnpacker().unpack(packed)].map((content) =>
        'addresses' in content ? `${content.kind} ${[...content.addresses].length}` : content.kind,
      );
      assert.deepEqual(contents, ['text 1', 'text 6', 'skipped 0', 'missing'], node);
    }
    rmSync(many, { recursive: true });
  });

  it('starts its own program in the threads of a large scan', () => {
    const large = mkdtempSync(join(tmpdir(), 'packed-large-'));
    for (let file = 0; file < 13; file++) {
      writeFileSync(join(large, `${file}.ts`), ' '.repeat(4_000_000));
    }
    const hook = join(work, 'hook.cjs');
    writeFileSync(
      hook,
      `const threads = require('node:worker_threads');
      const { Worker } = threads;
      threads.Worker = class extends Worker {
        constructor(file, options) {
          super(file, options);
          console.error(file);
        }
      };`,
    );
    const program = join(folder, 'address-risk.cjs');
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--require', hook, program, 'scan', large],
      { encoding: 'utf8', env: bareEnvironment },
    );
    assert.deepEqual([status, stderr.trim()], [0, availableParallelism() > 1 ? program : '']);
    rmSync(large, { recursive: true });
  });

  it('says in one line that there is no ledger, or which Node it needs', () => {
    for (const node of nodes()) {
      for (const args of [
        ['usage', '--sample'],
        ['check', '--scores', '--sample'],
      ]) {
        const { status, stderr } = run(node, ...args, '--ledger', 'ledger');
        if (status === 0) continue;
        assert.equal(status, 2, stderr);
        assert.match(
          stderr,
          /^address-risk: (?:This needs Node 22\.13 or newer|There is no ledger in )[^\n]*\n$/,
        );
      }
    }
  });

  it('scans, checks, and helps on every Node of this machine', () => {
    for (const node of nodes()) {
      const help = run(node, '--help');
      assert.equal(help.status, 0, help.stderr);
      assert.equal(help.stderr, '');
      const scan = run(node, 'scan', '.');
      assert.equal(scan.status, 0, scan.stderr);
      const [row] = JSON.parse(scan.stdout) as { canonical: string; chain: string }[];
      assert.deepEqual([row?.canonical, row?.chain], [address, 'ethereum']);
      const check = run(node, 'check', '--format', 'json');
      assert.equal(check.status, 0, check.stderr);
      assert.equal(check.stderr, '');
      assert.equal((JSON.parse(check.stdout) as { findings: object[] }).findings.length, 1);
    }
  });
});
