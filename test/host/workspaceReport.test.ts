import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  exportAddresses,
  exportWorkspaceReport,
} from '../../src/editor/inventory/exportWorkspaceReport.ts';
import type { Filter } from '../../src/report/addresses/filter.ts';
import { createNewAddresses } from '../../src/editor/inventory/newAddresses.ts';
import type { Shell } from '../../src/editor/shell/shell.ts';
import { largestFile } from '../../src/folder/fileText.ts';
import { openView } from './support/addressesView.ts';
import { repositoryIn } from './support/repository.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
/** One letter in the other case. */
const misspelled = '0xDAC17F958D2ee523a2206206994597C13D831ec7';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const { uriOf, write } = repositoryIn('workspaceReport');

/** Runs the command, picks the format, and saves in a folder outside of the workspace. */
async function exported(format: string, folder: string, filter?: Filter): Promise<string> {
  const file = vscode.Uri.file(join(folder, `report.${format}`));
  const { showQuickPick, showSaveDialog, showInformationMessage } = vscode.window;
  const view = openView({ [usdc]: '90.25' });
  const begin = (): void => void view.found.searchAll();
  const newAddresses = createNewAddresses({ ...view, begin });
  const refused: unknown[] = [];
  const refuse = (...what: readonly unknown[]): void => void refused.push(...what);
  const shell = {
    notifier: { refuse, inform: refuse },
    log: { fault: refuse },
  } as unknown as Shell;
  try {
    Object.assign(vscode.window, {
      showQuickPick: (items: readonly { readonly label: string }[]) =>
        Promise.resolve(items.find(({ label }) => label === format)),
      showSaveDialog: () => Promise.resolve(file),
      showInformationMessage: () => Promise.resolve(undefined),
    });
    await exportWorkspaceReport({ ...view, newAddresses, shell });
    if (filter !== undefined) {
      await view.list.setView({ filter });
      await exportAddresses({ ...view, newAddresses, shell });
    }
    assert.deepEqual(refused, []);
    return await readFile(file.fsPath, 'utf8');
  } finally {
    Object.assign(vscode.window, { showQuickPick, showSaveDialog, showInformationMessage });
    newAddresses.dispose();
    view.dispose();
  }
}

describe('Export Workspace Report', () => {
  let folder = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'address-risk-report-'));
    await write(
      'payees.ts',
      `const TREASURY = '${usdc}'; // ethereum\n// base: "${weth}"\npay('${misspelled}'); // ethereum\n`,
    );
    await write('large.txt', 'x'.repeat(largestFile + 1));
  });

  after(async () => {
    await rm(folder, { recursive: true });
    await rm(uriOf('').fsPath, { recursive: true });
  });

  it('writes each address with its score or why it has none, and what was not read', async function () {
    this.timeout(30_000);
    const text = await exported('Markdown', folder);
    assert.match(text, /^\*\*1 file larger than 4 MiB was not read\.\*\*$/m);
    assert.match(text, new RegExp(`${usdc} \\| Ethereum \\| 90\\.25`));
    assert.match(text, new RegExp(`${weth} \\| Base \\| No score is stored`));
    assert.match(text, /payees\\\.ts:1/);
    assert.match(text, /^# Sample data: Address risk report: \S/m);
    // WETH of Ethereum, in a comment about Base.
    for (const [heading, address] of [
      ['Wrong checksum', misspelled],
      ['Token of another network', weth],
    ] as const) {
      assert.match(text, new RegExp(`^\\| ${heading} \\| 1 \\|$`, 'm'));
      assert.match(text, new RegExp(`^## ${heading}\n\n### 1 address\n\n[^#]*${address}`, 'm'));
    }
  });

  it('writes a row for each place as CSV', async function () {
    this.timeout(30_000);
    const lines = (await exported('CSV', folder)).split('\r\n');
    assert.ok(lines.some((line) => line.startsWith(usdc) && line.includes('payees.ts,1')));
  });

  it('writes what the view shows by its filter, which hides no wrong checksum', async function () {
    this.timeout(30_000);
    const [, ...lines] = (await exported('CSV', folder, { network: 'base' })).trim().split('\r\n');
    const shown = lines.map((line) => line.split(',')[0]);
    assert.deepEqual(shown.sort(), [weth, misspelled].sort());
  });
});
