/** Edits that a typo takes: more would be another word. */
const maxEdits = 2;

/**
 * The name that a mistyped or shortened one may be meant as, whatever its letter case; undefined if none
 * is close. Of several, the first.
 */
export function closest(typed: string, names: readonly string[]): string | undefined {
  const text = typed.toLowerCase();
  const [begun, another] = names.filter((name) => name.toLowerCase().startsWith(text));
  if (text.length > 1 && begun !== undefined && another === undefined) return begun;
  // One edit in a two-letter word proves nothing.
  let least = Math.min(maxEdits, Math.floor(text.length / 2)) + 1;
  let found: string | undefined;
  for (const name of names) {
    if (Math.abs(name.length - text.length) >= least) continue;
    const edits = editsBetween(text, name.toLowerCase());
    if (edits < least) [least, found] = [edits, name];
  }
  return found;
}

/** A sentence behind what is unknown, with a space before it; empty if no name is close. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const name = closest(typed, names);
  return name === undefined ? '' : ` Did you mean ${JSON.stringify(name)}?`;
}

/** Letters that are added, left out, or replaced (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (const [index, each] of Array.from(other).entries()) {
      const replaced = (row[index] ?? 0) + (letter === each ? 0 : 1);
      next.push(Math.min((row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
