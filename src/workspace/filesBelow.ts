import { lstatSync, readdirSync, statSync, type Dirent, type Stats } from 'node:fs';
import { dirname, join, posix, resolve, sep } from 'node:path';
import { diskPathOf, fileNameOf } from '../paths/fileName.ts';
import { largestIgnore, readIgnore, type Ignore } from '../paths/gitIgnore.ts';
import { reasonOf, readRegularFile } from './readRegularFile.ts';

/** What was not read although it should have been, and why, in the words of a sentence. */
export interface Skipped {
  readonly path: string;
  readonly reason: string;
  /** Whether files may be in it that were not listed. */
  readonly mayHideFiles?: boolean;
}

export interface Listing {
  /** As the path was given, plus what lies below it; names as `fileNameOf` has them. */
  readonly files: string[];
  /** Symbolic links, likewise. None is followed. */
  readonly links: string[];
  readonly skipped: Skipped[];
}

interface PlacedIgnore {
  /** The length of its folder's path, with a separator behind it. */
  readonly start: number;
  readonly ignore: Ignore;
}

/**
 * The files below a path. The path itself is read even where git ignores it; what is found below
 * honors every `.gitignore` on the way. Never throws for what a folder holds.
 */
export function filesBelow(from: string, path: string): Listing {
  const root = resolve(from, path);
  const listing: Listing = { files: [], links: [], skipped: [] };
  try {
    const stats = statSync(root);
    if (stats.isFile()) listing.files.push(path);
    else if (!stats.isDirectory()) listing.skipped.push({ path, reason: 'not a regular file' });
    else addBelow(root, posix.join(withoutSlashes(path)), ignoresAbove(root, listing), listing);
  } catch (error) {
    listing.skipped.push({ path, reason: reasonOf(error) });
  }
  return listing;
}

/** Those of the folders above, up to the one that is the repository. */
function ignoresAbove(folder: string, listing: Listing): readonly PlacedIgnore[] {
  if (linkStatsOf(join(folder, '.git')) !== undefined) return [];
  const parent = dirname(folder);
  return parent === folder ? [] : withOwn(ignoresAbove(parent, listing), parent, listing);
}

/** A folder's own patterns come first, as they decide. */
function withOwn(
  above: readonly PlacedIgnore[],
  folder: string,
  listing: Listing,
): readonly PlacedIgnore[] {
  const path = join(folder, '.gitignore');
  // As git has it, a link or a folder of that name says nothing.
  if (linkStatsOf(path)?.isFile() !== true) return above;
  const read = readRegularFile(path, largestIgnore);
  if (read.kind !== 'bytes') {
    listing.skipped.push({ path, reason: `${read.reason}; its patterns do not count` });
    return above;
  }
  const patterns = readIgnore(read.bytes.toString('utf8'));
  if (typeof patterns !== 'string') {
    return [{ start: withEnd(folder, sep).length, ignore: patterns.matches }, ...above];
  }
  const reason =
    patterns === 'tooLarge' ? 'too large' : 'too many patterns with wildcards in one file';
  listing.skipped.push({ path, reason: `${reason}; its patterns do not count` });
  return above;
}

function addBelow(
  folder: string,
  shown: string,
  above: readonly PlacedIgnore[],
  listing: Listing,
): void {
  let entries: readonly Named[];
  try {
    entries = entriesOf(folder);
  } catch (error) {
    listing.skipped.push({ path: shown, reason: reasonOf(error), mayHideFiles: true });
    return;
  }
  const ignores = withOwn(above, folder, listing);
  // For each entry, `join` would take longer than to read it.
  const start = withEnd(folder, sep);
  const shownStart = shown === '.' ? '' : withEnd(shown, '/');
  for (const { name, entry } of entries) {
    if (name === '.git') continue;
    const full = start + name;
    const path = shownStart + name;
    if (isIgnored(full, entry.isDirectory(), ignores)) continue;
    // A link may lead out of the folder, or back into it.
    if (entry.isSymbolicLink()) listing.links.push(path);
    else if (entry.isDirectory()) addBelow(full, path, ignores, listing);
    else if (entry.isFile()) listing.files.push(path);
    else listing.skipped.push({ path, reason: 'not a regular file' });
  }
}

interface Named {
  readonly name: string;
  readonly entry: Pick<Dirent, 'isDirectory' | 'isFile' | 'isSymbolicLink'>;
}

function entriesOf(folder: string): readonly Named[] {
  const path = diskPathOf(folder);
  const entries = readdirSync(path, { withFileTypes: true });
  // Node puts U+FFFD for bytes that are not UTF-8; under the name that this makes, there is nothing.
  if (!entries.some(({ name }) => name.includes('\uFFFD'))) {
    return entries.map((entry) => ({ name: entry.name, entry }));
  }
  return readdirSync(path, { withFileTypes: true, encoding: 'buffer' }).map((entry) => ({
    name: fileNameOf(entry.name),
    entry,
  }));
}

/** Of what is there itself, not of what it links to; undefined where that cannot be told. */
function linkStatsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** gitignore(5): the last pattern that matches decides, the nearest file over those above. */
function isIgnored(full: string, isFolder: boolean, ignores: readonly PlacedIgnore[]): boolean {
  for (const { start, ignore } of ignores) {
    const below = full.slice(start);
    const verdict = ignore(sep === '/' ? below : below.split(sep).join('/'), isFolder);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

/** A path with a separator at its end; that of the root has one. */
function withEnd(path: string, separator: string): string {
  return path.endsWith(separator) ? path : path + separator;
}

/** Without the slashes at its end; of the root one stays. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path.charAt(end - 1) === '/') end--;
  return path.slice(0, end);
}
