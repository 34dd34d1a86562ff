import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { after, describe, it } from 'node:test';
import { HttpServiceClient } from '../../../src/api/client.ts';
import type { Endpoint, FailureKind } from '../../../src/api/failure.ts';
import type { WireOutcome, WireRequest } from '../../../src/api/transport.ts';
import { createNodeTransport } from '../../../src/api/nodeTransport.ts';
import { createUndiciTransport } from '../../../src/api/undiciTransport.ts';
import {
  destroy,
  reply,
  silence,
  startRawServer,
  type RawAnswer,
} from '../../support/rawServer.ts';

const transport = createUndiciTransport();
after(() => transport.close());

const credentials = { tenantId: 'tenant', apiKey: 'TAINT-key' };
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const target = { address, chain: 'eth', aggregator: 'money' } as const;
const never = new AbortController().signal;

/** Makes one call to a server with this response; returns its outcome and the request. */
async function call(
  endpoint: Endpoint,
  answer: RawAnswer,
  signal: AbortSignal = never,
): Promise<{
  outcome: unknown;
  requests: readonly { head: string; line: string; body: string }[];
}> {
  const server = await startRawServer(answer);
  try {
    const client = new HttpServiceClient({ transport, base: server.url, credentials });
    const outcome =
      endpoint === 'start'
        ? await client.start(target, signal)
        : endpoint === 'status'
          ? await client.status('job.1', signal)
          : await client.summary(target, signal);
    return { outcome, requests: server.requests };
  } finally {
    await server.close();
  }
}

describe('the three calls on the wire', () => {
  it('start: the parameters in the last path segment, no body', async () => {
    const { outcome, requests } = await call('start', reply(200, 'job.1'));
    assert.deepEqual(outcome, { ok: true, value: { value: 'job.1', body: 'job.1' } });
    assert.equal(
      requests[0]?.line,
      `POST /risk/api/${address}/risk_score/chain=eth&aggregator=money HTTP/1.1`,
    );
    assert.match(requests[0].head, /\r\nauthorization: Basic dGVuYW50OlRBSU5ULWtleQ==/i);
    assert.match(requests[0].head, /\r\naccept-encoding: identity/i);
    assert.equal(requests[0].body, '');
  });

  it('status: the ID in the query', async () => {
    const { outcome, requests } = await call('status', reply(409));
    assert.equal(requests[0]?.line, 'GET /risk/api/risk_score?job_id=job.1 HTTP/1.1');
    assert.deepEqual(outcome, {
      ok: false,
      failure: { kind: 'notReady', endpoint: 'status', status: 409, wasSent: true },
    });
  });

  it('summary: a slash before the query, an empty body', async () => {
    const { requests } = await call('summary', reply(200, '{}'));
    assert.equal(requests[0]?.line, `POST /evm/api/${address}/summary/?chain=eth HTTP/1.1`);
    assert.match(requests[0].head, /\r\ncontent-length: 0/i);
    assert.equal(requests[0].body, '');
  });
});

/** service-spec.md, "Errors", and what the spec leaves open. */
const statuses: readonly [Endpoint, number, FailureKind][] = [
  ['summary', 401, 'keyInvalid'],
  ['summary', 402, 'callsUsedUp'],
  ['summary', 403, 'keyRevoked'],
  ['summary', 404, 'licenseNotFound'],
  ['summary', 422, 'parametersRefused'],
  ['start', 402, 'quotaUsedUp'],
  ['start', 422, 'parametersRefused'],
  ['start', 401, 'keyInvalid'],
  ['start', 403, 'keyRevoked'],
  ['start', 404, 'unexpectedStatus'],
  ['start', 409, 'unexpectedStatus'],
  ['status', 402, 'quotaUsedUp'],
  ['status', 404, 'jobNotFound'],
  ['status', 409, 'notReady'],
  ['status', 422, 'parametersRefused'],
  ['status', 401, 'keyInvalid'],
  ['status', 403, 'keyRevoked'],
  ['start', 421, 'unexpectedStatus'],
  ['start', 407, 'proxy'],
  ['start', 429, 'rateLimited'],
  ['start', 503, 'serverFault'],
  ['start', 300, 'redirected'],
  ['start', 301, 'redirected'],
  ['start', 307, 'redirected'],
  ['start', 308, 'redirected'],
  ['start', 400, 'unexpectedStatus'],
];

describe('an unsuccessful response', () => {
  for (const [endpoint, status, kind] of statuses) {
    it(`${endpoint} ${status} is ${kind}, and one request`, async () => {
      const { outcome, requests } = await call(
        endpoint,
        reply(status, 'TAINT-body', { location: '/elsewhere' }),
      );
      // Most polls get this one; it explains nothing.
      const kept = kind === 'notReady' ? {} : { unread: 'TAINT-body' };
      const failure = { kind, endpoint, status, wasSent: true, ...kept };
      assert.deepEqual(outcome, { ok: false, failure });
      assert.equal(requests.length, 1);
    });
  }

  it('without a body has nothing to keep', async () => {
    const { outcome } = await call('start', reply(401));
    const failure = { kind: 'keyInvalid', endpoint: 'start', status: 401, wasSent: true };
    assert.deepEqual(outcome, { ok: false, failure });
  });

  it('reports how long the server asked us to wait', async () => {
    for (const [headers, expected] of [
      [{ 'retry-after': '7' }, 7_000],
      [
        { 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT', date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
        60_000,
      ],
      [{ 'retry-after': 'soon' }, undefined],
      [{ 'retry-after': 'in 7' }, undefined],
      [{ 'retry-after': '7 s' }, undefined],
    ] as const) {
      const { outcome } = await call('status', reply(429, '', headers));
      const { failure } = outcome as { failure: { retryAfterMs?: number } };
      assert.equal(failure.retryAfterMs, expected);
    }
  });
});

const id = 'risk_score_result_eth.0xA.b5a5.c6b6.money';
const score = '{"risk_score":{"risk_score":42.10}}';

describe('a readable response', () => {
  for (const type of ['text/html; charset=utf-8', 'text/plain', 'application/json', '']) {
    it(`is read whatever its content type says: ${type || 'none'} (hazard 39)`, async () => {
      for (const [endpoint, body] of [
        ['start', id],
        ['start', `"${id}"`],
        ['summary', '{"balance":0.10}'],
        ['status', score],
      ] as const) {
        const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
        const { outcome } = await call(endpoint, reply(200, body, headers));
        assert.equal((outcome as { ok: boolean }).ok, true, body);
      }
    });
  }

  for (const status of [200, 201, 299]) {
    it(`comes with any status of success: ${status}`, async () => {
      const { outcome } = await call('start', reply(status, id));
      assert.deepEqual(outcome, { ok: true, value: { value: id, body: id } });
    });
  }

  it('may begin with a byte order mark, which stays in what is stored (hazard 49)', async () => {
    for (const [endpoint, body] of [
      ['start', `\uFEFF${id}`],
      ['summary', '\uFEFF{"balance":0.10}'],
      ['status', `\uFEFF${score}`],
    ] as const) {
      const { outcome } = await call(endpoint, reply(200, body));
      assert.equal((outcome as { value?: { body: string } }).value?.body, body, endpoint);
    }
  });
});

describe('the limits of a call', () => {
  it('are those of its endpoint', async () => {
    const seen: unknown[] = [];
    const recorder = {
      send({ method, timeLimitMs, maxBodyBytes }: WireRequest): Promise<WireOutcome> {
        seen.push([method, timeLimitMs, maxBodyBytes]);
        return Promise.resolve({ ok: false, fault: { kind: 'network' } });
      },
    };
    const base = 'http://127.0.0.1:9';
    const client = new HttpServiceClient({ transport: recorder, base, credentials });
    await client.start(target, never);
    await client.status('job.1', never);
    await client.summary(target, never);
    await client.check(never);
    assert.deepEqual(seen, [
      ['POST', 30_000, 65_536],
      ['GET', 20_000, 4_194_304],
      ['POST', 30_000, 65_536],
      ['GET', 20_000, 4_194_304],
    ]);
  });

  for (const [endpoint, most] of [
    ['start', 65_536],
    ['status', 4_194_304],
    ['summary', 65_536],
  ] as const) {
    it(`let a body of ${most} bytes through to ${endpoint}, and no more (hazard 47)`, async () => {
      for (const [length, kind] of [
        [most, 'badAnswer'],
        [most + 1, 'tooLarge'],
      ] as const) {
        const { outcome } = await call(endpoint, reply(200, ' '.repeat(length)));
        assert.equal((outcome as { failure: { kind: string } }).failure.kind, kind);
      }
    });
  }
});

describe('what is kept of a response that is no result', () => {
  type Kept = { failure: { kind: string; status?: number; unread?: string } };
  const basic = 'dGVuYW50OlRBSU5ULWtleQ==';

  it('is its beginning, at most 4,096 characters, cut after the credentials are out', async () => {
    const key = credentials.apiKey;
    const body = `${'a '.repeat(2_044)}${key} ${'b '.repeat(3_000)}`;
    for (const answer of [reply(200, body), reply(503, body)]) {
      const { outcome } = await call('start', answer);
      const { unread } = (outcome as Kept).failure;
      assert.equal(unread, `${'a '.repeat(2_044)}[redacte`);
      assert.equal(unread.length, 4_096);
    }
  });

  for (const [name, partial] of [
    ['the key', `see ${credentials.apiKey.slice(0, 8)}`],
    ['the header', `see Basic ${basic.slice(0, 18)}`],
    ['the key in a string', `{"note":"${credentials.apiKey.slice(0, 5)}`],
    ['the key and its beginning', `${credentials.apiKey} ${credentials.apiKey.slice(0, 7)}`],
  ] as const) {
    it(`is no part of ${name} where the connection is cut (hazard 56)`, async () => {
      const { outcome } = await call('summary', cutAfter(200, partial));
      const { kind, status, unread } = (outcome as Kept).failure;
      assert.deepEqual([kind, status], ['network', 200]);
      assert.doesNotMatch(unread ?? '', /TAIN|dGVu|RBSU/);
    });
  }

  it('is known with its status where it is cut, too slow, or too large', async () => {
    for (const [answer, kind] of [
      [cutAfter(200, 'job'), 'network'],
      [reply(200, `job ${'x'.repeat(70_000)}`), 'tooLarge'],
    ] as const) {
      const { failure } = (await call('start', answer)).outcome as Kept;
      assert.deepEqual([failure.kind, failure.status], [kind, 200]);
      assert.match(failure.unread ?? '', /^job/);
      assert.equal('code' in failure, kind === 'network');
    }
  });

  for (const [endpoint, status, kind] of [
    ['start', 402, 'quotaUsedUp'],
    ['summary', 401, 'keyInvalid'],
    ['status', 409, 'notReady'],
    ['status', 404, 'jobNotFound'],
  ] as const) {
    it(`is a rejection of ${endpoint} by ${status}, even if its body is cut`, async () => {
      const { outcome } = await call(endpoint, cutAfter(status, 'why'));
      const { failure } = outcome as Kept;
      assert.deepEqual([failure.kind, failure.status], [kind, status]);
      assert.equal(failure.unread, kind === 'notReady' ? undefined : 'why');
    });
  }

  it('is not a summary without any of its fields, whatever the status says', async () => {
    for (const body of ['{"error":"login"}', '{}']) {
      const { failure } = (await call('summary', reply(200, body))).outcome as Kept;
      assert.deepEqual([failure.kind, failure.unread], ['badAnswer', body]);
    }
  });

  it('of a connection check is without credentials, too', async () => {
    const server = await startRawServer(reply(200, `<p>${basic} ${credentials.apiKey}</p>`));
    const client = new HttpServiceClient({ transport, base: server.url, credentials });
    const outcome = await client.check(never);
    assert.equal(outcome.ok, false);
    assert.doesNotMatch(JSON.stringify(outcome), /TAINT|dGVu/);
    await server.close();
  });
});

describe('an unusable response', () => {
  for (const [name, answer, kind] of [
    [
      'a web page',
      reply(200, '<html>log in</html>', { 'content-type': 'text/html' }),
      'intermediary',
    ],
    ['a page without a type', reply(200, '\n <!doctype html>', {}), 'intermediary'],
    ['half an answer', cut, 'network'],
    ['a reset', destroy, 'network'],
    ['a damaged body', reply(200, 'x', { 'content-encoding': 'gzip' }), 'badAnswer'],
    ['no id', reply(200, '{"status":"ok"}'), 'badAnswer'],
    ['an endless body', endless, 'tooLarge'],
    ['no HTTP', (socket) => socket.end('SSH-2.0-x\r\n\r\n'), 'network'],
  ] as const satisfies readonly (readonly [string, RawAnswer, FailureKind])[]) {
    it(`${name} is ${kind}, was sent, and is not requested twice`, async () => {
      const { outcome, requests } = await call('start', answer);
      const { failure } = outcome as { failure: { kind: string; wasSent: boolean } };
      assert.equal(failure.kind, kind);
      assert.equal(failure.wasSent, true);
      assert.equal(requests.length, 1);
    });
  }

  it('carries no error message (hazard 56)', async () => {
    for (const answer of [destroy, reply(401, 'TAINT-body'), reply(200, 'TAINT body')]) {
      const { outcome } = await call('summary', answer);
      // Unreadable text is kept for support: in the ledger, but on no surface.
      const shown = { ...(outcome as { failure: object }).failure, unread: undefined };
      assert.doesNotMatch(JSON.stringify(shown), /TAINT/);
    }
  });
});

describe('a call that never left', () => {
  it('is known not to have been sent when no server listens', async () => {
    const server = await startRawServer(silence);
    await server.close();
    const client = new HttpServiceClient({ transport, base: server.url, credentials });
    assert.deepEqual(await client.start(target, never), {
      ok: false,
      failure: { kind: 'network', endpoint: 'start', wasSent: false, code: 'ECONNREFUSED' },
    });
  });

  it('is not made for an address or chain that cannot appear in a path', async () => {
    const client = new HttpServiceClient({ transport, base: 'http://127.0.0.1:9', credentials });
    for (const bad of [
      { ...target, address: '..' },
      { ...target, chain: 'a&aggregator=x' },
    ]) {
      assert.deepEqual(await client.start(bad, never), {
        ok: false,
        failure: { kind: 'refusedHere', endpoint: 'start', wasSent: false },
      });
    }
  });
});

describe('canceling', () => {
  it('before a start is sent leaves nothing on the wire', async () => {
    const { outcome, requests } = await call('start', reply(200, 'job.1'), AbortSignal.abort());
    assert.deepEqual(outcome, {
      ok: false,
      failure: { kind: 'cancelled', endpoint: 'start', wasSent: false },
    });
    assert.equal(requests.length, 0);
  });

  it('after a start is sent still reads the ID that was paid for', async () => {
    const cancel = new AbortController();
    const { outcome } = await call(
      'start',
      (socket, request, index) => {
        cancel.abort();
        setTimeout(() => reply(200, 'job.late')(socket, request, index), 200);
      },
      cancel.signal,
    );
    assert.deepEqual(outcome, { ok: true, value: { value: 'job.late', body: 'job.late' } });
  });

  it('after a status call is sent still reads the result, which may be readable only once', async () => {
    const cancel = new AbortController();
    const body = '{"risk_score":{"risk_score":1}}';
    const { outcome } = await call(
      'status',
      (socket, request, index) => {
        cancel.abort();
        reply(200, body)(socket, request, index);
      },
      cancel.signal,
    );
    assert.equal((outcome as { ok: boolean }).ok, true);
  });

  it('is heard only while a call lasts: many calls may share one signal', async () => {
    const cancel = new AbortController();
    const { outcome } = await call('start', reply(200, 'job.1'), cancel.signal);
    assert.equal((outcome as { ok: boolean }).ok, true);
    assert.equal(getEventListeners(cancel.signal, 'abort').length, 0);
  });

  it('ends a status call without a response after five seconds', async () => {
    const cancel = new AbortController();
    let canceledAt = 0;
    const { outcome } = await call(
      'status',
      () => {
        canceledAt = performance.now();
        cancel.abort();
      },
      cancel.signal,
    );
    const { failure } = outcome as { failure: { kind: string } };
    assert.equal(failure.kind, 'cancelled');
    const tookMs = performance.now() - canceledAt;
    assert.ok(tookMs > 4_900 && tookMs < 7_000, `${tookMs} ms`);
  });
});

function cut(socket: Parameters<RawAnswer>[0]): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\njob');
  socket.destroySoon();
}

/** A response whose connection ends in the middle of its body. */
function cutAfter(status: number, body: string): RawAnswer {
  return (socket) => {
    socket.write(`HTTP/1.1 ${status} X\r\ncontent-length: 100000\r\n\r\n${body}`);
    socket.end();
  };
}

function endless(socket: Parameters<RawAnswer>[0]): void {
  socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
  const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`;
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

describe('a service that says what it has', () => {
  const json = { 'content-type': 'application/json' };

  it('gives the age of a response and what it has used', async () => {
    const priced = { ...json, Age: '90', 'Address-Risk-Charged': '0' };
    const summary = await call('summary', reply(200, '{"balance":1}', priced));
    assert.deepEqual((summary.outcome as { value: object }).value, {
      ...{ body: '{"balance":1}', ageMs: 90_000, charged: 0 },
      value: (summary.outcome as { value: { value: object } }).value.value,
    });
    const start = await call('start', reply(200, 'job.1', { 'address-risk-charged': '1' }));
    assert.deepEqual(start.outcome, {
      ok: true,
      value: { value: 'job.1', body: 'job.1', charged: 1 },
    });
  });

  it('is not believed where it makes no sense', async () => {
    for (const text of ['-1', '1.5', 'x', '1e3', '9999999999', '']) {
      const headers = { ...json, Age: text, 'Address-Risk-Charged': text };
      const { outcome } = await call('start', reply(200, 'job.1', headers));
      assert.deepEqual(outcome, { ok: true, value: { value: 'job.1', body: 'job.1' } }, text);
    }
  });

  it('has not sent what it rejects with 503 and charges nothing for', async () => {
    const headers = { ...json, 'Address-Risk-Charged': '0', 'Retry-After': '7' };
    for (const endpoint of ['start', 'status', 'summary'] as const) {
      const { outcome } = await call(endpoint, reply(503, '', headers));
      assert.deepEqual(outcome, {
        ok: false,
        failure: {
          ...{ endpoint, status: 503, kind: 'serverFault', wasSent: false },
          ...{ charged: 0, retryAfterMs: 7_000 },
        },
      });
    }
    for (const [status, charged] of [
      [503, '1'],
      [500, '0'],
    ] as const) {
      const answer = reply(status, '', { ...json, 'Address-Risk-Charged': charged });
      const { outcome } = await call('start', answer);
      assert.equal((outcome as { failure: { wasSent: boolean } }).failure.wasSent, true);
    }
  });

  it('names the request by a UUID, and by nothing else', async () => {
    const requestId = '3a834fb5-1f0a-40df-ab57-323e71062d57';
    type Named = { readonly requestId?: string };
    const idOf = async (status: number, id: string): Promise<string | undefined> => {
      const headers = { ...json, 'Address-Risk-Request': id };
      const { outcome } = await call('start', reply(status, 'job.1', headers));
      const { value, failure } = outcome as { value?: Named; failure?: Named };
      return (value ?? failure)?.requestId;
    };
    assert.equal(await idOf(200, requestId), requestId);
    assert.equal(await idOf(503, requestId), requestId);
    for (const id of ['', 'x', `${requestId} and more`, requestId.slice(1)]) {
      assert.equal(await idOf(200, id), undefined);
      assert.equal(await idOf(403, id), undefined);
    }
  });

  it('names whose limit is used up by a word and a time, and by nothing else', async () => {
    const until = '2026-11-29T00:00:00Z';
    const limitOf = async (
      status: number,
      limit: string,
      charged: object = { 'Address-Risk-Charged': '0' },
    ) => {
      const headers = { ...json, ...charged, 'Address-Risk-Limit': limit };
      const { outcome } = await call('summary', reply(status, '', headers));
      return (outcome as { failure: { limit?: object } }).failure.limit;
    };
    for (const whose of ['member', 'team', 'service']) {
      const read = { of: whose, until: Date.parse(until) };
      assert.deepEqual(await limitOf(402, `${whose}; until=${until}`), read);
    }
    const lies = [
      ...[`Team; until=${until}`, `Call me; until=${until}`, `constructor; until=${until}`],
      ...[`team; until=${until} [Pay](command:x)`, 'team; until=soon', 'team'],
      'team; until=2026-99-99T00:00:00Z',
    ];
    for (const lie of lies) assert.equal(await limitOf(402, lie), undefined, lie);
    assert.equal(await limitOf(403, `team; until=${until}`), undefined);
    // Without a price, a 402 stops all calls until the user acts.
    assert.equal(await limitOf(402, `team; until=${until}`, {}), undefined);
  });

  it('is asked for a fresh one by a header, and only for a repeat', async () => {
    const server = await startRawServer((...request) => reply(200, 'job.1')(...request));
    for (const own of [transport, createNodeTransport()]) {
      const client = new HttpServiceClient({ transport: own, base: server.url, credentials });
      await client.start({ ...target, isRepeat: true }, never);
      await client.summary({ ...target, isRepeat: true }, never);
      await client.start(target, never);
      await client.summary(target, never);
    }
    const asked = server.requests.map(({ head }) => /^cache-control: no-cache\r?$/im.test(head));
    const each = [true, true, false, false];
    assert.deepEqual(asked, [...each, ...each]);
    await server.close();
  });
});
