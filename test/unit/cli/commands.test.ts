import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { commandHelp } from '../../../src/cli/help.ts';
import { specs } from '../../../src/cli/specs.ts';
import { readScale } from '../../../src/report/scale.ts';
import { worst } from '../../../src/options/options.ts';
import { commandLine } from '../../support/commandLine.ts';
import { bareEnvironment } from '../../harness/processes.ts';
import { TestRepository } from '../../support/gitRepository.ts';
import { program } from '../../support/cliProcess.ts';

const root = join(import.meta.dirname, '../../..');
const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

describe('the command line', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'cli-'));
    writeFileSync(join(folder, 'a.ts'), `// ethereum\n"${address}"`);
  });
  after(() => rmSync(folder, { recursive: true }));

  it('lists all commands, and has examples for each', async () => {
    const { code, stdout } = await commandLine(folder, ['--help']);
    assert.equal(code, 0);
    for (const spec of specs) {
      assert.ok(stdout.includes(`  ${spec.name} `), spec.name);
      const help = await commandLine(folder, [...spec.name.split(' '), '--help']);
      assert.equal(help.code, 0);
      assert.equal(help.stdout, commandHelp(spec));
      assert.match(help.stdout, /Examples:\n {2}# .+\n {2}address-risk /);
    }
  });

  it('has its help in docs/cli.md', () => {
    const page = readFileSync(join(root, 'docs/cli.md'), 'utf8');
    for (const spec of specs) assert.ok(page.includes(commandHelp(spec).trimEnd()), spec.name);
  });

  it('says what to do where Git is not installed, and takes no book by a guess', () => {
    const repository = new TestRepository();
    repository.write('a.ts', `// ethereum\n"${address}"`);
    repository.commit();
    const paid = ['summary', address, '--network', 'ethereum', '--sample'];
    for (const [args, code] of [
      [['check'], 2],
      [['check', '--trust', 'head'], 2],
      [[...paid, '--ledger', '.git/ledger'], 2],
      [['scan', 'a.ts'], 0],
    ] as const) {
      const { status, stderr } = spawnSync(process.execPath, ['--no-warnings', program, ...args], {
        cwd: repository.folder,
        encoding: 'utf8',
        env: { ...bareEnvironment, PATH: folder },
      });
      assert.equal(status, code, stderr);
      if (code === 2) assert.match(stderr, /^address-risk: [^\n]* Install Git\.\n$/);
    }
    repository.remove();
  });

  const wrong = [
    ['unknown'],
    ['scan'],
    ['scan', 'a.ts', '--format', 'xml'],
    ['scan', 'a.ts', '--format'],
    ['scan', 'a.ts', '--unknown'],
    ['scan', 'a.ts', '--format', 'json', '--format', 'csv'],
    ['check', 'nowhere'],
    ['check', '--since', 'main'],
    ['check', '--trust', 'me'],
    ['check', '--output', 'no/such/folder/file'],
  ] as const;
  for (const args of wrong) {
    it(`ends with 2 and one line: ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await commandLine(folder, args);
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, /^address-risk: [^\n]+\.\n$/);
    });
  }

  it('prints rows as CSV and as text', async () => {
    const csv = await commandLine(folder, ['scan', '.', '--format', 'csv']);
    assert.equal(csv.code, 0);
    assert.match(csv.stdout, /^path,line,column,.*\r\na\.ts,2,2,13,42,0xA0b8/);
    const text = await commandLine(folder, ['scan', 'a.ts', '--format', 'text']);
    assert.equal(text.stdout, `a.ts:2:2: ${address} ethereum (evm)\n`);
    const written = address.replace('A0b8', 'a0b8');
    writeFileSync(join(folder, 'wrong.ts'), `// ethereum\n"${written}"\n`);
    const wrong = await commandLine(folder, ['scan', 'wrong.ts', '--format', 'text']);
    rmSync(join(folder, 'wrong.ts'));
    assert.equal(wrong.stdout, `wrong.ts:2:2: ${written} ethereum (evm), wrong checksum\n`);
  });

  it('checks a folder without Git, where nothing is new', async () => {
    const { code, stdout } = await commandLine(folder, ['check', '--format', 'json']);
    assert.equal(code, 0);
    const { summary, findings } = JSON.parse(stdout) as {
      summary: { base: unknown; new: number };
      findings: { rule: string; level: string; state: string }[];
    };
    assert.deepEqual([summary.base, summary.new], [null, 0]);
    assert.deepEqual(
      findings.map(({ rule, level, state }) => [rule, level, state]),
      [['unlisted', 'warning', 'unchanged']],
    );
  });

  it('writes the result to a file, and the summary of a step', async () => {
    const output = join(folder, 'result.txt');
    const summary = join(folder, 'summary.md');
    const { stdout } = await commandLine(
      folder,
      ['check', '--format', 'github', '--output', 'result.txt'],
      { GITHUB_STEP_SUMMARY: summary },
    );
    assert.equal(stdout, '');
    assert.match(readFileSync(output, 'utf8'), /^::warning file=a\.ts,line=2/);
    assert.match(readFileSync(summary, 'utf8'), /^## Address Risk/);
    rmSync(output);
    rmSync(summary);
  });

  it('works on the folder of the caller by npm, also from another one', () => {
    const result = spawnSync('npm', ['--prefix', root, 'run', '-s', 'cli', '--', 'scan', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(result.status, 0, result.stderr);
    assert.equal((JSON.parse(result.stdout) as { path: string }[])[0]?.path, 'a.ts');
  });

  const range = { min: 0, max: 100 };
  const levels = [
    { name: 'Low', from: 0 },
    { name: 'High', from: 50 },
    { name: 'Severe', from: 75 },
  ];
  for (const [name, policy] of [
    ['without a scale', { fail: ['level:High'] }],
    ['that the scale does not have', { fail: ['level:Hihg'], scale: { ...range, levels } }],
    [
      'that warns where a lower one fails',
      { fail: ['level:High'], warn: ['level:Severe'], scale: { ...range, levels } },
    ],
  ] as const) {
    it(`takes a level ${name} for an error of the book: it can never apply`, async () => {
      const book = join(folder, '.address-risk.json');
      writeFileSync(book, JSON.stringify({ version: 1, policy }));
      const { code, stdout } = await commandLine(folder, ['check']);
      rmSync(book);
      assert.equal(code, 2);
      assert.match(
        stdout,
        /^error book \.address-risk\.json:1:1\n {2}The policy cannot be used: “/m,
      );
    });
  }

  it('says that a level is not checked without stored scores', async () => {
    const book = join(folder, '.address-risk.json');
    const policy = { fail: ['level:High'], warn: ['level:Low'], scale: { ...range, levels } };
    writeFileSync(book, JSON.stringify({ version: 1, policy }));
    const { code, stderr } = await commandLine(folder, ['check']);
    rmSync(book);
    assert.equal(code, 0);
    assert.equal(stderr, '“level:” of the policy is not checked: that needs --scores.\n');
  });

  it('says what is wrong with a scale, and how to write it', async () => {
    const wrong = await commandLine(folder, ['report', '--scale', '{}']);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /^address-risk: --scale is not a scale\. Write it as \{"min": 0,/);
    const example = /\{.*\}/.exec(wrong.stderr)?.[0] ?? assert.fail(wrong.stderr);
    assert.equal(readScale(JSON.parse(example)).kind, 'scale');
    const late = { ...range, levels: levels.slice(1) };
    const book = join(folder, '.address-risk.json');
    writeFileSync(book, JSON.stringify({ version: 1, policy: { scale: late } }));
    const { stdout } = await commandLine(folder, ['check']);
    rmSync(book);
    assert.match(stdout, /: “scale” is not a scale\. The first level must begin at “min”\.\n/);
  });

  it('says what is wrong with the URL of the service, and quotes nothing of it', async () => {
    for (const [url, sentence] of [
      ['http://risk.example', /must begin with https:\/\//],
      ['risk.example', /is not a URL\. Set it to one that begins with https:\/\//],
      ['https://a:secret@risk.example', /has a user name or a password\. Remove them/],
    ] as const) {
      const tenant = '5a3c1e00-0000-4000-8000-000000000001';
      const env = { ADDRESS_RISK_URL: url, ADDRESS_RISK_TENANT: tenant };
      const { code, stderr } = await commandLine(folder, ['usage'], env);
      assert.equal(code, 2);
      assert.match(stderr, sentence);
      assert.doesNotMatch(stderr, /notHttps|notAUrl|userInfo|secret|risk\.example(?!\.com)/);
    }
  });

  it('knows which of several exit codes goes first', () => {
    assert.equal(worst(1, 3, 2), 2);
    assert.equal(worst(0, 1, 3), 3);
    assert.equal(worst(0, 1), 1);
    assert.equal(worst(0, 0), 0);
  });
});

describe('the address book of a path', () => {
  it('is the closest one of the base revision', async () => {
    const repository = new TestRepository();
    const deny = { path: 'deny.txt', name: 'Deny', kind: 'deny' };
    repository.write('.address-risk.json', JSON.stringify({ version: 1, lists: [deny] }));
    repository.write('deny.txt', `${address}\n`);
    repository.write('packages/app/a.ts', 'nothing');
    repository.commit();
    repository.git('checkout', '--quiet', '-b', 'change');
    repository.write('packages/app/a.ts', `"${address}"`);
    // A closer book would hide the list of the base.
    repository.write('packages/app/.address-risk.json', JSON.stringify({ version: 1 }));
    const { code, stdout } = await commandLine(repository.folder, ['check', 'packages/app']);
    repository.remove();
    assert.equal(code, 1);
    assert.match(stdout, /error deny, .* packages\/app\/a\.ts:1:2/);
  });
});
