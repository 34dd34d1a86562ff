import * as vscode from 'vscode';
import type { Books } from '../book/books.ts';
import { type Calls, readStatus } from '../calls/calls.ts';
import { findAddressesIn, type Documents } from '../documents/foundAddresses.ts';
import type { Services } from '../services.ts';
import { contextKey, runLogged, type Log } from '../shell/shell.ts';
import { AddressProblems, offerQuickFixes } from './documentMarks.ts';
import { createDenyMarks, createChecksumHelp, createWrongNetworkMarks } from './addressMarks.ts';
import { createLookAlikeMarks } from './lookAlikeMarks.ts';
import { createCodeLensProvider } from './lenses.ts';
import { createHoverProvider } from './hover.ts';
import { createLocalHoverProvider } from './localHover.ts';
import { createScoreProblems } from './scoreProblems.ts';
import { StoredResultIndex } from './lensLines.ts';
import { findAddressAt, askedFor } from '../documents/subject.ts';
import { bookCommand, inCodeTexts, namesakeText, nameTexts } from '../../messages/book.ts';
import { shortened } from '../../messages/text.ts';
import { settings } from '../shell/settings.ts';
import { networkNamed } from '../../networks/networks.ts';
import { Refresh } from '../../scheduler/refresh.ts';
import type { LookAlikeFeeds } from '../book/lookAlikeFeeds.ts';
import { storedKeyOf } from '../session/session.ts';
import { commandIds, type CommandCall } from '../../manifest.ts';
import { statusName, statusText } from '../../messages/status.ts';
import { isIgnored, utcDate } from '../../book/book.ts';
import { argumentFor } from '../documents/argument.ts';

/** Hovers, CodeLens, names, quick fixes, and marks on addresses, in files of any language. */
export function registerSurfaces(services: Services): vscode.Disposable {
  const { addresses, books, calls, documents, newAddresses, shell } = services;
  const everywhere = { pattern: '**' };
  const hints = createNameHints(books, documents);
  const stored = new StoredResultIndex(calls);
  const lenses = createCodeLensProvider({ ...services, stored });
  const problems = new AddressProblems();
  const scoreProblems = createScoreProblems({ ...services, stored, problems });
  const refresh = (): void => {
    stored.forget();
    lenses.refresh();
    scoreProblems.refresh();
  };
  const readAgain = (): void => {
    lenses.forgetNetworks();
    refresh();
  };
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider(everywhere, createHoverProvider(services)),
    vscode.languages.registerCodeLensProvider(everywhere, lenses),
    // Later registered, so it is shown above the other.
    vscode.languages.registerHoverProvider(everywhere, createLocalHoverProvider(services)),
    vscode.languages.registerInlayHintsProvider(everywhere, hints),
    offerQuickFixes(createBookActions(books, documents)),
    createDenyMarks(problems, books, documents),
    createLookAlikeMarks(problems, books, documents),
    createWrongNetworkMarks(problems, books, documents),
    createChecksumHelp(problems, books, documents),
    createStatusItem(calls, documents, shell.log),
    followStoredAddresses(books.lookAlikes, calls, shell.log),
    followCaret(documents, shell.log),
    books.onDidChange(() => {
      hints.refresh();
      lenses.refresh();
    }),
    books.lookAlikes.onDidChange(() => lenses.refresh()),
    newAddresses.onDidChange(() => lenses.refresh()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('addressRisk.names')) hints.refresh();
      if (change.affectsConfiguration('addressRisk')) refresh();
    }),
    hints,
    calls.activity.onDidChangeScores(refresh),
    documents.choices.onDidChange(() => {
      hints.refresh();
      readAgain();
    }),
    // Other places of addresses may now name other networks.
    addresses.onDidSearch(readAgain),
    calls.session.onDidChange(readAgain),
    lenses,
    scoreProblems,
    problems,
  );
}

/** Tells menus whether the caret is on an address, and whether the selection contains one. */
function followCaret(documents: Documents, log: Pick<Log, 'fault'>): vscode.Disposable {
  const isOnAddress = contextKey('addressRisk.isOnAddress');
  const hasSelectedAddress = contextKey('addressRisk.hasSelectedAddress');
  /** Another one after each look: only the latest look counts. */
  let looks = 0;

  async function lookInSelection(editor: vscode.TextEditor, look: number): Promise<void> {
    const within = editor.selection;
    for await (const { problem } of findAddressesIn(editor.document, documents, { within })) {
      if (look !== looks) return;
      if (problem === undefined) {
        void hasSelectedAddress(true);
        return;
      }
    }
    if (look === looks) void hasSelectedAddress(false);
  }

  function look(editor: vscode.TextEditor | undefined): void {
    looks++;
    const found =
      editor && findAddressAt(editor.document, editor.selection.active, documents.choices);
    void isOnAddress(found !== undefined && found.problem === undefined);
    if (editor === undefined || editor.selection.isEmpty) void hasSelectedAddress(false);
    else runLogged(log, 'selection', lookInSelection(editor, looks));
  }
  look(vscode.window.activeTextEditor);
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(look),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === vscode.window.activeTextEditor) look(textEditor);
    }),
  );
}

/** In UTF-16 units: a hint moves the code behind it. */
const maxHintLength = 40;

/** More would not fit on a screen, whatever range is requested. */
const maxHints = 500;

/** Known names behind the addresses, where the user wants them there. */
function createNameHints(books: Books, documents: Documents) {
  const changed = new vscode.EventEmitter<void>();
  return {
    onDidChangeInlayHints: changed.event,
    refresh: (): void => changed.fire(),
    dispose: (): void => changed.dispose(),

    async provideInlayHints(
      document: vscode.TextDocument,
      range: vscode.Range,
      token: vscode.CancellationToken,
    ): Promise<vscode.InlayHint[]> {
      const { uri } = document;
      if (settings.names(uri) !== 'inline') return [];
      await books.ready(uri);
      books.readNames(uri);
      const hints: vscode.InlayHint[] = [];
      for await (const found of findAddressesIn(document, documents, { within: range })) {
        if (token.isCancellationRequested || hints.length >= maxHints) break;
        const asked = askedFor(found);
        const [known] = books.factsOf(uri, asked).names;
        const inFiles = known === undefined ? books.nameInCode(uri, asked) : undefined;
        const texts = known === undefined ? inFiles && inCodeTexts(inFiles) : nameTexts(known);
        if (texts === undefined) continue;
        const { name, source } = texts;
        const hint = new vscode.InlayHint(found.range.end, shortened(name, maxHintLength));
        hint.paddingLeft = true;
        const warning = inFiles?.namesake && namesakeText(inFiles.namesake);
        hint.tooltip = [`${name} · ${source}`, ...(warning ? [warning] : [])].join('\n');
        hints.push(hint);
      }
      return hints;
    },
  };
}

/** The newest: older ones are less likely to be taken for another. */
const maxStored = 2_000;

/** Feeds the addresses of stored results to the search for look-alikes. Costs nothing. */
function followStoredAddresses(
  lookAlikes: LookAlikeFeeds,
  { session, openEngine, activity }: Pick<Calls, 'session' | 'openEngine' | 'activity'>,
  log: Pick<Log, 'fault'>,
): vscode.Disposable {
  const reading = new Refresh(async () => {
    const account = storedKeyOf(await session.identity());
    const stored =
      account === undefined ? [] : await (await openEngine()).listResults(account, maxStored);
    const known = stored.map(({ address, chain }) => ({
      address,
      family: networkNamed(chain)?.family ?? 'evm',
    }));
    lookAlikes.feed('stored results', () => known, { areAnchors: true });
  });
  const refresh = (): void => {
    runLogged(log, 'stored results', reading.run());
  };

  // Once there is something to compare with, and then after each result.
  const first = lookAlikes.onDidChange(() => {
    first.dispose();
    refresh();
  });
  return vscode.Disposable.from(
    first,
    activity.onDidChange(refresh),
    session.onDidChange(({ isOtherAccount }) => {
      if (isOtherAccount) refresh();
    }),
  );
}

/**
 * The status bar item. It appears with the first address, request, or change of account, and only
 * reacts to events, so an idle window reads nothing.
 */
export function createStatusItem(
  calls: Pick<Calls, 'session' | 'openEngine' | 'activity'>,
  { index }: Pick<Documents, 'index'>,
  log: Pick<Log, 'fault'>,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    'addressRisk.status',
    vscode.StatusBarAlignment.Right,
  );
  item.name = statusName();
  item.command = commandIds.showStatus;
  const hasAccount = contextKey('addressRisk.hasAccount');
  let isShown = false;
  const reading = new Refresh(async () => {
    const status = await readStatus(calls);
    void hasAccount(status.kind !== 'signedOut');
    const { text, tooltip, label } = statusText(status);
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label, role: 'button' };
    item.show();
  });

  function refresh(): void {
    isShown = true;
    runLogged(log, 'status', reading.run());
  }

  const first = index.onDidRead((document) => {
    if (isShown) {
      first.dispose();
      return;
    }
    index.of(document).then(
      (lines = []) => {
        if (!isShown && lines.some(({ addresses }) => addresses.length > 0)) refresh();
      },
      (error: unknown) => log.fault('status', error),
    );
  });
  let wasFocused = vscode.window.state.focused;
  return vscode.Disposable.from(
    item,
    first,
    calls.activity.onDidChange(refresh),
    calls.session.onDidChange(refresh),
    // Another vscode.window may have spent something, or a new day has started.
    vscode.window.onDidChangeWindowState(({ focused }) => {
      // Fires too when the user has not done anything for a while.
      if (isShown && focused && !wasFocused) refresh();
      wasFocused = focused;
    }),
  );
}

/** *Add to Address Book…* and *Ignore Address…* as quick fixes, each where it would change something. */
export function createBookActions(
  books: Books,
  { choices }: Pick<Documents, 'choices'>,
): vscode.CodeActionProvider {
  return {
    async provideCodeActions(document, { start }, { diagnostics }) {
      await books.ready(document.uri);
      const found = findAddressAt(document, start, choices);
      if (found === undefined || found.problem !== undefined) return [];
      const { denials, entries } = books.factsOf(document.uri, askedFor(found));
      // Neither takes an address off a deny list.
      if (denials.length > 0) return [];
      const today = utcDate(Date.now());
      const argument = argumentFor(found);
      const ours = diagnostics.filter(({ code }) => code === 'lookAlike');
      return [
        ...(entries.length > 0
          ? []
          : [action(bookCommand.add(), { name: 'addToAddressBook', argument }, [])]),
        ...(entries.some((entry) => isIgnored(entry, today))
          ? []
          : [action(bookCommand.ignore(), { name: 'ignoreAddress', argument }, ours)]),
      ];
    },
  };
}

function action(
  title: string,
  { name, argument }: CommandCall,
  diagnostics: vscode.Diagnostic[],
): vscode.CodeAction {
  const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  fix.command = { title, command: commandIds[name], arguments: [argument] };
  fix.diagnostics = diagnostics;
  return fix;
}
