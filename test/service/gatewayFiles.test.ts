/** A gateway on files keeps members and budgets in the ledger's file, with all that protects it. */
import assert from 'node:assert/strict';
import {
  closeSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Outbox } from '../../src/gateway/outbox.ts';
import { readUsage } from '../../src/gateway/store/charges.ts';
import {
  addressNumber,
  memberAt,
  startGateway,
  type TestGateway,
  type TestMember,
} from '../support/gateways.ts';
import { startLoggedService, type LoggedService } from '../support/loggedService.ts';

let folder: string;
let service: LoggedService;
let gateway: TestGateway;
let alice: TestMember;

const open = (): Promise<TestGateway> =>
  startGateway(service, { storage: { data: folder, databaseUrl: undefined } });
const file = (name = 'ledger.sqlite'): string => join(folder, name);

/** She is known, and has used her one calculation, in this process and in the next one. */
async function assertKept(): Promise<void> {
  for (const isNext of [false, true]) {
    if (isNext) {
      await gateway.close();
      gateway = await open();
    }
    const again = memberAt(gateway.url, alice);
    assert.equal((await again.start(addressNumber(2))).status, 402);
    assert.equal((await again.start(addressNumber(1))).status, 200);
  }
  assert.equal(service.log.filter(({ method }) => method === 'POST').length, 1);
}

// Inside: in one process with other files, hooks outside of a suite would run for their tests too.
describe('members and budgets of a gateway on files', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'address-risk-gateway-files-'));
    service = await startLoggedService({ jobSeconds: 0.1 });
    gateway = await open();
    alice = await gateway.addMember('alice', { calculations: 1 });
    assert.equal((await alice.start(addressNumber(1))).status, 200);
  });
  afterEach(async () => {
    await gateway.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are in one file, with nothing beside it that could be lost (hazard 93)', async () => {
    const names = readdirSync(folder).filter((name) => /-(?:wal|shm)$|^gateway\.sqlite/.test(name));
    assert.deepEqual(names, []);
    await assertKept();
  });

  it('survive that the file is deleted (hazard 93)', async () => {
    rmSync(file());
    await assertKept();
  });

  it('survive that the file is replaced by an empty one (hazard 93)', async () => {
    renameSync(file(), file('elsewhere'));
    writeFileSync(file(), '');
    await assertKept();
  });

  it('survive that side files of another mode are put there and cut off (hazard 93)', async () => {
    for (const suffix of ['-shm', '-wal']) {
      writeFileSync(file(`ledger.sqlite${suffix}`), Buffer.alloc(32_768, 1));
      truncateSync(file(`ledger.sqlite${suffix}`), 0);
    }
    await assertKept();
  });

  it('survive a damaged page of another table (hazard 93)', async () => {
    await gateway.close();
    const database = new DatabaseSync(file());
    const root = database
      .prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'result_by_time'`)
      .get()?.['rootpage'];
    database.close();
    const bytes = Buffer.alloc(4_096, 0x5a);
    const descriptor = openSync(file(), 'r+');
    writeSync(descriptor, bytes, 0, bytes.length, (Number(root) - 1) * 4_096);
    closeSync(descriptor);
    gateway = await open();
    const again = memberAt(gateway.url, alice);
    // The start that finds the damage may ask an operator; all members stay known.
    assert.notEqual((await again.start(addressNumber(2))).status, 200);
    await assertKept();
  });

  it('are as they were after a restore: what came later is paid for again, once', async () => {
    const bob = await gateway.addMember('bob');
    await gateway.close();
    const backup = `${folder}-backup`;
    await cp(folder, backup, { recursive: true });
    gateway = await open();
    const charged = async (address: number): Promise<string | undefined> => {
      const started = await memberAt(gateway.url, bob).start(addressNumber(address));
      assert.equal(started.status, 200);
      return started.headers.get('address-risk-charged');
    };
    assert.equal(await charged(3), '1');
    await gateway.close();
    await rm(folder, { recursive: true });
    await rename(backup, folder);
    gateway = await open();
    assert.deepEqual([await charged(1), await charged(3), await charged(3)], ['0', '1', '0']);
    const usage = await readUsage(gateway.storage.ledger, ['member']);
    // One start less than the service has seen.
    assert.equal(
      usage.reduce((sum, { calculations }) => sum + calculations, 0),
      2,
    );
    assert.equal(service.log.filter(({ method }) => method === 'POST').length, 3);
  });

  it('come along from the file of an earlier build', async () => {
    await gateway.close();
    const database = new DatabaseSync(file());
    database.exec(`ATTACH '${file('gateway.sqlite')}' AS old`);
    for (const table of ['member', 'member_key', 'member_job', 'charge', 'allowance_used']) {
      database.exec(`CREATE TABLE old.${table} AS SELECT * FROM ${table}; DELETE FROM ${table}`);
    }
    for (const table of ['start_again', 'audit']) {
      database.exec(`CREATE TABLE old.${table} AS SELECT * FROM ${table}`);
    }
    database.exec('ALTER TABLE old.charge DROP COLUMN lease_until');
    database.close();
    gateway = await open();
    await assertKept();
    assert.ok(readdirSync(folder).includes('gateway.sqlite.imported'));
  });
});

describe('what a gateway has paid for and its store does not take', () => {
  const result = { account: 'a', chain: 'base', address: '0xA', part: 'money' } as const;
  const paid = { ...result, body: 'paid', receivedAt: 1 };

  it('stays on the disk for the next process, whatever the error is', async () => {
    const outbox = join(folder, 'outbox-of-test');
    const faults: unknown[] = [];
    const none = {} as ConstructorParameters<typeof Outbox>[1];
    const refuse = () => Promise.reject(new Error('no such table'));
    const broken = new Outbox(outbox, { ...none, addResult: refuse }, (...fault) => {
      faults.push(fault);
    });
    broken.keep([['addResult', paid]]);
    await broken.send();
    await broken.close();
    assert.deepEqual([broken.size, faults.length, readdirSync(outbox).length], [0, 1, 1]);

    const taken: unknown[] = [];
    const addResult = (each: unknown) => Promise.resolve(void taken.push(each));
    const next = new Outbox(outbox, { ...none, addResult }, (_, error) =>
      assert.fail(String(error)),
    );
    await next.send();
    await next.close();
    assert.deepEqual([taken, readdirSync(outbox)], [[paid], []]);
  });
});
