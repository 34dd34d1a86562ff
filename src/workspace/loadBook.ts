import {
  bookFile,
  emptyBook,
  largestBook,
  type Book,
  type BookRejection,
  type ListReference,
} from '../book/book.ts';
import { entriesByKey, type LoadedList } from '../book/facts.ts';
import { allOf } from '../book/json.ts';
import { largestList, readList } from '../book/lists.ts';
import { readBook } from '../book/readBook.ts';
import type { FileReading, FolderFiles } from './folderFiles.ts';
import { readPolicy, type PolicyReading } from './policy.ts';
import { textOf } from './texts.ts';

/** The address book of a folder with its lists, at one revision. */
export interface FolderBook {
  /** Undefined if there is none, or if it is used. */
  readonly rejection: BookRejection | undefined;
  readonly isThere: boolean;
  readonly book: Book;
  readonly entries: ReturnType<typeof entriesByKey>;
  readonly lists: readonly FolderList[];
  readonly policy: PolicyReading;
  /** As it is written; empty if there is none, or if it is not used. */
  readonly text: string;
}

/** A list, and the text that it was read from. */
interface FolderList extends LoadedList {
  readonly text: string | undefined;
}

const noBook: FolderBook = {
  rejection: undefined,
  isThere: false,
  book: emptyBook,
  entries: new Map(),
  lists: [],
  policy: readPolicy(''),
  text: '',
};

/**
 * Reads the book of a folder and its lists. Never throws for what they hold.
 * @param other of another revision: what has not changed is not read twice
 */
export async function loadBook(files: FolderFiles, other = noBook): Promise<FolderBook> {
  const file = await files.read(bookFile, largestBook);
  if (file.kind === 'missing') return noBook;
  const text = file.kind === 'bytes' ? textOf(file.bytes) : undefined;
  if (text === undefined) return rejected(rejectionOf(file));
  const isSame = other.isThere && text === other.text;
  const parsed = isSame ? sameAs(other) : parse(text);
  if (parsed.rejection !== undefined) return rejected(parsed.rejection);
  const lists: FolderList[] = [];
  for (const reference of parsed.book.lists) {
    lists.push(await loadList(files, reference, other.lists));
  }
  return { ...parsed, rejection: undefined, isThere: true, lists, text };
}

const rejected = (rejection: BookRejection): FolderBook => ({
  ...noBook,
  isThere: true,
  rejection,
});

type Parsed = Pick<FolderBook, 'rejection' | 'book' | 'entries' | 'policy'>;

const sameAs = ({ rejection, book, entries, policy }: FolderBook): Parsed => ({
  rejection,
  book,
  entries,
  policy,
});

function parse(text: string): Parsed {
  const reading = allOf(readBook(text));
  if (reading.kind === 'rejected') return { ...noBook, rejection: reading.rejection };
  const { book } = reading;
  return { rejection: undefined, book, entries: entriesByKey(book), policy: readPolicy(text) };
}

function rejectionOf({ kind }: FileReading): BookRejection {
  return { kind: kind === 'outside' || kind === 'tooLarge' ? kind : 'unreadable' };
}

async function loadList(
  files: FolderFiles,
  reference: ListReference,
  others: readonly FolderList[],
): Promise<FolderList> {
  const { path, kind: use } = reference;
  const file = await files.read(path, largestList);
  const text = file.kind === 'bytes' ? textOf(file.bytes) : undefined;
  if (text !== undefined) {
    const same = others.find(
      (other) =>
        other.text === text && other.reference.path === path && other.reference.kind === use,
    );
    return { reference, list: same?.list ?? allOf(readList(text, path, use)), text };
  }
  const kind = file.kind === 'bytes' ? 'unreadable' : file.kind;
  const list = { addresses: new Map(), spellings: new Map(), problem: { kind } };
  return { reference, list, text: undefined };
}
