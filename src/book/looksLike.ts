import { knownAddress, type KnownByEnds } from '../known/known.ts';
import { imitated, type KnownAddress, type LookAlike } from './lookAlikeParts.ts';
import type { LookAlikes } from './lookAlikes.ts';

/** What an address only looks like. */
export type LooksLike =
  /** Of published lists. `alike`: addresses of the folder that it looks like, too. */
  | { readonly kind: 'token'; readonly token: KnownByEnds; readonly alike: readonly LookAlike[] }
  /** At least one. One that the book has is the first. */
  | { readonly kind: 'addresses'; readonly alike: readonly [LookAlike, ...LookAlike[]] }
  | { readonly kind: 'crowd'; readonly size: number };

interface Others {
  /** Whether a deny list has the address itself. */
  readonly isDenied: boolean;
  /** Whether the base revision's book lists another address, on any network. */
  readonly isReviewed: (other: LookAlike) => boolean;
  /** Whether Git says that another address is new, and this one is not. */
  readonly isNewer: (other: LookAlike) => boolean;
}

interface Surroundings extends Others {
  readonly lookAlikes: Pick<LookAlikes, 'of' | 'crowdOf'>;
}

/**
 * Whether another address is made to look like one that is older, or on a deny list. Nobody makes what
 * the book or published lists name.
 */
export const isImitator = (other: LookAlike, { isDenied, isReviewed, isNewer }: Others): boolean =>
  (isDenied || isNewer(other)) &&
  !isReviewed(other) &&
  knownAddress(other.family, other.address)?.name === undefined;

/**
 * What an address only looks like; undefined if it is like no other, or published lists name it. Not
 * for one that the base revision's book lists or ignores: others are made to look like that. A newer
 * address, and any other than a denied one, counts only if the book or a published list has it.
 */
export function looksLike(
  known: KnownAddress,
  { lookAlikes, ...others }: Surroundings,
): LooksLike | undefined {
  const all = lookAlikes.of(known).sort((one, other) => (one.address < other.address ? -1 : 1));
  // What the book has is nearer to the project than what is known everywhere.
  const near = all.find(others.isReviewed);
  if (near === undefined) {
    // What published lists name is what others are made to look like.
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
