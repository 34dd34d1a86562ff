import * as vscode from 'vscode';
import type { AddressIndex } from './addressIndex.ts';
import type { ChainChoices, AmbiguousAddress } from './chainChoice.ts';
import { type Occurrence, accountOf, canonicalOf } from '../../addresses/occurrence.ts';
import { rangeFrom, watchVersion } from './surroundings.ts';
import { isOutsideWorkspace } from './isOutsideWorkspace.ts';
import {
  addressReader,
  askedFor,
  type DocumentAddress,
  type LocatedSubject,
  type ReasonedSubject,
} from './subject.ts';
import { measured, nextTurn, turnMs } from '../../scheduler/turns.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import { mayShareNetwork, type OnNetwork } from '../../folder/compare.ts';
import { listingOf, type AddressFacts, type AddressQuery } from '../../book/facts.ts';
import { WrongNetworks } from '../../folder/wrongNetworks.ts';
import { isNamedThere } from '../../evidence/reasons.ts';
import { knownAddress, type Elsewhere } from '../../known/known.ts';

/** The addresses of open documents, and the networks that the user selected for addresses. */
export interface Documents {
  readonly index: AddressIndex;
  readonly choices: ChainChoices;
}

/** Selects addresses of a document; all by default. */
interface Wanted {
  readonly within?: vscode.Range | undefined;
  /** Asked before the network is read, which takes far longer. */
  readonly isWanted?: (occurrence: Occurrence) => boolean;
}

/**
 * The addresses of a document or part of it, in order, as a hover sees each. Yields between turns,
 * and stops early if the document changes or closes.
 */
export async function* findAddressesIn(
  document: vscode.TextDocument,
  { index, choices }: Documents,
  { within, isWanted = () => true }: Wanted = {},
): AsyncGenerator<DocumentAddress, void> {
  if (isOutsideWorkspace(document)) return;
  const lines = await index.of(document);
  if (lines === undefined) return;
  const isSame = watchVersion(document);
  const read = addressReader(document, choices);
  const last = Math.min(within?.end.line ?? lines.length, lines.length - 1);
  let end = performance.now() + turnMs;
  for (let line = within?.start.line ?? 0; line <= last; line++) {
    for (const occurrence of lines[line]?.addresses ?? []) {
      if (performance.now() > end) {
        await nextTurn();
        end = performance.now() + turnMs;
      }
      if (!isSame()) return;
      const start = new vscode.Position(line, occurrence.offset);
      if (within?.contains(rangeFrom(start, occurrence)) === false) continue;
      if (isWanted(occurrence)) yield measured('addresses', () => read(line, occurrence));
    }
  }
}

/** @returns undefined if the document is changed or closed meanwhile */
export async function allAddressesIn(
  document: vscode.TextDocument,
  documents: Documents,
  wanted?: Wanted,
): Promise<DocumentAddress[] | undefined> {
  const isSame = watchVersion(document);
  const all: DocumentAddress[] = [];
  for await (const found of findAddressesIn(document, documents, wanted)) all.push(found);
  return isSame() ? all : undefined;
}

/** The tokens of other networks among the addresses of one document, as `check` finds them. */
export function wrongNetworksAmong(
  all: Iterable<DocumentAddress>,
): ReadonlyMap<DocumentAddress, Elsewhere> {
  const used = Array.from(all, (found) => {
    const { canonical, chain: reading, occurrence } = found;
    const { family } = occurrence;
    const places = [{ path: '', isNamedThere: isNamedThere(reading) }];
    return { found, family, canonical, network: reading.chain, places };
  });
  return new Map([...new WrongNetworks(used).found()].map(([{ found }, token]) => [found, token]));
}

/** Facts from address books about a file's addresses. */
interface BookFacts {
  factsOf(uri: vscode.Uri, asked: AddressQuery): AddressFacts;
}

/**
 * The same of a document, without what its address book lists there: that was reviewed. Undefined if the
 * document is changed or closed meanwhile.
 */
export async function wrongNetworksOf(
  document: vscode.TextDocument,
  { books, documents }: { readonly books: BookFacts; readonly documents: Documents },
): Promise<ReadonlyMap<DocumentAddress, Elsewhere> | undefined> {
  const { uri } = document;
  const isWanted = (occurrence: Occurrence): boolean =>
    occurrence.family === 'evm' && knownAddress('evm', canonicalOf(occurrence)) !== undefined;
  const found = await allAddressesIn(document, documents, { isWanted });
  if (found === undefined) return undefined;
  const isReviewed = (each: DocumentAddress): boolean =>
    listingOf(books.factsOf(uri, askedFor(each))) === 'listed';
  return new Map([...wrongNetworksAmong(found)].filter(([each]) => !isReviewed(each)));
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

/** The addresses of a document or part of it, without those that cannot be looked up. */
export async function candidatesIn(
  document: vscode.TextDocument,
  documents: Documents,
  within?: vscode.Range,
): Promise<Required<Candidates<LocatedSubject>>> {
  const isSame = watchVersion(document);
  const list = new CandidateList<LocatedSubject>();
  const all = findAddressesIn(document, documents, { within });
  for await (const { occurrence, subject, open, problem, chain: reading } of all) {
    if (subject !== undefined) list.add({ subject, reading });
    if (open !== undefined) list.addOpen(open);
    if (problem?.kind === 'checksum') list.addMisspelled(occurrence.text);
  }
  return isSame() || document.isClosed ? list.all : candidatesIn(document, documents, within);
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
  readonly found: DocumentAddress;
}

async function* placesInOpenFiles(
  { canonical, family }: Pick<OnNetwork, 'canonical' | 'family'>,
  documents: Documents,
): AsyncGenerator<FoundPlace, void, undefined> {
  const key = accountOf({ text: canonical, family });
  const isWanted = (other: Occurrence): boolean =>
    other.family === family && accountOf({ text: other.text, family }) === key;
  for (const document of openFiles()) {
    await documents.choices.ready(document.uri);
    for await (const found of findAddressesIn(document, documents, { isWanted })) {
      yield { uri: document.uri, found };
    }
  }
}

/**
 * Files in tabs: VS Code keeps documents for a while after their tabs close, and extensions open
 * more. Skips documents shown by extensions, such as older versions and our own raw values.
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
