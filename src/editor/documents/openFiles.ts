import { accountOf } from '../../addresses/occurrence.ts';
import * as vscode from 'vscode';
import { mayShareNetwork, type OnNetwork } from '../../folder/compare.ts';
import type { ChainReading } from '../../evidence/reasons.ts';
import type { AddressLine } from '../../addresses/addressLine.ts';
import { networkPathOf, rangeFrom } from './surroundings.ts';
import type { Documents } from './foundAddresses.ts';
import { describeAddress } from './subject.ts';
import { runInTurns } from '../../scheduler/turns.ts';

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
  documents: Documents,
): Promise<Occurrences> {
  const all: vscode.Location[] = [];
  for await (const { document, range, reading } of placesInOpenFiles(address, documents)) {
    const { chain: network, reason } = reading;
    if (!mayShareNetwork(address, { network, isAssumed: reason === 'assumed' })) continue;
    all.push(new vscode.Location(document.uri, range));
  }
  return { count: all.length, first: all.slice(0, most) };
}

/** The networks that open files name for an address, without those that are only assumed. */
export async function networksInOpenFiles(
  address: Pick<OnNetwork, 'canonical' | 'family'>,
  documents: Documents,
): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for await (const { reading } of placesInOpenFiles(address, documents)) {
    if (reading.chain !== null && reading.reason !== 'assumed') named.add(reading.chain);
  }
  return named;
}

interface FoundPlace {
  readonly document: vscode.TextDocument;
  readonly range: vscode.Range;
  readonly reading: ChainReading;
}

async function* placesInOpenFiles(
  address: Pick<OnNetwork, 'canonical' | 'family'>,
  { index, choices }: Documents,
): AsyncGenerator<FoundPlace, void, undefined> {
  for (const document of openFiles()) {
    const lines = await index.of(document);
    await choices.ready(document.uri);
    if (lines === undefined) continue;
    yield* await runInTurns('addresses', placesIn({ document, address, choices }, lines));
  }
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

interface PlacesQuery {
  readonly document: vscode.TextDocument;
  readonly address: Pick<OnNetwork, 'canonical' | 'family'>;
  readonly choices: Documents['choices'];
}

/** Ends at an edit, after which all of it is read again. */
function* placesIn(
  { document, address, choices }: PlacesQuery,
  lines: readonly AddressLine[],
): Generator<void, FoundPlace[]> {
  const { version } = document;
  const path = networkPathOf(document);
  const key = accountOf({ text: address.canonical, family: address.family });
  const found: FoundPlace[] = [];
  for (const [line, { addresses }] of lines.entries()) {
    for (const occurrence of addresses) {
      const { text, family } = occurrence;
      if (family !== address.family || accountOf({ text, family }) !== key) continue;
      if (document.version !== version || document.isClosed) return found;
      const start = new vscode.Position(line, occurrence.offset);
      const { chain } = describeAddress(document, { start, occurrence, path }, choices);
      found.push({ document, range: rangeFrom(start, occurrence), reading: chain });
      yield;
    }
    if (addresses.length > 0) yield;
  }
  return found;
}
