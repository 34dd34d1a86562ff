import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openPool } from '../../../src/gateway/postgres/pool.ts';
import { createTables, openPostgresLedger } from '../../../src/gateway/postgres/postgresLedger.ts';
import type { NewJob } from '../../../src/ledger/store.ts';
import { addressNumber, memberAt, noCache, startGateway, usdc } from '../../support/gateways.ts';
import type { TestGateway, TestMember } from '../../support/gateways.ts';
import { startLoggedService, type LoggedService } from '../../support/loggedService.ts';
import type { TestPostgres } from '../../support/postgres.ts';
import { destroy, startRawServer } from '../../support/rawServer.ts';

const processes = 3;

/** The behavior of processes that share nothing but a database. */
export function sharesOneDatabase(postgres: () => TestPostgres): void {
  describe('several gateways', () => {
    let service: LoggedService;
    let gateways: TestGateway[];
    let databaseUrl: string;
    /** The same member at each of them. */
    let doors: TestMember[];
    const sent = (path: string): number =>
      service.log.filter(({ target, status }) => target.includes(path) && status === 200).length;

    before(async () => {
      service = await startLoggedService({ jobSeconds: 0.2 });
      databaseUrl = await postgres().createDatabase();
      const storage = { databaseUrl, data: undefined };
      // All at once: only one creates the tables.
      gateways = await Promise.all(
        Array.from({ length: processes }, () => startGateway(service, { storage })),
      );
      const alice = await gateways[0]!.addMember('alice');
      doors = gateways.map(({ url }) => memberAt(url, alice));
    });
    after(async () => {
      await Promise.all(gateways.map((gateway) => gateway.close()));
      await service.close();
    });

    it('make one call and one start between them, and charge once', async () => {
      const all = [...doors, ...doors, ...doors];
      const summaries = await Promise.all(all.map((door) => door.summary()));
      const starts = await Promise.all(all.map((door) => door.start()));
      for (const answers of [summaries, starts]) {
        assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
        const units = answers.map(({ headers }) => Number(headers.get('address-risk-charged')));
        assert.equal(
          units.reduce((sum, each) => sum + each),
          1,
        );
      }
      assert.deepEqual([sent('/summary/'), sent('/risk_score/')], [1, 1]);
      // Any of them knows the job.
      const results = await Promise.all(
        starts.map(({ body }, at) => doors[at % processes]!.result(body)),
      );
      assert.deepEqual(new Set(results.map(({ status }) => status)), new Set([200]));
      assert.equal(new Set(results.map(({ body }) => body)).size, 1);
      const again = await Promise.all(doors.map((door) => door.start(usdc, noCache)));
      assert.deepEqual(new Set(again.map(({ status }) => status)), new Set([200]));
      assert.equal(sent('/risk_score/'), 2);
    });

    it('make one call for each of many summaries that all want at the same time', async () => {
      const before = sent('/summary/');
      const rounds = 40;
      const addresses = Array.from({ length: rounds }, (_, at) => addressNumber(2_000 + at));
      const answers = await Promise.all(
        addresses.flatMap((address) => doors.map((door) => door.summary(address))),
      );
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      assert.equal(sent('/summary/'), before + rounds);
    });

    it('let exactly one of a hundred starts pass where one is left', async () => {
      const poor = await gateways[0]!.addMember('poor', { calculations: 1 });
      const before = sent('/risk_score/');
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, at) =>
          memberAt(gateways[at % processes]!.url, poor).start(addressNumber(at)),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, ...Array.from({ length: 99 }, () => 402)]);
      assert.equal(sent('/risk_score/'), before + 1);
    });

    it('poll at the pace of one account', async () => {
      await Promise.all(doors.map((door, at) => door.start(addressNumber(500 + at))));
      const polls = (): number[] =>
        service.log.filter(({ method }) => method === 'GET').map(({ timeMs }) => timeMs);
      const done = await Promise.all(
        doors.map(async (door, at) =>
          door.result((await door.start(addressNumber(500 + at))).body),
        ),
      );
      assert.deepEqual(new Set(done.map(({ status }) => status)), new Set([200]));
      const times = polls().sort((one, other) => one - other);
      const gaps = times.slice(1).map((time, at) => time - times[at]!);
      assert.ok(gaps.length > 2 && Math.min(...gaps) >= 1_000, gaps.map(Math.round).join(' '));
    });

    it('send nothing while the database cannot be reached, and go on when it is back', async () => {
      const before = service.log.length;
      await postgres().kill();
      for (const answer of await Promise.all([
        ...doors.map((door) => door.summary(addressNumber(900))),
        ...doors.map((door) => door.start(addressNumber(901))),
        doors[0]!.status('risk_score_result_x'),
      ])) {
        assert.equal(answer.status, 503);
        assert.equal(answer.headers.get('address-risk-charged'), '0');
        assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
      }
      assert.equal(service.log.length, before);
      await postgres().start();
      const answers = await Promise.all(doors.map((door) => door.summary(addressNumber(900))));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      assert.equal(
        service.log.filter(({ target }) => target.toLowerCase().includes(addressNumber(900)))
          .length,
        1,
      );
    });
  });

  describe('a lost start', () => {
    it('is one for all gateways', async () => {
      const behind = await startRawServer(destroy);
      const storage = { databaseUrl: await postgres().createDatabase(), data: undefined };
      const upstream = { url: behind.url, tenant: 'team', apiKey: 'key' };
      const gateways = await Promise.all([1, 2].map(() => startGateway(upstream, { storage })));
      const alice = await gateways[0]!.addMember('alice');
      const doors = gateways.map(({ url }) => memberAt(url, alice));
      const answers = await Promise.all([...doors, ...doors].map((door) => door.start()));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([502]));
      assert.equal((await doors[1]!.start(usdc, noCache)).status, 502);
      assert.equal(behind.requests.length, 1);
      await Promise.all(gateways.map((gateway) => gateway.close()));
      await behind.close();
    });
  });

  describe('a claim', () => {
    it('goes by the clock of the database, whatever its owner believes', async () => {
      const pool = openPool(await postgres().createDatabase());
      await createTables(pool);
      const ledger = openPostgresLedger(pool);
      const key = { account: 'a', chain: 'ethereum', address: usdc };
      const job: NewJob = { ...key, id: 'job', aggregator: 'money', origin: 'o', credential: 'c' };
      const claim = (owner: string, tick: number) => ({ owner, tick, now: tick });
      const orphan = { failures: 1, retryAt: 9, mayBeCharged: true, kind: 'network', status: null };
      const usable = { after: 0, before: Infinity };
      assert.equal((await ledger.beginJob(job, claim('one', 5))).isNew, true);
      const call = await ledger.claimCall(key, claim('one', 5), usable, {
        ...orphan,
        kind: 'network',
      });
      assert.equal(call.kind, 'claimed');
      for (const tick of [0, 5 + 60_000, 5 + 600_000, 2 ** 50]) {
        const other = claim('two', tick);
        assert.equal(await ledger.claimJob('job', other, 'intent'), null);
        assert.deepEqual(await ledger.settleOrphans(tick, tick), []);
        const busy = await ledger.claimCall(key, other, usable, { ...orphan, kind: 'network' });
        assert.deepEqual(busy, { kind: 'busy' });
      }
      assert.equal(await ledger.takeTurn('a', 'first', 5, 5), 0);
      assert.notEqual(await ledger.takeTurn('a', 'second', 2 ** 50, 2 ** 50), 0);
      await ledger.close();
      await pool.close();
    });
  });
}
