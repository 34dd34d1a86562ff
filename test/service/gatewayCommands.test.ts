import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { runGateway } from '../../src/gateway/main.ts';
import { readServeOptions } from '../../src/gateway/serveOptions.ts';
import { repository } from '../harness/extension.ts';
import { run as runProgram } from '../harness/processes.ts';
import { eventually } from '../harness/waiting.ts';
import { environmentOf } from '../support/cliKills.ts';
import { spawnCli, spawnServer } from '../support/cliProcess.ts';
import { addressNumber, memberAt, usdc } from '../support/gateways.ts';
import { commandLine } from '../support/commandLine.ts';
import { startLoggedService } from '../support/loggedService.ts';
import { ask, baseOf } from './support/rawHttp.ts';

/** A command of the gateway in this process, beside the gateway in its own. */
async function run(...args: readonly string[]) {
  const printed = { out: '', errors: '' };
  const code = await runGateway(args, process.env, {
    log: (line: string) => (printed.out += `${line}\n`),
    error: (line: string) => (printed.errors += `${line}\n`),
  });
  return { code, ...printed };
}

describe('the gateway as a command of the command line', () => {
  it('has the service of the environment behind it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'address-risk-gateway-'));
    const service = await startLoggedService();
    const env = { ...process.env, ...environmentOf(service) };
    const adding = spawnCli(folder, ['gateway', 'members', 'add', 'alice', '--data', folder], env);
    const { stdout } = await adding.end;
    const [, tenantId = '', key = ''] = /^Tenant: (\S+)\nKey: (\S+)\n$/.exec(stdout) ?? [];
    const gateway = spawnServer(['gateway', '--data', folder, '--port', '0'], env);
    try {
      const { status } = await memberAt(await gateway.url, { tenantId, key }).summary();
      assert.equal(status, 200);
      assert.equal(service.log.length, 1);
    } finally {
      await gateway.kill();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the gateway as a script of npm', () => {
  it('ends with the process of npm', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'address-risk-gateway-'));
    const args = ['run', '-s', 'gateway', '--', '--sample', '--port', '0', '--data', folder];
    const npm = spawn('npm', args, { cwd: repository, detached: true });
    try {
      const output = createInterface(npm.stdout);
      const [line] = (await once(output, 'line')) as [string];
      npm.kill('SIGTERM');
      const base = baseOf(line.replace('Gateway: ', ''));
      await eventually(
        'its end',
        () =>
          ask(base, 'GET', '/healthz', {}).then(
            () => false,
            () => true,
          ),
        20_000,
      );
    } finally {
      try {
        process.kill(-(npm.pid ?? assert.fail()), 'SIGKILL');
      } catch {
        // All have ended.
      }
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the commands of the gateway', () => {
  let folder: string;
  let gateway: ReturnType<typeof spawnServer>;
  let url: string;
  const lines: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'address-risk-gateway-'));
    const args = ['--sample', '--port', '0', '--data', folder, '--admin', '0'];
    gateway = spawnServer(['gateway', ...args]);
    gateway.lines.on('line', (line) => lines.push(line));
    url = await gateway.url;
  });
  after(async () => {
    await gateway.kill();
    await rm(folder, { recursive: true, force: true });
  });

  it('add a member to a gateway that runs, whose key is on no disk', async () => {
    const added = await run('members', 'add', 'alice', '--calculations', '5/day', '--data', folder);
    const match = /^Tenant: ([0-9a-f-]{36})\nKey: (\S+)\n$/.exec(added.out);
    const [, tenantId = '', key = ''] = match ?? assert.fail(added.out + added.errors);
    const alice = memberAt(url, { tenantId, key });
    assert.equal((await alice.summary()).status, 200);
    const started = await alice.start();
    const result = await alice.result(started.body);
    assert.equal(result.status, 200);
    for (const { headers, body } of [await alice.summary(), started, result]) {
      assert.equal(headers.get('address-risk-data'), 'sample');
      assert.doesNotMatch(body, /^\s/, 'the body is as the service sent it');
    }

    for (const name of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue;
      const bytes = await readFile(join(name.parentPath, name.name));
      assert.equal(bytes.includes(key), false, name.name);
      // The sample service's own files have the key of the sample service, as a digest.
      assert.equal(bytes.includes('sample-key'), false, name.name);
    }
    assert.doesNotMatch(gateway.log(), new RegExp(usdc, 'i'));
    assert.equal(gateway.log().includes(key), false);
    for (const line of gateway.log().trim().split('\n')) JSON.parse(line);

    const again = await run('members', 'add', 'alice', '--data', folder);
    assert.deepEqual([again.code, again.out], [2, '']);
    const listed = await run('members', 'list', '--data', folder);
    assert.match(listed.out, /^id +state +calculations +api calls +until +old key until +name$/m);
    assert.match(listed.out, new RegExp(`^${tenantId} +valid +5/day +any +- +- +alice$`, 'm'));
    const rotated = await run('members', 'rotate', 'alice', '--data', folder);
    const fresh = /^Key: (\S+)$/m.exec(rotated.out)?.[1] ?? assert.fail(rotated.errors);
    assert.equal((await alice.summary()).status, 403);
    const renewed = memberAt(url, { tenantId, key: fresh });
    assert.equal((await renewed.summary()).status, 200);
    assert.equal((await run('members', 'revoke', 'alice', '--data', folder)).code, 0);
    assert.equal((await renewed.summary()).status, 403);
  });

  it('shows the lead that the data are made up', async () => {
    const admin = lines.find((line) => line.startsWith('Admin: '))?.replace('Admin: ', '');
    assert.match(
      (await ask(baseOf(admin ?? ''), 'GET', '/', {})).body,
      /Sample data: this gateway/,
    );
  });

  it('report what was used, in every form', async () => {
    const usage = (...more: string[]) => run('usage', '--data', folder, ...more);
    assert.equal(
      (await usage()).out,
      [
        'member  calculations  api calls  unknown',
        'alice              1          1        0',
        '',
      ].join('\n'),
    );
    assert.deepEqual(JSON.parse((await usage('--by', 'address', '--format', 'json')).out), [
      { address: usdc, calculations: 1, apiCalls: 1, unknown: 0 },
    ]);
    assert.equal(
      (await usage('--by', 'network', '--format', 'csv')).out,
      'network,calculations,api calls,unknown\nethereum,1,1,0\n',
    );
    const month = new Date().toISOString().slice(0, 7);
    assert.equal(
      (await usage('--by', 'member,month')).out,
      [
        'member  month    calculations  api calls  unknown',
        `alice   ${month}             1          1        0`,
        '',
      ].join('\n'),
    );
    assert.deepEqual(JSON.parse((await usage('--by', 'month,member', '--format', 'json')).out), [
      { month, member: 'alice', calculations: 1, apiCalls: 1, unknown: 0 },
    ]);
    assert.equal(
      (await usage('--by', 'month,member', '--format', 'csv')).out,
      `month,member,calculations,api calls,unknown\n${month},alice,1,1,0\n`,
    );
    assert.deepEqual((await usage('--by', 'member,name')).code, 2);
    assert.match(
      (await usage('--by', 'day')).out,
      /^day {9}calculations .*\n\d{4}-\d\d-\d\d {13}1 {10}1 {8}0\n$/,
    );
    assert.match(
      (await run('jobs', '--data', folder)).out,
      /^done {3}[0-9a-f-]{36} {2}ethereum {2}/m,
    );
  });

  it('change a member of a gateway that runs', async () => {
    const members = (...args: string[]) => run('members', ...args, '--data', folder);
    const listed = async () => {
      const all = JSON.parse((await members('list', '--format', 'json')).out) as {
        name: string;
        oldKeyUntil: string | null;
      }[];
      return all.find(({ name }) => name === 'bob' || name === 'robert');
    };
    const added = await members('add', 'bob', '--calculations', '0');
    const [, tenantId = '', key = ''] = /^Tenant: (\S+)\nKey: (\S+)\n$/.exec(added.out) ?? [];
    const bob = memberAt(url, { tenantId, key });
    const other = addressNumber(3);
    assert.equal((await bob.start(other)).status, 402);
    const set = await members('set', 'bob', '--calculations', '1', '--api-calls', '7');
    assert.match(set.out, /^id +state .*\n\S+ +valid +1\/day +7\/day +- +- +bob\n$/);
    const started = await bob.start(other);
    assert.equal(started.status, 200);
    assert.equal((await bob.start(addressNumber(4))).status, 402);
    assert.equal((await members('set', 'bob', '--calculations', 'any')).code, 0);
    assert.equal((await bob.start(addressNumber(4))).status, 200);
    const limits = { calculations: null, apiCalls: 7, until: null, oldKeyUntil: null };
    assert.deepEqual(await listed(), { id: tenantId, state: 'valid', ...limits, name: 'bob' });

    assert.match((await members('revoke', 'bob')).out, / revoked .* bob\n$/);
    assert.equal((await bob.status(started.body)).status, 403);
    const refused = await members('rotate', 'bob');
    assert.deepEqual([refused.code, refused.out], [2, '']);
    assert.match(refused.errors, /revoked/);
    assert.equal((await members('enable', 'bob')).code, 0);
    assert.equal((await bob.result(started.body)).status, 200);

    for (const again of [
      ['add', 'alice'],
      ['rename', 'bob', 'alice'],
    ]) {
      const { code, errors } = await members(...again);
      assert.deepEqual([code, errors], [2, 'There is already a member named alice.\n']);
    }
    assert.equal((await members('rename', 'bob', 'robert')).code, 0);
    assert.deepEqual(await listed(), { id: tenantId, state: 'valid', ...limits, name: 'robert' });

    const rotated = await members('rotate', 'robert', '--overlap', '2');
    const fresh = /^Key: (\S+)$/m.exec(rotated.out)?.[1] ?? assert.fail(rotated.errors);
    assert.notEqual(fresh, key);
    for (const each of [key, fresh]) {
      assert.equal((await memberAt(url, { tenantId, key: each }).summary()).status, 200);
    }
    const overlap = Date.parse((await listed())?.oldKeyUntil ?? '') - Date.now();
    assert.ok(overlap > 7_000_000 && overlap <= 7_200_000, String(overlap));
    // Who shares only has used nothing, which is not the same as not being there.
    await members('add', 'zoe');
    assert.match((await run('usage', '--data', folder)).out, /^zoe +0 +0 +0$/m);
    // Without an overlap, one that has not ended yet ends at once.
    await members('rotate', 'robert');
    for (const each of [key, fresh]) {
      assert.equal((await memberAt(url, { tenantId, key: each }).summary()).status, 403);
    }
    for (const wrong of [
      ['set', 'robert'],
      ['set', 'no one', '--calculations', '1'],
      ['enable', 'no one'],
      ['rename', 'no one', 'someone'],
      ['rename', 'robert'],
      ['rotate', 'robert', '--overlap', '0'],
      ['enable', 'robert', '--calculations', '1'],
      ['list', '--format', 'csv'],
    ]) {
      assert.equal((await members(...wrong)).code, 2, wrong.join(' '));
    }
    const { errors } = await run('members', 'rotate', 'robert', '--overlap', '--data', folder);
    assert.equal(errors, '--overlap needs a value: --overlap HOURS.\n');
  });

  it('leave a record of who has changed what of a member', async () => {
    const { userInfo } = await import('node:os');
    const log = (format: string) => run('members', 'log', '--format', format, '--data', folder);
    const all = JSON.parse((await log('json')).out) as Record<
      'time' | 'by' | 'name' | 'what',
      string
    >[];
    const until = /^rotate, both keys until \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
    assert.deepEqual(
      all
        .filter(({ name }) => name === 'robert')
        .map(({ what }) => what.replace(until, 'rotate, both keys')),
      [
        ...['rotate', 'rotate, both keys', 'rename bob to robert', 'enable', 'revoke'],
        ...['set calculations any', 'set calculations 1, api calls 7', 'add'],
      ],
    );
    assert.ok(all.every(({ by }) => by === userInfo().username));
    await run('members', 'set', 'robert', '--until', '2100-12-31', '--data', folder);
    const [newest] = JSON.parse((await log('json')).out) as { what: string }[];
    assert.equal(newest?.what, 'set until 2100-12-31');
    assert.ok(all.every(({ time }, at) => at === 0 || time <= (all[at - 1]?.time ?? '')));
    assert.match((await log('text')).out, /^time +by +member +change\n(?:.+\n)+/);
  });

  it('reject what makes no sense with 2, and a store that cannot be used with 3', async () => {
    const senseless = [
      ['--sample'],
      ['--sample', '--data', folder, '--listen', '0.0.0.0'],
      ['--data', folder],
      ['members', 'add', '--data', folder],
      ['members', 'revoke', 'nobody', '--data', folder],
      ['members', 'add', 'one', '--until', '2027-02-30', '--data', folder],
      ['jobs', '--forget', 'none', '--data', folder],
      ['usage', '--by', 'mood', '--data', folder],
      ['--sample', '--data', folder, '--no-such-option'],
    ];
    const ends = await Promise.all(senseless.map((args) => run(...args)));
    for (const [at, { code, out, errors }] of ends.entries()) {
      assert.deepEqual([code, out], [2, ''], senseless[at]?.join(' '));
      assert.notEqual(errors, '');
    }
    assert.throws(
      () => readServeOptions(['--data', folder], {}),
      /^UsageError: ADDRESS_RISK_URL is not set\. Set ADDRESS_RISK_URL, .* --secrets DIR, or use --sample/,
    );
    assert.throws(
      () => readServeOptions(['--data', folder], { ADDRESS_RISK_URL: 'http://risk.example' }),
      /ADDRESS_RISK_URL must begin with https:\/\//,
    );
    const { code } = await run(
      'members',
      'add',
      'one',
      '--data',
      join(import.meta.filename, 'below-a-file'),
    );
    assert.equal(code, 3);
  });

  it('create no store where there is none, but for a first member', async () => {
    const nowhere = join(folder, 'nowhere');
    const sentence = `There is no gateway’s store in ${nowhere}.\n`;
    for (const command of [
      ['members', 'list'],
      ['members', 'revoke', 'alice'],
      ['usage'],
      ['jobs'],
    ]) {
      const { code, errors } = await run(...command, '--data', nowhere);
      assert.deepEqual([code, errors, existsSync(nowhere)], [2, sentence, false]);
    }
    const first = await run('members', 'add', 'alice', '--data', nowhere);
    const created = `A new store was created in ${nowhere}.\n`;
    assert.deepEqual([first.code, first.errors], [0, created]);
    assert.equal((await run('members', 'add', 'bob', '--data', nowhere)).errors, '');
    assert.match((await run('members', 'list', '--data', nowhere)).out, / alice$/m);
  });

  it('write no formula into a sheet', async () => {
    const data = ['--data', join(folder, 'sheet')];
    for (const name of [' =1+1', '＝1+1', 'a,b']) await run('members', 'add', name, ...data);
    const { out } = await run('usage', '--format', 'csv', ...data);
    const cells = [`"' =1+1"`, '"a,b"', `"'＝1+1"`];
    assert.deepEqual(
      out.split('\n').slice(1, -1).sort(),
      cells.map((cell) => `${cell},0,0,0`).sort(),
    );
  });

  it('take the database of the secrets, also beside a folder', async () => {
    const secrets = join(folder, 'secrets');
    const named = ['--secrets', secrets, '--data', join(folder, 'beside')];
    assert.equal((await run('members', 'list', ...named)).errors, `${secrets} cannot be read.\n`);
    await mkdir(secrets);
    await writeFile(join(secrets, 'DATABASE_URL'), 'postgresql://one:taint@127.0.0.1:1/team\n');
    const sentence = 'The database team at 127.0.0.1:1 does not listen.\n';
    for (const command of [['--sample'], ['members', 'add', 'one'], ['usage'], ['migrate']]) {
      const { code, errors } = await run(...command, ...named);
      assert.deepEqual([code, errors], [3, sentence], command.join(' '));
    }
  });

  it('show the help wherever it is asked for, and name what is mistyped', async () => {
    const help = await commandLine(folder, ['gateway', '--help']);
    assert.match(help.stdout, /^ {2}members add NAME +Prints a tenant ID/m);
    for (const args of [['members', '--help'], ['members', 'add', '-h'], ['help']]) {
      assert.deepEqual(await commandLine(folder, ['gateway', ...args]), help);
    }
    const entry = join(repository, 'src/cli/gateway.ts');
    assert.equal(await runProgram(process.execPath, [entry, 'help']), help.stdout);
    const units = '--calculations takes units per day from 0 to 1000000000, such as 500 or 20/day.';
    const unknown = (option: string, meant: string): string =>
      `Unknown option "${option}". Did you mean "${meant}"? “gateway --help” lists all options.`;
    for (const [args, sentence] of [
      [['--calculation', '5'], unknown('--calculation', '--calculations')],
      [['members', 'list', '--formats', 'json'], unknown('--formats', '--format')],
      [['jobs', '--forget', 'a', '--start-again', 'b'], 'Either --forget or --start-again.'],
      [
        ['members'],
        'Name a command: members add, members set, members list, members log, members revoke, members enable, members rename, members rotate.',
      ],
      [['frob'], 'Unknown command "frob". “gateway --help” lists all commands.'],
      [
        ['usges'],
        'Unknown command "usges". Did you mean "usage"? “gateway --help” lists all commands.',
      ],
      [['usage', 'frob'], 'Unexpected argument "frob".'],
      [['--sample', '--data', folder, '--calculations', '5/week'], units],
    ] as const) {
      assert.deepEqual(await run(...args), { code: 2, out: '', errors: `${sentence}\n` });
    }
  });

  it('end a gateway cleanly, which has printed one line', async () => {
    gateway.child.kill('SIGTERM');
    const [code] = await gateway.ended;
    assert.equal(code, 0);
    assert.deepEqual(
      lines.map((line) => line.replace(/\d+$/, 'PORT')),
      ['Gateway: http://127.0.0.1:PORT', 'Admin: http://127.0.0.1:PORT'],
    );
    const started = gateway
      .log()
      .split('\n')
      .filter((each) => each.includes('"event":"start"'));
    assert.deepEqual(
      started.map((each) => (JSON.parse(each) as { store: string }).store),
      [`sqlite ${folder}`],
    );
  });
});
