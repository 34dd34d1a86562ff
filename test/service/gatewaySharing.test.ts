import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { HttpServiceClient } from '../../src/api/client.ts';
import { createUndiciTransport } from '../../src/api/undiciTransport.ts';
import { forgetJob, listJobs, startAgain } from '../../src/gateway/commands.ts';
import { readUsage } from '../../src/gateway/store/charges.ts';
import { eventually } from '../harness/waiting.ts';
import { environmentOf } from '../support/cliKills.ts';
import { spawnCli } from '../support/cliProcess.ts';
import {
  addressNumber,
  adminPort,
  memberAt,
  noCache,
  startGateway,
  usdc,
} from '../support/gateways.ts';
import type { TestGateway, TestMember } from '../support/gateways.ts';
import { startLoggedService, type LoggedService } from '../support/loggedService.ts';
import { destroy, reply, startRawServer, type RawServer } from '../support/rawServer.ts';
import { ask, baseOf, type RawAnswer } from './support/rawHttp.ts';

const lower = usdc.toLowerCase();

describe('a gateway', () => {
  let service: LoggedService;
  let gateway: TestGateway;
  let team: TestMember[];
  const sent = (path: string): number =>
    service.log.filter(({ target, status }) => target.includes(path) && status === 200).length;

  before(async () => {
    service = await startLoggedService({ jobSeconds: 0.2 });
    gateway = await startGateway(service);
    const names = Array.from({ length: 12 }, (_, at) => `member ${at}`);
    team = await Promise.all(names.map((name) => gateway.addMember(name)));
  });
  after(async () => {
    await gateway.close();
    await service.close();
  });
  const member = (at: number): TestMember => team[at] ?? assert.fail();

  it('makes one call for all who want the same summary, and charges one of them', async () => {
    const answers = await Promise.all(team.map((one) => one.summary()));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
    assert.equal(sent('/summary/'), 1);
    const charged = answers.map(({ headers }) => headers.get('address-risk-charged'));
    assert.deepEqual(charged.sort(), [...Array.from({ length: 11 }, () => '0'), '1']);
    for (const { headers } of answers) assert.match(headers.get('age') ?? '', /^\d$/);
    // Another spelling is the same account.
    assert.equal((await member(1).summary(lower)).headers.get('address-risk-charged'), '0');
    assert.equal(sent('/summary/'), 1);
  });

  it('makes one start for all who want the same score, with an ID and a record for each', async () => {
    const starts = await Promise.all(team.map((one, at) => one.start(at % 2 === 0 ? usdc : lower)));
    assert.equal(sent('/risk_score/'), 1);
    assert.equal(new Set(starts.map(({ body }) => body)).size, team.length);
    const charged = starts.map(({ headers }) => Number(headers.get('address-risk-charged')));
    assert.equal(
      charged.reduce((sum, units) => sum + units),
      1,
    );
    const [one, two] = await Promise.all([
      member(0).result(starts[0]?.body ?? ''),
      member(1).result(starts[1]?.body ?? ''),
    ]);
    assert.equal(one.headers.get('age'), '0');
    const record = (body: string) =>
      (JSON.parse(body) as { risk_score: Record<string, unknown> }).risk_score;
    assert.equal(record(one.body)['tenant_id'], member(0).tenantId);
    assert.equal(record(one.body)['creator_display_name'], 'member 0');
    assert.equal(record(one.body)['address'], usdc);
    assert.equal(record(two.body)['tenant_id'], member(1).tenantId);
    assert.equal(record(two.body)['address'], lower);
    assert.notEqual(record(one.body)['created_by'], record(two.body)['created_by']);
    // A later start is answered from what is stored, and its job is done at once.
    const later = await member(2).start(lower);
    assert.equal(later.headers.get('address-risk-charged'), '0');
    assert.equal((await member(2).status(later.body)).status, 200);
    assert.equal(sent('/risk_score/'), 1);
  });

  it('returns what an address has cost, however its network lets people spell it', async () => {
    const [generic, own] = [
      '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    ];
    const before = sent('/risk_score/');
    for (const spelling of [own, generic]) {
      const { body } = await member(0).start(spelling, {}, 'polkadot');
      const score = await member(0).result(body);
      assert.equal(score.status, 200);
      assert.ok(score.body.includes(spelling), score.body.slice(0, 300));
      assert.equal((await member(0).status(body)).status, 200);
    }
    assert.equal(sent('/risk_score/'), before + 1);
  });

  it('shows a job to the member who has its ID, and to no other', async () => {
    const { body } = await member(0).start();
    assert.equal((await member(0).result(body)).status, 200);
    assert.equal((await member(1).status(body)).status, 404);
  });

  it('pays again for Refresh and Score Again alone', async () => {
    const [summaries, starts] = [sent('/summary/'), sent('/risk_score/')];
    const fresh = await member(3).summary(usdc, noCache);
    assert.deepEqual(
      [fresh.headers.get('age'), fresh.headers.get('address-risk-charged')],
      ['0', '1'],
    );
    const again = await member(3).start(usdc, noCache);
    assert.equal(again.headers.get('address-risk-charged'), '1');
    assert.equal((await member(3).result(again.body)).headers.get('age'), '0');
    assert.deepEqual([sent('/summary/'), sent('/risk_score/')], [summaries + 1, starts + 1]);
  });

  it('knows the credentials of its own account as those of no member', async () => {
    const own = { tenantId: service.tenant, key: service.apiKey };
    assert.equal((await memberAt(gateway.url, own).summary()).status, 404);
    assert.equal((await memberAt(gateway.url, own).start()).status, 401);
  });

  it('lets exactly as many of a hundred simultaneous starts pass as the allowance has left', async () => {
    const poor = await gateway.addMember('poor', { calculations: 1, apiCalls: 0 });
    const before = sent('/risk_score/');
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => poor.start(addressNumber(at))),
    );
    const passed = answers.filter(({ status }) => status === 200);
    assert.equal(passed.length, 1);
    const rejected = answers.filter(({ status }) => status === 402);
    assert.equal(rejected.length, 99);
    assert.equal(rejected[0]?.headers.get('address-risk-charged'), '0');
    assert.equal(sent('/risk_score/'), before + 1);
    // Stored results are still available.
    assert.equal((await poor.summary()).status, 200);
    assert.equal((await poor.start()).status, 200);
    assert.equal((await poor.summary(addressNumber(200))).status, 402);
    assert.equal((await poor.result(passed[0]?.body ?? '')).status, 200);
  });

  it('names each request in its log and in the response, which the client logs', async () => {
    const { headers } = await member(0).summary();
    const id = headers.get('address-risk-request') ?? '';
    const line = gateway.log.find((each) => each.includes(id)) ?? assert.fail();
    const { time, ms, ...logged } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    assert.ok(Date.parse(String(time)) > 0 && Number(ms) >= 0);
    assert.deepEqual(logged, {
      ...{ event: 'request', id, endpoint: 'summary', status: 200, charged: 0 },
      member: member(0).tenantId,
    });
    const credentials = { tenantId: member(0).tenantId, apiKey: member(0).key };
    const transport = createUndiciTransport();
    const client = new HttpServiceClient({ transport, base: gateway.url, credentials });
    const target = { address: usdc, chain: 'ethereum' };
    const outcome = await client.summary(target, new AbortController().signal);
    const requestId = outcome.ok ? outcome.value.requestId : undefined;
    assert.ok(gateway.log.some((each) => each.includes(requestId ?? 'none')));
    await transport.close();
    assert.doesNotMatch(gateway.log.join(''), new RegExp(`${member(0).key}|${usdc}`, 'i'));
  });

  it('says with each 402 whose limit is used up and until when, and the command line shows it', async () => {
    const midnight = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;
    const limitOf = ({ status, headers }: RawAnswer): unknown[] => [
      status,
      headers.get('address-risk-limit'),
    ];
    const poor = await gateway.addMember('poorer', { calculations: 0, apiCalls: 0 });
    const own = [402, `member; until=${midnight}`];
    assert.deepEqual(limitOf(await poor.start(addressNumber(300))), own);
    const env = environmentOf({ url: gateway.url, tenant: poor.tenantId, apiKey: poor.key });
    const folder = await mkdtemp(join(tmpdir(), 'address-risk-limit-'));
    const cli = spawnCli(folder, ['summary', addressNumber(301), '--network', 'ethereum'], env);
    assert.equal((await cli.end).code, 3);
    await rm(folder, { recursive: true });
    assert.match(
      cli.stderr(),
      /Your daily limit is used up\. It resets at \d{4}-\d\d-\d\d 00:00 UTC\. Ask/,
    );

    const strict = await startGateway(service, { calculations: 0, apiCalls: 0, pauseMinutes: 10 });
    const rich = await strict.addMember('rich');
    assert.deepEqual(limitOf(await rich.summary()), [402, `team; until=${midnight}`]);
    await strict.close();
  });
});

describe('a gateway whose service fails', () => {
  let behind: RawServer;
  let gateway: TestGateway | undefined;
  let answer = destroy;
  const open = async (options: Parameters<typeof startGateway>[1] = {}): Promise<TestGateway> => {
    behind = await startRawServer((...request) => answer(...request));
    const upstream = { url: behind.url, tenant: 'team', apiKey: 'taint-77' };
    return (gateway = await startGateway(upstream, options));
  };
  afterEach(async () => {
    await gateway?.close();
    await behind.close();
  });

  it('keeps a job that has ended, and says which ones an operator can forget', async () => {
    const { addMember, storage } = await open();
    const one = await addMember('one');
    answer = reply(200, 'upstream.job');
    await one.start();
    const { id } = (await storage.ledger.listJobs())[0] ?? assert.fail();
    await assert.rejects(forgetJob(id, storage), /in progress/);
    const { ledger } = storage;
    for (const state of ['done', 'rejected'] as const) {
      const ended: typeof ledger = {
        ...ledger,
        readJob: async (each) => {
          const job = await ledger.readJob(each);
          return job && { ...job, state };
        },
      };
      const sentence = `This job is ${state}: only one that is neither done nor rejected can be forgotten.`;
      await assert.rejects(forgetJob(id, { ...storage, ledger: ended }), { message: sentence });
    }
    assert.notEqual(await ledger.readJob(id), null);
    await ledger.overrideJob(id, { state: 'stale' }, Date.now());
    assert.deepEqual(await forgetJob(id, storage), [
      `Forgot ${id}. Its charge is not undone, and the next request makes a new start.`,
    ]);
    assert.equal(await ledger.readJob(id), null);
  });

  it('never repeats a lost start until an operator says so', async () => {
    answer = destroy;
    const { addMember, storage } = await open();
    const [one, two] = await Promise.all([addMember('one'), addMember('two')]);
    const lost = await Promise.all([one.start(), two.start(), one.start(usdc, noCache)]);
    for (const { status, headers } of lost) {
      assert.equal(status, 502);
      assert.equal(headers.has('address-risk-charged'), false, 'it may have been charged');
    }
    const later = await two.start();
    assert.equal(later.status, 502);
    assert.match(later.body, /\d{4}-\d\d-\d\dT/);
    assert.equal(behind.requests.length, 1);

    const [, line = ''] = await listJobs(storage);
    const [state, id = '', network, address, method, , name] = line.split(/ {2,}/);
    assert.deepEqual([state, network, address, method], ['unknown', 'ethereum', usdc, 'money']);
    assert.match(name ?? '', /^(?:one|two)$/);
    answer = reply(200, 'upstream.job');
    const { ledger } = storage;
    const racing: typeof ledger = {
      ...ledger,
      forgetJob: async (...job) =>
        (await ledger.forgetJob(id, 'unknown')) && ledger.forgetJob(...job),
    };
    await assert.rejects(forgetJob(id, { ...storage, ledger: racing }), /changed meanwhile/);
    const started = await two.start();
    assert.equal(started.status, 200);
    assert.equal(started.body.includes('upstream.job'), false);
    assert.equal(behind.requests.length, 2);
  });

  it('makes a lost start again for an operator, once', async () => {
    answer = destroy;
    const { addMember, storage } = await open();
    const one = await addMember('one');
    assert.equal((await one.start()).status, 502);
    const id = (await storage.ledger.listJobs())[0]?.id ?? assert.fail();
    answer = reply(200, 'upstream.job');
    await startAgain(id, storage);
    const isRunning = async () => (await storage.ledger.listJobs())[0]?.state === 'running';
    await eventually('that it runs', isRunning);
    const started = await one.start();
    assert.equal(started.status, 200);
    assert.equal(started.headers.get('address-risk-charged'), '0');
    const starts = behind.requests.filter(({ line }) => line.startsWith('POST'));
    assert.equal(starts.length, 2);
  });

  it('keeps a lost start that an operator wants again while the service rejects it', async () => {
    answer = destroy;
    const { addMember, storage, log } = await open();
    const one = await addMember('one');
    assert.equal((await one.start()).status, 502);
    const before = (await storage.ledger.listJobs())[0] ?? assert.fail();
    answer = reply(402, 'none left');
    await startAgain(before.id, storage);
    await eventually('the start', () => log.some((line) => line.includes('startedAgain')));
    await eventually('that the job is there again', async () => {
      const job = await storage.ledger.readJob(before.id);
      return job?.state === 'unknown' && job.createdAt === before.createdAt;
    });
    assert.equal((await one.start()).status, 502, 'and it blocks its address as before');
  });

  it('counts a call whose response is still to come, and none that was only allowed', async () => {
    const arrived = Promise.withResolvers<undefined>();
    answer = () => arrived.resolve(undefined);
    const { addMember, leaveCharge, storage } = await open();
    const one = await addMember('one');
    await leaveCharge(one.tenantId, addressNumber(1));
    const started = one.start();
    await arrived.promise;
    const [line] = await readUsage(storage.ledger, ['member']);
    assert.deepEqual(line, { names: ['one'], calculations: 1, apiCalls: 0, unknown: 1 });
    await behind.close();
    await started;
  });

  it('shows jobs on hold among the open ones', async () => {
    answer = (socket, request, index) => {
      const [status, body] = request.line.startsWith('POST') ? [200, 'upstream.job'] : [401, ''];
      reply(status, body)(socket, request, index);
    };
    const { addMember, storage, adminUrl = '' } = await open({ admin: adminPort });
    assert.equal((await (await addMember('one')).start()).status, 200);
    await eventually('that the job is on hold', async () => {
      return (await storage.ledger.listJobs())[0]?.state === 'pausedAuth';
    });
    const [page, metrics] = await Promise.all(
      ['/', '/metrics'].map((path) => ask(baseOf(adminUrl), 'GET', path, {})),
    );
    assert.match(page?.body ?? '', />pausedAuth</);
    assert.match(metrics?.body ?? '', /^gateway_open_jobs 1$/m);
  });

  it('records who has asked for what may have been charged', async () => {
    answer = destroy;
    const { addMember, storage } = await open({ auditDays: 1 });
    assert.equal((await (await addMember('one')).start()).status, 502);
    const row = await eventually('the record', async () => {
      return (await storage.ledger.query('SELECT status, charged FROM audit'))[0];
    });
    assert.deepEqual({ ...row }, { status: 502, charged: -1 });
  });

  it('says that nothing was sent if the service cannot be reached', async () => {
    const { addMember } = await open();
    await behind.close();
    const one = await addMember('one');
    for (const { status, headers } of [await one.start(), await one.summary()]) {
      assert.equal(status, 503);
      assert.equal(headers.get('address-risk-charged'), '0');
      assert.match(headers.get('retry-after') ?? '', /^\d+$/);
    }
  });

  it('pauses new calls for everyone after a 402, and names the team', async () => {
    answer = reply(402, 'none left');
    const { addMember } = await open();
    const [one, two] = await Promise.all([addMember('one'), addMember('two')]);
    const first = await one.start();
    assert.match(first.body, /license of your team/);
    for (const each of [first, await two.start(), await two.start(addressNumber(1))]) {
      assert.equal(each.status, 402);
      const limit = each.headers.get('address-risk-limit') ?? '';
      const [, until = ''] = /^service; until=(.*Z)$/.exec(limit) ?? assert.fail(limit);
      const minutes = (Date.parse(until) - Date.now()) / 60_000;
      assert.ok(minutes > 9 && minutes <= 10, `${minutes} minutes`);
      assert.equal(each.headers.get('address-risk-charged'), '0');
      assert.match(each.headers.get('retry-after') ?? '', /^\d+$/);
    }
    assert.equal(behind.requests.length, 1);
    // A summary is another resource of the license.
    answer = reply(200, '{"balance":1}');
    assert.equal((await two.summary()).status, 200);
  });

  it('gives everyone the reason why the service rejected an address, from one call', async () => {
    answer = reply(422, 'no such network');
    const { addMember } = await open();
    const [one, two] = await Promise.all([addMember('one'), addMember('two')]);
    for (const member of [one, two, one]) {
      const { status, body, headers } = await member.summary();
      assert.equal(status, 422);
      assert.match(body, /rejected the address or the network/);
      assert.equal(headers.get('address-risk-charged'), '0');
    }
    assert.equal(behind.requests.length, 1);
  });

  it('does not ask again for a summary whose response was lost, unless a user does', async () => {
    answer = destroy;
    const { addMember } = await open();
    const one = await addMember('one');
    assert.equal((await one.summary()).status, 502);
    const later = await one.summary();
    assert.equal(later.status, 503);
    assert.equal(later.headers.get('address-risk-charged'), '0');
    assert.equal(behind.requests.length, 1);
    answer = reply(200, '{"balance":1}');
    assert.equal((await one.summary(usdc, noCache)).status, 200);
    assert.equal((await one.summary()).headers.get('address-risk-charged'), '0');
    assert.equal(behind.requests.length, 2);
  });
});
