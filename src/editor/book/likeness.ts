import type { Uri } from 'vscode';
import { utcDate } from '../../book/book.ts';
import { areIgnored, listingOf, type AddressFacts, type Asked } from '../../book/facts.ts';
import { imitated } from '../../book/lookAlikeParts.ts';
import { canonicalOf } from '../../addresses/occurrence.ts';
import { knownAddress } from '../../known/known.ts';
import { crowdText, imitatesText, onlyLooksLikeText } from '../../words/book.ts';
import { shortAddress } from '../../words/text.ts';
import type { Likeness } from '../../words/known.ts';
import type { Books } from './register.ts';

/**
 * What an address looks like; undefined if it is like no other, or is itself the one that others are made
 * to look like: reviewed in the book, ignored there, or named by published lists.
 */
export function likenessOf(
  uri: Uri | undefined,
  asked: Asked,
  { lookAlikes, factsOf }: Pick<Books, 'lookAlikes' | 'factsOf'>,
  facts: AddressFacts = factsOf(uri, asked),
): Likeness | undefined {
  const known = { address: asked.text, family: asked.family };
  const isTrusted = listingOf(facts) === 'listed' || areIgnored(facts, utcDate(Date.now()));
  if (isTrusted || knownAddress(known.family, known.address)?.name) return undefined;
  const alike = lookAlikes.of(known);
  const token = imitated(known, alike);
  if (token !== undefined) return { other: token.name, text: imitatesText(token) };
  const [first] = alike;
  if (first !== undefined) {
    const other = { text: first.address, family: first.family, network: undefined };
    const [named] = factsOf(uri, other).names;
    const name = named?.name ?? shortAddress(canonicalOf(other));
    return { other: name, text: onlyLooksLikeText(first.how, name) };
  }
  const crowd = lookAlikes.crowdOf(known);
  return crowd && { other: null, text: crowdText(crowd.size) };
}
