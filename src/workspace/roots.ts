import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { bookFile } from '../book/book.ts';
import { filesOfCommit } from '../git/files.ts';
import { findRepository, type Repository } from '../git/repository.ts';
import { findBase } from './base.ts';
import type { Root } from './folderFiles.ts';

/** A folder with an address book, and what of it was requested. */
export interface RequestedRoot {
  readonly root: Root;
  /** Below the folder, with slashes; empty for all of it. */
  readonly paths: readonly string[];
}

/** Nothing has this path. */
export class NoPathError extends Error {
  override readonly name = 'NoPathError';
}

/**
 * The folders that paths belong to: those of the closest address books of the base revision. One
 * that only the change has does not count where the base has another: it would hide that one.
 *
 * @param from the folder of the user, which paths are relative to
 * @param since as for `findBase`
 * @throws NoPathError, NoBaseError, GitError
 */
export async function requestedRoots(
  from: string,
  paths: readonly string[],
  since: string | undefined,
): Promise<RequestedRoot[]> {
  if (paths.length === 0) {
    const folder = realPathOf(from);
    const repository = findRepository(folder);
    return [{ root: rootAt(repository?.top ?? folder, repository), paths: [] }];
  }
  const found = new Map<string, { root: Root; paths: string[] | undefined }>();
  for (const path of paths) {
    const full = realPathOf(resolve(from, path));
    const root = await rootOf(full, since);
    const below = slashed(relative(root.folder, full));
    const known = found.get(root.folder);
    const all = known === undefined ? [] : known.paths;
    const isAll = below === '' || all === undefined;
    found.set(root.folder, { root, paths: isAll ? undefined : [...all, below] });
  }
  return [...found.values()].map(({ root, paths: below = [] }) => ({ root, paths: below }));
}

async function rootOf(full: string, since: string | undefined): Promise<Root> {
  const folder = statSync(full).isDirectory() ? full : dirname(full);
  const repository = findRepository(folder);
  if (repository === undefined) return rootAt(folder, undefined);
  const { top } = repository;
  const ancestors = [folder];
  for (let at = folder; at !== top;) ancestors.push((at = dirname(at)));
  const base = await booksOfBase(repository, since);
  const closest =
    ancestors.find((each) => base.has(prefixOf(each, top) + bookFile)) ??
    ancestors.find((each) => existsSync(join(each, bookFile)));
  return rootAt(closest ?? top, repository);
}

async function booksOfBase(
  repository: Repository,
  since: string | undefined,
): Promise<ReadonlySet<string>> {
  const base = await findBase(repository, since);
  if (base === undefined) return new Set();
  const files = await filesOfCommit(repository, base.commit);
  return new Set(files.flatMap(({ path }) => (path.endsWith(bookFile) ? path : [])));
}

function rootAt(folder: string, repository: Repository | undefined): Root {
  const prefix = repository === undefined ? '' : prefixOf(folder, repository.top);
  return { folder, repository, prefix };
}

function prefixOf(folder: string, top: string): string {
  const below = slashed(relative(top, folder));
  return below === '' ? '' : `${below}/`;
}

const slashed = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'));

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    throw new NoPathError(`No such file or folder: ${JSON.stringify(path)}.`);
  }
}
