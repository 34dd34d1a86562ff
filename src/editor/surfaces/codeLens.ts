import * as vscode from 'vscode';
import type { Books } from '../book/register.ts';
import type { Calls } from '../calls/register.ts';
import type { Documents } from '../documents/register.ts';
import { rangeFrom } from '../documents/surroundings.ts';
import { visitInTurns } from '../../turns/turns.ts';
import type { NewAddresses } from '../inventory/newAddresses.ts';
import { settings } from '../shell/settings.ts';
import { AddressLens, LensCommands } from './lensCommands.ts';
import { AutoLensFilter } from './autoLensFilter.ts';
import type { StoredResultIndex } from './storedResultIndex.ts';
import { tellingLinesIn } from './tellingLines.ts';
import { isOutsideWorkspace } from '../documents/isOutsideWorkspace.ts';

/** More would not help; the remaining addresses still have hovers. */
const maxLenses = 1_000;

export interface CodeLensSurface extends vscode.CodeLensProvider {
  /** Something stored or requested has changed. */
  refresh(): void;
  /** The network of any address may have changed too. */
  readAgain(): void;
  dispose(): void;
}

interface Rooms {
  readonly books: Books;
  readonly calls: Calls;
  readonly documents: Documents;
  readonly newAddresses: Pick<NewAddresses, 'of' | 'mayBe' | 'need'>;
  readonly stored: StoredResultIndex;
}

/** One CodeLens above a line with an address: its risk, or an offer to score it. */
export function createCodeLensProvider(rooms: Rooms): CodeLensSurface {
  const { documents } = rooms;
  const changed = new vscode.EventEmitter<void>();
  const commands = new LensCommands(rooms);
  const sparse = new AutoLensFilter(rooms, () => changed.fire());
  // While a window is not drawn, VS Code releases the commands of what it still shows.
  let wasFocused = vscode.window.state.focused;
  const focus = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused && !wasFocused) changed.fire();
    wasFocused = focused;
  });
  return {
    onDidChangeCodeLenses: changed.event,
    refresh() {
      sparse.forget();
      changed.fire();
    },
    readAgain() {
      commands.forget();
      sparse.forget();
      changed.fire();
    },
    dispose() {
      focus.dispose();
      sparse.dispose();
      changed.dispose();
    },

    async provideCodeLenses(document, token) {
      if (isOutsideWorkspace(document)) return [];
      const which = settings.codeLens(document.uri);
      if (which === 'off') return [];
      const lenses = await lensesFor(which, document, token);
      // Once it is known what is new, the entries are requested again.
      if (await hasAddresses(document)) rooms.newAddresses.need(document.uri);
      // Without titles, which take the book and the ledger: VS Code keeps the lines free for them, so that
      // no text moves when they come.
      return lenses.slice(0, maxLenses);
    },

    async resolveCodeLens(lens) {
      if (!(lens instanceof AddressLens)) return lens;
      await documents.choices.ready(lens.document.uri);
      await commands.add(lens);
      return lens;
    },
  };

  async function hasAddresses(document: vscode.TextDocument): Promise<boolean> {
    const lines = (await documents.index.of(document)) ?? [];
    return lines.some(({ addresses }) => addresses.length > 0);
  }

  async function lensesFor(
    which: 'auto' | 'all' | 'scored',
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<AddressLens[]> {
    switch (which) {
      case 'all':
        return allLenses(document, token, documents);
      case 'scored': {
        const scored = await tellingLinesIn(document, rooms, { isScoreOnly: true });
        return [...scored.values()].map((range) => new AddressLens(range, document));
      }
      case 'auto': {
        const all = await allLenses(document, token, documents);
        return sparse.from(all, document);
      }
    }
  }
}

/** A CodeLens for the first address of each line that can be looked up. */
async function allLenses(
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
  { index }: Documents,
): Promise<AddressLens[]> {
  const lines = (await index.of(document)) ?? [];
  const { version } = document;
  const lenses: AddressLens[] = [];
  const isWhole = await visitInTurns(
    'lenses',
    lines.length,
    (line) => {
      const place = lines[line]?.firstUsable;
      if (place === undefined) return true;
      const range = rangeFrom(new vscode.Position(line, place.offset), place);
      lenses.push(new AddressLens(range, document));
      return true;
    },
    () => document.version === version && !token.isCancellationRequested,
  );
  // The change that made this stale requests the entries again.
  return isWhole ? lenses : [];
}
