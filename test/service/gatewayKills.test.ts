/** A gateway's statements about the work of a killed process must be proven. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { forgetJob, listJobs } from '../../src/gateway/commands.ts';
import { openStorage } from '../../src/gateway/storage.ts';
import { toEip55 } from '../../src/encodings/evmChecksum.ts';
import { Charges, readUsage } from '../../src/gateway/store/charges.ts';
import { Members } from '../../src/gateway/store/members.ts';
import { leaseMs } from '../../src/ledger/store.ts';
import { eventually } from '../harness/waiting.ts';
import { spawnServer } from '../support/cliProcess.ts';
import {
  addressNumber,
  impatient,
  memberAt,
  startGateway,
  type TestGateway,
  type TestMember,
} from '../support/gateways.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { reply, startRawServer } from '../support/rawServer.ts';
import { startReadOnceService, type ReadOnceService } from '../support/readOnceService.ts';

for (const kind of ['files', 'PostgreSQL'] as const) {
  describe(`a gateway on ${kind} whose earlier process was killed`, () => {
    let postgres: TestPostgres | undefined;
    let service: ReadOnceService;
    let gateway: TestGateway;
    let alice: TestMember;

    before(async () => {
      if (kind === 'PostgreSQL') postgres = await startPostgres();
      const databaseUrl = await postgres?.createDatabase();
      service = await startReadOnceService();
      gateway = await startGateway(
        { url: service.url, tenant: 'team', apiKey: 'key' },
        {
          clockOf: impatient,
          ...(databaseUrl !== undefined && { storage: { databaseUrl, data: undefined } }),
        },
      );
      alice = await gateway.addMember('alice');
    });
    after(async () => {
      await gateway.close();
      await service.close();
      await postgres?.close();
    });

    /** As a process leaves a start that it has not sent, or is about to send. */
    async function leaveStart(address: string, isMarked: boolean): Promise<void> {
      const { ledger, clock } = gateway.storage;
      // Its claim is over in a second; the lease of its charge, a little later.
      const agoMs = leaseMs - 1_000;
      const [at, id] = [clock.now() - agoMs + 1_000, `job of ${address}`];
      const key = { account: await accountOf(), chain: 'ethereum', address: toEip55(address) };
      const charges = new Charges(ledger);
      const charge = {
        id,
        member: alice.tenantId,
        kind: 'start',
        key,
        aggregator: 'money',
        at,
      } as const;
      await charges.reserve(charge, noLimits);
      const job = {
        ...key,
        id,
        aggregator: 'money',
        origin: service.url,
        credential: 'c',
      } as const;
      await ledger.beginJob(job, { owner: 'killed', now: at, tick: clock.tick() - agoMs });
      if (isMarked) await charges.hold(id, at, true);
    }

    /** Of the account upstream, as the ledger names it. */
    async function accountOf(): Promise<string> {
      await alice.start(addressNumber(9));
      return (await gateway.storage.ledger.listJobs())[0]?.account ?? assert.fail();
    }

    it('makes a start that was never sent, and counts it once (hazard 90)', async () => {
      await leaveStart(addressNumber(1), false);
      const before = service.starts;
      const started = await alice.start(addressNumber(1));
      assert.deepEqual([started.status, started.headers.get('address-risk-charged')], [200, '1']);
      assert.equal((await alice.result(started.body)).status, 200);
      assert.equal(service.starts, before + 1);
      await eventually('its unit', async () => {
        const usage = await readUsage(gateway.storage.ledger, ['address']);
        return (
          usage.find(({ names }) => names[0] === toEip55(addressNumber(1)))?.calculations === 1
        );
      });
    });

    it('takes none that was never sent for lost, while its unit is given back (hazard 90)', async () => {
      await leaveStart(addressNumber(3), false);
      const { ledger, clock } = gateway.storage;
      const charges = new Charges(ledger);
      const id = `job of ${addressNumber(3)}`;
      const inHours = clock.now() + 3_600_000;
      const states: unknown[] = [];
      // It is killed in between; and whoever waits for the start looks for jobs of the dead.
      const killed = charges.settleOrphans(inHours, async (each) => {
        await ledger.settleOrphans(inHours, clock.tick() + 3_600_000);
        states.push((await ledger.readJob(each))?.state);
        throw new Error('killed');
      });
      await assert.rejects(killed, /killed/);
      assert.deepEqual(states, ['intent']);
      await charges.settleOrphans(inHours, (each) => ledger.forgetJob(each, 'intent'));
      assert.equal(await ledger.readJob(id), null);
      assert.deepEqual(await ledger.query('SELECT id FROM charge WHERE id = ?', id), []);
    });

    it('takes none for lost whose own process gave the unit back, and was killed then (hazard 90)', async () => {
      await leaveStart(addressNumber(4), false);
      const { ledger, clock } = gateway.storage;
      const charges = new Charges(ledger);
      const id = `job of ${addressNumber(4)}`;
      const inHours = clock.now() + 3_600_000;
      assert.equal(await charges.release(id), true);
      await ledger.settleOrphans(inHours, clock.tick() + 3_600_000);
      assert.equal((await ledger.readJob(id))?.state, 'intent');
      await charges.settleOrphans(inHours, (each) => ledger.forgetJob(each, 'intent'));
      assert.equal(await ledger.readJob(id), null);
      assert.deepEqual(await ledger.query('SELECT id FROM charge WHERE id = ?', id), []);
    });

    it('does not repeat one that may have been sent (hazards 7, 90)', async () => {
      await leaveStart(addressNumber(2), true);
      const before = service.starts;
      const lost = await alice.start(addressNumber(2));
      assert.equal(lost.status, 502);
      assert.equal(lost.headers.has('address-risk-charged'), false);
      assert.equal(service.starts, before);
    });
  });
}

const noLimits = { member: null, team: null };

describe(
  'a process of a gateway that is killed while it reads a result',
  { concurrency: true },
  () => {
    for (const [status, isGone] of [
      [409, false],
      [404, true],
    ] as const) {
      it(`leaves a job that says so, and the service then answers ${status} (hazards 20, 89)`, async () => {
        const folder = await mkdtemp(join(tmpdir(), 'address-risk-gateway-kill-'));
        let kill: (() => void) | undefined;
        const service = await startRawServer((socket, request, index) => {
          if (request.line.startsWith('POST')) reply(200, 'upstream.1')(socket, request, index);
          // It has given out the result, and gives it out no more.
          else if (kill === undefined) reply(status)(socket, request, index);
          else kill();
        });
        const data = join(folder, 'data');
        const storage = await openStorage({ databaseUrl: undefined, data }, () => undefined);
        const limits = { calculations: null, apiCalls: null, validUntil: null };
        const key = (await new Members(storage.ledger).add('alice', limits, 1)) ?? assert.fail();
        const { child, url, ended } = spawnServer(['gateway', '--data', data], {
          ...{ ...process.env, ADDRESS_RISK_URL: service.url },
          ...{ ADDRESS_RISK_TENANT: 'team', ADDRESS_RISK_KEY: 'key' },
        });
        let next: TestGateway | undefined;
        try {
          kill = () => child.kill('SIGKILL');
          await url;
          const begun = Date.now();
          const { body } = await memberAt(await url, key).start();
          await ended;
          const end = Date.now();
          kill = undefined;
          next = await startGateway(
            { url: service.url, tenant: 'team', apiKey: 'key' },
            { storage: { data, databaseUrl: undefined } },
          );
          const alice = memberAt(next.url, key);
          const said = await eventually(
            'what is known',
            async () => {
              const answer = await alice.status(body);
              return /\d{4}-\d\d-\d\dT/.test(answer.body) && answer;
            },
            // A claim of the process that was killed lasts for ten seconds.
            30_000,
          );
          const at = Date.parse(/\d{4}-\S*Z/.exec(said.body)?.[0] ?? '');
          assert.ok(at >= begun && at <= end, said.body);
          const isPolled = async (): Promise<boolean> =>
            (await alice.status(body)).status === (isGone ? 502 : 409);
          await eventually('a poll of the next process', isPolled, 30_000);
          const list = async (): Promise<string> => (await listJobs(storage)).slice(1).join('');
          assert.match(await list(), isGone ? /^lost / : /^running \(no response at \d{4}-\S*Z\) /);
          if (isGone) return;
          // An operator need not wait for a day.
          const id = (await storage.ledger.listJobs())[0]?.id ?? assert.fail();
          await forgetJob(id, storage);
          assert.equal(await list(), '');
        } finally {
          child.kill('SIGKILL');
          await next?.close();
          await storage.close();
          await service.close();
          await rm(folder, { recursive: true, force: true });
        }
      });
    }
  },
);
