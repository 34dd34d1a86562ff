import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  basicAuthorization,
  apiKeyProblem,
  tenantIdProblem,
} from '../../../src/api/credentials.ts';
import { startRoute, statusRoute, summaryRoute } from '../../../src/api/routes.ts';

const base = 'https://risk.example/v1';
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('routes (service-spec.md, "Endpoints")', () => {
  it('match the spec', () => {
    const target = { address, chain: 'eth', aggregator: 'money_rank_weight' } as const;
    assert.deepEqual(startRoute(base, target), {
      method: 'POST',
      url: `${base}/risk/api/${address}/risk_score/chain=eth&aggregator=money_rank_weight`,
    });
    assert.deepEqual(summaryRoute(base, target), {
      method: 'POST',
      url: `${base}/evm/api/${address}/summary/?chain=eth`,
    });
    assert.deepEqual(statusRoute(base, 'a.b&c=d e/f?#%'), {
      method: 'GET',
      url: `${base}/risk/api/risk_score?job_id=a.b%26c%3Dd%20e%2Ff%3F%23%25`,
    });
  });

  it('carry 64 hex digits only after the user agreed, and no other key', () => {
    const digits = 'ab'.repeat(32);
    const target = { chain: 'sui', aggregator: 'money' } as const;
    for (const text of [digits, `0x${digits}`]) {
      assert.equal(startRoute(base, { ...target, address: text }), undefined);
      assert.ok(startRoute(base, { ...target, address: text, isAgreed: true }));
      assert.equal(summaryRoute(base, { ...target, address: text }), undefined);
      const elsewhere = { ...target, address, chain: text, isAgreed: true };
      assert.equal(startRoute(base, elsewhere), undefined, 'as a network');
    }
    const wif = 'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ';
    for (const key of [wif, digits + digits, `${digits}.1`]) {
      assert.equal(startRoute(base, { ...target, address: key, isAgreed: true }), undefined, key);
    }
  });

  it('carry every readable job ID in one query parameter', () => {
    for (let code = 0x21; code <= 0x7e; code++) {
      const id = `a${String.fromCharCode(code)}b`;
      const url = statusRoute(base, id)?.url;
      assert.ok(url, id);
      assert.deepEqual([...new URL(url).searchParams], [['job_id', id]]);
    }
  });

  it('never leave their template, whatever the address and chain are (hazard 66)', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('.', '..', '%2e%2e', 'a/b', 'a?b', 'a#b', '\\', '\n', 'chain=x', '0x\u202e1'),
      fc.stringMatching(/^[A-Za-z0-9.:_-]{1,140}$/),
    );
    fc.assert(
      fc.property(nasty, nasty, (a, chain) => {
        const start = startRoute(base, { address: a, chain, aggregator: 'money' });
        const summary = summaryRoute(base, { address: a, chain });
        if (start === undefined || summary === undefined) return start === summary;
        assert.equal(
          new URL(start.url).pathname,
          `/v1/risk/api/${a}/risk_score/chain=${chain}&aggregator=money`,
        );
        assert.equal(new URL(summary.url).pathname, `/v1/evm/api/${a}/summary/`);
        assert.equal(new URL(summary.url).search, `?chain=${chain}`);
        return true;
      }),
      { numRuns: 20_000, seed: 1 },
    );
  });
});

describe('credentials (hazard 57)', () => {
  it('are joined by a colon and sent as UTF-8', () => {
    const header = basicAuthorization({ tenantId: 'tenänt', apiKey: 'k:€y' });
    assert.equal(header, 'Basic dGVuw6RudDprOuKCrHk=');
  });

  it('are rejected if they could be read as something else', () => {
    assert.equal(tenantIdProblem('a:b'), 'colon');
    assert.equal(tenantIdProblem(''), 'empty');
    assert.equal(tenantIdProblem('a\nb'), 'controlCharacter');
    assert.equal(tenantIdProblem('9f1c'), undefined);
    assert.equal(apiKeyProblem('a\r\nb'), 'controlCharacter');
    assert.equal(apiKeyProblem('a\u0085b'), 'controlCharacter');
    assert.equal(apiKeyProblem(''), 'empty');
    assert.equal(apiKeyProblem('a:b'), undefined);
  });
});
