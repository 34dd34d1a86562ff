import type { Family } from '../addresses/networks.ts';
import { isIgnored, type ListReference } from '../book/book.ts';
import { DenySearch } from '../book/denySearch.ts';
import { denialsOf, entriesOf, type Denial, type LoadedList } from '../book/facts.ts';
import { ruledNetworks } from '../book/rules.ts';
import type { FolderBook } from './loadBook.ts';

/**
 * Where an address is in the address book. Only the base revision's book makes it `listed`, and only
 * as long as the change keeps the entry: a change cannot vouch for itself.
 */
export type Listing = 'listed' | 'added' | 'removed' | 'none';

export interface Asked {
  readonly text: string;
  readonly family: Family;
  /** Null: unknown, which is every network. */
  readonly network: string | null;
}

/** What the books of the base revision and of the change say together. */
export class TrustedBooks {
  /** Policy, scale, and rules are those of this one. */
  readonly trusted: FolderBook;
  readonly change: FolderBook;
  readonly #base: FolderBook | undefined;
  readonly #lists: readonly LoadedList[];
  /** For the texts of the deny lists of both revisions. */
  readonly denySearch: DenySearch;

  /** @param base undefined where there is no base revision, or where the change is trusted */
  constructor(base: FolderBook | undefined, change: FolderBook) {
    this.#base = base;
    this.change = change;
    this.trusted = base ?? change;
    this.#lists = [...(base?.lists ?? []), ...change.lists.filter((list) => !isIn(list, base))];
    this.denySearch = new DenySearch(this.#lists);
  }

  /** The deny lists of both revisions that have an account, on whichever network. */
  denialsOf({ text, family }: Asked): Denial[] {
    const denials = denialsOf(this.#lists, { text, family, network: undefined });
    if (denials.length === 0) return denials;
    const seen = new Set<string>();
    return denials.filter(({ path, list }) => {
      const name = JSON.stringify([path, list]);
      return !seen.has(name) && seen.add(name);
    });
  }

  listingOf(asked: Asked): Listing {
    // A book that cannot be read removes no entry: the check fails with that.
    const isReadable = this.change.rejection === undefined;
    const isInChange = entriesIn(isReadable ? this.change : this.trusted, asked).length > 0;
    if (this.#base === undefined) return isInChange ? 'listed' : 'none';
    const isInBase = entriesIn(this.#base, asked).length > 0;
    if (isInBase) return isInChange ? 'listed' : 'removed';
    return isInChange ? 'added' : 'none';
  }

  /** Whether warnings on look-alikes are hidden for an address: both revisions say so. */
  isIgnored(asked: Asked, today: string): boolean {
    return [this.trusted, this.change].every((book) =>
      entriesIn(book, asked).some((entry) => isIgnored(entry, today)),
    );
  }

  /** The name that the base revision's book has for an address. */
  nameOf(asked: Asked): string | undefined {
    return entriesIn(this.trusted, asked).find(({ name }) => name !== undefined)?.name;
  }

  networksOf(path: string): string[] {
    return ruledNetworks(this.trusted.book.rules, path);
  }

  /** The book and the lists that the base revision has: they are not searched for addresses. */
  isOwnFile(path: string): boolean {
    return this.trusted.book.lists.some((list) => list.path === path);
  }

  /** Lists that the change does not have, or not as what they were. */
  removedLists(): ListReference[] {
    const kept = this.change.book.lists;
    return this.trusted.book.lists.filter(
      ({ path, kind }) => !kept.some((list) => list.path === path && list.kind === kind),
    );
  }
}

/** Whether another revision has the same list, under the same name. */
function isIn({ reference, list }: LoadedList, other: FolderBook | undefined): boolean {
  return (
    other?.lists.some((each) => each.list === list && each.reference.name === reference.name) ??
    false
  );
}

function entriesIn({ entries }: FolderBook, { text, family, network }: Asked) {
  return entriesOf(entries, { text, family, network: network ?? undefined });
}
