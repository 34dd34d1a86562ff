import { denialsJson } from '../agents/toolResult.ts';
import { denialsOf, type Denial } from '../book/facts.ts';
import type { FolderBook } from '../book/loadBook.ts';
import { NoBaseError } from '../folder/base.ts';
import { problemsOf } from '../folder/findings.ts';
import { trustedBook } from '../folder/check.ts';
import { requestedRoots } from '../folder/roots.ts';
import { GitError } from '../git/runGit.ts';
import type { Subject } from '../ledger/store.ts';
import { denialText } from '../messages/denials.ts';
import { networkNamed } from '../networks/networks.ts';
import { type Options, UsageError } from '../options/options.ts';
import { baseRequest } from './checkReport.ts';
import { safe, type Terminal } from './terminal.ts';

/** An address book that a check trusts, and its folder. */
export interface RootBook {
  readonly folder: string;
  /** Prefix of its paths in output for people. */
  readonly prefix: string;
  readonly loaded: FolderBook;
}

/**
 * The address books that a check trusts, in the roots of an agent and in the folders below them. They are
 * read at each call, because they may have changed. Empty if it is unclear which book to trust.
 */
export async function rootBooks(folders: () => Promise<readonly string[]>): Promise<RootBook[]> {
  const request = { since: undefined, judge: undefined, isStaged: false };
  try {
    return await booksOf(await requestedRoots('', await folders(), request, true), false);
  } catch (error) {
    const isExpected = [NoBaseError, GitError, UsageError].some((each) => error instanceof each);
    if (isExpected) return [];
    throw error;
  }
}

async function booksOf(
  requested: Awaited<ReturnType<typeof requestedRoots>>,
  trustsChange: boolean,
): Promise<RootBook[]> {
  const found: RootBook[] = [];
  for (const each of requested) {
    const { folder, shownPrefix: prefix } = each.root;
    found.push({ folder, prefix, loaded: await trustedBook(each, { trustsChange }) });
  }
  return found;
}

/** For programs and agents. Null if there is no hit, but some books or lists could not be read. */
export function denialsJsonOf(
  books: readonly RootBook[],
  denials: readonly Denial[],
): ReturnType<typeof denialsJson> | null {
  const isComplete = books.length > 0 && !books.some(({ loaded }) => problemsOf(loaded).length > 0);
  return denials.length > 0 || isComplete ? denialsJson(denials) : null;
}

/** The deny-list hits of an address on its network. */
export function denialsIn(
  books: readonly RootBook[],
  { address: text, chain: network }: Subject,
): Denial[] {
  const family = networkNamed(network)?.family;
  if (family === undefined) return [];
  return books.flatMap(({ loaded, prefix }) =>
    denialsOf(loaded.lists, { text, family, network }).map((denial) => ({
      ...denial,
      path: prefix + denial.path,
    })),
  );
}

/**
 * Reports which of the given addresses are on deny lists of the repository, before anything is
 * paid.
 * @returns the books that were read, and the hits of each
 * @throws an error with an `errorText`
 */
export async function noteDenials(
  subjects: readonly Subject[],
  options: Options,
  terminal: Terminal,
): Promise<{ readonly books: readonly RootBook[]; readonly denials: readonly Denial[][] }> {
  const requested = await requestedRoots(terminal.folder, [], baseRequest(options));
  const books = await booksOf(requested, options.text('trust') === 'head');
  // Unread lists may contain them.
  for (const { loaded, prefix } of books) {
    for (const { path, line, message } of problemsOf(loaded)) {
      terminal.note(safe(`${prefix}${path}:${line}: ${message}`));
    }
  }
  const denials = subjects.map((subject) => {
    const own = denialsIn(books, subject);
    for (const denial of own) {
      terminal.note(`${subject.address}: ${safe(denialText(denial))} (${safe(denial.path)})`);
    }
    return own;
  });
  return { books, denials };
}
