import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { environmentOf } from '../../support/cliKills.ts';
import { spawnCli } from '../../support/cliProcess.ts';
import { commandLine } from '../../support/commandLine.ts';
import { TestRepository } from '../../support/gitRepository.ts';
import { startLoggedService, type LoggedService } from '../../support/loggedService.ts';

const tenant = 'marker-tenant-5f0c9e';
const apiKey = 'marker-key-8d1b7a';
const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

/** Spellings of the markers that a careless program would leave behind. */
const spellings = [tenant, apiKey].flatMap((text) => [
  ...[text, Buffer.from(text).toString('base64').slice(0, -3), encodeURIComponent(text)],
  Buffer.from(`${tenant}:${apiKey}`).toString('base64'),
]);

describe('credentials of the command line', () => {
  let repository: TestRepository;
  let service: LoggedService;
  let seen = '';
  let path = '';
  let tools = '';
  before(async () => {
    repository = new TestRepository();
    service = await startLoggedService({ tenant, apiKey, jobSeconds: 0 });
    repository.write('a.ts', 'nothing');
    repository.commit();
    repository.write('a.ts', `// ethereum\n"${address}"`);
    // Each Git that starts records its arguments. One inside the checkout must not start.
    tools = mkdtempSync(join(tmpdir(), 'tools-'));
    seen = join(repository.folder, '.git/seen');
    const git = spawnSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).stdout.trim();
    writeFileSync(
      join(tools, 'git'),
      `#!/bin/sh\ncat /proc/self/environ /proc/self/cmdline /proc/$$/environ >> '${seen}'\nexec '${git}' "$@"\n`,
    );
    chmodSync(join(tools, 'git'), 0o755);
    path = [tools, process.env['PATH']].join(delimiter);
  });
  after(async () => {
    await service.close();
    repository.remove();
    rmSync(tools, { recursive: true });
  });

  function assertClean(text: string, where: string): void {
    for (const spelling of spellings) assert.ok(!text.includes(spelling), where);
  }

  function assertCleanFolder(folder: string): void {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = join(folder, name);
      if (statSync(file).isFile()) assertClean(readFileSync(file, 'latin1'), name);
    }
  }

  const cases = [
    ['a score', ['score', '--budget', '1', '--ledger', 'ledger'], {}],
    ['a check with scores', ['check', '--scores', '--ledger', 'ledger'], {}],
    ['a summary', ['summary', address, '--network', 'ethereum', '--ledger', 'ledger'], {}],
    [
      'a rejected key',
      ['score', '--budget', '2', '--fresh-hours', '0', '--ledger', 'other'],
      {
        ADDRESS_RISK_KEY: `${apiKey}-no`,
      },
    ],
    [
      'a service that is not there',
      ['score', '--budget', '2', '--ledger', 'third'],
      {
        ADDRESS_RISK_URL: 'http://127.0.0.1:9',
      },
    ],
    [
      'a URL with credentials',
      ['score', '--budget', '1', '--ledger', 'fourth'],
      {
        ADDRESS_RISK_URL: `https://${tenant}:${apiKey}@example.com`,
      },
    ],
  ] as const;

  for (const [name, args, changes] of cases) {
    it(`are in no argument, output, file, or child environment: ${name}`, async () => {
      const { child, end, stderr } = spawnCli(repository.folder, args, {
        ...{ PATH: path, ADDRESS_RISK_URL: service.url },
        ...{ ADDRESS_RISK_TENANT: tenant, ADDRESS_RISK_KEY: apiKey, ...changes },
      });
      const commandLine = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8');
      const { stdout } = await end;
      assertClean(commandLine, 'arguments');
      assertClean(stdout, 'stdout');
      assertClean(stderr(), 'stderr');
      assertCleanFolder(repository.folder);
      assert.match(readFileSync(seen, 'latin1'), /GIT_CONFIG_NOSYSTEM=1/);
    });
  }

  it('are in nothing that is kept of a service that repeats what it was sent', async () => {
    const echo = await startLoggedService({ tenant, apiKey }, ({ headers, method }, response) => {
      const { authorization = '' } = headers;
      const plain = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
      const body = `${authorization} ${plain} ${tenant} ${apiKey}`;
      response.writeHead(method === 'POST' ? 200 : 500).end(`<${body}> ${body}`);
      return true;
    });
    try {
      for (const args of [
        ['score', '--budget', '1', '--format', 'json'],
        ['summary', address, '--network', 'ethereum'],
        ['jobs', '--format', 'json'],
        ['usage', '--format', 'json'],
        ['score', '--budget', '1', '--check', '--format', 'sarif'],
      ]) {
        const end = await commandLine(
          repository.folder,
          [...args, '--ledger', 'sixth'],
          environmentOf(echo),
        );
        assertClean(end.stdout, `stdout of ${args[0]}`);
        assertClean(end.stderr, `stderr of ${args[0]}`);
      }
      assertCleanFolder(repository.folder);
    } finally {
      await echo.close();
    }
  });

  it('come from an open file, without a key in the environment', async () => {
    const args = [
      'summary',
      address,
      '--network',
      'ethereum',
      '--key-fd',
      '0',
      '--ledger',
      'fifth',
    ];
    const env = {
      ...{ PATH: path, ADDRESS_RISK_URL: service.url },
      ADDRESS_RISK_TENANT: tenant,
    };
    const { end, stderr } = spawnCli(repository.folder, args, env, `${apiKey}\n`);
    assert.equal((await end).code, 0, stderr());
  });
});
