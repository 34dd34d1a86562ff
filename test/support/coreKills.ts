import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { faultOf } from '../../src/ledger/faults.ts';
import type { JobRow, Store } from '../../src/ledger/store.ts';
import { startLoggedService, type LoggedService } from './loggedService.ts';
import { startCore, withFolder } from './cores.ts';
import { coreAccount } from './coreProcess.ts';
import { checkPace, readCall, type SeenCall } from './invariants.ts';
import { openSqliteStore } from './openStore.ts';

/** The calls of a service's own log, in the order in which they came. */
export function callsOf({ log }: LoggedService): SeenCall[] {
  return log
    .flatMap(({ method, target, timeMs }) => {
      const call = readCall(method, target);
      return call === undefined ? [] : [{ ...call, at: timeMs }];
    })
    .sort((a, b) => a.at - b.at);
}

/** Reads the ledger of a folder that others may be writing to. */
export async function readLedger<T>(folder: string, read: (store: Store) => T): Promise<T> {
  for (;;) {
    let store: Store | undefined;
    try {
      store = openSqliteStore(join(folder, 'ledger.sqlite'));
      return read(store);
    } catch (error) {
      if (faultOf(error) !== 'busy') throw error;
      await setImmediate();
    } finally {
      store?.close();
    }
  }
}

const readJobs = (folder: string): Promise<JobRow[]> =>
  readLedger(folder, (store) => store.listJobs(coreAccount));

/**
 * Resolves when the service has dealt with all that had reached it: what a killed core has sent may
 * still lie in its socket, and must not be taken for a start of the next core.
 */
export async function dealtWith({ url }: LoggedService): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const [response] = (await once(get(`${url}/none`, { agent: false }), 'response')) as [
      IncomingMessage,
    ];
    response.resume();
    await once(response, 'end');
  }
}

/**
 * Kills a core at a random moment of a scoring run and starts another, which must leave the
 * service's count of starts as it was, and show what is true. Gives what the kill has left.
 */
async function killOnce(service: LoggedService, address: string): Promise<string> {
  return withFolder(async (folder) => {
    const options = {
      folder,
      url: service.url,
      tenantId: service.tenant,
      apiKey: service.apiKey,
      addresses: [address],
      stallMs: 0,
    };
    const starts = (): number =>
      callsOf(service).filter(({ kind, name }) => kind === 'start' && name.startsWith(address))
        .length;
    const first = startCore(options);
    await first.until(({ kind }) => kind === 'ready');
    // Waited for as a sign of nothing: when it strikes is what is random. Half of the kills fall
    // into the moments around the start, the others anywhere up to the result.
    await wait(randomInt(2) === 0 ? randomInt(60) : randomInt(2_600));
    await first.kill();
    await dealtWith(service);
    const before = starts();
    const [left] = await readJobs(folder);
    assert.ok(before <= 1);
    assert.ok(before === 0 || left !== undefined, 'a start without a job');

    const second = startCore({ ...options, addresses: left === undefined ? [] : [address] });
    try {
      if (left === undefined) return 'nothing';
      const ended = await second.until(({ kind }) => kind === 'result' || kind === 'failed');
      const [job] = await readJobs(folder);
      assert.equal(starts(), before, 'a start that no one requested');
      if (left.state === 'intent') {
        assert.deepEqual(ended, { kind: 'result', address, outcome: 'unknown' });
        assert.equal(job?.state, 'unknown');
        assert.ok(second.messages.filter(({ kind }) => kind === 'told').length <= 1);
      } else {
        assert.deepEqual(ended, { kind: 'result', address, outcome: 'value' });
        assert.equal(job?.state, 'done');
      }
      return left.state === 'intent' && before === 0 ? 'intent, not sent' : left.state;
    } finally {
      await second.kill();
    }
  });
}

/** Gives how many kills left what behind. */
export async function killCores(times: number, atOnce: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const kill = async (index: number): Promise<void> => {
    // A service for each: jobs of others would share its pace, and this is about something else.
    const service = await startLoggedService({ jobSeconds: 0.2 });
    try {
      const address = `0x${(index + 1).toString(16).padStart(40, '0')}`;
      const left = await killOnce(service, address);
      checkPace(callsOf(service));
      counts[left] = (counts[left] ?? 0) + 1;
    } finally {
      await service.close();
    }
  };
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < times) await kill(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return counts;
}
