import { compileWildmatch, type Wildmatch } from './wildmatch.ts';

/** Whether a path is ignored; undefined if no pattern of the file matches it. */
export type Ignore = (path: string, isFolder: boolean) => boolean | undefined;

/**
 * The part of a path that a pattern matches: its last segment, or the whole path below the file's
 * folder.
 */
type Scope = 'name' | 'path';

interface Rule {
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
}

interface WildRule extends Rule {
  readonly place: number;
  readonly scope: Scope;
  readonly matches: Wildmatch;
}

/** A rule and its place in the file: the last one that matches decides. */
interface Placed extends Rule {
  readonly place: number;
}

/** Patterns without wildcards, by their text: a file may list thousands of names. */
type Exact = Readonly<Record<Scope, Map<string, Placed[]>>>;

/** In UTF-16 units. A repository chooses what is in the file, and how long it takes to read. */
export const maxIgnoreSize = 262_144;

/** Each pattern with a wildcard is compared with each path below its file. */
export const maxWildcards = 1_000;

/**
 * Why a file's patterns don't count: the paths they exclude are then read, which can only add
 * alarms.
 */
export type IgnoreProblem = 'tooLarge' | 'tooManyPatterns';

export interface IgnorePatterns {
  readonly matches: Ignore;
  /** How many have wildcards. */
  readonly wildcards: number;
}

/**
 * The patterns of one `.gitignore`, by gitignore(5), "Pattern format", compiled once.
 *
 * @returns `matches` takes a path as it lies below the folder of the file, with slashes
 */
export function readIgnore(text: string): IgnorePatterns | IgnoreProblem {
  if (text.length > maxIgnoreSize) return 'tooLarge';
  const exact: Exact = { name: new Map(), path: new Map() };
  const wild: WildRule[] = [];
  for (const [place, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    addRule(line, place, exact, wild);
    if (wild.length > maxWildcards) return 'tooManyPatterns';
  }
  wild.reverse();
  const matches: Ignore = (path, isFolder) => {
    const whole = bytesOf(path);
    const name = whole.slice(whole.lastIndexOf('/') + 1);
    const applies = ({ isForFolders }: Rule): boolean => isFolder || !isForFolders;
    let last: Placed | undefined;
    for (const rules of [exact.name.get(name), exact.path.get(whole)]) {
      const rule = rules?.findLast(applies);
      if (rule !== undefined && rule.place > (last?.place ?? -1)) last = rule;
    }
    for (const rule of wild) {
      if (rule.place < (last?.place ?? -1)) break;
      if (!applies(rule) || !rule.matches(rule.scope === 'name' ? name : whole)) continue;
      last = rule;
      break;
    }
    return last === undefined ? undefined : !last.isNegated;
  };
  return { matches, wildcards: wild.length };
}

function addRule(line: string, place: number, exact: Exact, wild: WildRule[]): void {
  if (line.startsWith('#')) return;
  const trimmed = trimmedEnd(line.endsWith('\r') ? line.slice(0, -1) : line);
  const isNegated = trimmed.startsWith('!');
  const isForFolders = trimmed.endsWith('/');
  const bare = trimmed.slice(isNegated ? 1 : 0, isForFolders ? -1 : undefined);
  // A slash at the beginning or in the middle ties it to the folder of the file.
  const scope = bare.includes('/') ? 'path' : 'name';
  const pattern = bytesOf(bare.startsWith('/') ? bare.slice(1) : bare);
  if (pattern === '') return;
  const rule = { isNegated, isForFolders, place };
  if (/[*?[\\]/.test(pattern)) {
    const matches = compileWildmatch(pattern, scope === 'path');
    if (matches !== undefined) wild.push({ ...rule, scope, matches });
    return;
  }
  // Of the rules for one text, the latest for folders and the latest for both can ever decide.
  const others = exact[scope].get(pattern) ?? [];
  const kept = isForFolders ? others.filter((other) => !other.isForFolders) : [];
  exact[scope].set(pattern, [...kept, rule]);
}

/** Spaces at the end do not count, but for those behind a backslash (`trim_trailing_spaces`). */
function trimmedEnd(line: string): string {
  let end = 0;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (character === '\\') end = ++at + 1;
    else if (character !== ' ') end = at + 1;
  }
  return line.slice(0, end);
}

/** Git compares bytes: `?` matches one byte, and a letter may have several. */
function bytesOf(text: string): string {
  return /[^\0-\x7f]/.test(text) ? Buffer.from(text).toString('latin1') : text;
}

/** The same in all files together: each path is compared with all above it. */
const maxAllWildcards = 4_000;

/** Of all files together, in UTF-16 units. */
const maxTextsLength = 4_194_304;

/** An ignore file, and the nearest one above it. */
interface NearestFile {
  readonly folder: string;
  readonly says: Ignore;
  readonly above: NearestFile | undefined;
}

/** The state of a folder according to the ignore files above it. */
interface KnownFolder {
  readonly isIgnored: boolean;
  readonly above: NearestFile | undefined;
}

/**
 * The combined `.gitignore` files of a folder. As in git, everything in an ignored folder stays
 * ignored.
 */
export class IgnoreTree {
  readonly #files = new Map<string, Ignore>();
  readonly #folders = new Map<string, KnownFolder>();
  /** The folders of `#folders` by the folder that they are in. */
  readonly #below = new Map<string, string[]>();
  readonly #limitMs: number;
  readonly #from: string;
  #wildcards = 0;
  #length = 0;
  #spentMs = 0;

  /**
   * @param limitMs time for comparing paths, after which no pattern counts
   * @param from a folder that is read even if it is ignored, as are its parents
   */
  constructor(limitMs = Infinity, from = '') {
    this.#limitMs = limitMs;
    this.#from = `${from}/`;
  }

  /** Files whose patterns count no more, because comparing with them took too long. */
  get unhonored(): number {
    return this.#spentMs > this.#limitMs ? this.#files.size : 0;
  }

  /**
   * @param folder the file's folder below the root, with slashes; empty for the root
   * @returns why the file doesn't count, if so
   */
  set(folder: string, text: string): IgnoreProblem | undefined {
    const read = readIgnore(text);
    if (typeof read === 'string') return read;
    if (this.#wildcards + read.wildcards > maxAllWildcards) return 'tooManyPatterns';
    if (this.#length + text.length > maxTextsLength) return 'tooLarge';
    this.#wildcards += read.wildcards;
    this.#length += text.length;
    this.#files.set(folder, read.matches);
    this.#forgetBelow(folder);
    return undefined;
  }

  /** @param path of a file below the root, with slashes */
  isIgnored(path: string): boolean {
    return this.#files.size > 0 && this.#isIgnored(path, false);
  }

  /** @param folder below the root, with slashes; empty for the root, which never is */
  isFolderIgnored(folder: string): boolean {
    return folder !== '' && this.#files.size > 0 && this.#known(folder).isIgnored;
  }

  /** A listing reads the file of a folder before it asks for what is below, so nothing is asked twice. */
  #forgetBelow(folder: string): void {
    const waiting = [folder];
    for (let at; (at = waiting.pop()) !== undefined;) {
      for (const each of this.#below.get(at) ?? []) {
        this.#folders.delete(each);
        waiting.push(each);
      }
      this.#below.delete(at);
    }
  }

  #known(folder: string): KnownFolder {
    const before = this.#folders.get(folder);
    if (before !== undefined) return before;
    const parent = parentOf(folder);
    const above = this.#nearestTo(parent);
    const isRead = this.#from.startsWith(`${folder}/`);
    const known = { isIgnored: !isRead && this.#isIgnored(folder, true), above };
    this.#folders.set(folder, known);
    const others = this.#below.get(parent);
    if (others === undefined) this.#below.set(parent, [folder]);
    else others.push(folder);
    return known;
  }

  /** The file of a folder, or the nearest above. Folders without one are passed over. */
  #nearestTo(folder: string): NearestFile | undefined {
    const above = folder === '' ? undefined : this.#known(folder).above;
    const says = this.#files.get(folder);
    return says === undefined ? above : { folder, says, above };
  }

  #isIgnored(path: string, isFolder: boolean): boolean {
    const parent = parentOf(path);
    if (this.isFolderIgnored(parent)) return true;
    if (this.#spentMs > this.#limitMs) return false;
    const began = performance.now();
    const isIgnored = this.#verdict(path, parent, isFolder);
    this.#spentMs += performance.now() - began;
    return isIgnored;
  }

  /** gitignore(5): the nearest file decides over those above. */
  #verdict(path: string, parent: string, isFolder: boolean): boolean {
    for (let file = this.#nearestTo(parent); file !== undefined; file = file.above) {
      const { folder, says } = file;
      const verdict = says(folder === '' ? path : path.slice(folder.length + 1), isFolder);
      if (verdict !== undefined) return verdict;
    }
    return false;
  }
}

/** Empty for a path without a folder. */
function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
