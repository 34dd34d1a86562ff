import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { comparisonNotes } from '../../../src/editor/inventory/newAddresses.ts';
import { openView } from './addressesView.ts';
import { gitApi, repositoryIn, root, within } from './repository.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
export const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
const uni = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984';
export const wbtc = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';
export const link = '0x514910771AF9Ca656af840dff83E8264EcF986CA';

/** A repository in a subfolder of the workspace, because other tests use the rest. */
const home = 'newAddresses';
export const repository = repositoryIn(home);
const { uriOf, git, write, commitAll } = repository;

/**
 * The repository of a suite: a branch that has added addresses, moved one, and kept one.
 * @returns the name of the commit before it, once the suite has started
 */
export function changedRepository(): () => string {
  let base = '';
  before(async function () {
    this.timeout(60_000);
    base = await addAddresses();
  });
  after(removeRepository);
  return () => base;
}

async function addAddresses(): Promise<string> {
  await mkdir(uriOf('').fsPath, { recursive: true });
  const without = openView();
  await without.search();
  await within(
    () => comparisonNotes(without.revisions).join(),
    (text) => text === 'New addresses are not marked: this folder is not in a Git repository.',
  );
  without.dispose();
  await git('init', '--quiet', '--initial-branch=main');
  await write('kept.txt', `ethereum: "${usdc}"\n`);
  await write('moved.txt', `${'// a line\n'.repeat(20)}ethereum: "${weth}"\n`);
  await write('changed.txt', `ethereum: "${uni}"\n`);
  await write('listed.txt', `${wbtc}\n`);
  const base = await commitAll('base');
  await (await gitApi()).openRepository(uriOf(''));
  await git('checkout', '--quiet', '-b', 'work');
  await write('changed.txt', `ethereum: "${dai}"\n`);
  await mkdir(uriOf('below').fsPath);
  await rename(uriOf('moved.txt').fsPath, uriOf('below/moved.txt').fsPath);
  await commitAll('a change');
  await write('untracked.txt', `ethereum: "${link}"\nethereum: "${usdc}"\nethereum: "${uni}"\n`);
  const api = await gitApi();
  await within(
    () => api.repositories.map((each) => each.state.workingTreeChanges.length).join(),
    (count) => count === '1',
  );
  return base;
}

async function removeRepository(): Promise<void> {
  await setSince(undefined);
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await rm(uriOf('').fsPath, { recursive: true, force: true });
  await rm(join(root().fsPath, '.address-risk.json'), { force: true });
  await rm(join(root().fsPath, '.vscode'), { recursive: true, force: true });
  const api = await gitApi();
  await within(
    () => api.repositories.length,
    (count) => count === 0,
  );
}

export const setSince = (
  value: string | undefined,
  target = vscode.ConfigurationTarget.Workspace,
): Thenable<void> =>
  vscode.workspace.getConfiguration('addressRisk', root()).update('newSince', value, target);

/** Of the user rather than the workspace. */
export const ofUser = vscode.ConfigurationTarget.Global;
