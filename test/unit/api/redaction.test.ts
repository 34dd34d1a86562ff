import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { HttpServiceClient } from '../../../src/api/client.ts';
import { parseExactJson } from '../../../src/api/exactJson.ts';
import { redactionOf } from '../../../src/api/redaction.ts';
import { createUndiciTransport } from '../../../src/api/undiciTransport.ts';
import { reply, startRawServer } from '../../support/rawServer.ts';

const credentials = {
  tenantId: '9f1c2d3e-4b5a-4678-9abc-def012345678',
  apiKey: 'TAINT/käy+7e2f&~secret',
};
const pair = `${credentials.tenantId}:${credentials.apiKey}`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const ascii = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\u007f-\uffff]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`);

/** How a service may send them back, each by its name. */
const echoes: Readonly<Record<string, string>> = {
  tenant: credentials.tenantId,
  'tenant in capitals': credentials.tenantId.toUpperCase(),
  'tenant without dashes': credentials.tenantId.replaceAll('-', ''),
  key: credentials.apiKey,
  pair,
  header: `Basic ${base64(pair)}`,
  'header without padding': base64(pair).replace(/=+$/, ''),
  'header for URLs': Buffer.from(pair).toString('base64url'),
  'key in base64': base64(credentials.apiKey),
  'key within base64': base64(`x${credentials.apiKey}y`),
  'key within base64, one further': base64(`xy${credentials.apiKey}z`),
  'key in a URL': encodeURIComponent(credentials.apiKey),
  'pair in a URL, lower case': encodeURIComponent(pair).replace(/%../g, (code) =>
    code.toLowerCase(),
  ),
  'header in a URL': encodeURIComponent(base64(pair)),
  'key in escaped JSON': ascii(credentials.apiKey),
  'key with escaped slashes': credentials.apiKey.replaceAll('/', '\\/'),
  'header with escaped slashes': base64(pair).replaceAll('/', '\\/'),
  'key with HTML escapes': credentials.apiKey.replaceAll('&', '&amp;'),
  'key as Go writes JSON': credentials.apiKey.replaceAll('&', '\\u0026'),
  'key as .NET writes JSON': credentials.apiKey
    .replaceAll('+', '\\u002B')
    .replaceAll('&', '\\u0026')
    .replaceAll('ä', '\\u00E4'),
  'key in a form': encodeURIComponent(credentials.apiKey).replaceAll('~', '%7E'),
  'key in a URL, twice': encodeURIComponent(encodeURIComponent(credentials.apiKey)),
  'key as Python prints bytes': credentials.apiKey.replaceAll('ä', '\\xc3\\xa4'),
  'header in base64': base64(`Basic ${base64(pair)}`),
  'tenant in capitals without dashes': credentials.tenantId.replaceAll('-', '').toUpperCase(),
  'tenant with underscores': credentials.tenantId.replaceAll('-', '_'),
  'bytes of the tenant in base64': Buffer.from(
    credentials.tenantId.replaceAll('-', ''),
    'hex',
  ).toString('base64'),
  'key in hex': Buffer.from(credentials.apiKey).toString('hex'),
};

/** What of them may be in no file: any eight characters in a row are too many. */
const pieces = (secret: string): string[] =>
  Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8));
const secrets = [
  ...pieces(credentials.apiKey),
  ...pieces(credentials.tenantId),
  ...pieces(base64(pair).replace(/=+$/, '')),
];

function assertClean(text: string): void {
  for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} in ${text}`);
}

describe('credentials in what a service sends back (hazards 56, 61)', () => {
  const redaction = redactionOf(credentials);

  for (const [name, echo] of Object.entries(echoes)) {
    it(`are removed as ${name}`, () => {
      for (const text of [echo, `"${echo}"`, `{"a":"before ${echo} after","b":1.50}`]) {
        assertClean(redaction.text(text));
      }
      assert.match(
        redaction.text(`{"a":"before ${echo} after","b":1.50}`),
        /before .* after","b":1/,
      );
    });
  }

  it('leave the fields of the contract alone, whatever a tenant is called', () => {
    const body =
      '{"balance":1,"risk_score":{"risk_score":2,"chain":"ethereum","address":"0xdeadbeef01",' +
      '"raw_risk_score":{"exchange":{"money":48151623}},"tenant_id":TENANT}}';
    for (const tenantId of ['risk_score', 'balance', 'ethereum', 'address', 'deadbeef', 'money']) {
      const text = redactionOf({ tenantId, apiKey: 'long-enough-key' }).text(
        body.replace('TENANT', `"${tenantId}"`),
      );
      assert.equal(text, body.replace('TENANT', '"[redacted]"'));
    }
    const key = redactionOf({ tenantId: 'acme-capital', apiKey: 'balance' });
    assert.equal(
      key.text('{"balance":1,"error":"no balance"}'),
      '{"balance":1,"error":"no [redacted]"}',
    );
    const text = redactionOf({ tenantId: '48151623', apiKey: '7312894650128374' }).text(
      '{"balance":48151623,"tenant_id":48151623,"error":"invalid key 7312894650128374"}',
    );
    assert.equal(
      text,
      '{"balance":48151623,"tenant_id":"[redacted]","error":"invalid key [redacted]"}',
    );
  });

  it('keep a job ID of the tenant through a new key, and never put a key in another’s place', () => {
    const tenantId = 'acme-capital';
    const old = redactionOf({ tenantId, apiKey: 'old-key-1' });
    const young = redactionOf({ tenantId, apiKey: 'new-key/with+more=0123456789' });
    const id = 'risk_score_result_ethereum.acme-capital.7f3a.money';
    assert.ok(!old.seal(id).includes(tenantId));
    assert.equal(young.open(old.seal(id)), id);
    assert.equal(young.open(old.seal('job.old-key-1.money')), undefined);
    assert.equal(old.open(old.seal('job.old-key-1.money')), 'job.old-key-1.money');
    const short = redactionOf({ tenantId, apiKey: 'acme' });
    assert.doesNotMatch(short.seal(id), /acme|capital/);
    assert.equal(short.open(short.seal(id)), id);
  });

  it('leave figures alone, even if a tenant has only digits', () => {
    const digits = redactionOf({ tenantId: '1234567', apiKey: '7' });
    const body = '{"balance":1234567,"usd_balance":7,"tenant_id":"1234567","name":"a 7 b"}';
    assert.equal(
      digits.text(body),
      '{"balance":1234567,"usd_balance":7,"tenant_id":"[redacted]","name":"a 7 b"}',
    );
  });

  it('leave words alone, even if a tenant has few letters', () => {
    const short = redactionOf({ tenantId: 'risk', apiKey: 'a' });
    const body = '{"risk_score":{"risk_score":1,"tenant_id":"risk"}}';
    assert.equal(short.text(body), '{"risk_score":{"risk_score":1,"tenant_id":"[redacted]"}}');
    assert.equal(short.text(' risk\n'), '[redacted]');
    assert.equal(short.text('risk of a'), 'risk of a');
    assert.equal(short.seal('job.a.1'), 'job.a.1');
  });

  it('are removed whole, with nothing left beside them', () => {
    const header = `Basic ${base64(pair)}`;
    for (const form of [base64(pair), base64(credentials.apiKey), base64(header), pair]) {
      assert.equal(redaction.text(`see ${form} here`), 'see [redacted] here');
    }
  });

  for (const [tenantId, apiKey, sentence, redacted] of [
    ['acme-1', 'long-enough-key', 'no license for acme-1', 'no license for [redacted]'],
    ['acme-capital', 'long-enough-key', 'acme-capital is new', '[redacted] is new'],
    ['treasury', 'long-enough-key', 'the treasury is empty', 'the treasury is empty'],
    ['acme1', 'long-enough-key', 'no acme10', 'no acme10'],
    ['acme-capital', 'k3y-56', 'no key k3y-56', 'no key [redacted]'],
    ['acme-capital', 'k3y-5', 'no key k3y-56', 'no key k3y-56'],
  ] as const) {
    it(`are removed from a sentence unless too plain: ${sentence}`, () => {
      const own = redactionOf({ tenantId, apiKey });
      assert.equal(own.text(sentence), redacted);
      assert.equal(own.text(`{"error":"${sentence}"}`), `{"error":"${redacted}"}`);
      assert.equal(own.text(`{"tenant":"${tenantId}"}`), '{"tenant":"[redacted]"}');
    });
  }

  it('leave numbers alone of which digits are a part', () => {
    const digits = redactionOf({ tenantId: '1234567', apiKey: 'long-enough-key' });
    const body = '{"share":0.1234567,"change":-1234567,"price":1234567.5,"tenant_id":1234567}';
    assert.equal(digits.text(body), body.replace(':1234567}', ':"[redacted]"}'));
  });

  it('leave the names of members alone, also before a space', () => {
    const own = redactionOf({ tenantId: 'balance', apiKey: 'long-enough-key' });
    const body = '{ "balance" : 1, "tenant" : "balance" }';
    assert.equal(own.text(body), '{ "balance" : 1, "tenant" : "[redacted]" }');
  });

  it('are removed from a string whose end is missing', () => {
    const cut = redaction.excerpt(`{"note":"of ${credentials.apiKey} and mor`, false);
    assert.match(cut, /^\{"note":"of \[redacted\] and/);
    assert.equal(redaction.excerpt(`see ${credentials.apiKey}`, false), 'see ');
  });

  it('can be put back into a job ID, which is sent unchanged', () => {
    for (const echo of [credentials.tenantId, 'plain', base64(pair), '$&$1']) {
      const id = `risk_score_result_ethereum.0xA.${echo}.x.money`;
      assertClean(redaction.seal(id));
      assert.equal(redaction.open(redaction.seal(id)), id);
    }
  });
});

describe('a service that echoes everything', () => {
  const transport = createUndiciTransport();
  after(() => transport.close());
  const never = new AbortController().signal;
  // Those that are no JSON as they stand are written as a string of JSON.
  const echo = Object.values(echoes).map((text) =>
    parseExactJson(`"${text}"`) === undefined ? JSON.stringify(text) : `"${text}"`,
  );

  it('gets no credential into a result, an unread body, or a job ID', async (t) => {
    const id = `job.${credentials.tenantId}.1`;
    let polled = '';
    const server = await startRawServer((socket, request, index) => {
      if (request.line.startsWith('GET')) polled = request.line;
      const body = request.line.includes('/summary/')
        ? `{"balance":1,"echo":[${echo.join()}]}`
        : request.line.startsWith('POST')
          ? id
          : `{"risk_score":{"risk_score":1,"tenant_id":${echo.join()}`;
      reply(200, body)(socket, request, index);
    });
    t.after(() => server.close());
    const client = new HttpServiceClient({ transport, base: server.url, credentials });
    const target = { address: `0x${'a'.repeat(40)}`, chain: 'eth', aggregator: 'money' } as const;
    const summary = await client.summary(target, never);
    assert.ok(summary.ok);
    assertClean(summary.value.body);
    const started = await client.start(target, never);
    assert.ok(started.ok);
    assertClean(JSON.stringify(started.value));
    const status = await client.status(started.value.value, never);
    assert.match(polled, new RegExp(`job_id=job\\.${credentials.tenantId}\\.1 `));
    assert.ok(!status.ok);
    assert.ok(status.failure.unread);
    assertClean(status.failure.unread);
  });
});
