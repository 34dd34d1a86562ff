import { imitated, type KnownAddress } from '../../book/lookAlikeParts.ts';
import { knownAddress } from '../../known/known.ts';
import { crowdText, imitatesText } from '../../words/book.ts';
import { newReview } from '../../words/newness.ts';
import type { LookAlikeFeeds } from './lookAlikeFeeds.ts';

/**
 * What an address looks like, in one sentence; undefined if it is like no other, or if published lists
 * name it: then the other one looks like it.
 */
export function likenessText(
  known: KnownAddress,
  lookAlikes: Pick<LookAlikeFeeds, 'of' | 'crowdOf'>,
): string | undefined {
  if (knownAddress(known.family, known.address)?.name) return undefined;
  const alike = lookAlikes.of(known);
  const token = imitated(known, alike);
  if (token !== undefined) return imitatesText(token);
  const [first] = alike;
  if (first !== undefined) return newReview.looksLike(first.address);
  const crowd = lookAlikes.crowdOf(known);
  return crowd && crowdText(crowd.size);
}
