import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { reply, startRawServer, type RawServer } from '../support/rawServer.ts';
import { answersFor, setStage, signIn, usdc, type Stage } from './support.ts';

const marker = 'TAINT-4f1c9d7be2';

describe('a repository that means harm', () => {
  let stage: Stage;
  let hostile: RawServer;
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
    await writeFile(join(folder, 'a.ts'), `export const a = '${usdc}';\n`);
    stage = await setStage({ apiKey: marker });
  });
  after(async () => {
    await stage.stop();
    await hostile.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('neither redirects credentials nor changes what is asked for (hazard 62)', async () => {
    const workbench = await stage.session.open(folder);
    await workbench.openFile('a.ts');
    await signIn(workbench, answersFor(stage.service));
    await workbench.editor.hoverOver(usdc);
    await workbench.editor.hoverSaying(/Transactions\s+[\d,]+/);
    await workbench.editor.clickCodeLens('Score risk');
    await workbench.panelSaying(/Risk score · money\s+[\d.]+[^]*As of/);
    assert.equal(hostile.requests.length, 0);
    const targets = stage.service.log.map(({ target }) => target).join('\n');
    assert.match(targets, /chain=ethereum/);
    assert.doesNotMatch(targets, /stolen|no\/such/);
  });

  it('leaves no secret in any file of the editor (hazards 56, 61)', async () => {
    const workbench = await stage.session.open(folder);
    await workbench.runCommand('Address Risk: Check Connection');
    await workbench.notification('The service answered (404)').text();
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
    assert.doesNotMatch(
      await workbench
        .panel()
        .locator('body')
        .innerText()
        .catch(() => ''),
      /TAINT/,
    );
  });
});
