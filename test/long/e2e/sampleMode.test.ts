import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { signal } from '../../harness/processes.ts';
import { currentVersion, vsCodeVersions } from '../../harness/provision.ts';
import { startSession, type Session } from '../../harness/session.ts';
import { eventually } from '../../harness/waiting.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { doMainJob, factsInLine } from '../../e2e/mainJob.ts';
import { lookUp, sampleMode, vsix } from '../../e2e/support.ts';

const entryPoints = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

library EntryPoints {
    address internal constant V08 = 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108;
    address internal constant V09 = 0x433709009B8330FDa32311DF1C2AFA402eD8D009;
}
`;

for (const version of vsCodeVersions) {
  // The newest version installs the package as users do.
  const extension = version === currentVersion ? 'the package' : 'the folder';
  describe(`sample mode in VS Code ${version}, from ${extension}`, () => {
    let session: Session;
    let workbench: Workbench;
    before(async () => {
      session = await startSession({
        version,
        globalStorage: sampleMode,
        builtIn: 'all',
        extension: version === currentVersion ? { vsix } : 'unpacked',
      });
      workbench = await session.open();
    });
    after(() => session.stop());

    it('does the main job: hover, lens, progress, report, score', () => doMainJob(workbench));

    it('shows hovers over another folder, from a service that outlives the window that started it', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'address-risk-solidity-'));
      try {
        const pid = await servicePid(session);
        const [firstHost = 0] = await session.server.extensionHosts();
        await writeFile(join(folder, 'EntryPoints.sol'), entryPoints);
        const second = await session.open(folder);
        await second.openFile('EntryPoints.sol');
        await second.editor.hoverOver('0x433709009B8330FDa32311DF1C2AFA402eD8D009');
        const hover = await second.editor.hoverSaying(/transactions/);
        for (const fact of factsInLine) assert.match(hover, fact);
        assert.equal(await servicePid(session), pid);

        await workbench.page.close();
        // A closed page may leave its extension host for a while: its end is what a closed window is.
        signal(firstHost, 'SIGKILL');
        await lookUp(second, '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D');
        await second.panelSaying(/Last activity/);
        assert.equal(await servicePid(session), pid);

        await second.page.close();
        await session.server.killExtensionHosts();
        await eventually('the service to end', () => !isRunning(pid));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  });
}

/** The process of the sample service that all windows share. */
async function servicePid({ server }: Session): Promise<number> {
  const lock = join(server.globalStorage, 'sample', 'service.lock');
  return (JSON.parse(await readFile(lock, 'utf8')) as { pid: number }).pid;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
