import assert from 'node:assert/strict';
import type { Workbench } from '../harness/workbench.ts';
import { usdc } from './support.ts';

/** The facts of a summary in a hover, on one line. */
export const factsInLine: readonly RegExp[] = [
  /[\d,.]+ ETH \(\$[\d,.]+\)/,
  /[\d,]+ transactions?/,
  /smart contract/,
  /active |no activity recorded/,
];

/** The same in a report. */
const facts: readonly RegExp[] = [
  /Balance\s+[\d,.]+ ETH/,
  /US dollars\s+[\d,.]+/,
  /Transactions\s+[\d,]+/,
  /Contract\s+(yes|no)/,
  /Last activity\s+\d{4}-\d\d-\d\d \d\d:\d\d UTC/,
];

/** Hover, lens, progress, report, and score, of sample data. */
export async function doMainJob(workbench: Workbench): Promise<void> {
  await workbench.openFile('Treasury.sol');
  await workbench.editor.hoverOver(usdc);
  const hover = await workbench.editor.hoverSaying(/transactions/);
  for (const fact of [...factsInLine, /Sample data/]) assert.match(hover, fact);

  await workbench.editor.clickCodeLens('Score risk');
  const progress = workbench.notification('Scoring USDC');
  assert.match(await progress.text(), /Scoring USDC on Ethereum/);
  assert.deepEqual(await progress.buttons(), ['Cancel']);
  const report = await workbench.panelSaying(/Risk score \(by funds\)\s+[\d.]+[^]*As of/);
  for (const fact of [...facts, /Sample data/]) assert.match(report, fact);
  await workbench.page.getByRole('tab', { name: 'Address Risk: 0xA0b8…eB48' }).waitFor();
  await progress.gone();
  assert.match(
    await workbench.editor.codeLensSaying(/Risk /),
    /^Risk [\d.]+ · (?:Low|Medium|High|Severe) \(sample\)$/,
  );
}
