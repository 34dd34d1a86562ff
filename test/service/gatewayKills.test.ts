/** What a gateway says of the work of a process that was killed: as much as is proven. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { toEip55 } from '../../src/encodings/evmChecksum.ts';
import { Charges } from '../../src/gateway/store/charges.ts';
import { readUsage } from '../../src/gateway/store/usage.ts';
import { leaseMs } from '../../src/ledger/store.ts';
import { eventually } from '../harness/waiting.ts';
import { addressNumber, impatient, startGateway } from '../support/gateways.ts';
import type { TestGateway, TestMember } from '../support/gateways.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
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
        const usage = await readUsage(gateway.storage.ledger, 'address');
        return usage.find(({ name }) => name === toEip55(addressNumber(1)))?.calculations === 1;
      });
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
