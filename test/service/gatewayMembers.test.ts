import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Engine } from '../../src/engine/engine.ts';
import { gestureOf } from '../../src/paid/gesture.ts';
import { spendingLine } from '../../src/messages/usage.ts';
import { startGateway, usdc, type TestGateway } from '../support/gateways.ts';
import { startLoggedService, type LoggedService } from '../support/loggedService.ts';
import { account, openTestEngine } from '../support/testEngine.ts';
import { eventually } from '../harness/waiting.ts';

const subject = { address: usdc, chain: 'ethereum' };
const key = { account: account.key, ...subject };
const secondMs = 1_000;

describe('the extension of a member', () => {
  let service: LoggedService;
  let gateway: TestGateway;
  let folders: string[];
  let alice: Engine;
  let bob: Engine;
  const sent = (path: string): number =>
    service.log.filter(({ target }) => target.includes(path)).length;

  before(async () => {
    service = await startLoggedService({ jobSeconds: 0.1 });
    gateway = await startGateway(service);
    folders = [];
    const open = async (name: string): Promise<Engine> => {
      const { tenantId, key: apiKey } = await gateway.addMember(name);
      const folder = await mkdtemp(join(tmpdir(), 'address-risk-member-'));
      folders.push(folder);
      return openTestEngine(folder, { url: gateway.url, tenant: tenantId, apiKey }).engine;
    };
    [alice, bob] = [await open('alice'), await open('bob')];
  });
  after(async () => {
    await Promise.all([alice.close(), bob.close()]);
    await gateway.close();
    await service.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  const score = (engine: Engine, isRepeat = false) =>
    engine.score(
      { account, subject, aggregator: 'money', gesture: gestureOf('panel'), isRepeat },
      () => undefined,
      new AbortController().signal,
    );
  const charges = async (engine: Engine): Promise<string[]> =>
    (await engine.listSpendings(account.key, 9)).map(({ kind, charge }) => `${kind} ${charge}`);

  it('pays for what no one of the team has, and nothing for the rest', async () => {
    let paidAt = 0;
    for (const engine of [alice, bob]) {
      // Ages are whole seconds, and only what was there before is older than its request.
      if (engine === bob) await eventually('two seconds', () => Date.now() > paidAt + 2_500);
      assert.equal((await engine.lookUp({ account, subject, source: 'hover' })).kind, 'value');
      assert.equal((await score(engine)).kind, 'value');
      if (engine === alice) paidAt = Date.now();
    }
    assert.deepEqual(await charges(alice), ['start made', 'summary made']);
    assert.deepEqual(await charges(bob), ['start shared', 'summary shared']);
    assert.deepEqual([sent('/summary/'), sent('/risk_score/')], [1, 1]);
    const [spending] = await bob.listSpendings(account.key, 1);
    assert.match(
      spendingLine(spending!, undefined).detail,
      / · shared by your team: nothing charged$/,
    );
    assert.deepEqual(
      (await bob.readUsage(account.key)).filter(({ kind }) => kind !== 'poll'),
      [],
      'no budget is used',
    );
  });

  it('dates a shared result by when the service said it', async () => {
    const [mine] = (await alice.readHistory(key)).map(({ receivedAt }) => receivedAt);
    const [theirs] = (await bob.readHistory(key)).map(({ receivedAt }) => receivedAt);
    // Ages are whole seconds.
    assert.ok(Math.abs(mine! - theirs!) <= 2 * secondMs, `${mine} and ${theirs}`);
    const [spending] = await bob.listSpendings(account.key, 1);
    assert.ok(theirs! < spending!.at, 'and not by when it was requested');
  });

  it('gets and pays a new score by Score Again', async () => {
    assert.equal((await score(bob, true)).kind, 'value');
    assert.equal((await charges(bob))[0], 'start made');
    assert.equal(sent('/risk_score/'), 2);
  });
});
