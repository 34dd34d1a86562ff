/** Two versions on one database, as in an upgrade that replaces one process after the other. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { runGateway } from '../../src/gateway/main.ts';
import { openPool } from '../../src/gateway/postgres/pool.ts';
import type { postgresSchema } from '../../src/gateway/postgres/postgresLedger.ts';
import { newerStore } from '../../src/gateway/storeProblem.ts';
import { repository } from '../harness/extension.ts';
import { bareEnvironment, run } from '../harness/processes.ts';
import { addressNumber, memberAt, noCache } from '../support/gateways.ts';
import { startLoggedService, type LoggedService } from '../support/loggedService.ts';
import { runSql, startPostgres, type TestPostgres } from '../support/postgres.ts';

/** The version that landed last. `support/landedSchema.sql` has its tables, for a copy without history. */
const landed = 'cef128fbd845a6ae008bcb79fd20ce6a1b6098d1';
const listenMs = 30_000;

/** Its code, if this copy of the repository has it. */
async function landedCode(): Promise<string | undefined> {
  const { status } = spawnSync('git', ['cat-file', '-e', `${landed}^{commit}`], {
    cwd: repository,
  });
  if (status !== 0) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'address-risk-landed-'));
  const archive = join(folder, 'landed.tar');
  await run('git', ['archive', '-o', archive, landed, 'src', 'package.json'], { cwd: repository });
  await run('tar', ['-xf', archive, '-C', folder]);
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The output of a gateway command. */
async function printedBy(args: readonly string[], env: NodeJS.ProcessEnv) {
  const printed: string[] = [];
  const print = (line: string): number => printed.push(line);
  return { code: await runGateway(args, env, { log: print, error: print }), printed };
}

/** A process of the code in a folder. */
async function startProcess(code: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['--no-warnings', join(code, 'src/cli/gateway.ts')], {
    env: { ...bareEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
  const lines = createInterface(child.stdout);
  const signal = AbortSignal.timeout(listenMs);
  const [line] = (await Promise.race([
    once(lines, 'line', { signal }),
    once(child, 'exit', { signal }).then(() => assert.fail(`It ended:\n${errors}`)),
  ])) as [string];
  return {
    url: line.replace('Gateway: ', ''),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

const columnsSql = `SELECT table_name || '.' || column_name AS name, data_type AS type,
    is_nullable = 'YES' OR column_default IS NOT NULL AS "isOptional"
  FROM information_schema.columns WHERE table_schema = 'public'`;

interface Column {
  readonly type: string;
  readonly isOptional: boolean;
}

async function columnsOf(databaseUrl: string): Promise<Map<string, Column>> {
  const pool = openPool(databaseUrl);
  const rows = (await pool.query(columnsSql)) as unknown as (Column & { name: string })[];
  await pool.close();
  return new Map(rows.map(({ name, type, isOptional }) => [name, { type, isOptional }]));
}

let postgres: TestPostgres;
before(async () => {
  postgres = await startPostgres();
});
after(() => postgres.close());

describe('an upgrade of one process after the other', () => {
  let service: LoggedService;
  let code: string | undefined;
  before(async () => {
    code = await landedCode();
    service = await startLoggedService({ jobSeconds: 1 });
  });
  after(async () => {
    await service.close();
    if (code !== undefined) await rm(code, { recursive: true });
  });

  it('adds tables and columns to those that landed, and the statements of before go on', async () => {
    const sql = await readFile(new URL('support/landedSchema.sql', import.meta.url), 'utf8');
    const databaseUrl = await postgres.createDatabase();
    await runSql(databaseUrl, sql);
    const old = await columnsOf(databaseUrl);
    assert.deepEqual(await printedBy(['migrate'], { DATABASE_URL: databaseUrl }), {
      ...{ code: 0, printed: ['All tables are there.'] },
    });
    const now = await columnsOf(databaseUrl);
    const oldTables = new Set([...old.keys()].map((name) => name.split('.')[0]));
    for (const [name, { type }] of old) assert.equal(now.get(name)?.type, type, name);
    for (const [name, { isOptional }] of now) {
      const isAdded = oldTables.has(name.split('.')[0]) && !old.has(name);
      assert.ok(!isAdded || isOptional, `${name} is new, and the version before does not write it`);
    }
    // Twice: an old process that starts beside new ones also does this.
    await runSql(databaseUrl, sql);
  });

  it('has the version that landed beside this one: each call is paid for once', async (test) => {
    if (code === undefined) {
      const why = `Not run: this copy has no commit ${landed}. Run git fetch --unshallow.`;
      process.stderr.write(`${why}\n`);
      test.skip(why);
      return;
    }
    const databaseUrl = await postgres.createDatabase();
    const { url, tenant, apiKey } = service;
    const credentials = { ADDRESS_RISK_TENANT: tenant, ADDRESS_RISK_KEY: apiKey };
    const env = { DATABASE_URL: databaseUrl, ADDRESS_RISK_URL: url, ...credentials };
    const before = await startProcess(code, env);
    const { printed } = await printedBy(['members', 'add', 'one', '--calculations', '3'], env);
    const [tenantId = '', key = ''] = printed.map((line) => line.split(': ')[1]);
    const now = await startProcess(repository, env);
    const doors = [before, now].map((each) => memberAt(each.url, { tenantId, key }));
    const [old, fresh] = [doors[0] ?? assert.fail(), doors[1] ?? assert.fail()];

    const summaries = await Promise.all([...doors, ...doors].map((door) => door.summary()));
    assert.deepEqual(
      summaries.map(({ status, headers }) => [status, headers.get('address-risk-charged')]).sort(),
      [
        [200, '0'],
        [200, '0'],
        [200, '0'],
        [200, '1'],
      ],
    );
    // Each version can finish what the other one started.
    const byOld = await old.start(addressNumber(1));
    const byNew = await fresh.start(addressNumber(2));
    const results = await Promise.all([fresh.result(byOld.body), old.result(byNew.body)]);
    const last = await old.start(addressNumber(3));
    assert.deepEqual(
      [byOld, byNew, ...results, last].map(({ status }) => status),
      [200, 200, 200, 200, 200],
    );
    // The old process leaves in the middle of a job, and the limit of both is used up.
    await before.stop();
    assert.equal((await fresh.result(last.body)).status, 200);
    assert.equal((await fresh.start(addressNumber(4))).status, 402);
    // Back, on what the new one has written.
    const back = await startProcess(code, env);
    const again = memberAt(back.url, { tenantId, key });
    assert.equal((await again.start(addressNumber(3))).headers.get('address-risk-charged'), '0');
    assert.equal((await again.start(addressNumber(1), noCache)).status, 402);
    const sent = service.log.filter(({ method }) => method === 'POST');
    assert.equal(sent.length, 4, sent.map(({ target }) => target).join('\n'));
    await Promise.all([back.stop(), now.stop()]);
  });

  it('has the tables of the version that landed in a file, for a copy without history', async (test) => {
    if (code === undefined) {
      test.skip(`This copy has no commit ${landed}.`);
      return;
    }
    const module = (await import(join(code, 'src/gateway/postgres/schema.ts'))) as {
      postgresSchema: typeof postgresSchema;
    };
    const sql = await readFile(new URL('support/landedSchema.sql', import.meta.url), 'utf8');
    const statements = module.postgresSchema.map((each) => `${each.replaceAll(/\s+/g, ' ')};\n`);
    assert.equal(sql, statements.join(''));
  });
});

describe('a store of a newer major version', () => {
  it('is refused with the reason and left alone, in PostgreSQL', async () => {
    const databaseUrl = await postgres.createDatabase();
    await printedBy(['migrate'], { DATABASE_URL: databaseUrl });
    await runSql(databaseUrl, 'UPDATE store_version SET major = 2; DROP TABLE charge CASCADE');
    const refused = { code: 3, printed: [newerStore] };
    assert.deepEqual(await printedBy(['migrate'], { DATABASE_URL: databaseUrl }), refused);
    assert.deepEqual(await printedBy(['--sample'], { DATABASE_URL: databaseUrl }), refused);
    assert.equal((await columnsOf(databaseUrl)).has('charge.id'), false);
  });

  it('is refused with the reason in files', async () => {
    const data = await mkdtemp(join(tmpdir(), 'address-risk-gateway-'));
    await printedBy(['migrate', '--data', data], {});
    const file = new DatabaseSync(join(data, 'ledger.sqlite'));
    file.exec('PRAGMA user_version = 1000');
    file.close();
    const listed = await printedBy(['members', 'list', '--data', data], {});
    assert.deepEqual(listed, { code: 3, printed: [newerStore] });
    await rm(data, { recursive: true });
  });
});
