import { CodeActionKind, Disposable, languages, workspace, type Event } from 'vscode';
import type { Books } from '../book/register.ts';
import type { Calls } from '../calls/register.ts';
import type { Documents } from '../documents/register.ts';
import type { NewAddresses } from '../inventory/newAddresses.ts';
import type { Shell } from '../shell/shell.ts';
import { createDenyMarks } from './denyMarks.ts';
import { createLookAlikeMarks } from './lookAlikeMarks.ts';
import { createBookActions } from './bookActions.ts';
import { followCaret } from './caret.ts';
import { createChecksumHelp } from './checksumHelp.ts';
import { createCodeLensProvider } from './codeLens.ts';
import { createHoverProvider } from './hover.ts';
import { createLocalHoverProvider } from './localHover.ts';
import { createNameHints } from './nameHints.ts';
import { createScoreProblems } from './scoreProblems.ts';
import { createWrongNetworkMarks } from './wrongNetworkMarks.ts';
import { StoredResultIndex } from './storedResultIndex.ts';
import { createStatusItem } from './statusItem.ts';
import { followStoredAddresses } from './storedAddresses.ts';

/** Hovers, CodeLens, names, quick fixes, and marks on addresses, in files of any language. */
export function registerSurfaces(ports: {
  readonly books: Books;
  readonly calls: Calls;
  readonly documents: Documents;
  readonly newAddresses: NewAddresses;
  /** Fires when other places of addresses may name other networks. */
  readonly onDidSearch: Event<void>;
  readonly shell: Shell;
}): Disposable {
  const { books, calls, documents, newAddresses, onDidSearch, shell } = ports;
  const everywhere = { pattern: '**' };
  const hints = createNameHints(books, documents);
  const stored = new StoredResultIndex(calls);
  const lenses = createCodeLensProvider({ ...ports, stored });
  const problems = createScoreProblems({ ...ports, stored });
  const refresh = (): void => {
    stored.forget();
    lenses.refresh();
    problems.refresh();
  };
  const readAgain = (): void => {
    lenses.readAgain();
    refresh();
  };
  return Disposable.from(
    languages.registerHoverProvider(everywhere, createHoverProvider(ports)),
    languages.registerCodeLensProvider(everywhere, lenses),
    // Later registered, so it is shown above the other.
    languages.registerHoverProvider(everywhere, createLocalHoverProvider(ports)),
    languages.registerInlayHintsProvider(everywhere, hints),
    languages.registerCodeActionsProvider(everywhere, createBookActions(books, documents), {
      providedCodeActionKinds: [CodeActionKind.QuickFix],
    }),
    createChecksumHelp(documents),
    createDenyMarks(books, documents),
    createLookAlikeMarks(books, documents),
    createWrongNetworkMarks(documents),
    createStatusItem(calls, documents, shell.log),
    followStoredAddresses(books.lookAlikes, calls, shell.log),
    followCaret(documents, shell.log),
    books.onDidChange(() => {
      hints.refresh();
      lenses.refresh();
    }),
    books.lookAlikes.onDidChange(() => lenses.refresh()),
    newAddresses.onDidChange(() => lenses.refresh()),
    documents.choices.onDidChange(() => hints.refresh()),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('addressRisk.names')) hints.refresh();
      if (change.affectsConfiguration('addressRisk')) refresh();
    }),
    hints,
    calls.activity.onDidChange(refresh),
    documents.choices.onDidChange(readAgain),
    onDidSearch(readAgain),
    calls.session.onDidChange(readAgain),
    lenses,
    problems,
  );
}
