import type { Uri } from 'vscode';
import { utcDate } from '../../book/book.ts';
import { areIgnored, listingOf, type AddressFacts, type AddressQuery } from '../../book/facts.ts';
import type { LookAlike } from '../../book/lookAlikeParts.ts';
import { looksLike, type LooksLike } from '../../book/looksLike.ts';
import { toEip55 } from '../../encodings/evmChecksum.ts';
import { canonicalOf } from '../../addresses/occurrence.ts';
import { knownAddress, tokenNamed } from '../../known/known.ts';
import { crowdText, imitatesText, onlyLooksLikeText } from '../../messages/book.ts';
import { shortAddress } from '../../messages/text.ts';
import type { Likeness } from '../../messages/known.ts';
import type { Books } from './books.ts';
import type { LookAlikeFeeds } from './lookAlikeFeeds.ts';

/**
 * The address that one resembles; undefined if there is none, or if others imitate this one:
 * reviewed in the book, ignored there, named by published lists, denied, or older.
 *
 *  @param asked.assumed its network, if uncertain
 */
export function likenessOf(
  uri: Uri | undefined,
  asked: AddressQuery & { readonly assumed?: string | undefined },
  books: Pick<Books, 'factsOf'> & {
    readonly lookAlikes: Pick<LookAlikeFeeds, 'of' | 'crowdOf' | 'isNewer'>;
  },
  facts: AddressFacts = books.factsOf(uri, asked),
): Likeness | undefined {
  if (listingOf(facts) === 'listed' || areIgnored(facts, utcDate(Date.now()))) return undefined;
  const { lookAlikes } = books;
  const factsOfOther = ({ address: text, family }: LookAlike): AddressFacts =>
    books.factsOf(uri, { text, family, network: undefined });
  const isReviewed = (other: LookAlike): boolean => listingOf(factsOfOther(other)) === 'listed';
  const known = { address: asked.text, family: asked.family };
  const isNewer = (other: LookAlike): boolean => lookAlikes.isNewer(other, known);
  const isDenied = facts.denials.length > 0;
  const found = looksLike(known, { lookAlikes, isDenied, isReviewed, isNewer });
  const isTokenHere = (name: string, address: string): boolean =>
    tokenNamed(name, asked.network ?? asked.assumed ?? '')?.address === address.toLowerCase();
  switch (found?.kind) {
    case undefined:
      return undefined;
    case 'crowd':
      return { other: null, text: crowdText(found.size) };
    case 'token': {
      const { name } = found.token;
      const address = tokenAddress(found);
      const original =
        address === undefined
          ? undefined
          : { name, address, isTrusted: isTokenHere(name, address) };
      return { other: name, text: imitatesText(found.token), original };
    }
    case 'addresses': {
      const originals = found.alike.map((other) => {
        const name = factsOfOther(other).names[0]?.name;
        const address = canonicalOf({ text: other.address, family: other.family });
        const isTrusted = isReviewed(other) || (name !== undefined && isTokenHere(name, address));
        return { how: other.how, original: { name, address, isTrusted } };
      });
      // An address from the book comes first.
      const chosen = originals.find(({ original }) => original.isTrusted) ?? originals[0];
      if (chosen === undefined) return undefined;
      const { how, original } = chosen;
      const other = original.name ?? shortAddress(original.address);
      return { other, text: onlyLooksLikeText(how, other), original };
    }
  }
}

/** Published lists have the whole address of some; of others, the folder may. */
function tokenAddress({
  token,
  alike,
}: LooksLike & { readonly kind: 'token' }): string | undefined {
  if (token.address !== undefined) return toEip55(token.address);
  const named = alike.find(
    ({ address, family }) => knownAddress(family, address)?.name === token.name,
  );
  return named && canonicalOf({ text: named.address, family: named.family });
}
