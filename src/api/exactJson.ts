/** Known to every bundle of the extension: a class is another one in each of them. */
const brand = Symbol.for('addressRisk.exactNumber');

/** A JSON number as it was sent: `0.10` stays `0.10`, and 2^53 + 1 loses nothing. */
export class ExactNumber {
  readonly [brand] = true;
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  /** The nearest double; may be infinite for digits such as `1e400`. */
  get value(): number {
    return Number(this.digits);
  }
}

/** What an `instanceof` would say if there were one class; no JSON can pass for it. */
export function isExactNumber(value: unknown): value is ExactNumber {
  return typeof value === 'object' && value !== null && brand in value;
}

export type ExactJson =
  | null
  | boolean
  | string
  | ExactNumber
  | readonly ExactJson[]
  | { readonly [key: string]: ExactJson };

/** Deeper bodies are refused before any recursion sees them. */
const maxDepth = 64;

/** Parses a body; undefined where it is not JSON or nests too deeply. Never throws, never quotes. */
export function parseExactJson(text: string): ExactJson | undefined {
  if (depthOf(text) > maxDepth) return undefined;
  try {
    return JSON.parse(text, toExact as (key: string, value: unknown) => unknown) as ExactJson;
  } catch {
    return undefined;
  }
}

function toExact(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  return typeof value === 'number' ? new ExactNumber(context.source ?? String(value)) : value;
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === 0x5c /* \ */) index++;
      else if (code === 0x22 /* " */) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x7b || code === 0x5b /* { [ */) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d /* } ] */) depth--;
  }
  return deepest;
}
