import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, it } from 'node:test';
import type { WireRequest } from '../../../src/api/transport.ts';
import { EngineEndedError } from '../../../src/engine/engineThreads.ts';
import { withFolder } from '../../support/cores.ts';
import { subject } from '../../support/door.ts';
import { startLoggedService } from '../../support/loggedService.ts';
import { account, engineSettings, openTestEngine } from '../../support/testEngine.ts';

const nowhere = { url: 'http://127.0.0.1:1', tenant: 't', apiKey: 'k' };
const key = { account: account.key, ...subject };

describe('the engine in its thread', () => {
  it('fetches a summary once, and reads what is stored', () =>
    withFolder(async (folder) => {
      const service = await startLoggedService();
      const { engine, faults } = openTestEngine(folder, service);
      const request = { account, subject, source: 'command' } as const;
      const ends = await Promise.all([engine.lookUp(request), engine.lookUp(request)]);
      assert.deepEqual(ends, [{ kind: 'value' }, { kind: 'value' }]);
      const [heads] = await engine.readStored([key]);
      assert.equal(heads?.summary?.isFresh, true);
      assert.equal(service.log.length, 1);
      await engine.close();
      await service.close();
      assert.deepEqual(faults, []);
    }));

  it('keeps the digits of details exact on their way to the host', () =>
    withFolder(async (folder) => {
      const service = await startLoggedService({ jobSeconds: 0 });
      const { engine } = openTestEngine(folder, service);
      const gesture = { source: 'command' } as never;
      const never = new AbortController().signal;
      const request = { account, subject, aggregator: 'money', gesture, isRepeat: false } as const;
      assert.deepEqual(await engine.score(request, () => undefined, never), { kind: 'value' });
      const { scores } = await engine.readReport(key);
      const details = scores.money?.value.rawRiskScore;
      assert.equal(details?.state, 'given');
      const first: unknown = Object.values(details.value ?? {})[0];
      assert.ok(first instanceof Object);
      const numbers = Object.values(first).filter((value) => value instanceof String);
      assert.ok(numbers.length > 0);
      for (const digits of numbers) assert.match(String(digits), /^\d+(\.\d+)?$/);
      const [entry, ...others] = await engine.readHistory(key);
      assert.deepEqual(entry?.details, details);
      assert.deepEqual([entry.aggregator, others.length], ['money', 0]);
      await engine.close();
      await service.close();
    }));

  it('reports a summary as possibly sent if the thread ends meanwhile, and sends it once', () =>
    withFolder(async (folder) => {
      let requests = 0;
      const silent: Server = createServer(() => {
        requests++;
        void threads[0]?.terminate();
      }).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as { port: number };
      const url = `http://127.0.0.1:${port}`;
      const { engine, threads } = openTestEngine(folder, { ...nowhere, url });
      const end = await engine.lookUp({ account, subject, source: 'hover' });
      assert.deepEqual(end, {
        kind: 'failed',
        failure: { kind: 'network', endpoint: 'summary', wasSent: true },
      });
      assert.equal(requests, 1);
      // The next thread reads the same ledger.
      assert.deepEqual(await engine.readUsage(account.key), [
        { kind: 'summary', source: 'hover', count: 1, isAutomatic: true },
      ]);
      assert.equal(threads.length, 2);
      await engine.close();
      silent.close();
    }));

  it('that cannot live is started once a second, and given up after five starts', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'dies.mjs');
      await writeFile(file, 'process.exit(1);');
      const began = performance.now();
      const { engine, threads } = openTestEngine(folder, nowhere, {
        workerFile: pathToFileURL(file),
      });
      await assert.rejects(engine.readUsage(account.key), EngineEndedError);
      assert.equal(threads.length, 5);
      assert.ok(performance.now() - began >= 4_000);
      await engine.close();
    }));

  it('does not call for an account that is no longer in use', () =>
    withFolder(async (folder) => {
      const service = await startLoggedService();
      const { engine } = openTestEngine(folder, service, {
        host: { connection: () => Promise.resolve(undefined) },
      });
      await assert.rejects(engine.lookUp({ account, subject, source: 'command' }), {
        name: 'OtherAccountError',
      });
      assert.equal(service.log.length, 0);
      assert.deepEqual(await engine.readUsage(account.key), []);
      await engine.close();
      await service.close();
    }));

  it('passes no message of an error on: it may quote a value', () =>
    withFolder(async (folder) => {
      const { engine } = openTestEngine(folder, nowhere, {
        host: { connection: () => Promise.reject(new TypeError('TAINT-7be2')) },
      });
      const error = await engine.lookUp({ account, subject, source: 'command' }).then(
        () => assert.fail('it was not connected'),
        (cause: unknown) => cause as Error,
      );
      assert.equal(error.name, 'TypeError');
      assert.doesNotMatch(`${error.message} ${String(error.stack)}`, /TAINT/);
      assert.match(String(error.stack), /\n\s+at /);
      await engine.close();
    }));

  it('requests the credentials again after the account or a setting has changed', () =>
    withFolder(async (folder) => {
      const service = await startLoggedService();
      let requested = 0;
      const { url, tenant, apiKey } = service;
      const { engine } = openTestEngine(folder, service, {
        host: {
          connection() {
            requested++;
            return Promise.resolve({ base: url, tenantId: tenant, apiKey });
          },
        },
      });
      const signal = new AbortController().signal;
      await engine.check(account, signal);
      await engine.check(account, signal);
      assert.equal(requested, 1);
      await engine.leave();
      await engine.check(account, signal);
      assert.equal(requested, 2);
      // The path of the service URL may have changed within the origin.
      await engine.configure(engineSettings);
      await engine.check(account, signal);
      assert.equal(requested, 3);
      await engine.close();
      await service.close();
    }));

  it('hands its requests to the host with the transport vscode, and no others', () =>
    withFolder(async (folder) => {
      const handed: WireRequest[] = [];
      const { engine } = openTestEngine(folder, nowhere, {
        settings: { network: { transport: 'vscode' } },
        host: {
          send(request, onSent) {
            handed.push(request);
            onSent();
            const head = { status: 404, retryAfter: '', date: '' };
            return Promise.resolve({ ok: true, answer: { ...head, body: '' } });
          },
        },
      });
      const outcome = await engine.check(account, new AbortController().signal);
      assert.equal(outcome.ok && outcome.value.status, 404);
      assert.equal(handed.length, 1);
      assert.match(handed[0]?.url ?? '', /job_id=risk_score_result_connection-check$/);
      await engine.close();
    }));
});
