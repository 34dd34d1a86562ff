import { Disposable } from 'vscode';
import type { NewAddresses } from '../../../src/editor/inventory/newAddresses.ts';

/** A workspace without Git. */
export const noNewAddresses: NewAddresses = {
  of: () => undefined,
  mayBe: () => false,
  need: () => undefined,
  rows: () => Promise.resolve([]),
  compare: () => Promise.resolve(true),
  whyNone: () => '',
  onDidChange: () => new Disposable(() => undefined),
};
