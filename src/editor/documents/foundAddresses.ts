import * as vscode from 'vscode';
import type { AddressIndex } from './addressIndex.ts';
import type { ChainChoices, AmbiguousAddress } from './chainChoice.ts';
import type { Occurrence } from '../../addresses/occurrence.ts';
import type { AddressLine } from '../../addresses/addressLine.ts';
import { networkPathOf, rangeFrom } from './surroundings.ts';
import {
  describeAddress,
  type FoundAddress,
  type LocatedSubject,
  type ReasonedSubject,
} from './subject.ts';
import { measured, nextTurn, turnMs } from '../../scheduler/turns.ts';
import { isOutsideWorkspace } from './isOutsideWorkspace.ts';
import { subjectName } from '../../ledger/subjectKey.ts';

/** The addresses of open documents, and the networks that the user selected for addresses. */
export interface Documents {
  readonly index: AddressIndex;
  readonly choices: ChainChoices;
}

/** An address of a document and its position. */
export interface PlacedAddress {
  readonly range: vscode.Range;
  readonly found: FoundAddress;
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
): AsyncGenerator<PlacedAddress[], void> {
  if (isOutsideWorkspace(document)) return;
  const lines = await index.of(document);
  if (lines === undefined) return;
  const { version } = document;
  const path = networkPathOf(document);
  const places = placesIn(lines, within);
  for (;;) {
    const turn = measured('addresses', () => turnOf(places, document, { path, choices }));
    yield turn.seen;
    if (turn.isLast) return;
    await nextTurn();
    if (document.version !== version || document.isClosed) return;
  }
}

/** As many places as one turn has time for. */
function turnOf(
  places: Generator<Place, void>,
  document: vscode.TextDocument,
  context: { readonly path: string; readonly choices: ChainChoices },
): { readonly seen: PlacedAddress[]; readonly isLast: boolean } {
  const end = performance.now() + turnMs;
  const seen: PlacedAddress[] = [];
  for (;;) {
    const place = places.next();
    if (place.done === true) return { seen, isLast: true };
    seen.push(placeOf(document, place.value, context));
    if (seen.length % portionSize === 0 && performance.now() > end) return { seen, isLast: false };
  }
}

interface Place {
  readonly line: number;
  readonly occurrence: Occurrence;
}

function* placesIn(lines: readonly AddressLine[], within?: vscode.Range): Generator<Place, void> {
  const last = Math.min(within?.end.line ?? lines.length, lines.length - 1);
  for (let line = within?.start.line ?? 0; line <= last; line++) {
    for (const occurrence of lines[line]?.addresses ?? []) {
      if (within?.contains(rangeOf({ line, occurrence })) !== false) yield { line, occurrence };
    }
  }
}

function rangeOf({ line, occurrence }: Place): vscode.Range {
  return rangeFrom(new vscode.Position(line, occurrence.offset), occurrence);
}

function placeOf(
  document: vscode.TextDocument,
  place: Place,
  { path, choices }: { readonly path: string; readonly choices: ChainChoices },
): PlacedAddress {
  const range = rangeOf(place);
  const { occurrence } = place;
  return {
    range,
    found: describeAddress(document, { start: range.start, occurrence, path }, choices),
  };
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
    for (const { found } of portion) addFound(list, found);
  }
  const isWhole = document.version === version || document.isClosed;
  return isWhole ? list.all : candidatesIn(document, documents, within);
}

function addFound(
  list: CandidateList<LocatedSubject>,
  { occurrence, subject, open, problem, chain: reading }: FoundAddress,
): void {
  if (subject !== undefined) list.add({ subject, reading });
  if (open !== undefined) list.addOpen(open);
  if (problem?.kind === 'checksum') list.addMisspelled(occurrence.text);
}
