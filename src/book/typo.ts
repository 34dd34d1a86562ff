/** More would make one word another. */
const maxEdits = 2;

/** Whether a word is another one with at most two letters added, left out, or replaced. */
export function isTypoOf(word: string, text: string): boolean {
  if (text === word || Math.abs(text.length - word.length) > maxEdits) return false;
  let row = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (let line = 0; line < text.length; line++) {
    const next = [line + 1];
    for (let at = 1; at <= word.length; at++) {
      const replaced = (row[at - 1] ?? 0) + (word[at - 1] === text[line] ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row.at(-1) ?? Infinity) <= maxEdits;
}
