/** Every statement of the ledger and of a gateway's store reads by a key, however much is stored. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { Audit } from '../../../src/gateway/store/audit.ts';
import { Charges } from '../../../src/gateway/store/charges.ts';
import { LostStarts } from '../../../src/gateway/store/lostStarts.ts';
import { MemberJobs } from '../../../src/gateway/store/memberJobs.ts';
import { Members } from '../../../src/gateway/store/members.ts';
import { Database } from '../../../src/ledger/database.ts';
import { ledgerMethods, type LedgerMethod } from '../../../src/ledger/ledger.ts';
import { openLedger } from '../../../src/ledger/openLedger.ts';
import { storeOver } from '../../../src/ledger/sqliteStore.ts';
import type { NewJob, Spending, Store, StoredResult } from '../../../src/ledger/store.ts';
import { deleteOldRows } from '../../../src/ledger/upkeep.ts';
import { addressOf, fillLedger } from '../../support/largeLedger.ts';
import { ledgerOver } from '../../support/openStore.ts';

const dayMs = 24 * 3_600_000;
const key = { account: 'a', chain: 'ethereum', address: '0xA' } as const;
const job: NewJob = { ...key, id: 'j', aggregator: 'money', origin: 'o', credential: 'c' };
const claim = { owner: 'w', now: 1, tick: 1 };
const result: StoredResult = { ...key, part: 'money', body: '{}', receivedAt: 1 };
const orphan = { failures: 1, retryAt: 1, mayBeCharged: true, kind: 'tls', status: null } as const;
const spending: Omit<Spending, 'charge'> = {
  ...{ ...key, id: 's', kind: 'summary', aggregator: null, source: 'command' },
  ...{ isAutomatic: true, at: 1 },
};
const limits = { day: 'd', perDay: 9, mostUnanswered: 9, perHour: 9 };

/** A use of each method; a new one does not compile without. */
const uses: Readonly<Record<LedgerMethod, (store: Store) => unknown>> = {
  readResult: (store) => store.readResult(key, 'money'),
  listResultsOf: (store) => store.listResultsOf('a', ['0xA']),
  listResults: (store) => store.listResults('a', 9),
  listHistory: (store) => store.listHistory(key),
  readPastResult: (store) => store.readPastResult({ ...result, receivedAt: 9 }),
  saveResult: (store) => store.saveResult(result),
  addResult: (store) => store.addResult({ ...result, receivedAt: 9 }),
  clearResults: (store) => store.clearResults(),
  beginJob: (store) => store.beginJob(job, claim),
  readJob: (store) => store.readJob('j'),
  listJobs: (store) => [store.listJobs('a'), store.listJobs()],
  listJobsInProgress: (store) => [store.listJobsInProgress('a'), store.listJobsInProgress()],
  openJobOf: (store) => store.openJobOf(key, 'money'),
  claimJob: (store) => store.claimJob('j', claim, 'intent'),
  changeJob: (store) => store.changeJob('j', { polls: 1 }, claim),
  settleJob: (store) => store.settleJob('j', { state: 'done' }, claim, result),
  overrideJob: (store) => store.overrideJob('j', { isNoticed: true }, 1),
  keepJob: (store) => store.keepJob({ ...job, id: 'k' }, { state: 'unknown' }, 1),
  forgetJob: (store) => store.forgetJob('j', 'done'),
  settleOrphans: (store) => store.settleOrphans(1, 1),
  takeTurn: (store) => [store.takeTurn('a', 'w', 1, 1), store.takeTurn('a', 'v', 2, 2)],
  renewTurn: (store) => store.renewTurn('a', 'w', 1),
  endTurn: (store) => store.endTurn('a', 'w', 1),
  claimCall: (store) => store.claimCall(key, claim, { after: 0, before: 1 }, orphan),
  renewCall: (store) => store.renewCall(key, claim),
  settleCall: (store) => store.settleCall(key, 'w', { ...result, part: 'summary' }),
  releaseCall: (store) => store.releaseCall(key, 'w', orphan),
  readCall: (store) => store.readCall(key),
  setStop: (store) => store.setStop('a', 'c', { scope: 'risk', status: 402, at: 1 }),
  readStops: (store) => store.readStops('a', 'c'),
  clearStops: (store) => (['risk', undefined] as const).forEach((s) => store.clearStops('a', s)),
  reserveSpending: (store) => store.reserveSpending(spending, limits),
  markSpending: (store) => store.markSpending('s'),
  settleSpending: (store) =>
    (['maybe', null] as const).forEach((c) => store.settleSpending('s', c)),
  listSpendings: (store) => [store.listSpendings('a', 9), store.listSpendings('a', 9, key)],
  countUnanswered: (store) => store.countUnanswered('a'),
  decideAllowance: (store) => store.decideAllowance('start', true, 1),
  countPoll: (store) => store.countPoll('a', 'd', 'job'),
  uncountPoll: (store) => store.uncountPoll('a', 'd', 'job'),
  readUsage: (store) => store.readUsage('a', 'd'),
  query: (store) => store.query('SELECT id FROM member WHERE id = $1', 'm'),
  change: (store) => store.change('DELETE FROM start_again WHERE job = $1', 'j'),
  changeAll: (store) => store.changeAll([]),
  readLoss: (store) => store.readLoss(),
  version: (store) => store.version(),
};

/** What a gateway does for a request, and every few seconds. */
async function useTeam(database: Database): Promise<void> {
  const sql = ledgerOver(storeOver(database));
  const members = new Members(sql);
  const added = await members.add('m', { calculations: 1, apiCalls: 1, validUntil: null }, 1);
  await members.rotate('m', 2);
  await members.authenticate(added!.tenantId, added!.key, 3);
  await members.revoke('m', 4);
  const charges = new Charges(sql);
  const charge = { id: 'c', member: 'm', kind: 'start', key, aggregator: 'money', at: 1 } as const;
  await charges.reserve(charge, { member: 1, team: 1 });
  await charges.hold('c', 2, true);
  await charges.isInFlight(key, 'start', 3);
  await charges.settleOrphans(4);
  await charges.settle('c', 'none');
  await charges.release('c');
  const jobs = new MemberJobs(sql);
  const own = { id: 'i', member: 'm', chain: 'e', account: 'a', spelling: 'a', job: null } as const;
  await jobs.add({ ...own, aggregator: 'money', receivedAt: null }, 1);
  await jobs.find('i', 'm');
  const lost = new LostStarts(sql);
  await lost.request('j');
  await lost.take();
  await lost.memberOf({ ...storeOver(database).keepJob(job, { state: 'unknown' }, 1) });
  await new Audit(sql, 1).deleteOld(9);
}

/** Few rows, whatever is stored: stops and turns of accounts, answers of the user, and marks. */
const small = ['stop', 'turn', 'waiter', 'allowance', 'breaker', 'upkeep', 'loss', 'start_again'];
/** All rows are wanted, or an operator's list of the newest of all accounts is. */
const whole = [
  /^DELETE FROM (?:older_)?result(?: WHERE true RETURNING 1 AS deleted)?$/,
  /^SELECT \* FROM member ORDER BY name$/,
  /FROM job WHERE true {2}ORDER BY created_at DESC LIMIT 200$/,
];

function scansOf(database: Database, statements: readonly string[]): string[] {
  return statements
    .filter((sql) => !/^\s*(?:PRAGMA|CREATE|BEGIN|COMMIT|EXPLAIN)/.test(sql))
    .filter((sql) => !whole.some((pattern) => pattern.test(sql.trim())))
    .flatMap((sql) =>
      database
        .all(`EXPLAIN QUERY PLAN ${sql}`)
        .map(({ detail }) => String(detail))
        // An index that only sorts is walked as far as the limit says.
        .filter((plan) => /^SCAN \w+(?! USING)/.test(plan))
        .filter((plan) => !small.some((table) => plan === `SCAN ${table}`))
        .filter((plan) => !/^SCAN (?:json_each|CONSTANT|\(|\d+)/.test(plan))
        .map((plan) => `${plan}: ${sql.replaceAll(/\s+/g, ' ')}`),
    );
}

describe('a statement', () => {
  it('reads no table that grows as a whole (hazard 94)', async (t) => {
    const database = new Database(':memory:');
    const store = storeOver(database);
    deleteOldRows(database, 1);
    const prepare = t.mock.method(DatabaseSync.prototype, 'prepare');
    for (const method of Object.keys(ledgerMethods) as LedgerMethod[]) uses[method](store);
    deleteOldRows(database, 1 + dayMs);
    await useTeam(database);
    const statements = [...new Set(prepare.mock.calls.map(({ arguments: [sql] }) => sql))];
    prepare.mock.restore();
    assert.ok(statements.length > 80, `${statements.length} statements`);
    assert.deepEqual(scansOf(database, statements), []);
    database.close();
  });
});

describe('a million stored results', () => {
  let folder: string;
  let file: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'address-risk-million-'));
    file = join(folder, 'ledger.sqlite');
    fillLedger(file, 0, 1_000_000);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('cost a hover less than a millisecond of the processor (hazard 94)', (t) => {
    const database = new Database(file);
    const store = storeOver(database);
    const read = (index: number): unknown => store.listResultsOf('account', [addressOf(index)]);
    for (let index = 0; index < 20; index++) read(index);
    const reads = 100;
    const began = process.cpuUsage();
    for (let index = 0; index < reads; index++) read(index * 4_999);
    const { user, system } = process.cpuUsage(began);
    const eachMs = (user + system) / 1_000 / reads;
    t.diagnostic(`${eachMs.toFixed(3)} ms`);
    assert.ok(eachMs < 1, `${eachMs} ms`);
    database.close();
  });

  it('are checked before the first paid call without blocking its thread', async (t) => {
    const ledger = openLedger(folder, ({ kind }) => assert.fail(kind));
    await ledger.readUsage('a', 'd');
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const began = performance.now();
    await ledger.reserveSpending(spending, { day: 'd' });
    const tookMs = performance.now() - began;
    delay.disable();
    const blockedMs = delay.max / 1e6;
    t.diagnostic(`checked in ${tookMs.toFixed(0)} ms, blocked for ${blockedMs.toFixed(0)} ms`);
    assert.ok(blockedMs < tookMs / 2, `${blockedMs} of ${tookMs} ms`);
    await ledger.close();
  });
});
