/** A backup of a gateway in use, and what an old one costs (docs/gateway.md, "Backups"). */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { runGateway } from '../../src/gateway/main.ts';
import { provideProgram } from '../harness/debian.ts';
import { run } from '../harness/processes.ts';
import { eventually } from '../harness/waiting.ts';
import { addressNumber, memberAt, startGateway, type TestGateway } from '../support/gateways.ts';
import { startLoggedService, type LoggedService } from '../support/loggedService.ts';
import { startPostgres } from '../support/postgres.ts';
import type { RawAnswer } from './support/rawHttp.ts';

/** By when their result comes: before the backup or after it. */
const [oldSummary, oldScore] = [addressNumber(1), addressNumber(2)];
const [newSummary, newScore] = [addressNumber(3), addressNumber(4)];
/** In progress when the backup is made: the result of one comes before it is restored. */
const [readSince, stillOpen] = [addressNumber(5), addressNumber(6)];

/** A service that gives out a result once, and only of the jobs that are ready. */
function startHoldingService(isReady: { of: (target: string) => boolean }) {
  return startLoggedService({ jobSeconds: 0, readOnce: true }, ({ method, url = '' }, response) => {
    if (method === 'POST' || isReady.of(url)) return false;
    response.writeHead(409, { 'Content-Type': 'application/json' }).end('{"detail":"Not ready."}');
    return true;
  });
}

/** Debian's: the tests' PostgreSQL comes without them. */
const program = (name: string) => provideProgram(name, ['postgresql-client-15', 'libpq5']);

/** The output of a command. */
async function printedBy(databaseUrl: string, ...args: string[]): Promise<string> {
  const printed: string[] = [];
  const print = (line: string): number => printed.push(line);
  await runGateway(args, { DATABASE_URL: databaseUrl }, { log: print, error: print });
  return printed.join('\n');
}

/** Units that a member has used, or all. */
async function usageOf(databaseUrl: string, name?: string): Promise<number> {
  const text = await printedBy(databaseUrl, 'usage', '--by', 'member', '--format', 'json');
  const lines = JSON.parse(text) as { member: string; calculations: number; apiCalls: number }[];
  return lines
    .filter(({ member }) => name === undefined || member === name)
    .reduce((sum, { calculations, apiCalls }) => sum + calculations + apiCalls, 0);
}

/** Paid calls, of all addresses or of one. */
function sent({ log }: LoggedService, address = ''): number {
  const posts = log.filter(({ method, status }) => method === 'POST' && status === 200);
  return posts.filter(({ target }) => target.toLowerCase().includes(address)).length;
}

const chargeOf = ({ status, headers }: RawAnswer): string =>
  `${status}, charged ${headers.get('address-risk-charged')}`;

it('a restored backup has what was paid for before it; what came later costs again, once', async (t: TestContext) => {
  const postgres = await startPostgres();
  t.after(() => postgres.close());
  const folder = await mkdtemp(join(tmpdir(), 'address-risk-backup-'));
  t.after(() => rm(folder, { recursive: true }));
  const isReady: { of: (target: string) => boolean } = { of: () => true };
  const service = await startHoldingService(isReady);
  t.after(() => service.close());
  const [databaseUrl, restoredUrl] = [
    await postgres.createDatabase(),
    await postgres.createDatabase(),
  ];
  const open = async (url: string): Promise<TestGateway> => {
    const opened = await startGateway(service, { storage: { databaseUrl: url, data: undefined } });
    t.after(() => opened.close().catch(() => undefined));
    return opened;
  };

  const before = await open(databaseUrl);
  const alice = await before.addMember('alice', { calculations: 4 });
  const bob = await before.addMember('bob');
  const oldBody = (await alice.summary(oldSummary)).body;
  const oldJob = (await alice.start(oldScore)).body;
  const oldResult = (await alice.result(oldJob)).body;

  // Two jobs are in progress, and members ask for more, while the backup is made.
  isReady.of = () => false;
  const readJob = (await alice.start(readSince)).body;
  const openJob = (await bob.start(stillOpen)).body;
  const jobs = await before.storage.ledger.listJobs();
  const heldId = jobs.find(({ address }) => address.toLowerCase() === stillOpen)?.jobId;
  const file = join(folder, 'gateway.dump');
  await Promise.all([
    run((await program('pg_dump')).path, ['-Fc', '-f', file, '-d', databaseUrl]),
    ...[101, 102, 103, 104, 105, 106].map((at) => bob.summary(addressNumber(at))),
  ]);

  // All of this is newer than the backup.
  isReady.of = (target) => !target.includes(heldId ?? assert.fail());
  assert.equal((await alice.result(readJob)).status, 200);
  assert.equal((await alice.summary(newSummary)).status, 200);
  const newJob = (await alice.start(newScore)).body;
  assert.equal((await alice.result(newJob)).status, 200);
  const carol = await before.addMember('carol');
  await printedBy(databaseUrl, 'members', 'revoke', 'bob');
  await before.close();
  assert.equal(await usageOf(databaseUrl), sent(service));

  await run((await program('pg_restore')).path, ['-d', restoredUrl, file]);
  assert.equal(
    await printedBy(restoredUrl, 'migrate', '--restored'),
    'Jobs in progress: 2. Their results may have been read since the backup: see gateway jobs.',
  );
  const paid = sent(service);
  const after = await open(restoredUrl);
  const [a, b, c] = [
    memberAt(after.url, alice),
    memberAt(after.url, bob),
    memberAt(after.url, carol),
  ];

  // Members, limits, and results are there, at no cost.
  assert.match(await printedBy(restoredUrl, 'members', 'list'), /4\/day.*alice\n.*bob/s);
  const summary = await a.summary(oldSummary);
  assert.deepEqual([chargeOf(summary), summary.body], ['200, charged 0', oldBody]);
  assert.equal((await a.result(oldJob)).body, oldResult);
  assert.equal(chargeOf(await a.start(oldScore)), '200, charged 0');
  assert.equal(chargeOf(await b.start(oldScore)), '200, charged 0');
  assert.equal(sent(service), paid);
  // Later changes are unknown: bob's revocation, carol's membership, a job's ID.
  assert.equal((await c.summary(oldSummary)).status, 404);
  assert.equal((await a.status(newJob)).status, 404);

  // Later results are paid for again, once for all, and the limit allows as much again.
  assert.equal(chargeOf(await a.summary(newSummary)), '200, charged 1');
  assert.equal(chargeOf(await b.summary(newSummary)), '200, charged 0');
  assert.equal(chargeOf(await a.start(newScore)), '200, charged 1');
  assert.equal(chargeOf(await a.start(addressNumber(7))), '200, charged 1');
  assert.equal((await a.start(addressNumber(8))).status, 402);
  assert.deepEqual([sent(service, newSummary), sent(service, newScore)], [2, 2]);

  // A job that was in progress goes on, and is not started again.
  isReady.of = () => true;
  assert.equal((await b.result(openJob)).status, 200);
  assert.equal(sent(service, stillOpen), 1);
  // The result of the other one was read after the backup. The service answers as for one in progress.
  await eventually('the time in the answer', async () =>
    /\d{4}-\d\d-\d\dT/.test((await a.status(readJob)).body),
  );
  assert.equal(chargeOf(await b.start(readSince)), '200, charged 0');
  assert.equal(sent(service, readSince), 1);
  const listed = await printedBy(restoredUrl, 'jobs');
  const [, id = ''] = /^running \(no response at \S+\)\s+(\S+)/m.exec(listed) ?? [];
  assert.match(await printedBy(restoredUrl, 'jobs', '--forget', id), /^Forgot /, listed);
  assert.equal(chargeOf(await b.start(readSince)), '200, charged 1');

  assert.equal(sent(service), paid + 4);
  assert.equal(await usageOf(restoredUrl, 'alice'), 6);
});
