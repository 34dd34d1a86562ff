import { textOf as utf8TextOf } from '../inventory/fileText.ts';

/**
 * The text of a file, as VS Code decodes it: UTF-8, or UTF-16 behind its byte order mark.
 * @returns undefined for what is no text
 */
export function textOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be');
  return utf8TextOf(bytes);
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
