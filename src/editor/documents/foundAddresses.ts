import * as vscode from 'vscode';
import type { AddressIndex } from './addressIndex.ts';
import type { ChainChoices, AmbiguousAddress } from './chainChoice.ts';
import { type Occurrence, accountOf } from '../../addresses/occurrence.ts';
import type { AddressLine } from '../../addresses/addressLine.ts';
import { rangeFrom, watchVersion } from './surroundings.ts';
import { isOutsideWorkspace } from './isOutsideWorkspace.ts';
import {
  addressReader,
  type FoundAddress,
  type LocatedSubject,
  type ReasonedSubject,
} from './subject.ts';
import { measured, nextTurn, turnMs, runInTurns } from '../../scheduler/turns.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import { mayShareNetwork, type OnNetwork } from '../../folder/compare.ts';
import { WrongNetworks } from '../../folder/wrongNetworks.ts';
import { isNamedThere } from '../../evidence/reasons.ts';
import type { Elsewhere } from '../../known/known.ts';

/** The addresses of open documents, and the networks that the user selected for addresses. */
export interface Documents {
  readonly index: AddressIndex;
  readonly choices: ChainChoices;
}

/** Addresses between two checks of the clock: each can take a tenth of a millisecond. */
const portionSize = 8;

/**
 * The addresses of a document or a part of it, in order, as a hover sees each. Yields one portion
 * per turn, and ends early if the document is changed or closed.
 */
export async function* findAddressesIn(
  document: vscode.TextDocument,
  { index, choices }: Documents,
  within?: vscode.Range,
): AsyncGenerator<FoundAddress[], void> {
  if (isOutsideWorkspace(document)) return;
  const lines = await index.of(document);
  if (lines === undefined) return;
  const isSame = watchVersion(document);
  const all = foundIn(lines, addressReader(document, choices), within);
  for (;;) {
    const turn = measured('addresses', () => turnOf(all));
    yield turn.seen;
    if (turn.isLast) return;
    await nextTurn();
    if (!isSame()) return;
  }
}

/** As many addresses as one turn has time for. */
function turnOf(all: Generator<FoundAddress, void>) {
  const end = performance.now() + turnMs;
  const seen: FoundAddress[] = [];
  for (;;) {
    const next = all.next();
    if (next.done === true) return { seen, isLast: true };
    seen.push(next.value);
    if (seen.length % portionSize === 0 && performance.now() > end) return { seen, isLast: false };
  }
}

function* foundIn(
  lines: readonly AddressLine[],
  read: ReturnType<typeof addressReader>,
  within: vscode.Range | undefined,
): Generator<FoundAddress, void> {
  const last = Math.min(within?.end.line ?? lines.length, lines.length - 1);
  for (let line = within?.start.line ?? 0; line <= last; line++) {
    for (const occurrence of lines[line]?.addresses ?? []) {
      const start = new vscode.Position(line, occurrence.offset);
      if (within?.contains(rangeFrom(start, occurrence)) === false) continue;
      yield read(line, occurrence);
    }
  }
}

/** The tokens of other networks among the addresses of one document, as `check` finds them. */
export function wrongNetworksAmong(
  all: Iterable<FoundAddress>,
): ReadonlyMap<FoundAddress, Elsewhere> {
  const used = Array.from(all, (found) => {
    const { canonical, chain: reading, occurrence } = found;
    const { family } = occurrence;
    const places = [{ path: '', isSilent: !isNamedThere(reading) }];
    return { found, family, canonical, network: reading.chain, places };
  });
  return new Map([...new WrongNetworks(used).found()].map(([{ found }, token]) => [found, token]));
}

/** The addresses that a batch is about, each once on its network, in their order. */
export interface Candidates<Found extends ReasonedSubject = ReasonedSubject> {
  readonly located: readonly Found[];
  /** Only the user can choose their network. */
  readonly open: readonly AmbiguousAddress[];
  /** Never looked up or scored, because their checksum is wrong. */
  readonly misspelled?: readonly string[];
}

/** Collects addresses, each once on its network. */
export class CandidateList<Found extends ReasonedSubject> {
  readonly #located = new Map<string, Found>();
  readonly #open = new Map<string, AmbiguousAddress>();
  readonly #misspelled = new Set<string>();

  add(found: Found): void {
    const name = subjectName(found.subject);
    if (!this.#located.has(name)) this.#located.set(name, found);
  }

  addOpen(open: AmbiguousAddress): void {
    if (!this.#open.has(open.address)) this.#open.set(open.address, open);
  }

  /** @param text as it is written: its usual spelling would hide what is wrong */
  addMisspelled(text: string): void {
    this.#misspelled.add(text);
  }

  get all(): Required<Candidates<Found>> {
    return {
      located: [...this.#located.values()],
      open: [...this.#open.values()],
      misspelled: [...this.#misspelled],
    };
  }
}

/** The addresses of a document or a part of it. Others that cannot be looked up are left out. */
export async function candidatesIn(
  document: vscode.TextDocument,
  documents: Documents,
  within?: vscode.Range,
): Promise<Required<Candidates<LocatedSubject>>> {
  const { version } = document;
  const list = new CandidateList<LocatedSubject>();
  for await (const portion of findAddressesIn(document, documents, within)) {
    for (const { occurrence, subject, open, problem, chain: reading } of portion) {
      if (subject !== undefined) list.add({ subject, reading });
      if (open !== undefined) list.addOpen(open);
      if (problem?.kind === 'checksum') list.addMisspelled(occurrence.text);
    }
  }
  const isWhole = document.version === version || document.isClosed;
  return isWhole ? list.all : candidatesIn(document, documents, within);
}

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
  for await (const { uri, found } of placesInOpenFiles(address, documents)) {
    const { chain: network, reason } = found.chain;
    if (!mayShareNetwork(address, { network, isAssumed: reason === 'assumed' })) continue;
    all.push(new vscode.Location(uri, found.range));
  }
  return { count: all.length, first: all.slice(0, most) };
}

/** The networks that open files name for an address, without those that are only assumed. */
export async function networksInOpenFiles(
  address: Pick<OnNetwork, 'canonical' | 'family'>,
  documents: Documents,
): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for await (const { found } of placesInOpenFiles(address, documents)) {
    const { chain, reason } = found.chain;
    if (chain !== null && reason !== 'assumed') named.add(chain);
  }
  return named;
}

interface FoundPlace {
  readonly uri: vscode.Uri;
  readonly found: FoundAddress;
}

async function* placesInOpenFiles(
  { canonical, family }: Pick<OnNetwork, 'canonical' | 'family'>,
  { index, choices }: Documents,
): AsyncGenerator<FoundPlace, void, undefined> {
  const key = accountOf({ text: canonical, family });
  const isThis = (other: Occurrence): boolean =>
    other.family === family && accountOf({ text: other.text, family }) === key;
  for (const document of openFiles()) {
    const lines = await index.of(document);
    await choices.ready(document.uri);
    if (lines === undefined) continue;
    const steps = placesIn(document, lines, isThis, addressReader(document, choices));
    yield* await runInTurns('addresses', steps);
  }
}

/**
 * Those in a tab: VS Code keeps documents for a while after their tabs, and extensions open more. Not what
 * extensions show, such as older versions and our own raw values.
 */
function openFiles(): vscode.TextDocument[] {
  const { tabGroups } = vscode.window;
  const inTabs = new Set(
    tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .map(({ input }) => {
        if (input instanceof vscode.TabInputTextDiff) return input.modified.toString();
        return input instanceof vscode.TabInputText ? input.uri.toString() : undefined;
      }),
  );
  const isFile = (uri: vscode.Uri): boolean =>
    ['file', 'untitled'].includes(uri.scheme) ||
    vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return vscode.workspace.textDocuments
    .filter(({ uri }) => inTabs.has(uri.toString()) && isFile(uri))
    .sort((one, other) => (one.uri.path < other.uri.path ? -1 : 1));
}

/** Ends at an edit, after which all of it is read again. */
function* placesIn(
  document: vscode.TextDocument,
  lines: readonly AddressLine[],
  isThis: (occurrence: Occurrence) => boolean,
  read: ReturnType<typeof addressReader>,
): Generator<void, FoundPlace[]> {
  const isSame = watchVersion(document);
  const places: FoundPlace[] = [];
  for (const [line, { addresses }] of lines.entries()) {
    for (const occurrence of addresses.filter(isThis)) {
      if (!isSame()) return places;
      places.push({ uri: document.uri, found: read(line, occurrence) });
      yield;
    }
    if (addresses.length > 0) yield;
  }
  return places;
}
