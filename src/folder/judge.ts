import { canonicalOf } from '../addresses/occurrence.ts';
import { bookFile, type BookEntry } from '../book/book.ts';
import { CommonParts, type KnownAddress, type LookAlike } from '../book/lookAlikeParts.ts';
import { LookAlikes } from '../book/lookAlikes.ts';
import { looksLike, type LooksLike } from '../book/looksLike.ts';
import type { Listing } from '../book/facts.ts';
import { drain } from '../book/drain.ts';
import { networkNamed } from '../networks/networks.ts';
import { crowdText } from '../messages/book.ts';
import { denialText } from '../messages/denials.ts';
import type { FolderAddress, Place } from './folderAddresses.ts';
import type { FolderInventory } from './readFolder.ts';
import { findingTexts } from '../messages/findings.ts';
import type { Rule, Severity } from './policy.ts';
import { WrongNetworks } from './wrongNetworks.ts';
import type { TrustedBooks } from '../book/trustedBooks.ts';

/** A statement about an address, before a policy assigns its severity. */
export interface Judgment {
  readonly rule: Exclude<Rule, 'book' | 'unread'>;
  readonly message: string;
  /** Distinguishes two judgments of one rule. */
  readonly detail?: string;
  /** Overrides the policy's level for the rule. */
  readonly level?: Severity;
  /** Places where the judgment applies. */
  readonly countsAt: (place: Place) => boolean;
}

/** An address with its newness and judgments. */
export interface Judged {
  readonly address: FolderAddress;
  readonly isNew: boolean;
  /** Whether more than deny lists judge it: where only what is new does, not one that was there. */
  readonly isWanted: boolean;
  readonly judgments: readonly Judgment[];
  /** In the base revision's book, its lists of names, or a published list. */
  readonly name: string | undefined;
}

export interface JudgeOptions {
  readonly books: TrustedBooks;
  readonly inventory: FolderInventory;
  /** As the user names the base. */
  readonly since: string;
  /** A UTC date. */
  readonly today: string;
  /** Whether only new addresses are judged, but for deny lists. */
  readonly isOnlyNew: boolean;
}

/** Judges every address of a folder. */
export function* judgeAddresses(options: JudgeOptions): Generator<Judged> {
  const { inventory, isOnlyNew, books } = options;
  const listings = new Map<FolderAddress, Listing>();
  const names = new Map<FolderAddress, string>();
  for (const address of inventory.addresses) {
    const { listing, name } = books.entryOf(address);
    if (name !== undefined) names.set(address, name);
    const isWanted = isOnlyNew ? inventory.isNew(address) || isAdded(address, listing) : true;
    if (!address.isPlaceholder && isWanted) listings.set(address, listing);
  }
  // Others imitate a reviewed address, not the reverse.
  const compared = [...listings].flatMap(([address, listing]) =>
    listing === 'listed' ? [] : [address],
  );
  const [added, others] = [true, false].map((isNew) =>
    compared.filter((address) => inventory.isNew(address) === isNew),
  ) as [FolderAddress[], FolderAddress[]];
  const lookAlikes = {
    ofNew: knownLookAlikes(options, added, true),
    ofOthers: knownLookAlikes(options, others, false),
  };
  const wrong = new WrongNetworks(inventory.addresses);
  const isNewer = newerIn(inventory);
  for (const address of inventory.addresses) {
    const isNew = inventory.isNew(address);
    const judgments: Judgment[] = denials(address, books);
    const listing = listings.get(address);
    const isWanted = listing !== undefined;
    if (isWanted && listing !== 'listed') {
      const known = isNew ? lookAlikes.ofNew : lookAlikes.ofOthers;
      const alikeOnes = { lookAlikes: known, isNewer, isDenied: books.isDenied(address) };
      judgments.push(...alike(address, alikeOnes, options), ...wrongNetworks(address, wrong));
    }
    if (isWanted) judgments.push(...ownJudgments(address, listing, isNew, options));
    yield { address, isNew, isWanted, judgments, name: names.get(address) };
  }
}

/** The change adds the address to the book, although nothing uses it. */
const isAdded = ({ isUsed }: FolderAddress, listing: Listing): boolean =>
  !isUsed && listing === 'added';

/**
 * A row never hits its own list, and rows and entries of the base revision hit no list at all.
 * Else lists and the book are read like every file.
 */
function denials(address: FolderAddress, books: TrustedBooks): Judgment[] {
  const found = books.denialsOf(address);
  const isVouched = found.length > 0 && books.isTrusted(address);
  return found.map((denial) => ({
    rule: 'deny',
    message: denialText(denial),
    detail: `${denial.list} ${denial.path}`,
    // A possible key is found as text instead.
    countsAt: ({ path, isHidden }) =>
      !isHidden &&
      path !== denial.path &&
      !(path === bookFile && isVouched) &&
      !books.hasRow(path, address.account),
  }));
}

const inUse = ({ isExempt }: Place): boolean => !isExempt;

/**
 * All of a folder, of its book, and of the base revision: of each, a look-alike may be made.
 * @param areNew whether what has not changed is an anchor too: among all addresses of a large folder,
 *   chance makes pairs with seven equal digits
 */
function knownLookAlikes(
  { inventory, books }: JudgeOptions,
  compared: readonly FolderAddress[],
  areNew: boolean,
): LookAlikes {
  const lookAlikes = new LookAlikes();
  if (compared.length === 0) return lookAlikes;
  const common = new CommonParts(
    compared.map(({ canonical, family }) => ({ address: canonical, family })),
  );
  const related = function* (addresses: Iterable<KnownAddress>): Generator<KnownAddress> {
    for (const each of addresses) if (common.hasAnyOf(each)) yield each;
  };
  drain(lookAlikes.feed('anchors', related(anchors(inventory, books)), { areAnchors: true }));
  const unchanged = areNew ? inventory.addresses.filter((each) => each.isInUnchanged) : [];
  drain(lookAlikes.feed('unchanged', related(known(unchanged)), { areAnchors: true }));
  drain(lookAlikes.feed('all', related(known(inventory.addresses))));
  return lookAlikes;
}

function* known(addresses: readonly FolderAddress[]): Generator<KnownAddress> {
  for (const address of addresses) {
    // Never name a possible key as the address that another one resembles.
    if (!address.isPlaceholder && address.isUsed && address.isShown) yield asKnown(address);
  }
}

/**
 * Addresses of the book and of the base revision: however many decoys there are, a look-alike of
 * these is found.
 */
function* anchors(inventory: FolderInventory, books: TrustedBooks): Generator<KnownAddress> {
  for (const { canonical, family } of inventory.earlier) yield { address: canonical, family };
  // One book, where the change has left it as it was.
  for (const { entries } of new Set([books.trusted.book, books.change.book])) {
    yield* knownEntries(entries);
  }
}

/** As look-alikes are compared. */
export function* knownEntries(entries: readonly BookEntry[]): Generator<KnownAddress> {
  for (const { address, network } of entries) {
    const family = networkNamed(network)?.family;
    if (family !== undefined) yield { address, family };
  }
}

/** Whether one is new on every network, and another one is not. */
function newerIn(inventory: FolderInventory) {
  const newness = new Map<string, boolean>();
  // The book may spell it in another way.
  const nameOf = ({ address: text, family }: KnownAddress): string =>
    `${family} ${canonicalOf({ text, family })}`;
  for (const address of inventory.addresses) {
    const name = nameOf(asKnown(address));
    newness.set(name, inventory.isNew(address) && newness.get(name) !== false);
  }
  const isNew = (known: KnownAddress): boolean => newness.get(nameOf(known)) === true;
  return (other: KnownAddress, one: KnownAddress): boolean => isNew(other) && !isNew(one);
}

/** As look-alikes are compared: one with a wrong checksum is another text. */
const asKnown = ({ canonical, family, isChecksumWrong, text }: FolderAddress): KnownAddress => ({
  address: isChecksumWrong ? text : canonical,
  family,
});

interface AlikeOnes {
  readonly lookAlikes: LookAlikes;
  readonly isNewer: ReturnType<typeof newerIn>;
  readonly isDenied: boolean;
}

function alike(
  address: FolderAddress,
  { lookAlikes, isNewer, isDenied }: AlikeOnes,
  { books, today }: JudgeOptions,
): Judgment[] {
  if (books.isIgnored(address, today)) return [];
  const { canonical, family } = address;
  const isReviewed = (other: LookAlike): boolean =>
    books.listingOf({ text: other.address, family: other.family, network: null }) === 'listed';
  const found = looksLike(
    { address: canonical, family },
    { lookAlikes, isDenied, isReviewed, isNewer: (other) => isNewer(other, asKnown(address)) },
  );
  if (found === undefined) return [];
  const countsAt = ({ path, isExempt }: Place): boolean => !isExempt || path === bookFile;
  return [{ rule: 'look-alike', message: likenessText(found, books), countsAt }];
}

function likenessText(found: LooksLike, books: TrustedBooks): string {
  switch (found.kind) {
    case 'token':
      return findingTexts.imitates(found.token);
    case 'addresses': {
      const [{ how, address, family }] = found.alike;
      const { name } = books.entryOf({ text: address, family, network: null });
      return findingTexts.lookAlike(how, address, name);
    }
    case 'crowd':
      return crowdText(found.size);
  }
}

function wrongNetworks(address: FolderAddress, wrong: WrongNetworks<FolderAddress>): Judgment[] {
  const token = wrong.of(address);
  if (token === undefined || address.network === null) return [];
  const message = findingTexts.wrongNetwork(token, address.network);
  const countsAt = (place: Place): boolean => inUse(place) && wrong.countsAt(place);
  return [{ rule: 'wrong-network', message, countsAt }];
}

/** Judgments that need no comparison with other addresses. */
function* ownJudgments(
  { isChecksumWrong }: FolderAddress,
  listing: Listing,
  isNew: boolean,
  { since }: JudgeOptions,
): Generator<Judgment> {
  const countsAt = inUse;
  if (listing !== 'listed') {
    yield { rule: 'unlisted', message: findingTexts.unlisted(listing), countsAt };
  }
  if (isNew) {
    const added = listing === 'added' ? ` ${findingTexts.addedInChange()}` : '';
    yield { rule: 'new', message: findingTexts.new(since) + added, countsAt };
  }
  if (isChecksumWrong) yield { rule: 'checksum', message: findingTexts.checksum(), countsAt };
}
