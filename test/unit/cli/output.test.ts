import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { listAt, writeList } from '../../../src/cli/lists/listsCommand.ts';
import { writeProblem } from '../../../src/cli/terminal.ts';
import { jsonText, visible } from '../../../src/messages/visible.ts';
import { commandLine } from '../../support/commandLine.ts';
import { TestRepository } from '../../support/gitRepository.ts';
import { bareEnvironment } from '../../harness/processes.ts';
import { program } from '../../support/cliProcess.ts';

const denied = '0x7F367cC41522cE07553e823bf3be79A889DEbe1B';
const hostile = '\u001b[2J\u202e\u2800##[add-mask]\u200b';
// oxlint-disable-next-line no-control-regex
const raw = /[\u001b\u202e\u2800\u200b]|##\[/;
/** As in a name of a file, which has no slash. */
const hostilePath = `a${hostile}.ts`;

describe('what commands write', () => {
  let repository: TestRepository;
  let outside: string;
  before(() => {
    outside = realpathSync(mkdtempSync(join(tmpdir(), 'outside-')));
    repository = new TestRepository();
    const list = { path: 'deny.csv', name: `Deny ${hostile}`, kind: 'deny' };
    repository.write(
      '.address-risk.json',
      JSON.stringify({ version: 1, addresses: [], lists: [list] }),
    );
    repository.write('deny.csv', `address,name\n${denied},"Thief ${hostile}"\n`);
    repository.write(hostilePath, `export const a = "${denied}"; // ${hostile}\n`);
    repository.write('many.txt', `${denied}\n`.repeat(3_000));
    symlinkSync(join(outside, 'stolen.txt'), join(repository.folder, 'link.txt'));
    symlinkSync(outside, join(repository.folder, 'folder'));
    repository.commit('base');
  });
  after(() => {
    repository.remove();
    rmSync(outside, { recursive: true, force: true });
  });

  // npm's own variable would take commands to the folder of the package.
  const own = { ...process.env };
  delete own['INIT_CWD'];
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    commandLine(repository.folder, args, env);

  it('says once what all findings of a place share', async () => {
    const fresh = new TestRepository();
    fresh.commit();
    fresh.write('a.ts', `"${denied}"\n"${denied}"\n`);
    const checked = async (format: string) =>
      (await commandLine(fresh.folder, ['check', '--format', format])).stdout;
    const shared = 'Its network is unknown. It is in this file 2 times; this is the first place.';
    for (const format of ['text', 'github', 'markdown']) {
      assert.equal((await checked(format)).replaceAll('\\', '').split(shared).length, 2, format);
    }
    // Elsewhere each finding is by itself.
    assert.equal((await checked('json')).split(shared).length, 3);
    fresh.remove();
  });

  it('names a placeholder as one', async () => {
    const dead = '0x000000000000000000000000000000000000dEaD';
    writeFileSync(join(outside, 'dead.txt'), `ethereum ${dead}`);
    const { stdout } = await run(['scan', join(outside, 'dead.txt'), '--format', 'text']);
    assert.ok(stdout.endsWith(' ethereum (evm), placeholder (dead)\n'), stdout);
    rmSync(join(outside, 'dead.txt'));
  });

  for (const format of ['text', 'json', 'sarif', 'github', 'markdown']) {
    it(`has nothing raw that hides or commands, as ${format}`, async () => {
      const { stdout, stderr, code } = await run(['check', '--all', '--format', format]);
      assert.equal(code, 1);
      assert.doesNotMatch(stdout + stderr, raw);
      assert.match(stdout, /Thief/);
    });
  }

  for (const format of ['text', 'json', 'csv']) {
    it(`has nothing raw in addresses as ${format}`, async () => {
      const { stdout, stderr } = await run(['scan', '.', '--format', format]);
      assert.doesNotMatch(stdout + stderr, raw);
      if (format !== 'json') return;
      const rows = JSON.parse(stdout) as readonly { readonly path: string }[];
      assert.ok(rows.some(({ path }) => path === hostilePath));
    });
  }

  it('goes to no place that a link of the checkout names', async () => {
    const link = await run(['check', '--output', 'link.txt']);
    assert.equal(link.code, 1);
    assert.match(readFileSync(join(repository.folder, 'link.txt'), 'utf8'), / checked: /);
    const folder = await run(['check', '--output', 'folder/new.txt']);
    assert.equal(folder.code, 2);
    assert.match(folder.stderr, /link of the checkout/);
    assert.throws(() => readFileSync(join(outside, 'stolen.txt')));
    assert.throws(() => readFileSync(join(outside, 'new.txt')));
    assert.equal((await run(['check', '--output', join(outside, 'own.txt')])).code, 1);
    assert.match(readFileSync(join(outside, 'own.txt'), 'utf8'), / checked: /);
  });

  it('says in words why a file cannot be written', async () => {
    for (const [file, reason] of [
      ['nowhere/x.sarif', 'its folder does not exist'],
      ['deny.csv/x.sarif', 'a part of its path is a file and not a folder'],
      [outside, 'it is a folder'],
    ] as const) {
      const { code, stderr } = await run(['check', '--output', file]);
      const sentence = `address-risk: ${JSON.stringify(file)} cannot be written: ${reason}.\n`;
      assert.deepEqual([code, stderr.endsWith(sentence)], [2, true], stderr);
    }
    assert.equal(writeProblem({ code: 'ENOSPC' }), 'the disk is full');
    assert.equal(writeProblem({ code: 'EACCES' }), 'you have no permission to write there');
    assert.equal(writeProblem({ code: 'EMFILE' }), 'EMFILE');
  });

  it('is not there on a full disk, which no exit code of a result says', () => {
    const full = openSync('/dev/full', 'w');
    for (const args of [['scan', '.'], ['--help']]) {
      const { status, stderr } = spawnSync(process.execPath, ['--no-warnings', program, ...args], {
        cwd: repository.folder,
        env: bareEnvironment,
        encoding: 'utf8',
        stdio: ['ignore', full, 'pipe'],
      });
      assert.equal(status, 2, stderr);
      assert.equal(stderr, 'address-risk: The output cannot be written: the disk is full.\n');
    }
    closeSync(full);
  });

  it('ends a server for agents that cannot answer, which would be paid for and not arrive', async (context) => {
    const full = openSync('/dev/full', 'w');
    for (const [stdout, code] of [
      [full, 2],
      ['pipe', 0],
    ] as const) {
      const args = ['--no-warnings', program, 'mcp', '--root', '.'];
      const child = spawn(process.execPath, args, {
        cwd: repository.folder,
        env: bareEnvironment,
        stdio: ['pipe', stdout, 'ignore'],
      });
      context.after(() => child.kill());
      child.stdout?.destroy();
      const params = {
        protocolVersion: '2024-11-05',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      };
      const request = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
      child.stdin?.write(`${JSON.stringify(request)}\n`);
      // Its input is still open.
      assert.deepEqual(await once(child, 'exit'), [code, null]);
    }
    closeSync(full);
  });

  it('goes to devices outside of the checkout', async () => {
    assert.equal((await run(['check', '--output', '/dev/null'])).code, 1);
    assert.ok(statSync('/dev/null').isCharacterDevice());
  });

  it('reads and writes no list through a link', async () => {
    const folder = realpathSync(repository.folder);
    writeFileSync(join(outside, 'list.txt'), `${denied}\n`);
    symlinkSync(join(outside, 'list.txt'), join(folder, 'linked.txt'));
    assert.equal(await listAt(folder, 'linked.txt'), undefined);
    assert.equal(await listAt(folder, 'folder/list.txt'), undefined);
    assert.equal((await listAt(folder, 'deny.csv'))?.addresses.size, 1);
    await assert.rejects(writeList(folder, 'folder/list.txt', Buffer.from('x')), /a link/);
    await writeList(folder, 'linked.txt', Buffer.from('x'));
    assert.equal(readFileSync(join(outside, 'list.txt'), 'utf8'), `${denied}\n`);
    writeFileSync(join(folder, 'large.txt'), Buffer.alloc(16_777_217, `${denied}\n`));
    assert.equal(await listAt(folder, 'large.txt'), undefined);
    rmSync(join(folder, 'large.txt'));
  });

  it('keeps the summary of a step below a mebibyte, behind what is there', async () => {
    const summary = join(outside, 'summary.md');
    const earlier = 'x'.repeat(1_048_000);
    writeFileSync(summary, earlier);
    await run(['check', '--all', '--format', 'github'], { GITHUB_STEP_SUMMARY: summary });
    const text = readFileSync(summary, 'utf8');
    assert.ok(text.startsWith(earlier) && text.length > earlier.length);
    assert.match(text, /more findings/);
    assert.ok(Buffer.byteLength(text) < 1_048_576);
  });

  for (const format of ['text', 'json']) {
    it(`ends with its own code if the reader of ${format} closes the pipe`, async () => {
      const child = spawn(process.execPath, [program, 'check', '--all', '--format', format], {
        cwd: repository.folder,
        env: own,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout.destroy();
      const said = textOf(child.stderr);
      const [code] = (await once(child, 'exit')) as [number | null];
      // A program that breaks off ends with 1 too.
      assert.deepEqual([code, await said], [1, '']);
    });
  }
});

describe('JSON that is printed', () => {
  it('has the same values, with all escaped that hides or commands', () => {
    const value = {
      a: hostile,
      b: ['\u{e0041}', '###[x]', '##vso[x]', '\u0085é字'],
      '\u202e': '\n',
    };
    for (const space of [0, 2]) {
      const text = jsonText(value, space);
      assert.doesNotMatch(text, /[\u0085\u202e\u{e0041}]|##(?:vso)?\[/u);
      assert.doesNotMatch(text, raw);
      assert.deepEqual(JSON.parse(text), value);
    }
    assert.equal(jsonText({ a: '# b' }), '{"a":"# b"}');
  });

  it('is shown by numbers in text', () => {
    assert.equal(visible('a\u2800##[x]'), 'a⟨U+2800⟩⟨U+0023⟩#[x]');
  });
});
