import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Workbench } from '../harness/workbench.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answersFor, setStage, signIn, type Stage } from '../e2e/support.ts';

const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const evm = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

describe('an address that is not EVM', () => {
  let stage: Stage;
  let workbench: Workbench;
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'families-'));
    await writeFile(join(folder, 'cold.ts'), `export const cold = "${bitcoin}";\n`);
    await writeFile(
      join(folder, 'either.ts'),
      `// On Polygon and Celo alike.\nexport const either = "${evm}";\n`,
    );
    stage = await setStage({ jobSeconds: 1 }, { folder });
    workbench = await stage.session.open();
    await workbench.openFile('cold.ts');
    await signIn(workbench, answersFor(stage.service));
  });
  after(async () => {
    await stage.stop();
    await rm(folder, { recursive: true });
  });

  it('shows a hover without a summary call, and the hover says why', async () => {
    await workbench.openFile('cold.ts');
    await workbench.editor.hoverOver(bitcoin);
    const hover = await workbench.editor.hoverSaying(/available for EVM networks only/);
    assert.match(hover, /Bitcoin/);
    assert.match(hover, /valid checksum/);
    assert.deepEqual(stage.calls(), []);
  });

  it('is scored on its network', async () => {
    await workbench.editor.clickCodeLens('Score risk');
    await workbench.panelSaying(/Risk score \(by funds\)\s+[\d.,]+/);
    await workbench.editor.codeLensSaying(/^Risk [\d.,]+/);
    const targets = stage.service.log.map(({ target }) => decodeURIComponent(target));
    assert.ok(
      targets.includes(`/risk/api/${bitcoin}/risk_score/chain=bitcoin&aggregator=money`),
      targets.join('\n'),
    );
    assert.ok(!stage.calls().some((call) => call.includes('summary')));
  });

  it('asks for the network when evidence is equal, and remembers the choice', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('either.ts');
    await workbench.editor.hoverOver(evm);
    await workbench.editor.hoverSaying(/more than one network: Polygon, Celo/);
    await workbench.editor.clickCodeLens('Score risk');
    const question = await workbench.choose(/Which one is .* on/, 'Celo');
    assert.match(question.picks.join(), /Polygon.*Celo/);
    assert.doesNotMatch(question.picks.join(), /Ethereum/);
    await workbench.panelSaying(/Risk score \(by funds\)\s+[\d.,]+/);
    const targets = stage.service.log.map(({ target }) => decodeURIComponent(target));
    assert.ok(targets.some((target) => target.includes(`${evm}/risk_score/chain=celo`)));
    assert.ok(!targets.some((target) => target.includes('chain=polygon')));
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('either.ts');
    await workbench.editor.hoverOver(evm);
    await workbench.editor.hoverSaying(/Celo[^]*selected by you/);
  });
});
