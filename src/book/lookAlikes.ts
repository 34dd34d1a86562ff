import type { Family } from '../addresses/networks.ts';
import { addressKey } from './addressKey.ts';
import { PartedMap } from './partedMap.ts';

/** An address whose look-alikes are searched for. */
export interface KnownAddress {
  /** In any spelling that the scanner finds. */
  readonly address: string;
  readonly family: Family;
}

/** Two addresses that a person takes for each other. */
export interface LookAlike extends KnownAddress {
  /** `ends`: they share their first and last four digits. `close`: at most two digits differ. */
  readonly how: 'ends' | 'close';
}

/** In digits: what a shortened address shows. */
const endLength = 4;

const mostDifferent = 2;

/** With this many equal pieces of an address, one of them has none of `mostDifferent` changes. */
const pieces = mostDifferent + 1;

/**
 * Addresses that share a piece or both ends. More are a series that someone made, such as contracts
 * of one vanity prefix, and comparing all of them with each other would be quadratic.
 */
const mostOfSeries = 8;

const none: readonly Indexed[] = [];

interface Indexed extends KnownAddress {
  readonly key: string;
  readonly digits: string;
}

/** Addresses by what they share. */
class Buckets {
  /** Most hold one address, and a set for each would take most of the memory. */
  readonly #buckets = new PartedMap<Indexed | Set<Indexed>>();

  /** None of a series. */
  of(name: string): Iterable<Indexed> {
    const bucket = this.#buckets.of(name).get(name);
    if (bucket === undefined) return none;
    if (!(bucket instanceof Set)) return [bucket];
    return bucket.size > mostOfSeries ? none : bucket;
  }

  add(name: string, indexed: Indexed): void {
    const buckets = this.#buckets.of(name);
    const bucket = buckets.get(name);
    if (bucket === undefined) buckets.set(name, indexed);
    else if (bucket instanceof Set) bucket.add(indexed);
    else buckets.set(name, new Set([bucket, indexed]));
  }

  delete(name: string, indexed: Indexed): void {
    const buckets = this.#buckets.of(name);
    const bucket = buckets.get(name);
    if (bucket instanceof Set) bucket.delete(indexed);
    if (!(bucket instanceof Set) || bucket.size === 0) buckets.delete(name);
  }
}

/**
 * Finds look-alikes among addresses as they come to be known: by both ends, and by the pieces of
 * which one must be equal. Each source feeds it by a name of its own: a document, the
 * book, an inventory.
 */
export class LookAlikes {
  readonly #buckets = new Buckets();
  readonly #known = new PartedMap<{ readonly indexed: Indexed; uses: number }>();
  readonly #feeds = new Map<string, readonly string[]>();

  /**
   * Puts the addresses of a feed in the place of those that it had. Yields between slices of work;
   * a feed must be at its end before the next one of its name begins.
   *
   * @returns whether any address has come to be known, or is no longer
   */
  *feed(name: string, addresses: Iterable<KnownAddress>): Generator<void, boolean> {
    let isChanged = false;
    const keys = new Set<string>();
    for (const known of addresses) {
      const key = addressKey(known.address, known.family);
      if (keys.has(key)) continue;
      keys.add(key);
      if (this.#add(key, known)) isChanged = true;
      yield;
    }
    // Not before: what both have stays in its buckets.
    for (const key of this.#feeds.get(name) ?? []) {
      if (this.#release(key)) isChanged = true;
      yield;
    }
    if (keys.size > 0) this.#feeds.set(name, [...keys]);
    else this.#feeds.delete(name);
    return isChanged;
  }

  /** The addresses that look like one, which need not be known itself. */
  of({ address, family }: KnownAddress): LookAlike[] {
    const key = addressKey(address, family);
    const digits = digitsOf(key, family);
    if (!isVaried(digits)) return [];
    const found = new Map<string, LookAlike>();
    for (const name of bucketsOf(digits, family)) {
      for (const other of this.#buckets.of(name)) {
        if (other.key === key || found.has(other.key)) continue;
        const how = howAlike(digits, other.digits);
        if (how === undefined) continue;
        found.set(other.key, { address: other.address, family, how });
      }
    }
    return [...found.values()];
  }

  #add(key: string, { address, family }: KnownAddress): boolean {
    const allKnown = this.#known.of(key);
    const known = allKnown.get(key);
    if (known !== undefined) {
      known.uses++;
      return false;
    }
    const indexed = { key, address, family, digits: digitsOf(key, family) };
    allKnown.set(key, { indexed, uses: 1 });
    if (!isVaried(indexed.digits)) return true;
    for (const name of bucketsOf(indexed.digits, family)) this.#buckets.add(name, indexed);
    return true;
  }

  #release(key: string): boolean {
    const allKnown = this.#known.of(key);
    const known = allKnown.get(key);
    if (known === undefined || --known.uses > 0) return false;
    allKnown.delete(key);
    const { indexed } = known;
    if (!isVaried(indexed.digits)) return true;
    for (const name of bucketsOf(indexed.digits, indexed.family)) {
      this.#buckets.delete(name, indexed);
    }
    return true;
  }
}

/** What differs between addresses of a family: without the part that all of them begin with. */
function digitsOf(key: string, family: Family): string {
  return key.slice(prefixLength(key, family));
}

function prefixLength(key: string, family: Family): number {
  switch (family) {
    case 'tron':
    case 'ripple':
    case 'stellar':
      return 1;
    case 'tezos':
      return 3;
    default: {
      // `0x`, `0:` of TON, `cashaddr:`, and the readable part of bech32 with its witness version.
      const [prefix = ''] =
        /^(?:0x|-?\d:|[a-z]+:[qp]?|(?:bc|tb|ltc)1[qp]|[a-z]{1,20}1)/.exec(key) ?? [];
      return prefix.length;
    }
  }
}

function bucketsOf(digits: string, family: Family): string[] {
  const size = Math.ceil(digits.length / pieces);
  const names = Array.from(
    { length: pieces },
    (_, index) =>
      `${family} ${digits.length} ${index} ${digits.slice(index * size, (index + 1) * size)}`,
  );
  const [first, last] = endsOf(digits);
  return isTelling(first) && isTelling(last) ? [...names, `${family} ${first}…${last}`] : names;
}

const endsOf = (digits: string): readonly [first: string, last: string] => [
  digits.slice(0, endLength),
  digits.slice(-endLength),
];

function howAlike(digits: string, others: string): LookAlike['how'] | undefined {
  if (digits.length === others.length) {
    let different = 0;
    for (let at = 0; at < digits.length && different <= mostDifferent; at++) {
      if (digits.charCodeAt(at) !== others.charCodeAt(at)) different++;
    }
    if (different <= mostDifferent) return 'close';
  }
  const [[first, last], [otherFirst, otherLast]] = [endsOf(digits), endsOf(others)];
  const isSame = first === otherFirst && last === otherLast;
  return isSame && isTelling(first) && isTelling(last) ? 'ends' : undefined;
}

/** `0000`, `dead`, `1212`: someone made them, and many addresses have them. */
function isTelling(end: string): boolean {
  return new Set(end).size >= 3 && end !== 'dead' && !sequences.includes(end);
}

const sequences = '0123456789abcdef fedcba9876543210';

/**
 * Whether an address looks like one that a key or a hash made: most of its pairs of neighboring
 * digits are different ones. `0x4200…0006`, counted numbers, and repeated words are not.
 */
function isVaried(digits: string): boolean {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < digits.length; at++) pairs.add(digits.slice(at, at + 2));
  return pairs.size >= 0.6 * (digits.length - 1);
}

/** Two addresses with what differs between them in brackets: `0x12[34]56`. */
export function markedDifference(one: string, other: string): readonly [string, string] {
  if (one.length === other.length) {
    const isSame = (at: number): boolean =>
      one.charAt(at).toLowerCase() === other.charAt(at).toLowerCase();
    return [marked(one, isSame), marked(other, isSame)];
  }
  let start = 0;
  while (one.charAt(start) === other.charAt(start) && start < one.length) start++;
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end++;
  const parts = [one, other].map(
    (text) =>
      `${text.slice(0, start)}[${text.slice(start, text.length - end)}]${text.slice(text.length - end)}`,
  );
  return [parts[0] ?? one, parts[1] ?? other];
}

/** Single digits that happen to be the same between different ones stay inside the brackets. */
function marked(text: string, isSame: (at: number) => boolean): string {
  let result = '';
  let isInside = false;
  for (let at = 0; at < text.length; at++) {
    const isEdge = isInside ? isSame(at) && isSame(at + 1) && isSame(at + 2) : !isSame(at);
    if (isEdge) {
      result += isInside ? ']' : '[';
      isInside = !isInside;
    }
    result += text.charAt(at);
  }
  return isInside ? `${result}]` : result;
}
