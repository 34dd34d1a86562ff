import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Log } from '../../src/gateway/log.ts';
import { runGateway } from '../../src/gateway/main.ts';
import { databaseProblem, openPool } from '../../src/gateway/postgres/pool.ts';
import { StoreProblem } from '../../src/gateway/storeProblem.ts';
import { LedgerError } from '../../src/ledger/faults.ts';
import { Upkeep } from '../../src/gateway/upkeep.ts';
import { startSampleService } from '../../src/sample/server.ts';
import { eventually } from '../harness/waiting.ts';
import { createAuthority } from '../support/certificates.ts';
import { spawnServer } from '../support/cliProcess.ts';
import { startGateway } from '../support/gateways.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';

const password = 'taint-password-31';

/** The output and exit code of `gateway migrate`. */
async function migrate(databaseUrl: string) {
  let errors = '';
  const output = { log: () => undefined, error: (line: string) => (errors += line) };
  const env = { DATABASE_URL: databaseUrl };
  return { code: await runGateway(['migrate'], env, output), errors };
}

describe('a gateway that cannot use its database', () => {
  let postgres: TestPostgres;
  let place: string;
  before(async () => {
    const hba = ['host all guarded 127.0.0.1/32 scram-sha-256', 'host all banned all reject'];
    postgres = await startPostgres({ hba });
    await postgres.run(`CREATE ROLE guarded LOGIN PASSWORD '${password}'`);
    await postgres.run('CREATE ROLE banned LOGIN; CREATE ROLE crowded LOGIN CONNECTION LIMIT 0');
    await postgres.run('CREATE DATABASE team');
    place = `at 127.0.0.1:${postgres.port}`;
  });
  after(() => postgres.close());

  /** The same, with exactly this reason, in a line without the password. */
  const fails = async (url: string, sentence: string, exitCode = 3): Promise<void> => {
    const { code, errors } = await migrate(url);
    assert.deepEqual([errors, code], [sentence, exitCode]);
    assert.equal(errors.includes('taint'), false);
  };
  const at = (user: string, rest = 'team'): string =>
    `postgresql://${user}@127.0.0.1:${postgres.port}/${rest}`;

  it('says that the URL is none of PostgreSQL, and repeats no password', async () => {
    const form = 'postgresql://USER:PASSWORD@HOST:PORT/DATABASE';
    await fails(
      `mysql://team:${password}@127.0.0.1/team`,
      `DATABASE_URL begins with mysql://, and the gateway needs PostgreSQL: ${form}.`,
      2,
    );
    for (const url of [`postgresql://team:${password}#1@127.0.0.1/team`, password, '']) {
      const { code, errors } = await migrate(url);
      assert.deepEqual(
        [errors.split(',')[0], code],
        [`DATABASE_URL cannot be read: it needs the form ${form}`, 2],
      );
    }
  });

  it('says which user, password, or database is wrong', async () => {
    const it = `The database team ${place}`;
    await fails(at(`guarded:${password}x`), `${it} rejected the password of guarded.`);
    const rejected = 'the user does not exist, needs a password, or pg_hba.conf does not allow it.';
    await fails(at('guarded'), `${it} does not accept guarded: ${rejected}`);
    await fails(at('banned'), `${it} does not accept banned: ${rejected}`);
    await fails(at('nobody'), `${it} does not accept nobody: ${rejected}`);
    await fails(
      at('postgres', 'tema'),
      `PostgreSQL ${place} has no database tema. Create it, or correct DATABASE_URL.`,
    );
    await fails(
      at(`guarded:${password}`),
      `The user guarded may not create tables in the database team ${place}: make it the owner.`,
    );
  });

  it('says that no connection is left, there or here', async () => {
    await fails(
      at('crowded'),
      `The database team ${place} has no connection left: raise max_connections, or put PgBouncer in front.`,
    );
    const pool = openPool(at('postgres'));
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const held = Array.from({ length: 10 }, () => pool.transaction(() => promise));
    await assert.rejects(pool.query('SELECT 1'), {
      reason: 'busy',
      message: `All connections of this process to the database team ${place} are in use.`,
    });
    resolve(undefined);
    await Promise.all(held);
    await pool.close();
  });

  it('says that nothing listens, or has the name', async () => {
    await fails(
      `postgresql://team:${password}@127.0.0.1:1/team`,
      'The database team at 127.0.0.1:1 does not listen.',
    );
    // Tests ask no name server, so the error is what Node reports for one that does not know the name.
    const error = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
    const named = { host: 'nowhere.invalid', port: 5432, database: 'team', user: 'team' };
    assert.equal(
      databaseProblem(error, named)?.message,
      'The host of the database team at nowhere.invalid:5432 was not found (ENOTFOUND).',
    );
    // A system error code can look like PostgreSQL's, and means that the database is unreachable.
    for (const code of ['EPIPE', 'EBADF', 'XX001']) {
      assert.ok(databaseProblem(Object.assign(new Error('gone'), { code }), named), code);
    }
    const mistake = Object.assign(new Error('no such table'), { code: '42P01' });
    assert.equal(databaseProblem(mistake, named), undefined);
  });

  it('says what is wrong with TLS', async () => {
    await fails(
      at('postgres', 'team?sslmode=require'),
      `The database team ${place} does not offer TLS: turn it on there, or remove sslmode from DATABASE_URL.`,
    );
    await fails(
      at('postgres', 'team?sslmode=prefer'),
      'sslmode in DATABASE_URL is one of: disable, require, verify-ca, verify-full.',
      2,
    );
    await fails(
      at('postgres', 'team?sslmode=require&sslrootcert=/nowhere/ca.pem'),
      'A file that DATABASE_URL names cannot be read.',
      2,
    );
  });

  it('trusts a certificate of the CA that is named, for the host of the URL', async (test) => {
    const [authority, folder] = [
      createAuthority(),
      await mkdtemp(join(tmpdir(), 'address-risk-ca-')),
    ];
    const ca = join(folder, 'ca.pem');
    await writeFile(ca, authority.cert);
    const { cert, key } = authority.issue('localhost');
    const secure = await startPostgres({
      settings: ['ssl=on'],
      hba: ['hostnossl all guest all reject', 'hostssl all guest all trust'],
      files: { 'server.crt': cert, 'server.key': key },
    });
    // Also when it fails: a server that goes on would keep the test from ending.
    test.after(async () => {
      await secure.close();
      await rm(folder, { recursive: true });
    });
    await secure.run('CREATE ROLE guest LOGIN SUPERUSER');
    const url = (host: string, options: string): string =>
      `postgresql://guest@${host}:${secure.port}/postgres?${options}`;
    const trusted = `sslrootcert=${encodeURIComponent(ca)}`;
    const fine = { code: 0, errors: '' };
    for (const mode of ['require', 'verify-full']) {
      assert.deepEqual(await migrate(url('localhost', `sslmode=${mode}&${trusted}`)), fine);
      const { errors } = await migrate(url('localhost', `sslmode=${mode}`));
      assert.match(
        errors,
        /^The certificate of the database postgres at localhost:\d+ is not trusted/,
      );
      assert.match(
        (await migrate(url('127.0.0.1', `sslmode=${mode}&${trusted}`))).errors,
        /ERR_TLS_CERT_ALTNAME_INVALID/,
      );
    }
    // As with a managed database whose certificate does not have its name.
    assert.deepEqual(await migrate(url('127.0.0.1', `sslmode=verify-ca&${trusted}`)), fine);
    await fails(
      url('127.0.0.1', 'sslmode=verify-ca'),
      'sslmode=verify-ca in DATABASE_URL needs sslrootcert, the file of the CA.',
      2,
    );
    assert.match(
      (await migrate(url('127.0.0.1', 'sslmode=disable'))).errors,
      /does not accept guest/,
    );
  });

  it('says that the database starts, or is a standby', async () => {
    const standby = { 'standby.signal': '' };
    const starting = await startPostgres({
      ...{ settings: ['hot_standby=off'], files: standby, isStarting: true },
    });
    const reading = await startPostgres({ files: standby });
    const url = (port: number): string => `postgresql://postgres@127.0.0.1:${port}/postgres`;
    const it = (port: number): string => `The database postgres at 127.0.0.1:${port}`;
    await fails(url(starting.port), `${it(starting.port)} is starting, stopping, or failing over.`);
    await fails(
      url(reading.port),
      `${it(reading.port)} takes no changes: it is a standby, or fails over.`,
    );
    await Promise.all([starting.close(), reading.close()]);
  });
});

describe('a gateway whose database goes away', () => {
  it('logs why, once, and when it is back, and answers 503 meanwhile', async (test) => {
    const postgres = await startPostgres();
    const sample = await startSampleService();
    const databaseUrl = await postgres.createDatabase();
    const gateway = await startGateway(sample, { storage: { databaseUrl, data: undefined } });
    test.after(async () => {
      await gateway.close();
      await Promise.all([sample.close(), postgres.close()]);
    });
    const { pathname } = new URL(databaseUrl);
    assert.equal(gateway.storage.name, `postgresql 127.0.0.1:${postgres.port}${pathname}`);
    const one = await gateway.addMember('one');
    const stored = (): unknown[] =>
      gateway.log
        .map((line) => JSON.parse(line) as { event: string; isUsable?: boolean; why?: string })
        .filter(({ event }) => event === 'store')
        .map(({ isUsable, why = '' }) => [isUsable, why.replace(/ database \S+/, ' database X')]);
    assert.equal((await one.summary()).status, 200);
    assert.deepEqual(stored(), []);
    await postgres.kill();
    const gone = [false, `The database X at 127.0.0.1:${postgres.port} does not listen.`];
    await eventually('the reason', async () => {
      assert.equal((await one.summary()).status, 503);
      return isDeepStrictEqual(stored().at(-1), gone);
    });
    assert.equal((await one.start()).status, 503);
    assert.deepEqual(stored().filter((each) => isDeepStrictEqual(each, gone)).length, 1);
    await postgres.start();
    await eventually('it is back', async () => (await one.summary()).status === 200);
    assert.deepEqual(stored().at(-1), [true, '']);
  });
});

it('an outage that upkeep meets is no fault of ours, and a mistake is', async () => {
  const lines: string[] = [];
  const log = new Log((line) => lines.push(line));
  for (const error of [
    new StoreProblem('busy', 'It does not listen.'),
    new TypeError('a mistake'),
  ]) {
    const keeper = { look: () => Promise.reject(error) };
    const upkeep = new Upkeep({ keeper, log } as unknown as ConstructorParameters<
      typeof Upkeep
    >[0]);
    upkeep.start();
    await setImmediate();
    await upkeep.stop();
  }
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { readonly name: string }).name),
    ['TypeError'],
  );
});

it('a fault is logged by where it was, without any line of its message', () => {
  const lines: string[] = [];
  new Log((line) => lines.push(line)).fault('job', new Error('no\n    at taint-1234 (a.js:1:1)'));
  assert.doesNotMatch(lines.join(), /taint-1234/);
  assert.match(lines.join(), /"stack":" {4}at [^"]*gatewayProblems\.test\.ts/);
});

describe('a lost start that an operator wants again', () => {
  const lost = { id: 'lost', state: 'unknown', status: null, unreadBody: null, createdAt: 1 };

  /** An upkeep that finds it, and what it has stored. */
  function upkeepOf(startAgain: () => Promise<unknown>) {
    const kept: unknown[][] = [];
    const requested = [[{ job: 'lost' }]];
    const parts = {
      keeper: { look: () => Promise.resolve() },
      charges: { settleOrphans: () => Promise.resolve() },
      ports: { clock: { now: () => 1 } },
      sql: { change: () => Promise.resolve(requested.pop() ?? []) },
      ledger: {
        readJob: () => Promise.resolve(lost),
        forgetJob: () => Promise.resolve(true),
        keepJob: (...job: unknown[]) => Promise.resolve(kept.push(job)),
      },
      gateway: { startAgain },
      oldRows: () => [],
      onDeleted: () => undefined,
      log: new Log(() => undefined),
    };
    const upkeep = new Upkeep(parts as unknown as ConstructorParameters<typeof Upkeep>[0]);
    return { upkeep, kept };
  }

  it('waits for the operator again if the store fails before it is sent', async () => {
    const { upkeep, kept } = upkeepOf(() => Promise.reject(new LedgerError('busy')));
    upkeep.start();
    await setImmediate();
    await upkeep.stop();
    assert.deepEqual(kept, [[lost, { state: 'unknown', status: null, unreadBody: null }, 1]]);
  });

  it('is made to its end by a gateway that stops', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const { upkeep, kept } = upkeepOf(() => promise);
    upkeep.start();
    await setImmediate();
    let isStopped = false;
    const stopping = Promise.resolve(upkeep.stop()).then(() => (isStopped = true));
    await setImmediate();
    assert.equal(isStopped, false);
    resolve({ status: 200, charged: 1 });
    await stopping;
    assert.deepEqual(kept, []);
  });
});

describe('two gateways on one folder', () => {
  it('are one: the second one ends with the reason, until the first is gone', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'address-risk-gateway-'));
    const start = () => {
      const gateway = spawnServer(['gateway', '--sample', '--data', folder]);
      test.after(() => gateway.child.kill('SIGKILL'));
      return gateway;
    };
    const first = start();
    await first.url;
    const second = start();
    await assert.rejects(second.url, 'Both gateways listen on one folder.');
    assert.deepEqual(
      [await second.ended, second.log()],
      [
        [3, null],
        `address-risk: Another gateway runs on ${folder}. Stop it first, or use PostgreSQL, which several share.\n`,
      ],
    );
    await first.kill();
    const third = start();
    await third.url;
    await third.kill();
    await rm(folder, { recursive: true });
  });
});
