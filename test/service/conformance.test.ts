/**
 * What service-spec.md says of any service of this contract, over raw HTTP. Runs against the sample
 * service, or against the one at ADDRESS_RISK_BASE_URL with ADDRESS_RISK_TENANT, _API_KEY and
 * _REVOKED_KEY; there it spends a few API calls and calculations, and polls once a second. Where the
 * specification is silent, the sample service's own choices are asked of a sample service alone.
 */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { startSampleService, type SampleService } from '../../src/sample/server.ts';
import { refusals } from './support/refusals.ts';
import { ask, baseOf, basic, type Base, type RawAnswer } from './support/rawHttp.ts';

const { env } = process;
const foreignUrl = env['ADDRESS_RISK_BASE_URL'];
const tenant = env['ADDRESS_RISK_TENANT'] ?? '5a3c1e00-0000-4000-8000-000000000001';
const apiKey = env['ADDRESS_RISK_API_KEY'] ?? 'sample-key';
const revokedKey = env['ADDRESS_RISK_REVOKED_KEY'] ?? (foreignUrl ? undefined : 'revoked-key');
const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** The specification's floor for polls (Limits, 3) holds for a service that may meter them. */
const pollMs = foreignUrl === undefined ? 50 : 1250;
const pollLimitMs = 5 * 60_000;

let sample: SampleService | undefined;
let base: Base;
/** Whether the service says that its data are sample data. */
let isSample = false;
const good = basic(tenant, apiKey);

const startPath = `/risk/api/${address}/risk_score/chain=ethereum`;
const statusPath = '/risk/api/risk_score?job_id=';
const summaryPath = `/evm/api/${address}/summary/?chain=ethereum`;

before(async () => {
  if (foreignUrl === undefined) sample = await startSampleService({ revokedKey, jobSeconds: 0.3 });
  base = baseOf(foreignUrl ?? sample!.url);
  isSample = (await ask(base, 'POST', summaryPath)).headers.has('sample-data');
});
after(() => sample?.close());

/** The identifier, bare, as a JSON string or in an object: the specification does not say. */
function jobIdIn(answer: RawAnswer): string {
  let value: unknown;
  try {
    value = JSON.parse(answer.body);
  } catch {
    value = answer.body.trim();
  }
  if (typeof value === 'object' && value !== null && 'job_id' in value) value = value.job_id;
  assert.ok(typeof value === 'string');
  return value;
}

async function resultOf(jobId: string): Promise<{ answer: RawAnswer; waits: number }> {
  const end = performance.now() + pollLimitMs;
  for (let waits = 0; ; waits += 1) {
    const answer = await ask(base, 'GET', statusPath + encodeURIComponent(jobId), good);
    if (answer.status !== 409 || performance.now() > end) return { answer, waits };
    await setTimeout(pollMs);
  }
}

describe('1. start a risk calculation', () => {
  for (const [aggregator, pairs] of [
    ['money', 'chain=ethereum&aggregator=money'],
    ['money_rank_weight', 'chain=ethereum&aggregator=money_rank_weight'],
  ] as const) {
    it(`200: ${aggregator} gives a job, then 409, then the risk score object`, async () => {
      const started = await ask(base, 'POST', `/risk/api/${address}/risk_score/${pairs}`, good);
      assert.equal(started.status, 200);
      const jobId = jobIdIn(started);
      const parts = new RegExp(
        `^risk_score_result_ethereum\\.${address}\\.([0-9a-f-]{36})\\.([0-9a-f-]{36})\\.${aggregator}$`,
        'i',
      ).exec(jobId);
      assert.ok(parts, jobId);
      assert.match(parts[1]!, uuid);
      assert.match(parts[2]!, uuid);

      const { answer, waits } = await resultOf(jobId);
      assert.equal(answer.status, 200);
      if (sample !== undefined) assert.ok(waits > 0, 'the calculation was seen running');
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      const whole = JSON.parse(answer.body) as Record<string, Record<string, unknown>>;
      assert.deepEqual(Object.keys(whole), ['risk_score']);
      const score = whole['risk_score']!;
      assert.match(String(score['id']), uuid);
      assert.equal(String(score['address']).toLowerCase(), address.toLowerCase());
      assert.equal(typeof score['hash'], 'string');
      assert.ok(Number.isFinite(score['risk_score']));
      assert.equal(typeof score['raw_risk_score'], 'object');
      assert.equal(score['chain'], 'ethereum');
      assert.equal(score['tenant_id'], tenant);
      assert.match(String(score['created_by']), uuid);
      assert.equal(typeof score['creator_display_name'], 'string');
      assert.match(String(score['created_at']), isoTime);
      assert.match(String(score['updated_at']), isoTime);
      assert.equal(typeof score['graph_file_name'], 'string');
    });
  }

  for (const [what, target] of [
    ['an unknown aggregator', `${startPath}&aggregator=mean`],
    ['no chain', `/risk/api/${address}/risk_score/aggregator=money`],
    ['a malformed address', '/risk/api/not-an-address/risk_score/chain=ethereum'],
  ] as const) {
    it(`422: ${what}`, async () => {
      assert.equal((await ask(base, 'POST', target, good)).status, 422);
    });
  }
});

describe('2. get status and result', () => {
  it('404: no job with this identifier', async () => {
    const id = `risk_score_result_ethereum.${address}.00000000-0000-4000-8000-000000000000.00000000-0000-4000-8000-000000000000.money`;
    assert.equal((await ask(base, 'GET', statusPath + id, good)).status, 404);
  });

  it('422: no job_id', async () => {
    assert.equal((await ask(base, 'GET', '/risk/api/risk_score', good)).status, 422);
  });
});

describe('3. address summary', () => {
  for (const chain of ['ethereum', 'polygon']) {
    it(`200: five facts with their types on ${chain}`, async () => {
      const path = `/evm/api/${address}/summary/?chain=${chain}`;
      const answer = await ask(base, 'POST', path, good);
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      const facts = JSON.parse(answer.body) as Record<string, unknown>;
      assert.equal(typeof facts['balance'], 'number');
      assert.equal(typeof facts['usd_balance'], 'number');
      assert.ok(Number.isInteger(facts['tx_total']));
      assert.equal(typeof facts['is_contract'], 'boolean');
      assert.ok(Number.isInteger(facts['last_activity']));
    });
  }

  it('401: key not found', async () => {
    const wrong = basic(tenant, 'there-is-no-such-key');
    assert.equal((await ask(base, 'POST', summaryPath, wrong)).status, 401);
  });

  it('403: key revoked', { skip: revokedKey === undefined && 'no revoked key given' }, async () => {
    const revoked = basic(tenant, revokedKey ?? '');
    assert.equal((await ask(base, 'POST', summaryPath, revoked)).status, 403);
  });

  it('404: tenant not found', async () => {
    const nobody = basic('00000000-0000-4000-8000-00000000dead', apiKey);
    assert.equal((await ask(base, 'POST', summaryPath, nobody)).status, 404);
  });

  it('401: no credentials', async () => {
    assert.equal((await ask(base, 'POST', summaryPath)).status, 401);
  });
});

describe('options of the sample service, when testing that service', () => {
  const unknownTenant = basic('00000000-0000-4000-8000-00000000dead', apiKey);
  const unknownKey = basic(tenant, 'there-is-no-such-key');
  const revoked = basic(tenant, revokedKey ?? '');
  for (const [line, what, headers, expected] of refusals({
    ...{ address, good, revoked, unknownKey, unknownTenant },
  })) {
    it(`${expected}: ${what}: ${line}`, async (test) => {
      const [method = '', target = ''] = line.split(' ');
      if (headers === revoked && revokedKey === undefined) test.skip('no revoked key given');
      else if (!isSample) test.skip('not a sample service');
      else assert.equal((await ask(base, method, target, headers)).status, expected);
    });
  }
});
