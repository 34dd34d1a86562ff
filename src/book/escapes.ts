/** All but those of ASCII are no part of a listed text, and neither is a line break. */
const escapeOf =
  /\\(?:(?:u00|x)([2-7][\da-f])|u\{0{0,4}([2-7][\da-f])\}|u[\da-f]{4}|x[\da-f]{2}|[^\\]|)/gi;

/** A text that means what another one says with escapes. */
interface Meant {
  readonly text: string;
  /** Where each of its characters is in the other text, and the end. */
  readonly offsets: Uint32Array;
}

/** Yields between slices of work. @returns undefined for a part without escapes */
export function* withoutEscapes(
  text: string,
  start: number,
  end: number,
): Generator<void, Meant | undefined> {
  const source = text.slice(start, end);
  const offsets = new Uint32Array(source.length + 1);
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  const add = (part: string, next: number, step: number): void => {
    for (let at = 0; at < part.length; at++) offsets[length++] = start + from + at * step;
    parts.push(part);
    from = next;
  };
  for (const { 0: escape, 1: code, 2: braced, index } of source.matchAll(escapeOf)) {
    add(source.slice(from, index), index, 1);
    const character = String.fromCharCode(parseInt(code ?? braced ?? '20', 16));
    add(character, index + escape.length, 0);
    if (parts.length % 8_192 === 0) yield;
  }
  if (parts.length === 0) return undefined;
  add(source.slice(from), source.length, 1);
  offsets[length] = end;
  return { text: parts.join(''), offsets };
}
