import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { signal } from '../harness/processes.ts';
import { startSession, type Session } from '../harness/session.ts';
import { eventually } from '../harness/waiting.ts';
import { lookUp, sampleMode, usdc, usdt } from './support.ts';

describe('the sample service with several windows', () => {
  let session: Session;
  before(async () => (session = await startSession({ globalStorage: sampleMode })));
  after(() => session.stop());

  const servicePid = async (): Promise<number> => {
    const lock = join(session.server.globalStorage, 'sample', 'service.lock');
    return (JSON.parse(await readFile(lock, 'utf8')) as { pid: number }).pid;
  };

  it('is shared, outlives the window that started it, and ends with the last one', async () => {
    const first = await session.open();
    await first.openFile('Treasury.sol');
    await first.editor.hoverOver(usdc);
    await first.editor.hoverSaying(/Transactions\s+[\d,]+/);
    const pid = await servicePid();
    const [firstHost = 0] = await session.server.extensionHosts();

    const second = await session.open();
    await second.openFile('Treasury.sol');
    await second.editor.hoverOver(usdt);
    await second.editor.hoverSaying(/Transactions\s+[\d,]+/);
    assert.equal(await servicePid(), pid);

    await first.page.close();
    // A closed page may leave its extension host for a while: its end is what a closed window is.
    signal(firstHost, 'SIGKILL');
    await lookUp(second, '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D');
    await second.panelSaying(/Last activity/);
    assert.equal(await servicePid(), pid);

    await second.page.close();
    await session.server.killExtensionHosts();
    await eventually('the service to end', () => !isRunning(pid));
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
