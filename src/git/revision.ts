/** In UTF-16 units: longer than any name in use. */
const longest = 200;

/**
 * Characters that Git forbids in names of revisions, or that would form a range, a path, or a
 * search.
 */
const rejected = /[\p{Cc}\p{Cf}\p{Z}:?*[\\]|\.\.|^[-.^]/u;

/**
 * Whether a text can name a single revision (gitrevisions(7)): a hash, a branch, or a tag,
 * optionally followed by `~3`, `^`, or `@{1}`. The text comes from settings that a repository may
 * contain, and it becomes an argument of Git, where a leading hyphen would make it an option.
 */
export function isRevision(text: string): boolean {
  return text !== '' && text.length <= longest && !rejected.test(text);
}

/** Whether it is the full name of a commit, SHA-1 or SHA-256. */
export function isHash(text: string): boolean {
  return /^(?:[\da-f]{40}|[\da-f]{64})$/.test(text);
}

export function shortHash(hash: string): string {
  return hash.slice(0, 7);
}

/** The name of a branch or a tag without what it is, as people write it. */
export const shortName = (name: string): string =>
  name.replace(/^refs\/(?:heads|remotes|tags)\//, '');
