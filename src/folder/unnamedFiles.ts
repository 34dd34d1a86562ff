import { foldersOf } from './list.ts';

/** The networks that a file names for its EVM addresses. */
export interface FileNetworks {
  /** Below the folder, with slashes. */
  readonly path: string;
  /** Whether it has one whose network is only assumed. */
  readonly hasAssumed: boolean;
  /** Whether it has one whose network something names. */
  readonly hasNamed: boolean;
}

/** Patterns that a question offers: more would not be read. */
const maxPatterns = 20;

/**
 * Patterns, in the address book's syntax, for files whose addresses name no network: the largest
 * folders in which no file names one, else single files. Rules of the book override code, so the
 * patterns never match a file that names a network.
 * @returns empty if there are none, or too many
 */
export function patternsFor(files: Iterable<FileNetworks>): string[] {
  const named = new Set<string>();
  const assumed: string[] = [];
  for (const { path, hasAssumed, hasNamed } of files) {
    if (hasNamed) for (const folder of [path, ...foldersOf(path)]) named.add(folder);
    else if (hasAssumed) assumed.push(path);
  }
  const patterns = new Set<string>();
  for (const path of assumed) {
    // Not the whole repository: a file that is added later may name a network.
    const folder = foldersOf(path).find((each) => !named.has(each));
    const pattern = folder === undefined ? path : `${folder}/**`;
    if (!isPattern.test(folder ?? path)) patterns.add(pattern);
  }
  return patterns.size > maxPatterns ? [] : [...patterns].sort();
}

/** A path that would match others too: the book has no way to write it. */
const isPattern = /[*?[\\]/;
