/** A database that is away for as long as a failover takes, at each step of a start and of a poll. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readUsage } from '../../src/gateway/store/charges.ts';
import { eventually } from '../harness/waiting.ts';
import { startGateway } from '../support/gateways.ts';
import { paidStatements } from '../support/paidStatements.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startReadOnceService } from '../support/readOnceService.ts';
import { openStatementCable } from '../support/statementCable.ts';

const awayMs = 75_000;

let postgres: TestPostgres;
before(async () => {
  postgres = await startPostgres();
});
after(() => postgres.close());

describe('a database that is away for 75 s', { concurrency: true }, () => {
  for (const [name, pattern] of Object.entries(paidStatements)) {
    for (const cut of ['before', 'after commit'] as const) {
      it(`… ${cut} ${name}: loses nothing, and pays once (hazard 89)`, async () => {
        const folder = await mkdtemp(join(tmpdir(), 'address-risk-away-'));
        const service = await startReadOnceService();
        const cable = await openStatementCable(await postgres.createDatabase());
        const gateway = await startGateway(
          { url: service.url, tenant: 'team', apiKey: 'key' },
          { storage: { databaseUrl: cable.url, data: folder } },
        );
        try {
          const alice = await gateway.addMember('alice', { calculations: 5 });
          const isAway = cable.awayFrom(pattern, cut);
          const early = await Promise.race([alice.start(), isAway.then(() => undefined)]);
          await isAway;
          if (early?.headers.get('address-risk-charged') === '0') assert.equal(service.starts, 0);
          await wait(awayMs);
          cable.back();
          const { body } = await eventually('a start', async () => {
            const answer = await alice.start();
            return answer.status === 200 && answer;
          });
          await eventually('the result', async () => (await alice.status(body)).status === 200);
          assert.deepEqual([service.starts, service.pollsAfterResult], [1, 0]);
          await eventually('one unit', async () => {
            const lines = await readUsage(gateway.storage.ledger, ['day']);
            return lines.reduce((sum, line) => sum + line.calculations, 0) === 1;
          });
        } finally {
          cable.back();
          await gateway.close();
          cable.close();
          await service.close();
          await rm(folder, { recursive: true, force: true });
        }
      });
    }
  }
});
