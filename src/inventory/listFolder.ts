import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { IgnoreTree } from '../paths/ignoreTree.ts';
import { DiskReader } from './diskReader.ts';

export const ignoreFile = '.gitignore';

export interface FolderRequest {
  /** Absolute. */
  readonly root: string;
  /** What is left out, whatever Git says of it: the patterns of a `.gitignore` in the root. */
  readonly excluded: string;
  /** How many files there may be. */
  readonly most: number;
}

export interface FolderListing {
  /** Below the root, with slashes. */
  readonly paths: readonly string[];
  /** Whether there are more. */
  readonly isCut: boolean;
  /** Of the folders that were read. */
  readonly ignoreFiles: readonly IgnoreFile[];
  /** How many others have too many patterns, so that none of them counts. */
  readonly uncounted: number;
}

export interface IgnoreFile {
  /** Below the root, with slashes; empty for the root. */
  readonly folder: string;
  readonly text: string;
}

/**
 * Lists the files of a folder on the disk that neither a `.gitignore` nor the request leaves out. What
 * is left out is not entered, and no link is followed. Blocks its thread meanwhile. Never throws for
 * what the folder holds.
 */
export function listFolder({ root, excluded, most }: FolderRequest): FolderListing {
  const reader = new DiskReader(root);
  const excludes = new IgnoreTree();
  excludes.set('', excluded);
  const ignores = new IgnoreTree();
  const ignoreFiles: IgnoreFile[] = [];
  let uncounted = 0;
  const paths: string[] = [];
  // What lies deep is what is left out of a folder that has too many.
  const folders = [''];
  for (const folder of folders) {
    const entries = entriesOf(join(root, folder));
    if (entries.some(({ name }) => name === ignoreFile)) {
      const read = reader.readNow(join(root, folder, ignoreFile));
      const isCounted = read.kind === 'text' && ignores.set(folder, read.text) === undefined;
      if (isCounted) ignoreFiles.push({ folder, text: read.text });
      else uncounted++;
    }
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (excludes.isFolderIgnored(path) || ignores.isFolderIgnored(path)) continue;
        folders.push(path);
      } else if (entry.isFile() && !excludes.isIgnored(path) && !ignores.isIgnored(path)) {
        if (paths.length === most) return { paths, isCut: true, ignoreFiles, uncounted };
        paths.push(path);
      }
    }
  }
  return { paths, isCut: false, ignoreFiles, uncounted };
}

/** None of a folder that cannot be read. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
