import * as vscode from 'vscode';
import { nothingSearched, type ChainChoices } from '../../../src/editor/documents/chainChoice.ts';

/** Of a user who has chosen no network. */
export const noChoices: ChainChoices = {
  of: () => undefined,
  entryNetwork: () => undefined,
  searched: nothingSearched,
  ofFile: () => [],
  ready: () => Promise.resolve(),
  remember: () => Promise.resolve(),
  alwaysAssumed: () => undefined,
  setAlwaysAssumed: () => Promise.resolve(),
  onDidChange: () => new vscode.Disposable(() => undefined),
  onDidChoose: () => new vscode.Disposable(() => undefined),
  dispose: () => undefined,
};
