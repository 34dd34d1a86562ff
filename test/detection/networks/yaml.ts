import { newEntry, type Entry, type Place } from './entries.ts';

/** The entries and strings of YAML in block style, without anchors and documents. */
export function readYaml(text: string): { root: Entry; places: Place[] } {
  const root = newEntry('');
  const places: Place[] = [];
  const open = [{ indent: -1, entry: root }];
  const push = (indent: number, key: string): Entry => {
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const entry = newEntry(key, open.at(-1)?.entry ?? root);
    open.push({ indent, entry });
    return entry;
  };
  let lineStart = 0;
  for (const line of text.split('\n')) {
    let at = line.length - line.trimStart().length;
    let entry = open.at(-1)?.entry ?? root;
    if (!line.startsWith('#', at)) {
      for (; line.startsWith('- ', at); at += 2) entry = push(at, '-');
      const colon = keyEnd(line, at);
      if (colon !== -1) {
        const [start, end] = unquoted(line, at, colon);
        entry = push(at, line.slice(start, end));
        if (start > at) places.push({ entry, offset: lineStart + start, text: entry.key });
        at = colon + 1;
      }
      while (line.startsWith(' ', at)) at++;
      const [start, end] = unquoted(line, at, line.trimEnd().length);
      if (start < end) {
        const value = line.slice(start, end);
        entry.value ??= value;
        places.push({ entry, offset: lineStart + start, text: value });
      }
    }
    lineStart += line.length + 1;
  }
  return { root, places };
}

/** The colon after a key, or -1. A colon within a value has no space after it. */
function keyEnd(line: string, from: number): number {
  const colon = line.indexOf(':', from);
  return colon === -1 || (colon + 1 < line.length && line[colon + 1] !== ' ') ? -1 : colon;
}

function unquoted(line: string, start: number, end: number): [number, number] {
  const quote = line[start];
  const isQuoted = (quote === '"' || quote === "'") && line[end - 1] === quote && end > start + 1;
  return isQuoted ? [start + 1, end - 1] : [start, end];
}
