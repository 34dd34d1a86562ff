import { window, workspace, type TextDocument } from 'vscode';
import { chooseEntries, type Candidate, type Doubt } from '../../book/firstBook.ts';
import { tokenElsewhere } from '../../known/known.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import { batchTexts } from '../../messages/batches.ts';
import { bookCommand } from '../../messages/book.ts';
import { addAll } from '../../messages/firstBook.ts';
import { askedFor } from '../documents/subject.ts';
import { likenessOf } from '../book/likeness.ts';
import type { FolderBook } from '../book/folderBook.ts';
import type { Books } from '../book/books.ts';
import { writeEntries, type WriteOutcome } from '../book/writeBook.ts';
import { codeNameIn } from '../documents/surroundings.ts';
import {
  findAddressesIn,
  type PlacedAddress,
  type Documents,
} from '../documents/foundAddresses.ts';
import { isOutsideWorkspace } from '../documents/isOutsideWorkspace.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Notifier } from '../shell/notifier.ts';

interface Ports {
  readonly books: Books;
  readonly documents: Documents;
  readonly notifier: Notifier;
  readonly report: (outcome: WriteOutcome, book: FolderBook) => Promise<void>;
}

/**
 * Adds the addresses of the open file to the address book as one change, by the rules of
 * `address-risk init`. Those that something speaks against are left out, and named before and after.
 */
export async function addAllInFile(ports: Ports): Promise<void> {
  const { books, notifier } = ports;
  const document = window.activeTextEditor?.document;
  const book = document && books.bookFor(document.uri);
  if (document === undefined || isOutsideWorkspace(document)) notifier.refuse(batchTexts.noFile());
  else if (book === undefined) notifier.refuse(bookCommand.noFolder());
  else if (books.isOwnFile(document.uri)) notifier.refuse(addAll.isBook());
  else await addFrom(document, book, ports);
}

async function addFrom(document: TextDocument, book: FolderBook, ports: Ports): Promise<void> {
  const { notifier, report } = ports;
  // The watcher may not have reported its newest version yet.
  await book.readAgain();
  const { entries, leftOut } = chooseEntries(await candidatesIn(document, ports));
  const named = addAll.leftOut(leftOut);
  if (entries.length === 0) {
    notifier.inform([addAll.none(), ...named].join('\n'));
    return;
  }
  const button = addAll.yes();
  const detail = [addAll.detail(), ...named].join('\n');
  if ((await dialogs.ask(addAll.question(entries.length), detail, button)) !== button) return;
  const outcome = await writeEntries(book, entries);
  await report(outcome, book);
  if (outcome.kind !== 'written') return;
  await window.showTextDocument(book.uri);
  notifier.inform([addAll.done(entries.length), ...named].join('\n'));
}

/** The addresses of a file that are not in the book, each once on its network. */
async function candidatesIn(
  document: TextDocument,
  { books, documents }: Pick<Ports, 'books' | 'documents'>,
): Promise<Candidate[]> {
  const candidates = new Map<string, Candidate>();
  for await (const portion of findAddressesIn(document, documents)) {
    for (const placed of portion) {
      const { chain, occurrence } = placed.found;
      // A placeholder is no one’s.
      if (placed.found.problem?.kind === 'placeholder') continue;
      const candidate = candidateOf(document, placed, books);
      const name = subjectName({ address: occurrence.text, chain: chain.chain ?? '' });
      if (candidate !== undefined && !candidates.has(name)) candidates.set(name, candidate);
    }
  }
  return [...candidates.values()];
}

/** Undefined for one that the book has. */
function candidateOf(
  document: TextDocument,
  { found, range }: PlacedAddress,
  books: Books,
): Candidate | undefined {
  const asked = askedFor(found);
  const facts = books.factsOf(document.uri, asked);
  if (facts.entries.length > 0) return undefined;
  const network = asked.network ?? null;
  const known = facts.names[0]?.name;
  const inCode = books.withNamesake(document.uri, asked, codeNameIn(document, range));
  const isWrong = found.problem?.kind === 'checksum';
  const isLike = likenessOf(document.uri, asked, books, facts) !== undefined;
  const doubts: readonly (readonly [Doubt, boolean])[] = [
    ['deny', facts.denials.length > 0],
    ['look-alike', isLike],
    ['wrong-network', network !== null && tokenElsewhere(found.canonical, network) !== undefined],
    ['checksum', isWrong],
  ];
  return {
    address: isWrong ? found.occurrence.text : found.canonical,
    network,
    knownName: isLike ? undefined : known,
    codeName: inCode?.namesake === undefined ? inCode?.name : undefined,
    doubt: doubts.find(([, applies]) => applies)?.[0],
    place: `${workspace.asRelativePath(document.uri)}:${range.start.line + 1}`,
  };
}
