import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { repository } from '../harness/extension.ts';
import { run } from '../harness/processes.ts';
import { startSession, type Session } from '../harness/session.ts';
import { sampleMode, usdc } from './support.ts';

describe('the packaged extension', () => {
  let vsix: string;
  let session: Session;
  before(async () => {
    const manifest = await readFile(join(repository, 'package.json'), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    await run('npm', ['run', '-s', 'package'], { cwd: repository });
    vsix = join(repository, 'dist', `address-risk-${version}.vsix`);
    session = await startSession({ extension: { vsix }, globalStorage: sampleMode });
  });
  after(() => session.stop());

  it('is smaller than 600 KiB', async () => {
    assert.ok((await stat(vsix)).size < 600 * 1024);
  });

  it('works once installed: hover, score, report', async () => {
    const workbench = await session.open();
    await workbench.openFile('Treasury.sol');
    await workbench.editor.hoverOver(usdc);
    await workbench.editor.hoverSaying(/Transactions\s+[\d,]+/);
    await workbench.editor.clickCodeLens('Score risk');
    await workbench.panelSaying(/sample scale[^]*As of/);
  });
});
