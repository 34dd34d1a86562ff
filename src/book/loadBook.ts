import { createHash } from 'node:crypto';
import {
  bookFile,
  emptyBook,
  maxBookSize,
  type Book,
  type BookRejection,
  type ListReference,
} from './book.ts';
import type { LoadedList } from './facts.ts';
import { drain } from './drain.ts';
import { maxListSize, readList, type AddressList } from './lists.ts';
import { readBook } from './readBook.ts';

/** The content of a file, or why there is none. */
export type BookFileReading =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' | 'outside' | 'notAFile' | 'unreadable' | 'tooLarge' };

/** The files of a folder at one revision, as texts. */
export interface BookFiles {
  /**
   * @param path below the folder, with slashes
   * @param largest in bytes
   */
  readText(path: string, largest: number): Promise<BookFileReading>;
}

/** Does work that yields between slices: at once, or in turns. */
export type RunSteps = <T>(steps: Generator<void, T>) => T | Promise<T>;

/** The address book of a folder with its lists, at one revision. */
export interface FolderBook {
  /** Undefined if there is no book, or if it is used. */
  readonly rejection: BookRejection | undefined;
  readonly isThere: boolean;
  readonly book: Book;
  readonly lists: readonly ReadList[];
  /** The raw text; empty if there is no book, or if it isn't used. */
  readonly text: string;
}

export interface ReadList extends LoadedList {
  /** Digest of the text; undefined without a book. */
  readonly digest: string | undefined;
}

export const noBook: FolderBook = {
  rejection: undefined,
  isThere: false,
  book: emptyBook,
  lists: [],
  text: '',
};

/**
 * Reads the book of a folder and its lists. Never throws because of their content.
 * @param options.other a book of another revision, whose unchanged lists are reused
 * @param options.hasEntries false to skip the entries, whose checksums take most of the time
 */
export async function loadBook(
  files: BookFiles,
  { other = noBook, run = drain as RunSteps, hasEntries = true } = {},
): Promise<FolderBook> {
  const file = await files.readText(bookFile, maxBookSize);
  if (file.kind === 'missing') return noBook;
  if (file.kind !== 'text') return rejected({ kind: rejectionKinds[file.kind] });
  const { text } = file;
  const isSame = other.isThere && text === other.text;
  const parsed = isSame ? other : await run(parse(text, hasEntries));
  if (parsed.rejection !== undefined) return rejected(parsed.rejection);
  const { book } = parsed;
  const lists: ReadList[] = [];
  // One at a time: each may take megabytes.
  for (const reference of book.lists) lists.push(await loadList(files, reference, { other, run }));
  return { rejection: undefined, isThere: true, book, lists, text };
}

/** Adds the entries that were skipped, without reading any file again. */
export async function withEntries(outline: FolderBook, run: RunSteps): Promise<FolderBook> {
  if (!outline.isThere || outline.rejection !== undefined) return outline;
  const { book } = await run(parse(outline.text, true));
  return { ...outline, book };
}

const rejectionKinds = {
  outside: 'outside',
  tooLarge: 'tooLarge',
  notAFile: 'unreadable',
  unreadable: 'unreadable',
} as const;

const rejected = (rejection: BookRejection): FolderBook => ({
  ...noBook,
  isThere: true,
  rejection,
});

type Parsed = Pick<FolderBook, 'rejection' | 'book'>;

function* parse(text: string, hasEntries: boolean): Generator<void, Parsed> {
  const reading = yield* readBook(text, hasEntries);
  if (reading.kind === 'rejected') return { ...noBook, rejection: reading.rejection };
  return { rejection: undefined, book: reading.book };
}

async function loadList(
  files: BookFiles,
  reference: ListReference,
  { other, run }: { readonly other: FolderBook; readonly run: RunSteps },
): Promise<ReadList> {
  const file = await files.readText(reference.path, maxListSize);
  if (file.kind !== 'text') return { reference, list: noList(file.kind), digest: undefined };
  const { path, kind } = reference;
  const digest = createHash('sha256').update(file.text).digest('base64');
  const same = other.lists.find(
    (each) =>
      each.digest === digest && each.reference.path === path && each.reference.kind === kind,
  );
  const list = same?.list ?? (await run(readList(file.text, path, kind)));
  return { reference, list, digest };
}

const noList = (kind: Exclude<BookFileReading['kind'], 'text'>): AddressList => ({
  addresses: new Map(),
  spellings: new Map(),
  problem: { kind },
});
