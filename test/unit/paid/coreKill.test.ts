import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createUndiciTransport } from '../../../src/api/undiciTransport.ts';
import { HttpServiceClient } from '../../../src/api/client.ts';
import { openLedger } from '../../../src/ledger/openLedger.ts';
import { systemClock } from '../../../src/paid/clock.ts';
import { createScores } from '../../../src/paid/scores.ts';
import { WindowSpendingDoor } from '../../../src/paid/spending.ts';
import { startSampleService } from '../../../src/sample/server.ts';
import { withFolder } from '../../support/cores.ts';
import { address, gesture, subject } from '../../support/door.ts';

describe('a core that may be killed at any moment', () => {
  it('has everything it needs in the file before each step (hazard 7)', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'ledger.sqlite');
      /** As another process finds it: only what is committed. */
      const read = (sql: string): string => {
        const database = new DatabaseSync(file, { readOnly: true });
        try {
          return JSON.stringify(Object.values(database.prepare(sql).get() ?? {}));
        } finally {
          database.close();
        }
      };
      const seen: string[] = [];
      const service = await startSampleService(
        { jobSeconds: 0 },
        {
          sideRoute: ({ method }) => {
            seen.push(`${String(method)} ${read('SELECT state, job_id IS NOT NULL FROM job')}`);
            return false;
          },
        },
      );
      const ledger = openLedger(folder, ({ kind }) => assert.fail(kind));
      const transport = createUndiciTransport();
      const policy = () => ({
        summaryMs: 3_600_000,
        riskMs: 86_400_000,
        summaryCallsPerDay: 200,
        rhythm: { intervalMs: 1_000, timeoutMs: 60_000 },
      });
      const basics = { ledger, clock: systemClock, policy };
      const user = {
        mayExceed: () => Promise.resolve(true),
        mayStartAgain: () => Promise.resolve(true),
        maySendKeySized: () => Promise.resolve(false),
      };
      const scores = createScores({
        ...basics,
        owner: 'window',
        spending: new WindowSpendingDoor({ ...basics, user }),
        onChange: () => undefined,
      });
      try {
        const { url, tenant: tenantId, apiKey } = service;
        const credentials = { tenantId, apiKey };
        const client = new HttpServiceClient({ transport, base: url, credentials });
        const outcome = await scores.score(
          {
            account: {
              key: 'account',
              origin: url,
              credential: 'credential',
              client,
              signal: new AbortController().signal,
              serviceChain: (network) => network,
            },
            subject,
            aggregator: 'money',
            gesture,
          },
          () => undefined,
          new AbortController().signal,
        );
        seen.push(`${outcome.kind} ${read('SELECT count(*), address FROM result')}`);
      } finally {
        await scores.leave();
        await transport.close();
        await ledger.close();
        await service.close();
      }
      assert.deepEqual(seen, ['POST ["intent",0]', 'GET ["running",1]', `value [1,"${address}"]`]);
    }));
});
