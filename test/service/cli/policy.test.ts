import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { environmentOf } from '../../support/cliKills.ts';
import { spawnCli } from '../../support/cliProcess.ts';
import { commandLine, type CommandEnd } from '../../support/commandLine.ts';
import { generatedAddresses } from '../../support/generatedAddresses.ts';
import { TestRepository } from '../../support/gitRepository.ts';
import { startLoggedService, type LoggedService } from '../../support/loggedService.ts';
import { eventually } from '../../harness/waiting.ts';
import type { Terminal } from '../../../src/cli/terminal.ts';

const [first = '', second = ''] = generatedAddresses(5, 2);
const codeOf = (...addresses: readonly string[]): string =>
  addresses.map((address) => `// ethereum\n"${address}"\n`).join('');
const key = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';
const scale = { min: 0, max: 100, levels: [{ name: 'Any', from: 0 }] };

describe('what decides how addresses are scored', () => {
  let repository: TestRepository;
  let service: LoggedService;
  let runs = 0;
  before(async () => {
    service = await startLoggedService({ jobSeconds: 0 });
  });
  after(() => service.close());
  beforeEach(() => {
    repository = new TestRepository();
  });

  const book = (policy: object): string => JSON.stringify({ version: 1, policy });

  /** A base with an address book, and a change that adds an address. */
  function change(base: string, changed: string | null): void {
    repository.write('.address-risk.json', base);
    repository.write('a.ts', codeOf(first));
    repository.commit();
    repository.git('checkout', '--quiet', '-b', 'change');
    repository.write('a.ts', codeOf(first, second));
    if (changed !== null) repository.write('.address-risk.json', changed);
    repository.commit();
  }

  const ledger = (): string => join(repository.folder, '.git', `ledger-${++runs}`);

  const run = (args: readonly string[], changes: Partial<Terminal> = {}): Promise<CommandEnd> =>
    commandLine(
      repository.folder,
      [...args, '--ledger', ledger()],
      environmentOf(service),
      changes,
    ).finally(() => repository.remove());

  /** The networks of the starts that the service has received since. */
  const networksSince = (from: number): string[] =>
    service.log.slice(from).flatMap(({ method, target }) => {
      const [, network] = /risk_score\/chain=([^&?/]+)/.exec(target) ?? [];
      return method === 'POST' && network !== undefined ? [decodeURIComponent(network)] : [];
    });

  it('is the policy of the base revision, whatever the change and the editor say', async () => {
    change(book({ chainIds: { ethereum: 'eth' } }), book({ chainIds: { ethereum: 'evil' } }));
    repository.write(
      '.vscode/settings.json',
      JSON.stringify({ 'addressRisk.chainIds': { ethereum: 'editor' } }),
    );
    const from = service.log.length;
    await run(['score', '--since', 'main', '--budget', '1']);
    assert.deepEqual(networksSince(from), ['eth']);
  });

  it('is that of the revision that is named, also for addresses that are given', async () => {
    change(book({ chainIds: { ethereum: 'eth' } }), book({ chainIds: { ethereum: 'other' } }));
    const from = service.log.length;
    const given = ['score', second, '--network', 'ethereum', '--budget', '1', '--no-wait'];
    await run([...given, '--since', 'change']);
    assert.deepEqual(networksSince(from), ['other']);
  });

  it('is what the options say, where they do', async () => {
    change(book({ chainIds: { ethereum: 'eth' } }), null);
    const from = service.log.length;
    const args = ['score', '--since', 'main', '--budget', '1', '--scale', JSON.stringify(scale)];
    const end = await run([...args, '--chain-ids', 'ethereum=ethereum', '--format', 'json']);
    assert.equal(end.code, 0, end.stderr);
    assert.deepEqual(networksSince(from), ['ethereum']);
    const { scores } = JSON.parse(end.stdout) as { scores: { level: string | null }[] };
    assert.equal(scores[0]?.level, 'Any');
  });

  /** The requests of `score --all` where the code names no network. */
  async function scoredWith(base: object[], added: object[], ...args: string[]) {
    const bookOf = (addresses: object[]): string => JSON.stringify({ version: 1, addresses });
    repository.write('.address-risk.json', bookOf(base));
    repository.write('a.ts', `"${first}"\n"${second}"\n`);
    repository.commit();
    repository.git('checkout', '--quiet', '-b', 'change');
    repository.write('.address-risk.json', bookOf([...base, ...added]));
    repository.commit();
    const from = service.log.length;
    const all = ['score', '--all', '--since', 'main', '--budget', '2', '--format', 'json'];
    const { stdout } = await run([...all, ...args]);
    const { scores } = JSON.parse(stdout) as { scores: { address: string; network: string }[] };
    const networkOf = (address: string) =>
      scores.find((each) => each.address === address)?.network ?? null;
    return { asked: networksSince(from), networks: [first, second].map(networkOf) };
  }

  it('blames a change for the level of what it adds alone, whatever is stored', async () => {
    change(book({ fail: ['level:Any'], scale }), null);
    const shared = ['--ledger', join(repository.folder, '.git', 'shared')];
    const at = (...args: readonly string[]) =>
      commandLine(repository.folder, [...args, ...shared], environmentOf(service));
    await at('score', '--all', '--budget', '2');
    const check = ['check', '--scores', '--format', 'json', '--since', 'main'];
    const ofChange = await at(...check);
    const { findings } = JSON.parse(ofChange.stdout) as { findings: { address: string }[] };
    assert.deepEqual([ofChange.code, findings.map(({ address }) => address)], [1, [second]]);
    repository.write('a.ts', codeOf(first));
    repository.commit();
    assert.equal((await at(...check)).code, 0);
    // Without a revision, everything is judged.
    assert.equal((await at('check', '--scores', '--all')).code, 1);
    repository.remove();
  });

  it('is on the network of its entry in the trusted book, and of none that the change adds', async () => {
    const base = [{ address: first, network: 'polygon' }];
    const added = [{ address: second, network: 'base' }];
    const { asked, networks } = await scoredWith(base, added);
    assert.deepEqual([asked, networks], [['polygon'], ['polygon', null]]);
  });

  it('is on the network of an entry that the change adds if the user trusts the change', async () => {
    const added = [{ address: second, network: 'base' }];
    const { asked, networks } = await scoredWith([], added, '--trust', 'head');
    assert.deepEqual([asked, networks], [['base'], [null, 'base']]);
  });

  it('is on the one network that another file names, and is paid for once', async () => {
    repository.write('a.sol', `address constant vault = ${first};`);
    repository.write('b.json', `{ "polygon": { "vault": "${first}" }, "celo": {} }`);
    repository.commit();
    const from = service.log.length;
    const { stdout } = await run(['score', '--all', '--budget', '2', '--format', 'json']);
    const { scores } = JSON.parse(stdout) as { scores: { network: string }[] };
    assert.deepEqual(
      scores.map(({ network }) => network),
      ['polygon'],
    );
    assert.deepEqual(networksSince(from), ['polygon']);
  });

  it('is on no network where two entries of the trusted book differ', async () => {
    const base = ['base', 'polygon'].map((network) => ({ address: first, network }));
    const { asked, networks } = await scoredWith(base, []);
    assert.deepEqual([asked, networks], [[], [null, null]]);
  });

  for (const [name, option] of [
    ['a network that is not known', ['--chain-ids', 'nowhere=x']],
    ['an identifier that cannot be sent', ['--chain-ids', 'ethereum=a/b']],
    ['a scale that is none', ['--scale', '{"min":1,"max":0,"levels":[]}']],
    ['a scale that is not JSON', ['--scale', '{']],
  ] as const) {
    it(`ends with 2 for ${name}`, async () => {
      change(book({}), null);
      const { code, stderr } = await run(['score', '--since', 'main', '--budget', '1', ...option]);
      assert.equal(code, 2);
      assert.match(stderr, /^address-risk: [^\n]+\.\n$/);
    });
  }

  for (const [name, base] of [
    ['whose policy cannot be used', book({ fail: 'everything' })],
    ['that is not JSON', '{'],
  ] as const) {
    it(`pays for nothing by a book ${name}`, async () => {
      change(base, book({}));
      const from = service.log.length;
      const { code } = await run(['score', '--since', 'main', '--budget', '1']);
      assert.equal(code, 2);
      assert.equal(service.log.length, from);
    });
  }

  it('names text that may be a key, sends none of it, and repeats none of it', async () => {
    change(book({}), null);
    repository.write('b.ts', `// ethereum\nconst privateKey = "0x${key}";\n${codeOf(first)}`);
    repository.write('old.ts', 'x');
    const from = service.log.length;
    const args = ['score', '--since', 'main', '--budget', '1', '--check', '--format'];
    for (const format of ['json', 'sarif', 'github', 'markdown', 'text']) {
      const ledgerArgs = ['--ledger', join(repository.folder, '.git/shared')];
      const { stdout, stderr } = await commandLine(
        repository.folder,
        [...args, format, ...ledgerArgs],
        environmentOf(service),
      );
      assert.match(
        stdout,
        /b\\?\.ts:2:21.*private key|private key[^]*b\.ts:2:21|b\.ts:2:21[^]*private key/,
      );
      assert.ok(!`${stdout}${stderr}`.includes(key.slice(0, 12)), format);
    }
    assert.equal(networksSince(from).length, 1);
    assert.ok(!JSON.stringify(service.log).includes(key.slice(0, 12)));
    const plan = await run(['score', '--since', 'main']);
    assert.match(plan.stdout, /^Not scored b\.ts:2:21: /m);
  });

  it('shows each job in work with its seconds, and a bar, on a terminal', async () => {
    change(book({}), null);
    const frames: (readonly string[])[] = [];
    const { stderr } = await run(['score', '--all', '--budget', '2'], {
      isInteractive: true,
      progress: (lines) => void frames.push(lines),
    });
    // A busy machine may draw none in a job's first second.
    const isCounted = (line: string): boolean =>
      line.startsWith(`${first} (ethereum) `) && / [1-9]\d? s$/.test(line);
    assert.ok(frames.some((lines) => lines.some(isCounted)));
    assert.deepEqual(frames.at(-2), [`[${'#'.repeat(24)}] 2/2`]);
    assert.deepEqual(frames.at(-1), []);
    assert.equal(stderr, '');
  });

  it('ends with 4 when a free command is interrupted', async () => {
    for (let file = 0; file < 300; file++)
      repository.write(`${file}.ts`, codeOf(first).repeat(500));
    // The command has started once it runs Git.
    const programs = mkdtempSync(join(tmpdir(), 'programs-'));
    const mark = join(programs, 'called');
    const path = process.env['PATH'] ?? '';
    writeFileSync(
      join(programs, 'git'),
      `#!/bin/sh\n: > '${mark}'\nPATH='${path}'\nexec git "$@"\n`,
      { mode: 0o755 },
    );
    const { child, end, stderr } = spawnCli(repository.folder, ['check', '--all'], {
      PATH: `${programs}:${path}`,
    });
    await eventually('a call of Git', () => existsSync(mark));
    child.kill('SIGINT');
    assert.equal((await end).code, 4, stderr());
    rmSync(programs, { recursive: true });
    repository.remove();
  });
});
