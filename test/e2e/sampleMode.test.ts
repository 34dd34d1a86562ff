import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startSession, type Session } from '../harness/session.ts';
import { vsCodeVersions } from '../harness/provision.ts';
import { sampleMode, usdc } from './support.ts';

const facts = [/Balance\s+[\d,.]+ ETH/, /US dollars\s+[\d,.]+/, /Transactions\s+[\d,]+/];
const moreFacts = [/Contract\s+(yes|no)/, /Last activity\s+\d{4}-\d\d-\d\d \d\d:\d\d UTC/];

for (const version of vsCodeVersions) {
  describe(`sample mode in VS Code ${version}`, () => {
    let session: Session;
    before(async () => (session = await startSession({ version, globalStorage: sampleMode })));
    after(() => session.stop());

    it('does the main job: hover, lens, progress, report, score', async () => {
      const workbench = await session.open();
      await workbench.openFile('Treasury.sol');
      await workbench.editor.hoverOver(usdc);
      const hover = await workbench.editor.hoverSaying(/Last activity/);
      for (const fact of [...facts, ...moreFacts, /Sample data/]) assert.match(hover, fact);

      await workbench.editor.clickCodeLens('Score risk');
      const progress = workbench.notification('Scoring 0xA0b8…eB48');
      assert.match(await progress.text(), /Scoring 0xA0b8…eB48 · money/);
      assert.deepEqual(await progress.buttons(), ['Cancel']);
      const report = await workbench.panelSaying(/Risk score · money\s+[\d.]+[^]*As of/);
      for (const fact of [...facts, ...moreFacts, /Sample data/]) assert.match(report, fact);
      await workbench.page.getByRole('tab', { name: 'Address Risk: 0xA0b8…eB48' }).waitFor();
      await progress.gone();
      assert.match(await workbench.editor.codeLensSaying(/Risk /), /^Sample: Risk [\d.]+ · money$/);
    });

    it('hovers over the Solidity of a published package', async () => {
      const workbench = await session.open('node_modules/@openzeppelin/contracts');
      await workbench.openFile('ERC4337Utils.sol');
      await workbench.editor.revealLine(31);
      await workbench.editor.hoverOver('0x433709009B8330FDa32311DF1C2AFA402eD8D009');
      const hover = await workbench.editor.hoverSaying(/Last activity/);
      for (const fact of [...facts, ...moreFacts]) assert.match(hover, fact);
    });
  });
}
