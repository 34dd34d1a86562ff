import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { env } from 'node:process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import fc from 'fast-check';
import { runMcp } from '../../src/cli/mcp/toolServer.ts';
import { readOptions } from '../../src/options/options.ts';
import { specs } from '../../src/cli/specs.ts';
import { filesOfCommit, filesOfIndex } from '../../src/git/files.ts';
import { GitError } from '../../src/git/runGit.ts';
import { ObjectReader } from '../../src/git/objectReader.ts';
import type { Repository } from '../../src/git/repository.ts';
import { startSampleService } from '../../src/sample/server.ts';
import { eventually } from '../harness/waiting.ts';
import { terminalIn } from '../support/commandLine.ts';
import { fuzz } from '../support/fuzzing.ts';
import { startGateway } from '../support/gateways.ts';
import { ask, baseOf, basic } from './support/rawHttp.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const documented = [200, 400, 401, 403, 404, 405, 409, 413, 414, 422, 431, 501];
/** Wrong keys by the thousand, and a summary whose last call has failed. */
const documentedAtGateway = [...documented, 503];

interface Fuzzed {
  readonly url: string;
  /** Credentials that are good. */
  readonly good: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const fuzzed: Readonly<Record<string, () => Promise<Fuzzed>>> = {
  async 'the sample service'() {
    const service = await startSampleService({ apiCalls: 1e9, calculations: 1e9 });
    return { ...service, good: basic(service.tenant, service.apiKey) };
  },
  async 'the gateway'() {
    const service = await startSampleService({ apiCalls: 1e9, calculations: 1e9 });
    const gateway = await startGateway(service, { requestsPerSecond: 100_000 });
    const { tenantId, key } = await gateway.addMember('one');
    return {
      ...{ url: gateway.url, good: basic(tenantId, key) },
      async close() {
        await gateway.close();
        await service.close();
      },
    };
  },
};

const crumbs = fc.constantFrom(
  ...[
    'risk',
    'evm',
    'api',
    'risk_score',
    'summary',
    address,
    'chain=',
    'ethereum',
    'aggregator=money',
  ],
  ...[
    'job_id=',
    'risk_score_result_',
    '/',
    '/',
    '/',
    '?',
    '&',
    '=',
    '..',
    '.',
    '//',
    '%',
    '%2e',
    '%2F',
  ],
  ...[
    '%00',
    '%ff',
    '%zz',
    '#',
    '+',
    ';',
    '\\',
    '"',
    "'",
    '<',
    '__proto__',
    'constructor',
    'http://x',
  ],
);
const piece = fc.oneof(
  { arbitrary: crumbs, weight: 8 },
  { arbitrary: fc.string({ maxLength: 8 }), weight: 2 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 4 }), weight: 1 },
);
/** Characters of a request target: no spaces and no control characters. */
const target = fc
  .array(piece, { maxLength: 14 })
  .map((pieces) => `/${pieces.join('')}`)
  .map((text) => Buffer.from(text).toString('latin1'))
  .map((text) => text.replace(/[\s\p{Cc}]/gu, ''));
/** Near misses: a good target with one piece put in somewhere. */
const nearMiss = fc
  .tuple(
    fc.constantFrom(
      `/risk/api/${address}/risk_score/chain=ethereum&aggregator=money_rank_weight`,
      '/risk/api/risk_score?job_id=risk_score_result_x',
      `/evm/api/${address}/summary/?chain=ethereum`,
    ),
    fc.nat(80),
    crumbs,
  )
  .map(([text, at, crumb]) => text.slice(0, at) + crumb + text.slice(at));

const headerText = fc
  .string({ maxLength: 40 })
  .map((text) => text.replace(/[^\x20-\x7e]/g, ''))
  .chain((text) =>
    fc.constantFrom(text, `Basic ${text}`, `Basic ${Buffer.from(text).toString('base64')}`),
  );
const headersWith = (good: Fuzzed['good']) =>
  fc
    .tuple(ownHeaders(good), fc.nat(9))
    // Almost every request with an origin is rejected as coming from a web page, before more is read.
    .map(([{ Origin, ...others }, chance]) =>
      chance === 0 && Origin !== undefined ? { ...others, Origin } : others,
    );

const ownHeaders = (good: Fuzzed['good']) =>
  fc.record(
    {
      Authorization: fc.oneof(
        { arbitrary: fc.constant(good['Authorization']!), weight: 4 },
        headerText,
      ),
      Accept: headerText,
      Cookie: headerText,
      Origin: headerText,
      'Content-Type': headerText,
    },
    { requiredKeys: ['Authorization'] },
  );
const method = fc.constantFrom('GET', 'POST', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH');

function send(
  url: string,
  verb: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(url);
    const options = { host: '127.0.0.1', port, method: verb, path, headers: fields };
    request(options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

for (const [name, start] of Object.entries(fuzzed)) {
  describe(`fuzzed calls of ${name}`, () => {
    const statuses = name === 'the gateway' ? documentedAtGateway : documented;
    let service: Fuzzed;
    before(async () => (service = await start()));
    after(() => service.close());
    it('survives thousands of paths and headers and never responds with 500', async (test) => {
      const counts = new Map<number, number>();
      await fc.assert(
        fc.asyncProperty(
          method,
          fc.oneof(target, { arbitrary: nearMiss, weight: 2 }),
          headersWith(service.good),
          async (verb, path, fields) => {
            const status = await send(service.url, verb, path, fields);
            counts.set(status, (counts.get(status) ?? 0) + 1);
            assert.ok(statuses.includes(status), `${status}`);
          },
        ),
        { seed: 77, numRuns: Number(env['ADDRESS_RISK_RUNS'] ?? 1_000) },
      );
      test.diagnostic(JSON.stringify(Object.fromEntries(counts)));
      for (const status of [200, 401, 404, 405, 422]) assert.ok(counts.has(status));
      assert.equal(
        await send(
          service.url,
          'POST',
          `/evm/api/${address}/summary/?chain=ethereum`,
          service.good,
        ),
        200,
      );
    });

    it('responds to the next call after bytes that are not HTTP', async () => {
      const base = baseOf(service.url);
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
          await new Promise<void>((resolve) => {
            const socket = connect(base.port, base.host, () => socket.end(bytes));
            socket.on('error', () => undefined).on('close', () => resolve());
            socket.resume();
          });
        }),
        { seed: 78, numRuns: 300 },
      );
      assert.equal((await ask(base, 'POST', '/', service.good)).status, 404);
    });
  });
}

describe('fuzzed output of Git', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'address-risk-fuzz-'))));
  after(() => rm(folder, { recursive: true }));

  /** A repository whose Git prints these bytes, whatever it is asked. */
  async function printing(bytes: Buffer): Promise<Repository> {
    await writeFile(join(folder, 'output'), bytes);
    const git = join(folder, 'git');
    await writeFile(git, `#!/bin/sh\nexec cat '${join(folder, 'output')}'\n`, { mode: 0o755 });
    return { top: folder, programs: { git, path: '/usr/bin:/bin' } };
  }

  const object = '0123456789abcdef0123456789abcdef01234567';
  const isClear = (error: unknown): boolean => error instanceof GitError;

  it('is a listing, or a clear error', async (test) => {
    const listings = [
      `100644 blob ${object}\tsrc/a.ts\x00120000 blob ${object}\tlink\x00160000 commit ${object}\tsub\x00`,
      `H 100644 ${object} 0\tsrc/a.ts\x00S 100644 ${object} 2\tb\xff.ts\x00`,
    ];
    const count = await fuzz(
      listings,
      async (bytes) => {
        const repository = await printing(bytes);
        const files = [
          ...(await filesOfCommit(repository, object)),
          ...(await filesOfIndex(repository)),
        ];
        for (const file of files) assert.match(file.object, /^[\da-f]{40,64}$/);
      },
      isClear,
    );
    test.diagnostic(`${count} cases`);
  });

  it('is a content, or a clear error, however long it says it is', async (test) => {
    const contents = [
      `${object} blob 5\nhello\n`,
      `${object} missing\n`,
      `${object} tree 3\nabc\n`,
    ];
    const count = await fuzz(
      contents,
      async (bytes) => {
        const reader = new ObjectReader(await printing(bytes));
        try {
          const content = await reader.read(object, 1_000);
          assert.ok(content === undefined || content.length <= 1_000);
        } finally {
          reader.close();
        }
      },
      isClear,
    );
    test.diagnostic(`${count} cases`);
  });
});

it('fuzzed requests of an agent leave a server that answers the next one', async (test) => {
  const [client, transport] = InMemoryTransport.createLinkedPair();
  const left = Promise.withResolvers<undefined>();
  // Of its own: the folder of all temporary files has any number of them.
  const root = await mkdtemp(join(tmpdir(), 'address-risk-fuzz-'));
  test.after(() => rm(root, { recursive: true }));
  const { terminal } = terminalIn(root, {});
  const spec = specs.find(({ name }) => name === 'mcp') ?? assert.fail();
  const options = readOptions(spec, ['--root', root]);
  const ended = runMcp(options, terminal, { transport, left: left.promise });
  let answered: JSONRPCMessage[] = [];
  client.onmessage = (message) => answered.push(message);
  await client.start();
  const requests = [
    { method: 'tools/list', params: {} },
    { method: 'tools/call', params: { name: 'find_addresses', arguments: { text: address } } },
    { method: 'tools/call', params: { name: 'look_up', arguments: { address, network: 'x' } } },
    { method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {} } },
  ].map((each) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...each }));
  const count = await fuzz(requests, async (bytes) => {
    let message: JSONRPCMessage;
    try {
      message = JSONRPCMessageSchema.parse(JSON.parse(bytes.toString()));
    } catch {
      // The transport takes no other.
      return;
    }
    answered = [];
    await client.send(message);
    await client.send({ jsonrpc: '2.0', id: 'next', method: 'tools/list' });
    await eventually('an answer', () =>
      answered.some((each) => 'id' in each && each.id === 'next'),
    );
  });
  test.diagnostic(`${count} cases`);
  left.resolve(undefined);
  await ended;
});
