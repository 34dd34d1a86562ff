import type { Family } from '../networks/networks.ts';
import { bookFile, type BookEntry, type BookRejection, type ListReference } from './book.ts';
import { DenySearch } from './denySearch.ts';
import {
  areIgnored,
  denialsOf,
  entriesListing,
  factsOf,
  listingOf,
  nameInLists,
  namesOf,
  type AddressFacts,
  type AddressQuery,
  type Denial,
  type Listing,
  type LoadedList,
  type NameInCode,
} from './facts.ts';
import { withEntries, type FolderBook, type ReadList, type RunSteps } from './loadBook.ts';

export interface TextQuery {
  readonly text: string;
  readonly family: Family;
  /** Null: unknown, which is every network. */
  readonly network: string | null;
  /** By `accountOf`, where it is known. */
  readonly account?: string | undefined;
}

/** Combines the books of the base revision and of the change. */
export class TrustedBooks {
  /** The book whose policy, scale, and rules apply. */
  readonly trusted: FolderBook;
  readonly change: FolderBook;
  /** The book where the change began: the change removed entries that it lacks and this book has. */
  readonly origin: FolderBook;
  /** Deny lists of books in the folders above. */
  readonly above: readonly LoadedList[];
  readonly #lists: readonly LoadedList[];
  /** For the texts of the deny lists of both revisions. */
  readonly denySearch: DenySearch;

  private constructor(
    {
      trusted,
      change,
      origin,
      above,
    }: Pick<TrustedBooks, 'trusted' | 'change' | 'origin' | 'above'>,
    lists: readonly LoadedList[],
    denySearch: DenySearch,
  ) {
    this.trusted = trusted;
    this.change = change;
    this.origin = origin;
    this.above = above;
    this.#lists = lists;
    this.denySearch = denySearch;
  }

  /**
   * Yields between rows of lists.
   * @param base undefined without a base revision, or if the change is trusted
   * @param options.origin where the change began, if the base revision has moved on
   * @param options.other earlier books, which may share lists with these
   * @param options.above deny lists from books in parent folders
   */
  static *of(
    base: FolderBook | undefined,
    change: FolderBook,
    {
      origin,
      other,
      above = [],
    }: {
      readonly origin?: FolderBook;
      readonly other?: TrustedBooks;
      readonly above?: readonly LoadedList[];
    } = {},
  ): Generator<void, TrustedBooks> {
    const trusted = base ?? change;
    const lists: LoadedList[] = [...denyListsOf(trusted), ...above];
    for (const each of denyListsOf(change)) {
      if (!lists.some((other) => isSameList(each, other))) lists.push(each);
    }
    const search =
      other?.hasSameLists(lists) === true ? other.denySearch : yield* DenySearch.of(lists);
    return new TrustedBooks({ trusted, change, origin: origin ?? trusted, above }, lists, search);
  }

  hasSameLists(lists: readonly LoadedList[]): boolean {
    const own = this.#lists;
    return own.length === lists.length && own.every((each, index) => each === lists[index]);
  }

  /**
   * Facts about an address from both revisions. Deny rows of both count, but only names of the base
   * revision: a name found only in the change becomes `inCode`, as if it came from code.
   */
  factsOf({ text, family, network }: TextQuery): AddressFacts {
    const { book, lists } = this.trusted;
    const asked = { text, family, network: network ?? undefined };
    const named = lists.filter(({ reference }) => reference.kind !== 'deny');
    const facts = factsOf({ entries: book.byAccount, lists: [...this.#lists, ...named] }, asked);
    return { ...facts, ...this.#entriesOf({ text, family, network }), inCode: this.#named(asked) };
  }

  /** The first name that the book or a list of the change gives, and the base revision does not. */
  #named(asked: AddressQuery): NameInCode | undefined {
    const { trusted } = this;
    const { book, lists } = this.#current;
    const isSame =
      book === trusted.book && lists.every(({ list }, at) => list === trusted.lists[at]?.list);
    if (isSame) return undefined;
    const known = namesOf({ entries: trusted.book.byAccount, lists: trusted.lists }, asked);
    const names = namesOf({ entries: book.byAccount, lists }, asked);
    const added = names.find(({ name }) => !known.some((each) => each.name === name));
    if (added === undefined || added.source.kind === 'known') return undefined;
    const { name, source } = added;
    const list = lists.find(
      ({ reference: { kind, name } }) =>
        source.kind === 'list' && kind !== 'deny' && name === source.name,
    );
    return { name, path: list?.reference.path ?? bookFile };
  }

  /** The deny lists of both revisions that have an account, on whichever network. */
  denialsOf({ text, family, account }: TextQuery): Denial[] {
    return denialsOf(this.#lists, { text, family, account, network: undefined });
  }

  /**
   * Whether a deny list of the base revision has an account. Lists of the change must not clear it.
   */
  isDenied({ text, family, account }: TextQuery): boolean {
    return denialsOf(this.trusted.lists, { text, family, account, network: undefined }).length > 0;
  }

  listingOf(asked: TextQuery): Listing {
    return listingOf(this.#entriesOf(asked));
  }

  /** Whether the base revision's book has an address. */
  isTrusted(asked: TextQuery): boolean {
    return this.#entriesOf(asked).baseEntries.length > 0;
  }

  /**
   * The book and deny lists of the base revision: an address in them is listed there, not used. Not the
   * lists of names, and not lists that the change adds: it could name the file of a new address as one.
   */
  ownFiles(): ReadonlySet<string> {
    const paths = denyListsOf(this.trusted).map(({ reference: { path } }) => path);
    return new Set([bookFile, ...paths]);
  }

  /** The book and deny lists of the base revision whose text is still the same: all in them was reviewed. */
  unchangedFiles(): ReadonlySet<string> {
    const { trusted, change } = this;
    const isSameBook = trusted.rejection === undefined && trusted.text === change.text;
    const lists = denyListsOf(trusted).filter(
      ({ reference: { path }, digest }) =>
        digest !== undefined &&
        denyListsOf(change).some((each) => each.reference.path === path && each.digest === digest),
    );
    return new Set([
      ...(isSameBook ? [bookFile] : []),
      ...lists.map((each) => each.reference.path),
    ]);
  }

  /** Whether the base revision has an account on the deny list in a file. */
  hasRow(path: string, account: string): boolean {
    return denyListsOf(this.trusted).some(
      ({ reference, list }) => reference.path === path && list.addresses.has(account),
    );
  }

  /** How an address is listed, and its name in the base revision's book, its lists, or published ones. */
  entryOf(asked: TextQuery): { readonly listing: Listing; readonly name: string | undefined } {
    const both = this.#entriesOf(asked);
    const named = both.baseEntries.find(({ name }) => name !== undefined);
    const query = { ...asked, network: asked.network ?? undefined };
    return {
      listing: listingOf(both),
      name: named?.name ?? nameInLists(this.trusted.lists, query),
    };
  }

  /** Whether look-alike warnings are hidden for an address, which both revisions must request. */
  isIgnored(asked: TextQuery, today: string): boolean {
    return areIgnored(this.#entriesOf(asked), today);
  }

  /** A book that cannot be read removes no entry: that is a finding of its own. */
  get #current(): FolderBook {
    return this.change.rejection === undefined ? this.change : this.trusted;
  }

  /** An entry that came to the base revision after the change began counts: the change lacks it by age. */
  #entriesOf({ network, ...spelled }: TextQuery): BothEntries {
    const asked = { ...spelled, network: network ?? undefined };
    const of = ({ book }: FolderBook): readonly BookEntry[] =>
      entriesListing(book.byAccount, asked);
    const { trusted, origin } = this;
    const current = this.#current;
    const entries = of(current);
    if (trusted.book === current.book) return { entries, baseEntries: entries };
    const baseEntries = of(trusted);
    const isLater = entries.length === 0 && origin !== trusted && of(origin).length === 0;
    return { entries: isLater ? baseEntries : entries, baseEntries };
  }
}

/** Adds the entries to books that were read without them. Nothing is read from the folder again. */
export async function withAllEntries(outline: TrustedBooks, run: RunSteps): Promise<TrustedBooks> {
  const { trusted, change: read, above } = outline;
  const change = await withEntries(read, run);
  if (trusted === read) return run(TrustedBooks.of(undefined, change, { other: outline, above }));
  const entered = async (book: FolderBook): Promise<FolderBook> =>
    book.isThere && book.text === change.text
      ? { ...book, book: change.book }
      : withEntries(book, run);
  const judge = await entered(trusted);
  const origin = outline.origin === trusted ? judge : await entered(outline.origin);
  return run(TrustedBooks.of(judge, change, { origin, other: outline, above }));
}

type BothEntries = Pick<AddressFacts, 'entries' | 'baseEntries'>;

/**
 * Entries that a change removes from the book, which still count, or why the judging book isn't
 * used.
 */
export type BookChange =
  | { readonly kind: 'baseRejected'; readonly rejection: BookRejection }
  | { readonly kind: 'bookRemoved' }
  | { readonly kind: 'listRemoved'; readonly name: string };

/** A branch that is merely behind its target removes nothing: it began before the target had it. */
export function changesOf(books: TrustedBooks): BookChange[] {
  const { trusted, change, origin } = books;
  if (trusted === change) return [];
  const { rejection } = trusted;
  if (rejection !== undefined) return [{ kind: 'baseRejected', rejection }];
  if (change.rejection !== undefined) return [];
  if (origin.isThere && !change.isThere) return [{ kind: 'bookRemoved' }];
  return removedLists(books).map(({ name }) => ({ kind: 'listRemoved', name }));
}

/** Lists that the change does not have, or not as what they were. */
export function removedLists({ trusted, change, origin }: TrustedBooks): ListReference[] {
  const kept = change.book.lists;
  const isIn = ({ book }: FolderBook, { path }: ListReference): boolean =>
    book.lists.some((list) => list.path === path);
  const removable = trusted.book.lists.filter((list) => isIn(origin, list));
  return removable.filter(
    ({ path, kind }) => !kept.some((list) => list.path === path && list.kind === kind),
  );
}

const denyListsOf = ({ lists }: FolderBook): ReadList[] =>
  lists.filter(({ reference }) => reference.kind === 'deny');

/** An unchanged list must not count twice. */
const isSameList = (one: LoadedList, other: LoadedList): boolean =>
  one.list === other.list && one.reference.name === other.reference.name;
