import type { Uri } from 'vscode';
import { utcDate } from '../../book/book.ts';
import { areIgnored, listingOf, type AddressFacts, type AddressQuery } from '../../book/facts.ts';
import { imitated } from '../../book/lookAlikeParts.ts';
import type { LookAlikes } from '../../book/lookAlikes.ts';
import { toEip55 } from '../../encodings/evmChecksum.ts';
import { canonicalOf } from '../../addresses/occurrence.ts';
import { knownAddress, tokenNamed } from '../../known/known.ts';
import { crowdText, imitatesText, onlyLooksLikeText } from '../../messages/book.ts';
import { shortAddress } from '../../messages/text.ts';
import type { Likeness } from '../../messages/known.ts';
import type { Books } from './books.ts';

/**
 * Whether others are made to look like this address: it was reviewed in the book, or published lists
 * name it.
 */
export const isOriginal = ({ text, family }: AddressQuery, facts: AddressFacts): boolean =>
  listingOf(facts) === 'listed' || Boolean(knownAddress(family, text)?.name);

/**
 * What an address looks like; undefined if it is like no other, or is itself the one that others are made
 * to look like: reviewed in the book, ignored there, or named by published lists.
 *
 * @param asked.assumed its network where that is not certain
 */
export function likenessOf(
  uri: Uri | undefined,
  asked: AddressQuery & { readonly assumed?: string | undefined },
  books: Pick<Books, 'factsOf'> & { readonly lookAlikes: Pick<LookAlikes, 'of' | 'crowdOf'> },
  facts: AddressFacts = books.factsOf(uri, asked),
): Likeness | undefined {
  const known = { address: asked.text, family: asked.family };
  if (isOriginal(asked, facts) || areIgnored(facts, utcDate(Date.now()))) return undefined;
  const isTokenHere = (name: string, address: string): boolean =>
    tokenNamed(name, asked.network ?? asked.assumed ?? '')?.address === address.toLowerCase();
  const alike = books.lookAlikes.of(known);
  const token = imitated(known, alike);
  if (token !== undefined) {
    const { name, address } = token;
    const original = address === undefined ? undefined : { name, address: toEip55(address) };
    return {
      other: name,
      text: imitatesText(token),
      original: original && { ...original, isTrusted: isTokenHere(name, original.address) },
    };
  }
  const originals = alike.map(({ address: text, family, how }) => {
    const of = books.factsOf(uri, { text, family, network: undefined });
    const name = of.names[0]?.name;
    const address = canonicalOf({ text, family });
    const isReviewed = listingOf(of) === 'listed';
    const isTrusted = isReviewed || (name !== undefined && isTokenHere(name, address));
    return { name, address, how, isReviewed, isTrusted };
  });
  const first =
    originals.find(({ isReviewed }) => isReviewed) ??
    originals.find(({ isTrusted }) => isTrusted) ??
    originals[0];
  if (first !== undefined) {
    const { name, address, how, isTrusted } = first;
    const other = name ?? shortAddress(address);
    return {
      other,
      text: onlyLooksLikeText(how, other),
      original: { name, address, isTrusted },
    };
  }
  const crowd = books.lookAlikes.crowdOf(known);
  return crowd && { other: null, text: crowdText(crowd.size) };
}
