/** Listed texts are ASCII on one line, so every other escape ends one. */
const escapeOf =
  /\\(?:(?:u00|x)([2-7][\da-f])|u\{0{0,4}([2-7][\da-f])\}|u[\da-f]{4}|x[\da-f]{2}|[^\\]|)/giy;

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
  if (!source.includes('\\')) return undefined;
  const codes = new Uint16Array(source.length);
  const offsets = new Uint32Array(source.length + 1);
  let length = 0;
  let next: number;
  for (let at = 0; at < source.length; at = next) {
    let code = source.charCodeAt(at);
    next = at + 1;
    if (code === backslash) {
      escapeOf.lastIndex = at;
      const [escape = '', plain, braced] = escapeOf.exec(source) ?? [];
      next = at + escape.length;
      code = parseInt(plain ?? braced ?? '20', 16);
    }
    offsets[length] = start + at;
    codes[length++] = code;
    if (length % 65_536 === 0) yield;
  }
  offsets[length] = end;
  return { text: Buffer.from(codes.buffer, 0, 2 * length).toString('utf16le'), offsets };
}

const backslash = 0x5c;
