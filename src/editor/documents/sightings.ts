import * as vscode from 'vscode';
import type { Occurrence } from '../../addresses/occurrence.ts';
import type { AddressLine } from './addressIndex.ts';
import type { ChainChoices } from './chainChoice.ts';
import type { Documents } from './register.ts';
import { isForeign, sight, type Sighting } from './subject.ts';
import { sourceOf, surroundingsOf } from './surroundings.ts';
import { measured, nextTurn, turnMs } from './turns.ts';

/** An address of a document and its position. */
export interface PlacedSighting {
  readonly range: vscode.Range;
  readonly sighting: Sighting;
}

/** Addresses between two checks of the clock: each can take a tenth of a millisecond. */
const batch = 8;

/**
 * The addresses of a document or a part of it, in order, as a hover sees each. Yields one portion
 * per turn, and ends early if the document is changed or closed.
 */
export async function* sightingsIn(
  document: vscode.TextDocument,
  { index, choices }: Documents,
  within?: vscode.Range,
): AsyncGenerator<PlacedSighting[], void> {
  if (isForeign(document)) return;
  const lines = await index.of(document);
  if (lines === undefined) return;
  const { version } = document;
  const path = sourceOf(document).path ?? '';
  const places = placesIn(lines, within);
  for (;;) {
    const turn = measured('sightings', () => turnOf(places, document, { path, choices }));
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
): { readonly seen: PlacedSighting[]; readonly isLast: boolean } {
  const end = performance.now() + turnMs;
  const seen: PlacedSighting[] = [];
  for (;;) {
    const place = places.next();
    if (place.done === true) return { seen, isLast: true };
    seen.push(sightedAt(document, place.value, context));
    if (seen.length % batch === 0 && performance.now() > end) return { seen, isLast: false };
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

function rangeOf({ line, occurrence: { offset, length } }: Place): vscode.Range {
  return new vscode.Range(line, offset, line, offset + length);
}

function sightedAt(
  document: vscode.TextDocument,
  place: Place,
  { path, choices }: { readonly path: string; readonly choices: ChainChoices },
): PlacedSighting {
  const range = rangeOf(place);
  const { text, offset } = surroundingsOf(document, range.start);
  const occurrence = { ...place.occurrence, offset };
  return { range, sighting: sight({ text, occurrence, path }, document.uri, choices) };
}
