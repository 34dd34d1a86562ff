import * as vscode from 'vscode';
import { nameTexts } from '../../words/book.ts';
import { shortened } from '../../words/text.ts';
import { askedFor } from '../book/asked.ts';
import type { Books } from '../book/register.ts';
import { findAddressesIn } from '../documents/foundAddresses.ts';
import type { Documents } from '../documents/register.ts';
import { settings } from '../shell/settings.ts';

/** In UTF-16 units: a hint moves the code behind it. */
const maxHintLength = 40;

/** More would not fit on a screen, whatever range is requested. */
const maxHints = 500;

export interface NameHints extends vscode.InlayHintsProvider {
  refresh(): void;
  dispose(): void;
}

/** Known names behind the addresses, where the user wants them there. */
export function createNameHints(books: Books, documents: Documents): NameHints {
  const changed = new vscode.EventEmitter<void>();
  return {
    onDidChangeInlayHints: changed.event,
    refresh: () => changed.fire(),
    dispose: () => changed.dispose(),

    async provideInlayHints(document, range, token) {
      const { uri } = document;
      if (settings.names(uri) !== 'inline') return [];
      await books.ready(uri);
      books.readNames(uri);
      const hints: vscode.InlayHint[] = [];
      for await (const portion of findAddressesIn(document, documents, range)) {
        for (const { found, range: place } of portion) {
          const [known] = books.factsOf(uri, askedFor(found)).names;
          if (known === undefined) continue;
          const { name, source } = nameTexts(known);
          const hint = new vscode.InlayHint(place.end, shortened(name, maxHintLength));
          hint.paddingLeft = true;
          hint.tooltip = `${name} · ${source}`;
          hints.push(hint);
        }
        if (token.isCancellationRequested || hints.length >= maxHints) break;
      }
      return hints;
    },
  };
}
