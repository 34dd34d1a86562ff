import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Workbench } from '../../harness/workbench.ts';
import { answersFor, dai, setStage, signIn, usdc, type Stage } from '../../e2e/support.ts';

describe('Restricted Mode (hazard 65)', () => {
  let stage: Stage;
  let folder: string;
  let workbench: Workbench;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'address-risk-restricted-'));
    await writeFile(join(folder, 'a.ts'), `const a = '${usdc}';\n\nconst b = '${dai}';\n`);
    await writeFile(join(folder, 'deny.txt'), `${usdc}\n`);
    await writeFile(
      join(folder, '.address-risk.json'),
      JSON.stringify({
        version: 1,
        addresses: [{ address: usdc, network: 'ethereum', name: 'Treasury' }],
        networks: [{ files: '**', network: 'polygon' }],
        lists: [{ path: 'deny.txt', name: 'Team list', kind: 'deny' }],
      }),
    );
    const settings = { 'addressRisk.defaultChain': 'ethereum' };
    stage = await setStage({}, { isTrusted: false, folder, settings });
    workbench = await stage.session.open();
    await workbench.openFile('a.ts');
  });
  after(async () => {
    await stage.stop();
    await rm(folder, { recursive: true });
  });

  it('shows names and deny-list hits of an address book, and takes no network from it', async () => {
    await workbench.editor.hoverOver(usdc);
    const hover = await workbench.editor.hoverSaying(/deny list “Team list”[^]*not signed in/);
    assert.match(hover, /Treasury[^]*from the address book/);
    assert.match(hover, /Ethereum/);
    assert.doesNotMatch(hover, /Polygon/);
  });

  it('fetches nothing automatically, but runs explicit commands', async () => {
    await signIn(workbench, answersFor(stage.service));
    await workbench.editor.hoverOver(dai);
    const hover = await workbench.editor.hoverSaying(/Restricted Mode[^]*Fetch Summary/);
    assert.doesNotMatch(hover, /Polygon/);
    assert.deepEqual(stage.calls(), []);
    await workbench.editor.clickInHover('Fetch Summary');
    await workbench.editor.hoverSaying(/[\d,]+ transactions/);
    assert.deepEqual(stage.calls(), ['POST summary 200']);
    assert.match(stage.service.log[0]?.target ?? '', /chain=ethereum(?:&|$)/);
  });
});
