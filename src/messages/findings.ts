import type { Listing } from '../book/facts.ts';
import { toEip55 } from '../encodings/evmChecksum.ts';
import type { Elsewhere, KnownByEnds } from '../known/known.ts';
import { utcDate } from '../book/book.ts';
import { networkTitle } from './networks.ts';
import { plain } from './text.ts';

/**
 * The sentences of findings. They are not translated: scripts, reviewers, and annotations of one
 * project read the same ones.
 */
export const findingTexts = {
  network: (network: string | null): string =>
    network === null ? 'Its network is unknown.' : `Its network is ${networkTitle(network)}.`,

  hidden: (): string => 'This text may also be a key, so it is not shown.',

  deniedText: (): string =>
    'No address stands alone there: it is in a longer text, such as calldata, or may be a key, so it is not repeated.',

  unread: (reason: string): string =>
    `This change touches it, and it could not be read: ${plain(reason)}.`,

  places: (count: number): string =>
    count === 1 ? '' : `It is in this file ${count} times; this is the first place.`,

  new: (since: string): string => `This address is new since ${plain(since)}.`,

  unlisted: (listing: Exclude<Listing, 'listed'>): string => {
    switch (listing) {
      case 'none':
        return 'This address is not in the address book.';
      case 'added':
        return 'This address is not in the address book of the base revision: it was added to the address book in this change.';
      case 'removed':
        return 'This change removes this address from the address book.';
    }
  },

  noBook: (revision: string | undefined): string =>
    `There is no address book${revision === undefined ? '' : ` in ${plain(revision)}`}: “address-risk init” writes a first one.`,

  addedInChange: (): string => 'It was added to the address book in this change.',

  checksum: (): string =>
    'The checksum of this address is wrong: one of its characters may be a typo.',

  lookAlike: (how: 'ends' | 'close', other: string, name: string | undefined): string => {
    const what = name === undefined ? plain(other) : `${plain(other)} (“${plain(name)}”)`;
    return how === 'ends'
      ? `This address looks like ${what}: the first and last characters are the same.`
      : `This address looks like ${what}: at most two characters differ.`;
  },

  wrongNetwork: ({ name, networks, address }: Elsewhere, network: string): string =>
    `This is the address of ${plain(name)} on ${networks.map(networkTitle).join(', ')}. On ${networkTitle(network)}, ${plain(name)} is at ${toEip55(address)}.`,

  imitates: ({ name, source, short }: KnownByEnds): string =>
    `This address is not ${plain(name)}. It only looks like it: the first and last characters match ${short}, which is ${plain(name)} in ${plain(source)}.`,

  /** @param network of the score, which may be another one than the code names */
  level: (score: string, level: string, network: string, receivedAt: number): string =>
    `Its stored risk on ${networkTitle(network)} is ${score}, ${plain(level)} (as of ${utcDate(receivedAt)}).`,

  list: (name: string, path: string, problem: string): string =>
    `List “${plain(name)}” (${plain(path)}): ${problem}`,

  listRemoved: (name: string): string =>
    `This change removes the list “${plain(name)}”. In this check, the list of the base revision still counts.`,

  bookRemoved: (): string =>
    'This change removes the address book. In this check, the one of the base revision still counts.',

  bookAddedBelow: (): string =>
    'This change adds an address book. Once it is merged, this book judges its folder, and the one above no longer does.',

  bookRemovedBelow: (): string =>
    'This change removes an address book. Once it is merged, the one above judges its folder.',

  policyAdded: (): string =>
    'This change adds the policy. In this check, the rules without a policy count.',

  policyChanged: (): string =>
    'This change edits the policy. In this check, the policy of the base revision counts.',

  rulesChanged: (): string =>
    'This change edits the rules for networks. In this check, the rules of the base revision count.',

  policyWrong: (reason: string): string => `The policy cannot be used: ${reason}`,

  baseRejected: (reason: string): string =>
    `In the base revision the address book cannot be used, so nothing is listed: ${reason}`,

  ofBase: (problem: string): string => `In the base revision: ${problem}`,

  ignoreExpired: (until: string): string =>
    `The ignore of this address has expired: ${until} was its last day.`,

  ignoreAdded: (): string =>
    'This change adds the ignore of this address. It counts once the base revision has it.',
};
