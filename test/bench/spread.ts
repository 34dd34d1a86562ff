/** How a figure is spread over its samples, in milliseconds. */
export interface Spread {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

/** Measured by `editorProbe.ts` in an extension host. */
export interface Probed {
  /** How long the host was held up while the file was opened and read. */
  readonly opening: Spread;
  /** The same while someone types. */
  readonly typing: Spread;
  /** From a key to the changed document. */
  readonly strokes: Spread;
  /** The extension's own marks by what it did: by the clock, and what its thread computed. */
  readonly spans: Readonly<Record<string, { readonly took: Spread; readonly computed: Spread }>>;
}

/** Measured by `tabsProbe.ts`: how long the host was blocked. */
export interface TabsProbed {
  readonly typing: Spread;
  readonly scrolling: Spread;
  readonly switching: Spread;
  /** The longest turns of the extension's own, computed, by what it did. */
  readonly own: Readonly<Record<string, number>>;
}

export function spread(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}

/** Measured by `inventoryProbe.ts`. Times in milliseconds, memory in bytes. */
export interface SearchProbed {
  readonly took: number;
  /** Until the files were known. */
  readonly listed: number;
  /** CPU time of the extension host's thread meanwhile, and its longest turn. */
  readonly computed: number;
  readonly maxTurnLength: number;
  readonly delay: Spread;
  readonly files: number;
  readonly addresses: number;
  readonly kept: number;
  /** How far the process grew at most while it searched, and how far it was a second later. */
  readonly rss: number;
  readonly rssAfter: number;
  /** Threads that were started. */
  readonly threads: number;
  /** Files that were read after a change to one. */
  readonly readings: number;
}
