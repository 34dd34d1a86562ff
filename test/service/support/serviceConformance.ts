import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { refusals } from './refusals.ts';
import { ask, baseOf, basic, type Base, type RawAnswer } from './rawHttp.ts';

/** A service of the contract that is tested. */
export interface TestedService {
  readonly url: string;
  readonly tenant: string;
  readonly apiKey: string;
  readonly revokedKey: string | undefined;
  /** How often it is polled, in milliseconds. */
  readonly pollMs: number;
  /** How long its calculations take, in milliseconds; undefined if that is not known. */
  readonly jobMs: number | undefined;
  /** Whether it makes the choices of the sample service where the specification is silent. */
  readonly hasOurChoices: boolean;
  readonly close?: () => Promise<void>;
}

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const pollLimitMs = 5 * 60_000;

const startPath = `/risk/api/${address}/risk_score/chain=ethereum`;
const statusPath = '/risk/api/risk_score?job_id=';
const summaryPath = `/evm/api/${address}/summary/?chain=ethereum`;

/** The identifier, bare, as a JSON string, or in an object: the specification leaves it open. */
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

/** Requirements of service-spec.md for any service, over raw HTTP. */
export function behavesAsService(name: string, open: () => Promise<TestedService>): void {
  describe(name, () => {
    let service: TestedService;
    let base: Base;
    let good: Readonly<Record<string, string>>;

    before(async () => {
      service = await open();
      base = baseOf(service.url);
      good = basic(service.tenant, service.apiKey);
    });
    after(() => service.close?.());

    /** @param from when its start was sent; `wasEarly` is whether the first poll came while it ran */
    async function resultOf(jobId: string, from = performance.now()) {
      let wasEarly: boolean | undefined;
      const end = performance.now() + pollLimitMs;
      for (let waits = 0; ; waits += 1) {
        const answer = await ask(base, 'GET', statusPath + encodeURIComponent(jobId), good);
        wasEarly ??= performance.now() - from < (service.jobMs ?? 0);
        if (answer.status !== 409 || performance.now() > end) return { answer, waits, wasEarly };
        await setTimeout(service.pollMs);
      }
    }

    describe('1. start a risk calculation', () => {
      for (const [aggregator, pairs] of [
        ['money', 'chain=ethereum&aggregator=money'],
        ['money_rank_weight', 'chain=ethereum&aggregator=money_rank_weight'],
      ] as const) {
        it(`200: ${aggregator} gives a job, then 409, then the risk score object`, async () => {
          const sentAt = performance.now();
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

          const { answer, waits, wasEarly } = await resultOf(jobId, sentAt);
          assert.equal(answer.status, 200);
          if (wasEarly) assert.ok(waits > 0, 'the calculation was seen running');
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
          assert.equal(score['tenant_id'], service.tenant);
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
        const wrong = basic(service.tenant, 'there-is-no-such-key');
        assert.equal((await ask(base, 'POST', summaryPath, wrong)).status, 401);
      });

      it('403: key revoked', async (test) => {
        const { tenant, revokedKey } = service;
        if (revokedKey === undefined) {
          test.skip('no revoked key given');
          return;
        }
        const revoked = basic(tenant, revokedKey);
        assert.equal((await ask(base, 'POST', summaryPath, revoked)).status, 403);
      });

      it('404: tenant not found', async () => {
        const nobody = basic('00000000-0000-4000-8000-00000000dead', service.apiKey);
        assert.equal((await ask(base, 'POST', summaryPath, nobody)).status, 404);
      });

      it('401: no credentials', async () => {
        assert.equal((await ask(base, 'POST', summaryPath)).status, 401);
      });
    });

    describe('where the specification is silent', () => {
      // The order of the cases does not depend on the service, which is open only later.
      const nothing = { good: {}, revoked: {}, unknownKey: {}, unknownTenant: {} };
      for (const [at, [line, what, , expected]] of refusals({ address, ...nothing }).entries()) {
        it(`${expected}: ${what}: ${line}`, async (test) => {
          const { tenant, apiKey, revokedKey, hasOurChoices } = service;
          const revoked = basic(tenant, revokedKey ?? '');
          const unknownTenant = basic('00000000-0000-4000-8000-00000000dead', apiKey);
          const unknownKey = basic(tenant, 'there-is-no-such-key');
          const cases = refusals({ address, good, revoked, unknownKey, unknownTenant });
          const headers = cases[at]?.[2] ?? {};
          const [method = '', target = ''] = line.split(' ');
          if (!hasOurChoices) test.skip('another service');
          else assert.equal((await ask(base, method, target, headers)).status, expected);
        });
      }
    });
  });
}
