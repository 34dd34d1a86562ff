/**
 * A JSON number as sent: `0.10` stays `0.10`, and 2^53 + 1 stays exact. It is a boxed string of its
 * digits: structured clone keeps the box between threads, all bundles share its class, and no JSON
 * can imitate it.
 */
export type ExactNumber = InstanceType<typeof String>;

export function isExactNumber(value: unknown): value is ExactNumber {
  return value instanceof String;
}

export type ExactJson =
  | null
  | boolean
  | string
  | ExactNumber
  | readonly ExactJson[]
  | { readonly [key: string]: ExactJson };

/** Deeper bodies are rejected before any recursion. */
const maxDepth = 64;

/** Each value becomes an object of ours: 4 MiB of `[1,1,…]` took gigabytes and seconds. */
export const maxNodes = 100_000;

/** Longer than any response that the transport accepts; in UTF-16 units. */
const maxLength = 4 * 1024 * 1024;

/**
 * Parses a body; undefined if it is not JSON, nests too deeply, or has too many values. Never
 * throws, never quotes the text.
 */
export function parseExactJson(text: string): ExactJson | undefined {
  const { depth, nodes } = sizeOf(text);
  if (depth > maxDepth || nodes > maxNodes) return undefined;
  try {
    // JSON doesn't allow a byte order mark; the stored body keeps it.
    return JSON.parse(
      text.replace(/^\uFEFF/, ''),
      toExact as (key: string, value: unknown) => unknown,
    ) as ExactJson;
  } catch {
    return undefined;
  }
}

function toExact(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  return typeof value === 'number' ? new String(context.source ?? value) : value;
}

/** Whether a body is too large for `parseExactJson`, whatever it contains. */
export function isTooBig(text: string): boolean {
  return sizeOf(text).nodes > maxNodes;
}

/**
 * How deep a text nests and how many values it has at most, counted without parsing it: each value
 * begins the text, or follows a bracket or a comma.
 */
function sizeOf(text: string): { readonly depth: number; readonly nodes: number } {
  if (text.length > maxLength) return { depth: 0, nodes: Infinity };
  let depth = 0;
  let deepest = 0;
  let nodes = 1;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === 0x5c /* \ */) index++;
      else if (code === 0x22 /* " */) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x2c /* , */) nodes++;
    else if (code === 0x7b || code === 0x5b /* { [ */) {
      nodes++;
      deepest = Math.max(deepest, ++depth);
    } else if (code === 0x7d || code === 0x5d /* } ] */) depth--;
  }
  return { depth: deepest, nodes };
}
