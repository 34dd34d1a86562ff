import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import { commandLine, type CommandEnd } from '../../support/commandLine.ts';
import { startGateway, usdc, type TestGateway, type TestMember } from '../../support/gateways.ts';
import { startLoggedService, type LoggedService } from '../../support/loggedService.ts';

/** Ages are whole seconds, so a result older than one second existed before. */
const agedMs = 1_500;

describe('the command line of two members, signed in to a gateway', () => {
  let folder = '';
  let service: LoggedService;
  let gateway: TestGateway;
  let alice: TestMember;
  let bob: TestMember;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'team-'));
    writeFileSync(join(folder, 'a.ts'), `// ethereum\n"${usdc}"\n`);
    service = await startLoggedService({ jobSeconds: 0.1 });
    gateway = await startGateway(service);
    [alice, bob] = [await gateway.addMember('alice'), await gateway.addMember('bob')];
  });
  after(async () => {
    await gateway.close();
    await service.close();
    rmSync(folder, { recursive: true });
  });

  /** Each has a machine of their own, and so a ledger. */
  const run = ({ tenantId, key }: TestMember, ...args: readonly string[]): Promise<CommandEnd> =>
    commandLine(folder, [...args, '--ledger', join(folder, tenantId)], {
      ...{ ADDRESS_RISK_URL: gateway.url, ADDRESS_RISK_TENANT: tenantId, ADDRESS_RISK_KEY: key },
    });

  const callsOf = async (member: TestMember): Promise<string[]> => {
    const { stdout } = await run(member, 'usage');
    return stdout.split('\n').filter((line) => line.includes(usdc));
  };

  async function work(member: TestMember): Promise<CommandEnd[]> {
    const ends = [
      await run(member, 'summary', usdc, '--network', 'ethereum'),
      await run(member, 'score', '--all', '--budget', '1'),
    ];
    for (const { code, stderr } of ends) assert.equal(code, 0, stderr);
    return ends;
  }

  it('pays for the first', async () => {
    const ends = await work(alice);
    for (const { stderr } of ends) assert.ok(!stderr.includes('nothing charged'), stderr);
    assert.equal(service.log.filter(({ method }) => method === 'POST').length, 2);
    const calls = await callsOf(alice);
    assert.equal(calls.length, 2);
    assert.ok(calls.every((line) => !line.includes('shared')));
  });

  it('charges the second nothing, and says so', async () => {
    await wait(agedMs);
    const ends = await work(bob);
    assert.equal(service.log.filter(({ method }) => method === 'POST').length, 2);
    for (const { stderr } of ends) assert.match(stderr, /shared by your team: nothing charged/);
    const calls = await callsOf(bob);
    assert.equal(calls.length, 2);
    for (const line of calls) assert.match(line, /: shared by your team: nothing charged$/);
    // The budget is untouched.
    const more = await run(bob, 'score', usdc, '--network', 'polygon', '--budget', '1');
    assert.equal(more.code, 0, more.stderr);
    assert.equal(service.log.filter(({ method }) => method === 'POST').length, 3);
  });
});
