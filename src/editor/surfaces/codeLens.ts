import * as vscode from 'vscode';
import { subjectName } from '../../ledger/subjectKey.ts';
import type { Calls } from '../calls/register.ts';
import type { Documents } from '../documents/register.ts';
import { findAddressesIn, type PlacedAddress } from '../documents/foundAddresses.ts';
import { isForeign, type Subject } from '../documents/subject.ts';
import { rangeFrom } from '../documents/surroundings.ts';
import { visitInTurns } from '../documents/turns.ts';
import { isSignedIn } from '../session/identity.ts';
import { settings } from '../shell/settings.ts';
import { AddressLens, LensCommands } from './lensCommands.ts';

/** More would not help; the remaining addresses still have hovers. */
const mostLenses = 1_000;

/** CodeLens entries resolved at once: as many as a screen has lines. */
const mostAtOnce = 60;

export interface CodeLensSurface extends vscode.CodeLensProvider {
  /** Something stored or requested has changed. */
  refresh(): void;
  /** The network of any address may have changed too. */
  readAgain(): void;
  dispose(): void;
}

/** One CodeLens above each line with an address: its risk, or an offer to score it. */
export function createCodeLensProvider(calls: Calls, documents: Documents): CodeLensSurface {
  const changed = new vscode.EventEmitter<void>();
  const commands = new LensCommands(calls, documents);
  return {
    onDidChangeCodeLenses: changed.event,
    refresh: () => changed.fire(),
    readAgain() {
      commands.forget();
      changed.fire();
    },
    dispose: () => changed.dispose(),

    async provideCodeLenses(document, token) {
      if (isForeign(document)) return [];
      const which = settings.codeLens(document.uri);
      if (which === 'off') return [];
      await documents.choices.ready(document.uri);
      const lenses =
        which === 'scored'
          ? await scoredLenses(document, token, calls, documents)
          : await allLenses(document, token, documents);
      // A screenful is resolved at once, so that no entry shows without a title.
      if (lenses.length <= mostAtOnce && !token.isCancellationRequested) {
        await Promise.all(lenses.map((lens) => commands.add(lens)));
      }
      return lenses;
    },

    async resolveCodeLens(lens) {
      if (lens instanceof AddressLens) await commands.add(lens);
      return lens;
    },
  };
}

/** CodeLens entries for addresses with a stored score. */
async function scoredLenses(
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
  { session, openEngine }: Calls,
  documents: Documents,
): Promise<AddressLens[]> {
  const identity = await session.identity();
  if (!isSignedIn(identity)) return [];
  const found = new Map<number, PlacedAddress & { readonly subject: Subject }>();
  for await (const portion of findAddressesIn(document, documents)) {
    for (const placed of portion) {
      const { subject } = placed.found;
      const { line } = placed.range.start;
      if (subject !== undefined && !found.has(line)) found.set(line, { ...placed, subject });
    }
    if (token.isCancellationRequested || found.size >= mostLenses) break;
  }
  const engine = await openEngine();
  const addresses = [...new Set([...found.values()].map(({ subject }) => subject.address))];
  const scores = await engine.listScored(identity.key, addresses, settings.aggregator());
  const scored = new Set(scores.map(({ chain, address }) => subjectName({ chain, address })));
  return [...found.values()]
    .filter(({ subject }) => scored.has(subjectName(subject)))
    .map(({ range }) => new AddressLens(range, document));
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
      return lenses.length < mostLenses;
    },
    () => document.version === version && !token.isCancellationRequested,
  );
  // The change that made this stale requests the entries again.
  return isWhole ? lenses : [];
}
