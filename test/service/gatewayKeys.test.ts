import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { connect } from 'node:tls';
import { runGateway } from '../../src/gateway/main.ts';
import { eventually } from '../harness/waiting.ts';
import { selfSigned } from '../support/certificates.ts';
import { spawnServer } from '../support/cliProcess.ts';
import { addressNumber, memberAt } from '../support/gateways.ts';
import { reply, startRawServer } from '../support/rawServer.ts';
import { basic } from './support/rawHttp.ts';

/** Puts a file into a folder whole, or not at all. */
const putIn =
  (folder: string) =>
  async (name: string, text: string): Promise<void> => {
    await writeFile(join(folder, `${name}.new`), text);
    await rename(join(folder, `${name}.new`), join(folder, name));
  };

it('a gateway that runs takes another key, and ends its calls with the one before', async (test) => {
  const folder = await mkdtemp(join(tmpdir(), 'address-risk-gateway-'));
  const held: (() => void)[] = [];
  const service = await startRawServer((...request) => {
    const answer = (): void => reply(200, '{"balance":1}')(...request);
    if (service.requests.length === 2) held.push(answer);
    else answer();
  });
  const put = putIn(folder);
  await put('ADDRESS_RISK_URL', service.url);
  await put('ADDRESS_RISK_TENANT', 'team');
  await put('ADDRESS_RISK_KEY', 'taint-first');
  const printed: string[] = [];
  const output = { log: (line: string) => printed.push(line), error: () => undefined };
  await runGateway(['members', 'add', 'one', '--data', folder], {}, output);
  const [tenantId = '', key = ''] = printed.map((line) => line.split(': ')[1]);
  const {
    child: gateway,
    log,
    url,
    ended,
  } = spawnServer(['gateway', '--data', folder, '--secrets', folder]);
  // Also on failure: otherwise running processes would keep the test alive.
  test.after(async () => {
    gateway.kill('SIGKILL');
    for (const answer of held) answer();
    await service.close();
    await rm(folder, { recursive: true });
  });
  const one = memberAt(await url, { tenantId, key });
  const logged = (part: string) =>
    eventually(`${part} in the log`, () => log().includes(part), 20_000);
  /** The key that the next call is made with. */
  const usedKey = async (address: number): Promise<string | undefined> => {
    const sent = service.requests.length;
    assert.equal((await one.summary(addressNumber(address))).status, 200);
    const head = service.requests[sent]?.head ?? '';
    return ['first', 'second', 'third'].find((each) =>
      head.includes(basic('team', `taint-${each}`)['Authorization'] ?? assert.fail()),
    );
  };

  assert.equal(await usedKey(0), 'first');
  const inProgress = one.summary(addressNumber(1));
  await eventually('the call', () => held.length === 1);
  await put('ADDRESS_RISK_KEY', 'taint-second');
  await logged('"isChanged":true');
  assert.equal(await usedKey(2), 'second');
  held[0]?.();
  assert.equal((await inProgress).status, 200);

  await put('ADDRESS_RISK_KEY', 'taint-third');
  gateway.kill('SIGHUP');
  await eventually(
    'the third',
    async () => (await usedKey(3 + service.requests.length)) === 'third',
  );
  gateway.kill('SIGHUP');
  await logged('The key is the one in use.');
  await put('ADDRESS_RISK_KEY', '');
  gateway.kill('SIGHUP');
  await logged('ADDRESS_RISK_KEY is empty.');
  await put('ADDRESS_RISK_KEY', 'taint-third');
  await put('ADDRESS_RISK_TENANT', 'others');
  await logged('Another URL or tenant needs a restart.');
  assert.equal(await usedKey(90), 'third');
  // Unchanged files must not be reported as changed.
  const before = log().length;
  await put('ADDRESS_RISK_TENANT', 'team');
  await eventually(
    'a line',
    () => log().slice(before).includes('The key is the one in use.'),
    20_000,
  );
  assert.equal(log().split('"isChanged":true').length - 1, 2);
  assert.equal(log().includes('taint'), false);

  gateway.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});

it('takes a renewed certificate, and keeps the one in use where it cannot', async (test) => {
  const folder = await mkdtemp(join(tmpdir(), 'address-risk-gateway-'));
  const [first, second] = [selfSigned('localhost'), selfSigned('localhost')];
  const put = putIn(folder);
  await put('cert.pem', first.cert);
  await put('key.pem', first.key);
  const {
    child: gateway,
    log,
    url,
  } = spawnServer([
    ...['gateway', '--sample', '--data', join(folder, 'data')],
    ...['--tls-cert', join(folder, 'cert.pem'), '--tls-key', join(folder, 'key.pem')],
  ]);
  test.after(async () => {
    gateway.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });
  const { port } = new URL(await url);
  const served = async (): Promise<string | undefined> => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { raw } = socket.getPeerX509Certificate() ?? {};
    socket.destroy();
    return [first, second].find(({ cert }) =>
      new X509Certificate(cert).raw.equals(raw ?? Buffer.of()),
    )?.cert;
  };
  assert.equal(await served(), first.cert);
  await put('cert.pem', second.cert);
  gateway.kill('SIGHUP');
  await eventually('a refusal', () => log().includes('The certificate and its key cannot be used'));
  assert.equal(await served(), first.cert);
  await put('key.pem', second.key);
  await eventually('the second', async () => (await served()) === second.cert, 20_000);
  const until = new Date(new X509Certificate(second.cert).validTo).toISOString();
  await eventually('a line', () =>
    log().includes(`"event":"certificate","isChanged":true,"until":"${until}"`),
  );
});
