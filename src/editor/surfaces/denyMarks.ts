import * as vscode from 'vscode';
import type { Denial } from '../../book/facts.ts';
import type { DeniedPlace } from '../../book/denySearch.ts';
import { denialProblemText, denialsLeftText, deniedTextText } from '../../messages/denials.ts';
import { shortAddress } from '../../messages/text.ts';
import type { Books } from '../book/books.ts';
import type { AddressLine } from '../../addresses/addressLine.ts';
import { problemAt, stillAsItIs } from '../documents/surroundings.ts';
import type { Documents } from '../documents/foundAddresses.ts';
import { addressReader, askedFor } from '../documents/subject.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { createDocumentMarks } from './documentMarks.ts';

/** In one file; then one more says how many are left. */
const maxMarks = 1_000;

const denied = { severity: vscode.DiagnosticSeverity.Error, code: 'denyList' } as const;

/**
 * Marks what deny lists have: the addresses that were found, then every text of a list that is
 * anywhere else. Nothing else can take the place of these problems.
 */
export function createDenyMarks(books: Books, { index, choices }: Documents) {
  return createDocumentMarks(index, {
    collection: vscode.languages.createDiagnosticCollection('addressRisk.denyList'),
    async find(document, lines) {
      await books.ready(document.uri);
      return runInTurns('diagnostics', problemsIn(document, lines, { books, choices }));
    },
    changes: [books.onDidChange, choices.onDidChange],
  });
}

interface Rooms {
  readonly books: Books;
  readonly choices: Documents['choices'];
}

function* problemsIn(
  document: vscode.TextDocument,
  lines: readonly AddressLine[],
  rooms: Rooms,
): Generator<void, vscode.Diagnostic[] | undefined> {
  const { uri } = document;
  const isSame = stillAsItIs(document);
  const search = rooms.books.denySearch(uri);
  if (search.length === 0 || rooms.books.isOwnFile(uri)) return [];
  const problems: vscode.Diagnostic[] = [];
  const ranges = new Map<number, vscode.Range[]>();
  let left = 0;
  const add = (range: vscode.Range, texts: readonly string[]): void => {
    for (const text of texts) {
      if (problems.length < maxMarks) problems.push(problemAt(range, text, denied));
      else left++;
    }
  };
  const read = addressReader(document, rooms.choices);
  for (const [line, { addresses }] of lines.entries()) {
    for (const occurrence of addresses) {
      if (!isSame()) return undefined;
      const { text, family } = occurrence;
      yield;
      const onAny = { text, family, network: undefined };
      if (rooms.books.factsOf(uri, onAny).denials.length === 0) continue;
      // The network takes far longer, and says only whether another one is listed.
      const found = read(line, occurrence);
      const { range } = found;
      const short = shortAddress(found.canonical);
      const { denials } = rooms.books.factsOf(uri, askedFor(found));
      add(
        range,
        denials.map((denial) => denialProblemText(short, denial)),
      );
      ranges.set(line, [...(ranges.get(line) ?? []), range]);
    }
  }
  const text = document.getText();
  for (const each of search) {
    const places = yield* each.find(text);
    if (!isSame()) return undefined;
    for (const place of places) {
      const range = rangeOf(document, place);
      const isKnown = ranges.get(range.start.line)?.some((other) => other.intersection(range));
      if (isKnown !== true) add(range, place.denials.map(deniedTextText));
      yield;
    }
  }
  const top = new vscode.Range(0, 0, 0, 0);
  return left === 0 ? problems : [problemAt(top, denialsLeftText(left), denied), ...problems];
}

function rangeOf(document: vscode.TextDocument, { offset, length }: DeniedPlace): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}

/** The hits of a text that is no address, as the hover shows them. */
export function denialsAt(
  document: vscode.TextDocument,
  { line, character }: vscode.Position,
  books: Books,
): readonly Denial[] {
  const start = Math.max(0, character - reach);
  const range = new vscode.Range(line, start, line, character + reach);
  const text = document.getText(range);
  for (const search of books.denySearch(document.uri)) {
    const work = search.find(text);
    let step = work.next();
    while (step.done !== true) step = work.next();
    const hit = step.value.find(
      ({ offset, length }) => start + offset <= character && character <= start + offset + length,
    );
    if (hit !== undefined) return hit.denials;
  }
  return [];
}

/** Around the mouse, in UTF-16 units: no listed text is longer. */
const reach = 600;
