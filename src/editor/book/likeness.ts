import type { Uri } from 'vscode';
import { utcDate } from '../../book/book.ts';
import { areIgnored, listingOf, type AddressFacts, type AddressQuery } from '../../book/facts.ts';
import { imitated, type LookAlike } from '../../book/lookAlikeParts.ts';
import { toEip55 } from '../../encodings/evmChecksum.ts';
import { canonicalOf } from '../../addresses/occurrence.ts';
import { knownAddress, tokenNamed } from '../../known/known.ts';
import { crowdText, imitatesText, onlyLooksLikeText } from '../../words/book.ts';
import { shortAddress } from '../../words/text.ts';
import type { Likeness } from '../../words/known.ts';
import type { Books } from './register.ts';

/**
 * What an address looks like; undefined if it is like no other, or is itself the one that others are made
 * to look like: reviewed in the book, ignored there, or named by published lists.
 *
 * @param asked.assumed its network where that is not certain
 */
export function likenessOf(
  uri: Uri | undefined,
  asked: AddressQuery & { readonly assumed?: string | undefined },
  { lookAlikes, factsOf }: Pick<Books, 'lookAlikes' | 'factsOf'>,
  facts: AddressFacts = factsOf(uri, asked),
): Likeness | undefined {
  const known = { address: asked.text, family: asked.family };
  const isTrusted = listingOf(facts) === 'listed' || areIgnored(facts, utcDate(Date.now()));
  if (isTrusted || knownAddress(known.family, known.address)?.name) return undefined;
  const alike = lookAlikes.of(known);
  const token = imitated(known, alike);
  if (token !== undefined) {
    const { name, address } = token;
    const here = tokenNamed(name, asked.network ?? asked.assumed ?? '')?.address;
    const original = address === undefined ? undefined : { name, address: toEip55(address) };
    const isToken = here !== undefined && here === address;
    return {
      ...{ other: name, text: imitatesText(token) },
      original: original && { ...original, isTrusted: isToken },
    };
  }
  const factsOfOther = ({ address, family }: LookAlike): AddressFacts =>
    factsOf(uri, { text: address, family, network: undefined });
  const isReviewed = (other: LookAlike): boolean => listingOf(factsOfOther(other)) === 'listed';
  const first = alike.find(isReviewed) ?? alike[0];
  if (first !== undefined) {
    const address = canonicalOf({ text: first.address, family: first.family });
    const name = factsOfOther(first).names[0]?.name;
    const other = name ?? shortAddress(address);
    return {
      ...{ other, text: onlyLooksLikeText(first.how, other) },
      original: { name, address, isTrusted: isReviewed(first) },
    };
  }
  const crowd = lookAlikes.crowdOf(known);
  return crowd && { other: null, text: crowdText(crowd.size) };
}
