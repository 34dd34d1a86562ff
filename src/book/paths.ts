import { compileWildmatch } from '../paths/wildmatch.ts';

/** In UTF-16 units; the two bound what matching a hostile book takes. */
export const maxPatternLength = 128;
const maxMatchedLength = 512;

/**
 * A path below the folder of the book, with slashes; undefined for any other: a parent, an absolute
 * path, a drive, a network share, a URL. A link is for those to check who open the file.
 */
export function pathBelow(path: string): string | undefined {
  if (path.length > maxMatchedLength || /[\\:\p{Cc}]/u.test(path) || path.startsWith('/')) {
    return undefined;
  }
  const parts = path.split('/').filter((part) => part !== '.' && part !== '');
  return parts.length === 0 || parts.includes('..') ? undefined : parts.join('/');
}

/** Whether a path below the folder matches a pattern. */
export type PathPattern = (path: string) => boolean;

/** @returns undefined for a pattern that reaches out of the folder or matches nothing */
export function pathPattern(pattern: string): PathPattern | undefined {
  const below = pathBelow(pattern);
  if (below === undefined || pattern.length > maxPatternLength) return undefined;
  const matches = compileWildmatch(bytesOf(pattern.endsWith('/') ? `${below}/**` : below), true);
  return matches && ((path) => path.length <= maxMatchedLength && matches(bytesOf(path)));
}

/** As git has it, patterns are compared by bytes. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}
