/** In bytes: what a person reads, and what fits in memory several times. */
export const largestFile = 4_194_304;

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
