import * as vscode from 'vscode';
import type { AddressQuery, Denial } from '../../book/facts.ts';
import { addressReader, askedFor, type DocumentAddress } from '../documents/subject.ts';
import { rangeAt } from './addressMarks.ts';
import { wrongNetworksOf } from '../documents/foundAddresses.ts';
import { likenessOf } from '../book/likeness.ts';
import { watchVersion } from '../documents/surroundings.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import type { Services } from '../services.ts';
import type { NewAddresses } from '../inventory/newAddresses.ts';
import type { Base } from '../../folder/base.ts';
import type { Occurrence } from '../../addresses/occurrence.ts';
import { batchReads } from '../../engine/batchReads.ts';
import type { SubjectKey } from '../../ledger/store.ts';
import type { Calls } from '../calls/calls.ts';
import type { AddressLine } from '../../addresses/addressLine.ts';
import { storedKeyOf } from '../session/session.ts';
import { settings } from '../shell/settings.ts';

/** In a file with more address lines, only those have a CodeLens that something is known of. */
const maxPlainLines = 20;

/**
 * The CodeLens entries of a document that has few, or many addresses (the setting `auto`): of many, a
 * line without findings has one only while a caret is on it.
 */
export class AutoLensFilter {
  readonly #sources: LineSources;
  /** Per document. Moving the caret changes nothing here. */
  #known = new WeakMap<vscode.TextDocument, { version: number; findings: LinesWithFindings }>();
  /** The lines of a document that have CodeLens entries. */
  readonly #given = new WeakMap<
    vscode.TextDocument,
    Readonly<Record<'addressLines' | 'caretLines', ReadonlySet<number>>>
  >();
  readonly #watch: vscode.Disposable;

  /** @param onMove a caret has come to an address line, or has left one */
  constructor(sources: LineSources, onMove: () => void) {
    this.#sources = sources;
    this.#watch = vscode.window.onDidChangeTextEditorSelection(({ textEditor: { document } }) => {
      const given = this.#given.get(document);
      if (given === undefined) return;
      const now = caretsOn(document, given.addressLines);
      const { caretLines } = given;
      if (now.size !== caretLines.size || [...now].some((line) => !caretLines.has(line))) onMove();
    });
  }

  /** @param all the first address of each line that has one */
  async from(all: vscode.Range[], document: vscode.TextDocument): Promise<vscode.Range[]> {
    if (all.length <= maxPlainLines) {
      this.#given.delete(document);
      return all;
    }
    const findings = await this.#findingsIn(document);
    const addressLines = new Set(all.map(({ start }) => start.line));
    const caretLines = caretsOn(document, addressLines);
    this.#given.set(document, { addressLines, caretLines });
    return all.flatMap((range) => {
      const { line } = range.start;
      return findings.get(line) ?? (caretLines.has(line) ? range : []);
    });
  }

  /** Something of what is known has changed. */
  forget(): void {
    this.#known = new WeakMap();
  }

  dispose(): void {
    this.#watch.dispose();
  }

  async #findingsIn(document: vscode.TextDocument): Promise<LinesWithFindings> {
    const { version } = document;
    const known = this.#known.get(document);
    if (known?.version === version) return known.findings;
    const before = this.#known;
    const findings = await linesWithFindings(document, this.#sources);
    // Use the previous map, so that entries removed in the meantime stay removed.
    before.set(document, { version, findings });
    return findings;
  }
}

function caretsOn(document: vscode.TextDocument, lines: ReadonlySet<number>): Set<number> {
  const carets = vscode.window.visibleTextEditors
    .filter((editor) => editor.document === document)
    .map(({ selection }) => selection.active.line);
  return new Set(carets.filter((line) => lines.has(line)));
}

/** The lines of a document by their numbers, each with the place of its first address that counts. */
type LinesWithFindings = ReadonlyMap<number, vscode.Range>;

export interface LineSources extends Pick<Services, 'books' | 'documents' | 'newAddresses'> {
  readonly stored: StoredResultIndex;
}

/**
 * The lines with an address that has a stored score or an open job, is on a deny list, a look-alike, or a
 * token of another network, or is new. Costs nothing.
 * @returns nothing after an edit
 */
export async function linesWithFindings(
  document: vscode.TextDocument,
  { books, documents, newAddresses, stored }: LineSources,
): Promise<LinesWithFindings> {
  const { index, choices } = documents;
  const { uri } = document;
  await choices.ready(uri);
  const isSame = watchVersion(document);
  const places = await stored.places((await index.of(document)) ?? []);
  const storedOf = await stored.storedFor(places.map(({ canonical }) => canonical));
  const read = addressReader(document, choices);

  function isAlarming(asked: AddressQuery): boolean {
    const facts = books.factsOf(uri, asked);
    return facts.denials.length > 0 || likenessOf(uri, asked, books, facts) !== undefined;
  }

  /** The network takes far longer than the rest, and most addresses do not need it. */
  function mayHaveFinding({ canonical, occurrence: { text, family } }: Place): boolean {
    const { scored, open } = storedOf(canonical);
    const isStored = scored.size > 0 || open.size > 0;
    return (
      isStored || newAddresses.mayBe(canonical) || isAlarming({ text, family, network: undefined })
    );
  }

  function isFinding(found: DocumentAddress): boolean {
    const { scored, open } = storedOf(found.canonical);
    const network = found.subject?.chain ?? '';
    return (
      scored.has(network) ||
      open.has(network) ||
      isAlarming(askedFor(found)) ||
      newSince(uri, found, newAddresses) !== undefined
    );
  }

  const wrong =
    (await wrongNetworksOf(document, { books, documents })) ?? new Map<DocumentAddress, never>();

  function* steps(): Generator<void, LinesWithFindings> {
    const findings = new Map<number, vscode.Range>();
    for (const place of places) {
      if (!isSame()) return new Map();
      if (!findings.has(place.line) && mayHaveFinding(place)) {
        const found = read(place.line, place.occurrence);
        if (isFinding(found)) findings.set(place.line, found.range);
      }
      yield;
    }
    for (const { range } of wrong.keys()) {
      if (!findings.has(range.start.line)) findings.set(range.start.line, range);
    }
    return findings;
  }
  return runInTurns('lenses', steps());
}

interface KnownPlaces extends Pick<LineSources, 'books'> {
  readonly addressAt: (start: vscode.Position) => DocumentAddress | undefined;
  /** Whether a token of another network begins there. */
  readonly isElsewhere: (start: vscode.Position) => boolean;
}

/**
 * Where the worst begins that is known of the addresses of a line: a hit of a deny list, else a
 * look-alike, else a token of another network; the first one where nothing is.
 */
export function* worstOf(
  uri: vscode.Uri,
  addresses: readonly Occurrence[],
  first: vscode.Position,
  { books, addressAt, isElsewhere }: KnownPlaces,
): Generator<void, vscode.Position> {
  const rankOf = (asked: AddressQuery, start: vscode.Position): number => {
    const facts = books.factsOf(uri, asked);
    if (facts.denials.length > 0) return 0;
    if (likenessOf(uri, asked, books, facts) !== undefined) return 1;
    return isElsewhere(start) ? 2 : 3;
  };
  let [worst, lowest] = [first, 3];
  for (const { text, family, offset } of addresses) {
    yield;
    const start = first.with({ character: offset });
    // The network takes far longer than the rest, and most addresses do not need it.
    if (rankOf({ text, family, network: undefined }, start) >= lowest) continue;
    const found = addressAt(start);
    const rank = found === undefined ? lowest : rankOf(askedFor(found), start);
    if (rank < lowest) [worst, lowest] = [start, rank];
  }
  return worst;
}

/**
 * The addresses of a document with a stored score; only of those that have one the network is read. Costs
 * nothing.
 * @returns nothing after an edit
 */
export async function scoredIn(
  document: vscode.TextDocument,
  lines: readonly AddressLine[],
  { documents: { choices }, stored }: Pick<LineSources, 'documents' | 'stored'>,
): Promise<DocumentAddress[]> {
  const places = await stored.places(lines);
  const storedOf = await stored.storedFor(places.map(({ canonical }) => canonical));
  await choices.ready(document.uri);
  const isSame = watchVersion(document);
  const read = addressReader(document, choices);

  function* steps(): Generator<void, DocumentAddress[]> {
    const found: DocumentAddress[] = [];
    for (const { line, occurrence, canonical } of places) {
      if (!isSame()) return [];
      const networks = storedOf(canonical).scored;
      const scored = networks.size > 0 ? read(line, occurrence) : undefined;
      if (scored?.subject && networks.has(scored.subject.chain)) found.push(scored);
      yield;
    }
    return found;
  }
  return runInTurns('diagnostics', steps());
}

/** The first denied text of each line that is not an address by itself, with the list that has it. */
export async function deniedTextsIn(
  document: vscode.TextDocument,
  { books, documents }: Pick<LineSources, 'books' | 'documents'>,
): Promise<readonly DeniedText[]> {
  const { uri } = document;
  const search = books.denySearch(uri);
  if (search.length === 0 || books.isOwnFile(uri)) return [];
  const isSame = watchVersion(document);
  const text = document.getText();
  const lines = (await documents.index.of(document)) ?? [];
  const found = new Map<number, DeniedText>();
  for (const each of search) {
    for (const place of await runInTurns('lenses', each.find(text))) {
      if (!isSame()) return [];
      const range = rangeAt(document, place);
      const [denial] = place.denials;
      const { line, character } = range.start;
      const isAddress = lines[line]?.addresses.some(
        ({ offset, length }) => offset <= character + place.length && character <= offset + length,
      );
      if (denial === undefined || isAddress === true || found.has(line)) continue;
      found.set(line, { range, denial });
    }
  }
  return [...found.values()];
}

interface DeniedText {
  readonly range: vscode.Range;
  readonly denial: Denial;
}

/** Since when an address of a file is new, from memory; undefined if it is not. */
export function newSince(
  uri: vscode.Uri,
  found: DocumentAddress,
  newAddresses: Pick<NewAddresses, 'of'>,
): Base | undefined {
  const known = newAddresses.of(uri, found);
  return known?.kind === 'new' ? known.since : undefined;
}

/** An address in a document. */
export interface Place {
  /** From 0. */
  readonly line: number;
  readonly occurrence: Occurrence;
  readonly canonical: string;
}

/** The networks on which something is stored for an address. */
interface StoredNetworks {
  readonly scored: ReadonlySet<string>;
  /** With a job that is open. */
  readonly open: ReadonlySet<string>;
}

/** Networks by address. */
type OpenJobs = Promise<ReadonlyMap<string, ReadonlySet<string>>>;

interface Known {
  readonly scored: Map<string, ReadonlySet<string>>;
  /** Undefined until it is needed. */
  open: OpenJobs | undefined;
}

const nothing: ReadonlySet<string> = new Set();

/**
 * Which addresses of documents have a stored score or an open job. Each is looked up once until
 * something changes, so that typing in a long file looks up nothing.
 */
export class StoredResultIndex {
  readonly #calls: Pick<Calls, 'session' | 'openEngine'>;
  /** Replaced as a whole, so that one question reads one state before and after it waits. */
  #known: Known = { scored: new Map(), open: undefined };

  constructor(calls: Pick<Calls, 'session' | 'openEngine'>) {
    this.#calls = calls;
  }

  /** Something stored, the account, or the aggregator has changed. */
  forget(): void {
    this.#known = { scored: new Map(), open: undefined };
  }

  /** All addresses of lines, in order. */
  places(lines: readonly AddressLine[]): Promise<readonly Place[]> {
    return runInTurns('diagnostics', placesIn(lines));
  }

  /** Stored results by canonical address; none without an account in use. Free. */
  async storedFor(canonicals: Iterable<string>): Promise<(canonical: string) => StoredNetworks> {
    const { session, openEngine } = this.#calls;
    const account = storedKeyOf(await session.identity());
    const asked = new Set(canonicals);
    if (account === undefined || asked.size === 0) {
      return () => ({ scored: nothing, open: nothing });
    }
    const engine = await openEngine();
    const aggregator = settings.aggregator();
    const known = this.#known;
    const { scored } = known;
    const unknown = [...asked].filter((canonical) => !scored.has(canonical));
    const opening = (known.open ??= engine.listOpenJobs(account, aggregator).then(networksOf));
    // Retry after a failure.
    opening.catch(() => (known.open = undefined));
    if (unknown.length > 0) {
      const found = networksOf(await engine.listScored(account, unknown, aggregator));
      for (const canonical of unknown) scored.set(canonical, found.get(canonical) ?? nothing);
    }
    const open = await opening;
    return (canonical) => ({
      scored: scored.get(canonical) ?? nothing,
      open: open.get(canonical) ?? nothing,
    });
  }
}

function* placesIn(lines: readonly AddressLine[]): Generator<void, Place[]> {
  const places: Place[] = [];
  for (const [line, { addresses, canonicals }] of lines.entries()) {
    if (addresses.length === 0) continue;
    for (const [index, occurrence] of addresses.entries()) {
      places.push({ line, occurrence, canonical: canonicals[index] ?? '' });
    }
    yield;
  }
  return places;
}

function networksOf(
  heads: readonly { readonly address: string; readonly chain: string }[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const networks = new Map<string, Set<string>>();
  for (const { address, chain } of heads) {
    networks.set(address, (networks.get(address) ?? new Set()).add(chain));
  }
  return networks;
}

/** Reads the stored state of subjects. All that are asked for in one turn of the event loop are read together. */
export function headReader({ openEngine }: Pick<Calls, 'openEngine'>) {
  return batchReads(async (keys: readonly SubjectKey[]) => (await openEngine()).readStored(keys));
}
