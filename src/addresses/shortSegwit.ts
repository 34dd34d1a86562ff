import type { Units } from './runs.ts';

/**
 * Segregated witness programs of a few bytes make addresses shorter than any run that is looked
 * for. In use is the anchor output's (BIP-433), on each network; BIP-350 has another.
 */
const addresses = ['bc1pfeessrawgf', 'tb1pfees9rn5nz', 'bcrt1pfeesnyr2tx', 'BC1SW50QGDZ25J'];

/** Of the shortest. */
export const shortSegwitLength = 14;

/** The shortest has three units at as many places, so one of them is among those looked at. */
const stride = 12;

/** A place in one of the addresses. */
interface Part {
  readonly address: string;
  readonly at: number;
}

interface Tables {
  /** A bit for each number of three units: four KiB, which stay in the nearest cache. */
  readonly bits: Int32Array;
  readonly parts: ReadonlyMap<number, readonly Part[]>;
}

/** Made with the first scan: at the start of the extension they would be in its way. */
let tables: Tables | undefined;

const numberOf = (first: number, second: number, third: number): number =>
  ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);

function tablesOfAddresses(): Tables {
  const bits = new Int32Array(1 << 10);
  const parts = new Map<number, Part[]>();
  for (const address of addresses) {
    for (let at = 0; at < stride; at++) {
      const [first = 0, second = 0, third = 0] = [0, 1, 2].map((next) =>
        address.charCodeAt(at + next),
      );
      const number = numberOf(first, second, third);
      bits[number >> 5] = (bits[number >> 5] ?? 0) | (1 << (number & 31));
      parts.set(number, [...(parts.get(number) ?? []), { address, at }]);
    }
  }
  return { bits, parts };
}

/** What each of the addresses contains, beginning with a character that is rare in code. */
const rareParts = ['1pfees', 'Z25J'] as const;

/** A native search costs two calls, which pay off in longer texts. */
const longGap = 512;

/** Visits the addresses that lie whole between two places. */
export function shortSegwitIn(
  units: Units,
  start: number,
  end: number,
  visit: (start: number, end: number) => void,
): void {
  if (end - start < longGap || hasRarePart(units.text.slice(start, end))) {
    searchByStride(units, start, end, visit);
  }
}

const hasRarePart = (gap: string): boolean => rareParts.some((part) => gap.includes(part));

/** Looks at every twelfth place: in a short gap, that is faster than a native search. */
function searchByStride(
  { text, values, start: origin }: Units,
  start: number,
  end: number,
  visit: (start: number, end: number) => void,
): void {
  const { bits, parts } = (tables ??= tablesOfAddresses());
  for (let at = start - origin; at < end - origin; at += stride) {
    const number = numberOf(values[at] ?? 0, values[at + 1] ?? 0, values[at + 2] ?? 0);
    if ((((bits[number >> 5] ?? 0) >> (number & 31)) & 1) === 0) continue;
    for (const part of parts.get(number) ?? []) {
      const first = origin + at - part.at;
      const after = first + part.address.length;
      if (first >= start && after <= end && text.startsWith(part.address, first)) {
        visit(first, after);
      }
    }
  }
}
