import type { FolderBook } from '../../book/loadBook.ts';
import { trustedBook } from '../../folder/check.ts';
import { NoBaseError } from '../../folder/base.ts';
import { requestedRoots } from '../../folder/roots.ts';
import { GitError } from '../../git/gitError.ts';
import { isBelow, pathFrom } from '../../paths/inside.ts';
import { UsageError } from '../../options/usageError.ts';
import type { AllowedRoots } from './allowedRoots.ts';

/** The address book that a check trusts in a folder. */
interface RootBook {
  /** Absolute, without links. */
  readonly folder: string;
  readonly loaded: FolderBook;
}

/**
 * The books of the roots and of the folders below them, each read again, since it may have changed. Empty if
 * it is unclear which book to trust: addresses are still found, with fewer networks.
 */
export async function rootBooks(roots: AllowedRoots): Promise<readonly RootBook[]> {
  const request = { since: undefined, judge: undefined, isStaged: false };
  try {
    const folders = await roots.folders();
    const found: RootBook[] = [];
    for (const requested of await requestedRoots('', folders, request, true)) {
      const loaded = await trustedBook(requested, { trustsChange: false });
      found.push({ folder: requested.root.folder, loaded });
    }
    return found;
  } catch (error) {
    const isExpected = [NoBaseError, GitError, UsageError].some((each) => error instanceof each);
    if (isExpected) return [];
    throw error;
  }
}

/** The book of the closest folder, and the path of a file below it. @param file its real path */
export function closestBook(
  books: readonly RootBook[],
  file: string,
): { readonly loaded: FolderBook; readonly path: string } | undefined {
  const above = books.filter(({ folder }) => isBelow(folder, file));
  const [closest] = above.sort((one, other) => other.folder.length - one.folder.length);
  return closest && { loaded: closest.loaded, path: pathFrom(closest.folder, file) };
}
