import type { AddressQuery } from '../../book/facts.ts';
import type { FoundAddress } from '../documents/subject.ts';

/** A network that is only assumed is no reason to leave out what is said for another. */
export function askedFor({
  occurrence,
  chain,
}: Pick<FoundAddress, 'occurrence' | 'chain'>): AddressQuery {
  const { text, family } = occurrence;
  const network = chain.reason === 'assumed' ? undefined : (chain.chain ?? undefined);
  return { text, family, network };
}
