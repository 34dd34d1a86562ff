import * as vscode from 'vscode';
import { addressKey } from '../../book/addressKey.ts';
import { mayShareNetwork, type OnNetwork } from '../../inventory/earlierAddresses.ts';
import type { Occurrence } from '../../addresses/occurrence.ts';
import type { AddressLine } from './addressLine.ts';
import type { Documents } from './register.ts';
import { describeAddress } from './subject.ts';
import { rangeFrom, sourceOf } from './surroundings.ts';
import { runInTurns } from './turns.ts';

/** Occurrences of an address. */
export interface Occurrences {
  readonly count: number;
  /** The first ones, in the order of paths and lines. */
  readonly first: readonly vscode.Location[];
}

/** The occurrences of an address in open files, also unsaved ones, as the user sees them. */
export async function findInOpenFiles(
  address: OnNetwork,
  most: number,
  { index, choices }: Documents,
): Promise<Occurrences> {
  let count = 0;
  const first: vscode.Location[] = [];
  for (const document of openFiles()) {
    const lines = await index.of(document);
    await choices.ready(document.uri);
    if (lines === undefined) continue;
    const found = await runInTurns(
      'addresses',
      occurrencesIn({ document, address, choices }, lines),
    );
    count += found.length;
    for (const range of found.slice(0, most - first.length)) {
      first.push(new vscode.Location(document.uri, range));
    }
  }
  return { count, first };
}

/** Those in a tab: VS Code keeps documents for a while after their tabs, and extensions open more. */
function openFiles(): vscode.TextDocument[] {
  const inTabs = new Set(
    vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ input }) => nameOf(input)),
  );
  return vscode.workspace.textDocuments
    .filter(({ uri }) => inTabs.has(uri.toString()) && isFile(uri))
    .sort((one, other) => (one.uri.path < other.uri.path ? -1 : 1));
}

function nameOf(input: unknown): string | undefined {
  if (input instanceof vscode.TabInputTextDiff) return input.modified.toString();
  return input instanceof vscode.TabInputText ? input.uri.toString() : undefined;
}

/** Not what extensions show, such as older versions and our own raw values. */
function isFile(uri: vscode.Uri): boolean {
  const isLocal = uri.scheme === 'file' || uri.scheme === 'untitled';
  return isLocal || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}

interface Asked {
  readonly document: vscode.TextDocument;
  readonly address: OnNetwork;
  readonly choices: Documents['choices'];
}

/** Ends at an edit, after which all of it is read again. */
function* occurrencesIn(
  asked: Asked,
  lines: readonly AddressLine[],
): Generator<void, vscode.Range[]> {
  const { document, address } = asked;
  const { version } = document;
  const path = sourceOf(document).path ?? '';
  const key = addressKey(address.canonical, address.family);
  const found: vscode.Range[] = [];
  for (const [line, { addresses }] of lines.entries()) {
    for (const occurrence of addresses) {
      const { text, family } = occurrence;
      if (family !== address.family || addressKey(text, family) !== key) continue;
      if (document.version !== version || document.isClosed) return found;
      const start = new vscode.Position(line, occurrence.offset);
      if (isAsked(asked, { start, occurrence, path })) found.push(rangeFrom(start, occurrence));
      yield;
    }
    if (addresses.length > 0) yield;
  }
  return found;
}

/** The network takes far longer than the address, so it comes last. */
function isAsked(
  { document, address, choices }: Asked,
  place: {
    readonly start: vscode.Position;
    readonly occurrence: Occurrence;
    readonly path: string;
  },
): boolean {
  const { chain: network, reason } = describeAddress(document, place, choices).chain;
  return mayShareNetwork(address, { network, isAssumed: reason === 'assumed' });
}
