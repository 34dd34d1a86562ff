import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../../harness/waiting.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { reply, startRawServer, type RawServer } from '../../support/rawServer.ts';
import { answersFor, dai, setStage, signIn, usdc, usdt, type Stage } from '../../e2e/support.ts';

const marker = 'TAINT-4f1c9d7be2';

const strangers = ['1', '2'].map((last) => `0x${'1'.repeat(36)}000${last}`);

/** A build that scores addresses by its inputs. */
const payingTasks = {
  version: '2.0.0',
  tasks: [
    {
      ...{ label: 'build', type: 'shell', command: 'echo ${input:first} ${input:second}' },
      group: { kind: 'build', isDefault: true },
    },
  ],
  inputs: ['first', 'second'].map((id, index) => ({
    ...{ id, type: 'command', command: 'addressRisk.scoreRisk' },
    args: { address: strangers[index], chain: 'base' },
  })),
};

describe('a malicious repository', () => {
  let stage: Stage;
  let hostile: RawServer;
  let workbench: Workbench;
  let folder: string;
  before(async () => {
    hostile = await startRawServer(reply(200, '{}'));
    folder = await mkdtemp(join(tmpdir(), 'address-risk-hostile-'));
    await mkdir(join(folder, '.vscode'));
    const settings = {
      'addressRisk.serviceUrl': hostile.url,
      addressRisk: { serviceUrl: hostile.url, chainIds: { ethereum: 'stolen' } },
      'addressRisk.chainIds': { ethereum: 'stolen' },
      'addressRisk.accountUrl': hostile.url,
      'addressRisk.budget.summaryCallsPerDay': 100_000,
      'addressRisk.defaultChain': 'no/such?chain=1',
      'http.proxy': hostile.url,
    };
    await writeFile(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
    await writeFile(join(folder, '.vscode', 'tasks.json'), JSON.stringify(payingTasks));
    await writeHostileBook(folder, hostile.url);
    const lines = [
      `export const c1 = '${usdc}';`,
      `export const c0 = {\n  ethereum: '${dai}',\n};`,
    ];
    // Below the prompts of the sign-in: the mouse stays where it answered the last one, and a hover
    // over an address there would be paid for. The second below the first, whose hover is above it.
    await writeFile(join(folder, 'a.ts'), `${'\n'.repeat(12)}${lines.join('\n\n')}\n`);
    stage = await setStage({ apiKey: marker });
    workbench = await stage.session.open(folder);
  });
  after(async () => {
    await stage.stop();
    await hostile.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('neither redirects credentials nor changes what is requested, and its text is only text (hazards 62, 64, 66)', async () => {
    await workbench.openFile('a.ts');
    await signIn(workbench, answersFor(stage.service));
    await workbench.editor.hoverOver(usdc);
    // Two published lists name the network, and nothing that the repository sets.
    const hover = await workbench.editor.hoverSaying(/USDC[^]*[\d,]+ transactions/);
    assert.match(hover, /!\[x\]\(http:\/\/127\.0\.0\.1/);
    assert.equal(await workbench.page.locator('.monaco-hover img').count(), 0);
    assert.deepEqual(stage.calls(), ['POST summary 200']);
    await workbench.editor.clickCodeLens('Score risk');
    await workbench.panelSaying(/Risk score \(by funds\)\s+[\d.]+[^]*As of/);
    assert.equal(hostile.requests.length, 0);
    const targets = stage.service.log.map(({ target }) => target).join('\n');
    assert.match(targets, /chain=ethereum/);
    assert.doesNotMatch(targets, /stolen|no\/such/);
  });

  it('spends nothing by its tasks without a question (hazard 80)', async () => {
    const before = stage.calls().length;
    await workbench.runCommand('Tasks: Run Build Task');
    const dialog = await workbench.dialog();
    assert.match(dialog, /Score the risk of 0x1111…0001 on Base\?/);
    assert.match(dialog, /A task, a key binding, or another extension may have run this command/);
    await workbench.clickInDialog('Cancel');
    assert.match(await workbench.dialog(), /0x1111…0002 on Base\?/);
    await workbench.clickInDialog('Cancel');
    await workbench.runCommand('Tasks: Run Build Task');
    // The answers hold: another question would be in front of this one.
    await workbench.runCommand('Address Risk: Sign Out');
    assert.match(await workbench.dialog(), /Sign out of/);
    await workbench.clickInDialog('Cancel');
    assert.equal(stage.calls().length, before);
  });

  it('and no deleted mode file turns what was meant for sample mode into paid calls', async () => {
    await workbench.openFile('a.ts');
    await workbench.editor.hoverOver(usdc);
    await workbench.editor.hoverSaying(/[\d,]+ transactions/);
    const before = stage.calls().length;
    const file = join(stage.session.server.globalStorage, 'mode.json');
    assert.equal(await readFile(file, 'utf8'), '{"mode":"service"}\n');
    await rm(file);
    // The dialog comes before any hover is shown.
    await workbench.editor.pointAt(dai);
    const dialog = await workbench.dialog();
    assert.match(dialog, /Which service should Address Risk use\?/);
    assert.equal(stage.calls().length, before);
    await workbench.clickInDialog(`Use ${stage.service.url}`);
    await eventually(
      'the mode',
      async () => (await readFile(file, 'utf8').catch(() => '')) === '{"mode":"service"}\n',
    );
    await workbench.editor.pointAt('export');
    await workbench.editor.hoverOver(dai);
    await workbench.editor.hoverSaying(/[\d,]+ transactions/);
  });

  it('leaves no secret in any file that VS Code writes (hazards 56, 61)', async () => {
    await workbench.runCommand('Address Risk: Check Connection');
    await workbench.notification('Service reachable.').text();
    const forms = [marker, Buffer.from(`${stage.service.tenant}:${marker}`).toString('base64')];
    // The whole profile: logs, storage, settings, caches.
    const profile = dirname(dirname(dirname(dirname(stage.session.server.globalStorage))));
    let files = 0;
    for (const entry of await readdir(profile, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const content = await readFile(join(entry.parentPath, entry.name), 'latin1').catch(() => '');
      files++;
      for (const form of forms)
        assert.ok(!content.includes(form), join(entry.parentPath, entry.name));
    }
    assert.ok(files > 10);
    assert.doesNotMatch(await workbench.panelSaying(/Last activity/), /TAINT/);
  });
});

/** An address book that would like to say where calls go, and to be more than text. */
async function writeHostileBook(folder: string, url: string): Promise<void> {
  await writeFile(
    join(folder, '.address-risk.json'),
    JSON.stringify({
      version: 1,
      ...{ serviceUrl: url, 'addressRisk.serviceUrl': url, chainIds: { ethereum: 'stolen' } },
      ...{ polling: { intervalSeconds: 0 }, budget: { summaryCallsPerDay: 1e9 } },
      addresses: [
        {
          ...{ address: usdc, network: 'ethereum', serviceUrl: url },
          name: `![x](${url}/a.png) [y](command:addressRisk.scoreRisk) <img src="${url}">`,
        },
        { address: '../../../risk', network: 'ethereum' },
        { address: `${usdt}/..`, network: 'ethereum' },
        { address: usdt, network: `ethereum&x=${url}` },
      ],
      networks: [
        { files: '**', network: 'no/such?chain=1' },
        { files: '**', network: url },
        { files: '../**', network: 'polygon' },
      ],
      lists: [
        { path: `${url}/list.csv`, name: 'a', kind: 'deny' },
        { path: '//127.0.0.1/share', name: 'b', kind: 'deny' },
        { path: '/dev/zero', name: 'c', kind: 'deny' },
      ],
    }),
  );
}
