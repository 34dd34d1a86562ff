import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { checkedLookup, isPublicAddress } from '../../../src/cli/lists/fetchList.ts';
import { runListsUpdate } from '../../../src/cli/lists/listsCommand.ts';
import { readOptions } from '../../../src/options/options.ts';
import { specs } from '../../../src/cli/specs.ts';
import { createAuthority } from '../../support/certificates.ts';
import { commandLine } from '../../support/commandLine.ts';
import { generatedAddresses } from '../../support/generatedAddresses.ts';
import { systemClock } from '../../../src/paid/clock.ts';
import { TestRepository } from '../../support/gitRepository.ts';

const [first = '', second = ''] = generatedAddresses(5, 2);
const content = `${first}\n${second}\n`;
const sha256 = createHash('sha256').update(content).digest('hex');
const spec = specs.find(({ name }) => name === 'lists update')!;

interface UpdateOptions {
  readonly accept?: boolean;
  readonly trustsHead?: boolean;
  readonly mayReach?: (address: string) => boolean;
  /** The list in the book of the change. */
  readonly change?: object;
}

describe('lists update', () => {
  const authority = createAuthority();
  let server: Server;
  let origin = '';
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let repository: TestRepository;
  before(async () => {
    const { cert, key } = authority.issue('localhost');
    server = createServer({ cert, key }, (request, response) => answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    answer = (_, response) => response.end(content);
  });

  /** Runs an update by a book of the base; a change of the book is not committed to it. */
  async function update(
    list: object,
    { accept = false, trustsHead = false, mayReach = () => true, change }: UpdateOptions = {},
    prepare: (repository: TestRepository) => void = () => undefined,
  ) {
    repository = new TestRepository();
    const bookOf = (one: object): string =>
      JSON.stringify({
        version: 1,
        lists: [{ path: 'deny.txt', name: 'Deny', kind: 'deny', ...one }],
      });
    repository.write('.address-risk.json', bookOf(list));
    repository.write('deny.txt', `${first}\n`);
    repository.commit();
    if (change !== undefined) repository.write('.address-risk.json', bookOf(change));
    prepare(repository);
    let stdout = '';
    let stderr = '';
    try {
      const code = await runListsUpdate(
        readOptions(spec, [
          ...(accept ? ['--accept'] : []),
          ...(trustsHead ? ['--trust', 'head'] : []),
        ]),
        {
          ...{
            folder: repository.folder,
            env: {},
            isInteractive: false,
            hasColor: false,
            clock: systemClock,
          },
          credentials: { url: undefined, tenant: undefined, key: undefined },
          write(text) {
            stdout += text;
            return Promise.resolve();
          },
          note: (line) => (stderr += `${line}\n`),
          interrupted: () => new AbortController().signal,
          exitWhenInterrupted: () => undefined,
          progress: () => undefined,
        },
        { mayReach, ca: authority.cert },
      );
      const deny = join(repository.folder, 'deny.txt');
      const written = existsSync(deny) ? readFileSync(deny, 'utf8') : undefined;
      return { code, stdout, stderr, written, names: readdirSync(repository.folder) };
    } finally {
      repository.remove();
    }
  }

  it('writes a file whose sha256 the book has, and shows what changes', async () => {
    const { code, stdout, written } = await update({ url: `${origin}/deny.txt`, sha256 });
    assert.equal(code, 0);
    assert.equal(written, content);
    assert.match(stdout, /1 added, 0 removed\.\n {2}\+ 0x/);
  });

  it('writes nothing without a sha256, unless it is accepted', async () => {
    const shown = await update({ url: `${origin}/deny.txt` });
    assert.deepEqual([shown.code, shown.written], [1, `${first}\n`]);
    assert.match(shown.stdout, /1 added/);
    const accepted = await update({ url: `${origin}/deny.txt` }, { accept: true });
    assert.deepEqual([accepted.code, accepted.written], [0, content]);
  });

  it('writes nothing with another sha256, even if it is accepted', async () => {
    const wrong = { url: `${origin}/deny.txt`, sha256: '0'.repeat(64) };
    const { code, written } = await update(wrong, { accept: true });
    assert.deepEqual([code, written], [1, `${first}\n`]);
  });

  it('fetches what the base revision says, not what the change says', async () => {
    const targets: string[] = [];
    answer = (request, response) => {
      targets.push(request.url ?? '');
      response.end(content);
    };
    await update(
      { url: `${origin}/base.txt`, sha256 },
      { change: { url: `${origin}/change.txt`, path: 'other.txt' }, accept: true },
    );
    assert.deepEqual(targets, ['/base.txt']);
  });

  it('fetches what the change says if the user trusts it', async () => {
    const change = { url: `${origin}/change.txt`, path: 'deny.txt', sha256 };
    const { code, written } = await update({}, { change, trustsHead: true });
    assert.deepEqual([code, written], [0, content]);
  });

  it('passes on why nothing knows a host', async () => {
    const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      checkedLookup(() => true)('lists.invalid', {}, resolve);
    });
    assert.match(error?.code ?? '', /^(?:ENOTFOUND|EAI_AGAIN)$/);
  });

  const failures: Readonly<
    Record<string, (request: IncomingMessage, response: ServerResponse) => void>
  > = {
    'a redirect to another host': (_, response) => {
      response.writeHead(302, { location: 'https://example.com/x' }).end();
    },
    'a redirect to http': (_, response) => {
      response.writeHead(302, { location: 'http://localhost/x' }).end();
    },
    'redirects without end': (_, response) => response.writeHead(302, { location: '/x' }).end(),
    'an error': (_, response) => response.writeHead(500).end(content),
    'a response that is cut off': (_, response) => {
      response.writeHead(200, { 'content-length': 10_000 });
      response.write(content, () => response.destroy());
    },
    'a file that is too large': (_, response) => response.end(Buffer.alloc(17 * 1_048_576, '\n')),
    'a page': (_, response) => response.end('<!doctype html><p>Sign in</p>'),
    'no text': (_, response) => response.end(Buffer.of(0, 1, 2)),
  };
  for (const [name, fails] of Object.entries(failures)) {
    it(`keeps the file and ends with 3: ${name}`, async () => {
      answer = fails;
      const { code, written, names, stderr } = await update(
        { url: `${origin}/deny.txt` },
        { accept: true },
      );
      assert.equal(code, 3);
      assert.equal(written, `${first}\n`);
      assert.deepEqual(names.sort(), ['.address-risk.json', '.git', 'deny.txt']);
      assert.match(stderr, /^List “Deny” \(deny\.txt\): [^\n]+\n$/);
    });
  }

  it('follows a redirect on the same host', async () => {
    answer = (request, response) => {
      if (request.url === '/deny.txt') response.writeHead(301, { location: '/new.txt' }).end();
      else response.end(content);
    };
    assert.equal((await update({ url: `${origin}/deny.txt`, sha256 })).code, 0);
  });

  it('reaches no private address, by name or by number', async () => {
    let count = 0;
    answer = (_, response) => {
      count++;
      response.end(content);
    };
    const { port } = new URL(origin);
    for (const host of ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433']) {
      const { code } = await update(
        { url: `https://${host}:${port}/deny.txt`, sha256 },
        { mayReach: isPublicAddress },
      );
      assert.equal(code, 3, host);
    }
    assert.equal(count, 0);
  });

  for (const list of [
    { url: 'http://example.com/deny.txt' },
    { url: 'file:///etc/passwd' },
    { url: 'https://user:pass@example.com/x' },
    { url: 'https://example.com/x', sha256: 'x' },
    { url: 'https://example.com/x', path: '.git/config.txt' },
    { url: 'https://example.com/x', path: '.GIT/hooks/x.txt' },
    { url: 'https://example.com/x', path: '../x.txt' },
    { url: 'https://example.com/x', path: 'src/index.ts' },
  ]) {
    it(`is configuration that cannot be used: ${JSON.stringify(list)}`, async () => {
      const { code, stderr } = await update(list, { accept: true });
      assert.equal(code, 2);
      assert.match(stderr, /^address-risk: [^\n]+\n$/);
    });
  }

  it('writes nothing through a link that leads out of the folder', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    const { code } = await update(
      { url: `${origin}/deny.txt`, sha256, path: 'lists/deny.txt' },
      {},
      ({ folder }) => symlinkSync(outside, join(folder, 'lists')),
    );
    assert.equal(code, 3);
    assert.deepEqual(readdirSync(outside), []);
    rmSync(outside, { recursive: true });
  });

  it('says that there is nothing to fetch', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lists-'));
    const { code, stderr } = await commandLine(folder, ['lists', 'update']);
    rmSync(folder, { recursive: true });
    assert.equal(code, 0);
    assert.match(stderr, /No list/);
  });
});
