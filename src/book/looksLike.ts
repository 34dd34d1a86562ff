import { knownAddress, type KnownByEnds } from '../known/known.ts';
import { imitated, type KnownAddress, type LookAlike } from './lookAlikeParts.ts';
import type { LookAlikes } from './lookAlikes.ts';

/** The address, token, or crowd that an address resembles. */
export type LooksLike =
  /** Of published lists. `alike`: addresses of the folder that it looks like, too. */
  | { readonly kind: 'token'; readonly token: KnownByEnds; readonly alike: readonly LookAlike[] }
  /** At least one; an address from the book comes first. */
  | { readonly kind: 'addresses'; readonly alike: readonly [LookAlike, ...LookAlike[]] }
  | { readonly kind: 'crowd'; readonly size: number };

interface Others {
  /** Whether a deny list has the address itself. */
  readonly isDenied: boolean;
  /** Whether the base revision's book lists another address, on any network. */
  readonly isReviewed: (other: LookAlike) => boolean;
  /** Whether Git reports another address as new and this one as old. */
  readonly isNewer: (other: LookAlike) => boolean;
}

interface Surroundings extends Others {
  readonly lookAlikes: Pick<LookAlikes, 'of' | 'crowdOf'>;
}

/**
 * Whether another address imitates one that is older, or on a deny list. Addresses named by the
 * book or by published lists are never imitations.
 */
export const isImitator = (other: LookAlike, { isDenied, isReviewed, isNewer }: Others): boolean =>
  (isDenied || isNewer(other)) &&
  !isReviewed(other) &&
  knownAddress(other.family, other.address)?.name === undefined;

/**
 * Finds what an address resembles; undefined if nothing, or if published lists name the address.
 * Skip addresses that the base revision's book lists or ignores: others imitate those. A newer
 * address, or any address beside a denied one, counts only if the book or a published list has it.
 */
export function looksLike(
  known: KnownAddress,
  { lookAlikes, ...others }: Surroundings,
): LooksLike | undefined {
  const all = lookAlikes.of(known).sort((one, other) => (one.address < other.address ? -1 : 1));
  // The book is closer to the project than published lists.
  const near = all.find(others.isReviewed);
  if (near === undefined) {
    // Others imitate what published lists name, not the reverse.
    if (knownAddress(known.family, known.address)?.name) return undefined;
    const token = imitated(known);
    if (token !== undefined) return { kind: 'token', token, alike: all };
  }
  const alike = all.filter((other) => !isImitator(other, others));
  const [first, ...more] =
    near === undefined ? alike : [near, ...alike.filter((each) => each !== near)];
  if (first !== undefined) return { kind: 'addresses', alike: [first, ...more] };
  const crowd = others.isDenied ? undefined : lookAlikes.crowdOf(known);
  return crowd && { kind: 'crowd', size: crowd.size };
}
