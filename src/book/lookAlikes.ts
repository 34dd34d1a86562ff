import { Groups, type Crowd } from './lookAlikeGroups.ts';
import { PartedMap, groupParts } from './portions.ts';
import {
  anchorParts,
  howAlike,
  indexedOf,
  partsOf,
  type Indexed,
  type KnownAddress,
  type LookAlike,
} from './lookAlikeParts.ts';

/** Anchors of one crowd that are compared. */
const maxAnchors = 64;

/**
 * Finds look-alikes among addresses as they come to be known: by both ends, and by the pieces of
 * which one must be equal. Each source feeds it by a name of its own: a document, the
 * book, an inventory.
 */
export class LookAlikes {
  readonly #groups = new Groups();
  readonly #known = new KnownAddresses(this.#groups);
  readonly #feeds = new Map<string, Feed>();

  /**
   * Replaces the addresses of a feed. Yields between slices of work; finish a feed before starting
   * the next one of the same name.
   *
   *  @param options.areAnchors compare them with every other address, however many there are
   * @returns whether the set of known addresses has changed
   */
  *feed(
    name: string,
    addresses: Iterable<KnownAddress>,
    { areAnchors = false } = {},
  ): Generator<void, boolean> {
    let isChanged = false;
    const keys = new Set<string>();
    for (const known of addresses) {
      const indexed = indexedOf(known);
      const { key } = indexed;
      if (keys.has(key)) continue;
      keys.add(key);
      if (this.#known.add(indexed, areAnchors)) isChanged = true;
      yield;
    }
    // Release the old ones last, so that addresses in both stay in their groups.
    const before = this.#feeds.get(name);
    for (const key of before?.keys ?? []) {
      if (this.#known.release(key, before?.areAnchors === true)) isChanged = true;
      yield;
    }
    if (keys.size > 0) this.#feeds.set(name, { keys: [...keys], areAnchors });
    else this.#feeds.delete(name);
    return isChanged;
  }

  /** The addresses that look like one, which need not be known itself. */
  of(known: KnownAddress): LookAlike[] {
    const { digits, family } = indexedOf(known);
    const found = new Map<string, LookAlike>();
    for (const part of [...partsOf({ digits, family }), ...anchorParts({ digits, family })]) {
      let left = maxAnchors;
      for (const other of this.#groups.compared(part)) {
        if (left-- === 0) break;
        // With the same digits, it is itself: on another network, or of another bridge.
        if (other.digits === digits || found.has(other.key)) continue;
        const how = howAlike(digits, other.digits, other.anchors > 0);
        if (how !== undefined) found.set(other.key, { address: other.address, family, how });
      }
    }
    return [...found.values()];
  }

  /** The largest crowd of look-alikes that an address is in. */
  crowdOf(known: KnownAddress): Crowd | undefined {
    let largest: Crowd | undefined;
    for (const part of partsOf(indexedOf(known))) {
      for (const crowd of this.#groups.crowdsOf(part)) {
        if (crowd.size > (largest?.size ?? 0)) largest = crowd;
      }
    }
    return largest;
  }
}

/** The addresses of all feeds, each as long as one has it. */
class KnownAddresses {
  readonly #groups: Groups;
  readonly #known = new PartedMap<string, { readonly indexed: Indexed; uses: number }>(groupParts);

  constructor(groups: Groups) {
    this.#groups = groups;
  }

  /** @returns whether it was not known before */
  add(found: Indexed, isAnchor: boolean): boolean {
    const { key } = found;
    const known = this.#known.get(key);
    const indexed = known?.indexed ?? found;
    const wasAnchor = indexed.anchors > 0;
    if (isAnchor) {
      indexed.anchors++;
      indexed.address = found.address;
    }
    if (known === undefined) this.#known.set(key, { indexed, uses: 1 });
    else known.uses++;
    if (known === undefined || wasAnchor !== indexed.anchors > 0) {
      for (const part of partsOf(indexed)) this.#groups.add(part, indexed);
    }
    if (!wasAnchor && indexed.anchors > 0) {
      for (const part of anchorParts(indexed)) this.#groups.add(part, indexed);
    }
    return known === undefined;
  }

  /** @returns whether the address is gone */
  release(key: string, isAnchor: boolean): boolean {
    const known = this.#known.get(key);
    if (known === undefined) return false;
    const { indexed } = known;
    if (isAnchor) indexed.anchors--;
    const isGone = --known.uses === 0;
    const isNoAnchor = isAnchor && indexed.anchors === 0;
    if (isGone) this.#known.delete(key);
    if (isNoAnchor) for (const part of anchorParts(indexed)) this.#groups.delete(part, indexed);
    if (isGone || isNoAnchor) {
      for (const part of partsOf(indexed)) this.#groups.delete(part, indexed);
    }
    if (!isGone && isNoAnchor) {
      for (const part of partsOf(indexed)) this.#groups.add(part, indexed);
    }
    return isGone;
  }
}

interface Feed {
  readonly keys: readonly string[];
  readonly areAnchors: boolean;
}

/** Two addresses with what differs between them in brackets: `0x12[34]56`. */
export function markedDifference(first: string, second: string): readonly [string, string] {
  // The capitals of EIP-55 differ wherever the digits do, and would distract from them.
  const [one, other] = [first, second].map((text) =>
    /^0x/i.test(text) ? text.toLowerCase() : text,
  ) as [string, string];
  if (one.length === other.length) {
    const isSame = (at: number): boolean => one.charAt(at) === other.charAt(at);
    return [marked(one, isSame), marked(other, isSame)];
  }
  let start = 0;
  while (one.charAt(start) === other.charAt(start)) start++;
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
