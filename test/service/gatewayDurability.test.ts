/**
 * A gateway whose database fails at one statement, or for a while: nothing is lost or paid for
 * twice.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import { openPool } from '../../src/gateway/postgres/pool.ts';
import { checkDurability } from '../../src/gateway/postgres/postgresLedger.ts';
import { openStorage } from '../../src/gateway/storage.ts';
import { leaseMs } from '../../src/ledger/store.ts';
import { readUsage } from '../../src/gateway/store/charges.ts';
import { eventually } from '../harness/waiting.ts';
import {
  addressNumber,
  impatient,
  memberAt,
  noCache,
  startGateway,
  usdc,
  type TestGateway,
  type TestMember,
} from '../support/gateways.ts';
import { paidStatements } from '../support/paidStatements.ts';
import { openStatementCable, type Cut } from '../support/statementCable.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startReadOnceService } from '../support/readOnceService.ts';

let postgres: TestPostgres;

/** One after the other on one gateway: opening one costs more than a case. */
const cuts: readonly Cut[] = ['before', 'after', 'after commit'];

interface Scene {
  readonly gateway: TestGateway;
  readonly cable: Awaited<ReturnType<typeof openStatementCable>>;
  readonly service: Awaited<ReturnType<typeof startReadOnceService>>;
  readonly folder: string;
  /** Of the database itself. */
  readonly databaseUrl: string;
  /** Another gateway on the same machine and database. */
  readonly next: () => Promise<TestGateway>;
  readonly close: () => Promise<void>;
}

async function openScene(): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'address-risk-durability-'));
  const service = await startReadOnceService();
  const databaseUrl = await postgres.createDatabase();
  const cable = await openStatementCable(databaseUrl);
  const open = new Set<TestGateway>();
  const next = async (): Promise<TestGateway> => {
    const gateway = await startGateway(
      { url: service.url, tenant: 'team', apiKey: 'key' },
      { storage: { databaseUrl: cable.url, data: folder }, clockOf: impatient },
    );
    open.add(gateway);
    return {
      ...gateway,
      async close() {
        open.delete(gateway);
        await gateway.close();
      },
    };
  };
  const close = async (): Promise<void> => {
    cable.back();
    await Promise.all([...open].map((gateway) => gateway.close()));
    cable.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { gateway: await next(), cable, service, folder, databaseUrl, next, close };
}

async function withScene(work: (scene: Scene) => Promise<void>): Promise<void> {
  const scene = await openScene();
  try {
    await work(scene);
  } finally {
    await scene.close();
  }
}

const units = async (gateway: TestGateway): Promise<number> =>
  (await readUsage(gateway.storage.ledger, ['day'])).reduce(
    (sum, { calculations }) => sum + calculations,
    0,
  );

describe('a gateway with a database of its own', () => {
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.close());

  describe('side by side', { concurrency: true }, () => {
    it('keeps who has requested what until the database takes it (hazard 89)', async () => {
      await withScene(async ({ cable, folder, service }) => {
        const options = { storage: { databaseUrl: cable.url, data: folder }, auditDays: 1 };
        const gateway = await startGateway(
          { url: service.url, tenant: 'team', apiKey: 'key' },
          options,
        );
        const alice = await gateway.addMember('alice');
        let isCut = false;
        void cable.cutAt(/^\s*INSERT INTO audit/, 'before').then(() => (isCut = true));
        const { headers } = await alice.start();
        await eventually('the cut', () => isCut, 10_000);
        const stored = await eventually('the record', async () => {
          return (await gateway.storage.ledger.query('SELECT id FROM audit'))[0];
        });
        await gateway.close();
        assert.equal(stored['id'], headers.get('address-risk-request'));
        assert.deepEqual(
          gateway.log.filter((line) => line.includes('"fault"')),
          [],
        );
      });
    });

    describe('a connection to the database that is cut', { concurrency: true }, () => {
      for (const [name, pattern] of Object.entries(paidStatements)) {
        describe(`at ${name}`, { concurrency: 1 }, () => {
          let scene: Scene;
          let alice: TestMember;
          before(async () => {
            scene = await openScene();
            alice = await scene.gateway.addMember('alice', { calculations: 5 });
          });
          after(() => scene.close());

          for (const [done, cut] of cuts.entries()) {
            it(`… ${cut} it: loses nothing, and says no more than is so (hazards 89, 90)`, async () => {
              const { gateway, cable, service } = scene;
              const address = addressNumber(done);
              let isCut = false;
              void cable.cutAt(pattern, cut).then(() => (isCut = true));
              let started = await alice.start(address);
              if (started.status !== 200) {
                // A response that reports no charge means that nothing was sent.
                const isUnsent = started.headers.get('address-risk-charged') === '0';
                assert.equal(started.status, isUnsent ? 503 : 502);
                if (isUnsent) assert.equal(service.starts, done);
                started = await alice.start(address);
              }
              assert.equal(started.status, 200);
              assert.equal((await alice.result(started.body)).status, 200);
              await eventually('the cut', () => isCut, 10_000);
              assert.deepEqual([service.starts, service.pollsAfterResult], [done + 1, 0]);
              await eventually('its unit', async () => (await units(gateway)) === done + 1);
              const jobs = await gateway.storage.ledger.listJobs();
              assert.deepEqual(
                jobs.map(({ state }) => state),
                cuts.slice(0, done + 1).map(() => 'done'),
              );
            });
          }
        });
      }
    });

    describe('a database that is away', { concurrency: true }, () => {
      for (const [name, pattern] of [
        ['the ID of a job', paidStatements['the ID of the job']!],
        ['a result that can be read once', paidStatements['the result']!],
      ] as const) {
        it(`when ${name} arrives, and until the gateway has ended, loses nothing (hazard 89)`, () =>
          withScene(async ({ gateway, cable, service, next }) => {
            const alice = await gateway.addMember('alice');
            const isAway = cable.awayFrom(pattern, 'before');
            const started = alice.start();
            await isAway;
            const early = await started;
            assert.notEqual(early.headers.get('address-risk-charged'), '0');
            await gateway.close();
            cable.back();
            const later = await next();
            const again = memberAt(later.url, alice);
            const { body } = early.status === 200 ? early : await again.start();
            assert.equal((await again.result(body)).status, 200);
            assert.deepEqual([service.starts, service.pollsAfterResult], [1, 0]);
            assert.equal(await units(later), 1);
          }));
      }
    });

    describe('a result that can be kept nowhere', () => {
      it('is reported as lost, and Score Again pays for another one (hazard 89)', () =>
        withScene(async ({ gateway, cable, service, folder, next }) => {
          const alice = await gateway.addMember('alice');
          const { body } = await alice.start();
          const isAway = cable.awayFrom(paidStatements['the result']!, 'before');
          // There is room for a few words on this disk, and for no result.
          const tooLong = Object.assign(new Error('no room'), { code: 'ENOSPC', syscall: 'write' });
          const write = fs.writeFileSync;
          mock.method(fs, 'writeFileSync', (...args: Parameters<typeof write>) => {
            const [file, text] = args;
            const isOwn = typeof file === 'string' && file.startsWith(folder);
            if (isOwn && typeof text === 'string' && text.includes('42.1')) throw tooLong;
            write(...args);
          });
          syncBuiltinESMExports();
          await isAway;
          await gateway.close();
          mock.restoreAll();
          syncBuiltinESMExports();
          cable.back();
          assert.ok(
            gateway.log.some((line) => line.includes('outbox lost')),
            'the log says nothing',
          );
          const later = memberAt((await next()).url, alice);
          const lost = await eventually('the loss', async () => {
            const answer = await later.status(body);
            return answer.status === 502 && answer;
          });
          assert.match(lost.body, /arrived at \d{4}-\d\d-\d\dT/);
          const again = await later.start(usdc, noCache);
          assert.deepEqual([again.status, again.headers.get('address-risk-charged')], [200, '1']);
          assert.equal((await later.result(again.body)).status, 200);
          assert.equal(service.starts, 2);
        }));
    });

    describe('a charge that its process has left open', { concurrency: true }, () => {
      it('holds up no one who may pay, and one who may not for no longer than its lease (hazard 91)', () =>
        withScene(async ({ gateway, service }) => {
          const [rich, poor] = [
            await gateway.addMember('rich'),
            await gateway.addMember('poor', { calculations: 0 }),
          ];
          // As a process leaves it that is killed between its charge and its start.
          await gateway.leaveCharge(rich.tenantId, usdc);
          const refused = poor.start();
          assert.equal((await rich.start()).status, 200);
          // Within its lease: the other one did not wait for its end.
          const open = await gateway.storage.ledger.query(
            `SELECT id FROM charge WHERE state = 'open'`,
          );
          assert.equal(open.length, 1);
          // It gets what the other one has paid for.
          assert.equal((await refused).status, 200);
          assert.equal(service.starts, 1);
          await gateway.leaveCharge(rich.tenantId, addressNumber(1), leaseMs - 5_000);
          const waited = performance.now();
          const { status, headers } = await poor.start(addressNumber(1));
          assert.deepEqual([status, headers.get('address-risk-charged')], [402, '0']);
          assert.ok(performance.now() - waited < 20_000);
          // A call that was never sent doesn't count.
          await eventually('one unit', async () => (await units(gateway)) === 1, 20_000);
        }));

      it('looks up no allowance of one where all wait (hazard 91)', () =>
        withScene(async ({ gateway, service, databaseUrl }) => {
          const [rich, poor] = [
            await gateway.addMember('rich'),
            await gateway.addMember('poor', { calculations: 1 }),
          ];
          assert.equal((await poor.start(addressNumber(1))).status, 200);
          // Another process counts something else of hers, and has not committed yet.
          const pool = openPool(databaseUrl);
          const [locked, committed] = [Promise.withResolvers(), Promise.withResolvers()];
          const counting = pool.transaction(async (query) => {
            await query('UPDATE allowance_used SET used = used WHERE member = $1', poor.tenantId);
            locked.resolve(undefined);
            await committed.promise;
          });
          await locked.promise;
          try {
            let isAnswered = false;
            const refused = poor.start().finally(() => (isAnswered = true));
            await eventually('an answer, or a wait for the other process', async () => {
              const sql = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
              return isAnswered || (await pool.query(sql)).length > 0;
            });
            assert.equal((await rich.start()).status, 200);
            // Neither has waited for it in vain, which is a 503.
            assert.ok([200, 402].includes((await refused).status));
          } finally {
            committed.resolve(undefined);
            await counting;
            await pool.close();
          }
          assert.equal(service.starts, 2);
        }));
    });
  });

  describe('a database that does not sync what it commits', () => {
    it('does so for a gateway, whatever its role or database says (hazard 92)', async () => {
      const databaseUrl = await postgres.createDatabase();
      const name = new URL(databaseUrl).pathname.slice(1);
      const pool = openPool(databaseUrl);
      await pool.query('ALTER ROLE postgres SET synchronous_commit = off');
      await pool.query(`ALTER DATABASE ${name} SET synchronous_commit = off`);
      await pool.close();
      const storage = await openStorage({ databaseUrl, data: tmpdir() }, () => undefined);
      try {
        const [lazy] = await storage.ledger.query(
          `SELECT current_setting('synchronous_commit') AS s`,
        );
        assert.equal(lazy?.['s'], 'off');
        const key = { account: 'a', chain: 'ethereum', address: usdc } as const;
        const result = { ...key, part: 'money', body: '{}', receivedAt: 1 } as const;
        await storage.ledger.addResult(result);
        await storage.ledger.change(`INSERT INTO start_again (job) VALUES ('paid')`);
        await postgres.kill();
        await postgres.start();
        assert.deepEqual(await storage.ledger.readResult(key, 'money'), result);
        assert.deepEqual(await storage.ledger.query('SELECT job FROM start_again'), [
          { job: 'paid' },
        ]);
      } finally {
        await storage.close();
      }
    });

    it('is not used if it cannot be told to (hazard 92)', async () => {
      const pool = openPool(await postgres.createDatabase());
      // As a pooler that drops what a transaction sets.
      const deaf = {
        ...pool,
        transaction: <T>(work: (query: typeof pool.query) => Promise<T>): Promise<T> =>
          work(pool.query),
      };
      await pool.query('ALTER ROLE postgres SET synchronous_commit = off');
      await pool.close();
      const again = openPool(await postgres.createDatabase());
      await assert.rejects(checkDurability({ ...deaf, transaction: (work) => work(again.query) }), {
        reason: 'notDurable',
      });
      await checkDurability(again);
      await again.close();
    });
  });
});
