/** In bytes: what a person reads, and what fits in memory several times. */
export const largestFile = 4_194_304;

/** Why there is no text. `other`: no regular file, no UTF-8, not in its folder, or gone. */
export type TextReading =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'tooLarge' | 'other' };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined for bytes that are not UTF-8 or have a zero among them: they are no text. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** @param bytes all of a file that is not too large */
export function readingOf(bytes: Uint8Array): TextReading {
  const text = textOf(bytes);
  return text === undefined ? { kind: 'other' } : { kind: 'text', text };
}
