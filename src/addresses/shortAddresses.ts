import { codecs } from './families/table.ts';
import type { Units } from './runs.ts';

const addresses = codecs.flatMap(({ shortAddresses = [] }) => shortAddresses);

/** The length of the shortest, in UTF-16 units. */
const shortestAddress = Math.min(...addresses.map(({ text }) => text.length));

/** Any gap that contains an address has three of its units at a multiple of this. */
const stride = shortestAddress - 2;

/** An offset in one of the addresses. */
interface Part {
  readonly address: string;
  readonly at: number;
}

interface Tables {
  /** A bit for each number of three units. The 4 KiB fit the fastest cache of the processor. */
  readonly bits: Int32Array;
  readonly parts: ReadonlyMap<number, readonly Part[]>;
}

/** Created by the first scan, to keep activation fast. */
let tables: Tables | undefined;

const numberOf = (first: number, second: number, third: number): number =>
  ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);

function tablesOfAddresses(): Tables {
  const bits = new Int32Array(1 << 10);
  const parts = new Map<number, Part[]>();
  for (const { text: address } of addresses) {
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

/** Visits the short addresses that are completely between two offsets. Looks at one per stride. */
export function shortAddressesIn(
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
