/** In UTF-16 units: longer than any name in use. */
const longest = 200;

/** What Git allows in no name of a revision, or what would make it a range, a path, or a search. */
const rejected = /[\p{Cc}\p{Cf}\p{Z}:?*[\\]|\.\.|^[-.^]/u;

/**
 * Whether a text can name one revision (gitrevisions(7)): a hash, a branch, a tag, also with `~3`,
 * `^`, or `@{1}` behind it. The text comes from settings that a repository may bring along, and it
 * becomes an argument of Git: what begins with a hyphen would be an option there.
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
