import { isUtf8 } from 'node:buffer';

/**
 * The name of a file from its bytes. A byte that is not UTF-8 becomes a lone surrogate (U+DC80 to
 * U+DCFF, as Python has it), so that two names never become one.
 */
export function fileNameOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  let name = '';
  for (let at = 0; at < bytes.length;) {
    const length = sequenceAt(bytes, at);
    name +=
      length === 0
        ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0))
        : bytes.toString('utf8', at, at + length);
    at += Math.max(1, length);
  }
  return name;
}

/** The length of the character that begins there; 0 if none does. */
function sequenceAt(bytes: Buffer, at: number): number {
  for (let length = 1; length <= 4; length++) {
    if (at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length))) return length;
  }
  return 0;
}

/** Converts a path with such names for the file system. */
export function diskPathOf(path: string): string | Buffer {
  if (!/[\udc80-\udcff]/.test(path) || path.isWellFormed()) return path;
  const parts = path
    .split(/((?<![\ud800-\udbff])[\udc80-\udcff])/)
    .map((part, index) =>
      index % 2 === 0 ? Buffer.from(part) : Buffer.of(part.charCodeAt(0) - 0xdc00),
    );
  return Buffer.concat(parts);
}
