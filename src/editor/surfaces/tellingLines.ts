import * as vscode from 'vscode';
import type { AddressQuery } from '../../book/facts.ts';
import { askedFor } from '../book/asked.ts';
import { likenessOf } from '../book/likeness.ts';
import type { Books } from '../book/register.ts';
import { networkPathOf } from '../documents/folderIds.ts';
import type { Documents } from '../documents/register.ts';
import { describeAddress } from '../documents/subject.ts';
import { runInTurns } from '../../turns/turns.ts';
import type { NewAddresses } from '../inventory/newAddresses.ts';
import { newSince } from './newMark.ts';
import type { Place, StoredResultIndex } from './storedResultIndex.ts';

/** The lines of a document by their numbers, each with the place of its first address that counts. */
export type TellingLines = ReadonlyMap<number, vscode.Range>;

interface Rooms {
  readonly books: Books;
  readonly documents: Documents;
  readonly newAddresses: Pick<NewAddresses, 'of' | 'mayBe'>;
  readonly stored: StoredResultIndex;
}

/**
 * The lines with an address that has a stored score. Costs nothing.
 * @param options.isScoreOnly false: also one with a job that is open, on a deny list, a look-alike, or new
 * @returns nothing after an edit
 */
export async function tellingLinesIn(
  document: vscode.TextDocument,
  { books, documents, newAddresses, stored }: Rooms,
  { isScoreOnly }: { readonly isScoreOnly: boolean },
): Promise<TellingLines> {
  const { index, choices } = documents;
  const { uri } = document;
  await choices.ready(uri);
  const { version } = document;
  const places = await stored.places((await index.of(document)) ?? []);
  const storedOf = await stored.storedFor(places.map(({ canonical }) => canonical));
  const path = networkPathOf(document);

  function isAlarming(asked: AddressQuery): boolean {
    const facts = books.factsOf(uri, asked);
    return facts.denials.length > 0 || likenessOf(uri, asked, books, facts) !== undefined;
  }

  /** The network takes far longer than the rest, and most addresses do not need it. */
  const mayTell = ({ canonical, occurrence }: Place): boolean => {
    const { scored, open } = storedOf(canonical);
    if (scored.size > 0 || (!isScoreOnly && open.size > 0)) return true;
    const { text, family } = occurrence;
    const asked = { text, family, network: undefined };
    if (isScoreOnly) return false;
    return newAddresses.mayBe(canonical) || isAlarming(asked);
  };

  function rangeIfTelling({ line, occurrence, canonical }: Place): vscode.Range | undefined {
    const start = new vscode.Position(line, occurrence.offset);
    const found = describeAddress(document, { start, occurrence, path }, choices);
    const { scored, open } = storedOf(canonical);
    const network = found.subject?.chain ?? '';
    const tells =
      scored.has(network) ||
      (!isScoreOnly &&
        (open.has(network) ||
          isAlarming(askedFor(found)) ||
          newSince(uri, found, newAddresses) !== undefined));
    return tells ? found.range : undefined;
  }

  return runInTurns(
    'lenses',
    (function* () {
      const telling = new Map<number, vscode.Range>();
      for (const place of places) {
        if (document.version !== version || document.isClosed) return new Map();
        if (!telling.has(place.line) && mayTell(place)) {
          const range = rangeIfTelling(place);
          if (range !== undefined) telling.set(place.line, range);
        }
        yield;
      }
      return telling;
    })(),
  );
}
