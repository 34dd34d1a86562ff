import { Disposable, languages } from 'vscode';
import type { Calls } from '../calls/register.ts';
import type { Documents } from '../documents/register.ts';
import type { Shell } from '../shell/shell.ts';
import { createChecksumHelp } from './checksumHelp.ts';
import { createCodeLensProvider } from './codeLens.ts';
import { createHoverProvider } from './hover.ts';

/** Hover, CodeLens, and the marks of wrong checksums, in files of any language. */
export function registerSurfaces(ports: {
  readonly calls: Calls;
  readonly documents: Documents;
  readonly shell: Shell;
}): Disposable {
  const { calls, documents } = ports;
  const everywhere = { pattern: '**' };
  const lenses = createCodeLensProvider(calls, documents);
  return Disposable.from(
    languages.registerHoverProvider(everywhere, createHoverProvider(ports)),
    languages.registerCodeLensProvider(everywhere, lenses),
    createChecksumHelp(documents),
    calls.activity.onDidChange(() => lenses.refresh()),
    documents.choices.onDidChange(() => lenses.readAgain()),
    calls.session.onDidChange(() => lenses.readAgain()),
    lenses,
  );
}
