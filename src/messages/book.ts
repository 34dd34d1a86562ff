import * as l10n from '@vscode/l10n';
import { toEip55 } from '../encodings/evmChecksum.ts';
import type { Elsewhere, KnownByEnds } from '../known/known.ts';
import {
  maxBookSize,
  maxEntries,
  type BookEntry,
  type BookRejection,
  type Ignore,
  type MemberFault,
  type PartProblem,
} from '../book/book.ts';
import type { KnownName, NameInCode, NameSource, Listing } from '../book/facts.ts';
import { maxListSize, maxListed } from '../book/lists.ts';
import type { ListProblem } from '../book/listRows.ts';
import type { Namesake } from '../book/namesake.ts';
import { addressProblemText } from './inputs.ts';
import { networkTitle } from './networks.ts';
import { listed, plain, shortAddress } from './text.ts';

const mebibytes = (bytes: number): number => bytes / 1_048_576;

/** Why a whole address book is not used. */
export function bookRejectionText(rejection: BookRejection): string {
  switch (rejection.kind) {
    case 'tooLarge':
      return l10n.t(
        'This address book is larger than {0} MiB and is not used.',
        mebibytes(maxBookSize),
      );
    case 'unreadable':
      return l10n.t('This address book cannot be read and is not used.');
    case 'outside':
      return l10n.t('This address book links to a file outside its folder and is not used.');
    case 'syntax':
      return l10n.t('The address book isn’t valid JSON, so it was ignored.');
    case 'tooDeep':
      return l10n.t('This JSON is nested too deeply, so the address book is not used.');
    case 'tooMany':
      return l10n.t(
        'There are more than {0} addresses, so the address book is not used.',
        maxEntries,
      );
    case 'notAnObject':
      return l10n.t('An address book is a JSON object. This one is not used.');
    case 'version':
      return l10n.t('“version” must be 1. The address book is not used.');
    case 'repeatedMember':
      return l10n.t(
        '“{0}” appears more than once, so the address book is not used.',
        plain(rejection.member),
      );
  }
}

/** Why a part of an address book is not used. */
export function partProblemText(problem: PartProblem): string {
  switch (problem.kind) {
    case 'notAList':
      return l10n.t('“{0}” must be a list.', problem.member);
    case 'typo':
      return l10n.t('“{0}” is not known. Did you mean “{1}”?', problem.member, problem.known);
    case 'notAnObject':
      return l10n.t('This must be an object. It is not used.');
    case 'tooLong':
      return l10n.t('This entry is too long. It is not used.');
    case 'tooMany':
      return l10n.t('Only the first {0} are used.', problem.most);
    case 'member':
      return memberTexts[problem.fault](problem.member);
    case 'address':
      return addressProblemText(problem.problem);
    case 'network':
      return l10n.t('Address Risk does not know this network. Use a name such as ethereum.');
    case 'otherFamily':
      return l10n.t(
        'This is not an address on {0}. It is not used.',
        networkTitle(problem.network),
      );
    case 'repeated':
      return l10n.t(
        'Line {0} already lists this address on this network. This entry is not used.',
        problem.firstLine + 1,
      );
    case 'pattern':
      return l10n.t('“files” must be a pattern of paths in this folder, such as deploy/bsc/**.');
    case 'path':
      return l10n.t('“path” must be the path of a file in this folder.');
    case 'listKind':
      return l10n.t('“kind” must be deny or names.');
  }
}

const memberTexts: Readonly<Record<MemberFault, (member: string) => string>> = {
  missing: (member) => l10n.t('“{0}” is missing. This entry is not used.', member),
  text: (member) => l10n.t('“{0}” must be text. This entry is not used.', member),
  empty: (member) => l10n.t('“{0}” is empty. This entry is not used.', member),
  tooLong: (member) => l10n.t('“{0}” is too long. This entry is not used.', member),
  date: (member) =>
    l10n.t('“{0}” must be a date such as 2027-01-31. This entry is not used.', member),
  object: (member) => l10n.t('“{0}” must be an object. This entry is not used.', member),
  repeated: (member) => l10n.t('“{0}” appears twice. This entry is not used.', plain(member)),
};

/** Why a list is not used, or which of its rows are not. @param isFetched whether it has a `url` */
export function listProblemText(problem: ListProblem, isFetched = false): string {
  switch (problem.kind) {
    case 'missing':
      return isFetched
        ? l10n.t(
            'There is no file at this path. “address-risk lists update --trust head” fetches it.',
          )
        : l10n.t('There is no file at this path.');
    case 'outside':
      return l10n.t('This path leads outside the folder, so the list is not used.');
    case 'notAFile':
      return l10n.t('There is no regular file at this path.');
    case 'unreadable':
      return l10n.t('The file at this path cannot be read.');
    case 'tooLarge':
      return l10n.t('The list is larger than {0} MiB and is not used.', mebibytes(maxListSize));
    case 'tooDeep':
      return l10n.t('The list is nested too deeply and is not used.');
    case 'syntax':
      return l10n.t(
        'Line {0} of the list is not valid JSON, so the list is not used.',
        problem.line + 1,
      );
    case 'noColumn':
      return l10n.t('The list is not used: its first line has no “address” column.');
    case 'notAList':
      return l10n.t('The list must be a JSON array. It is not used.');
    case 'tooMany':
      return l10n.t('The list has more than {0} addresses. The others are not used.', maxListed);
    case 'rows':
      return problem.count === 1
        ? l10n.t('Line {0} of the list has no usable address.', problem.firstLine + 1)
        : l10n.t(
            '{0} rows of the list have no usable address. The first one is in line {1}.',
            problem.count,
            problem.firstLine + 1,
          );
  }
}

/** @param count the addresses that look alike, this one included */
export function crowdText(count: number): string {
  return l10n.t('{0} addresses, including this one, look alike. Compare every character.', count);
}

/** A name, and where it is from. */
export interface NameText {
  readonly name: string;
  readonly source: string;
}

/** Where a name is from. */
function nameSourceText(source: NameSource): string {
  switch (source.kind) {
    case 'book':
      return l10n.t('from the address book');
    case 'list':
      return l10n.t('from the list “{0}”', plain(source.name));
    case 'known':
      return l10n.t('from {0}', plain(source.title));
  }
}

export function nameTexts({ name, source }: KnownName): NameText {
  return { name: plain(name), source: nameSourceText(source) };
}

/** In quotes: no one has verified it. */
export const quotedName = (name: string): string => l10n.t('“{0}”', plain(name));

export const inCodeTexts = ({ name, path, line }: NameInCode): NameText => ({
  name: quotedName(name),
  source:
    line === undefined
      ? l10n.t('named in {0}', plain(path))
      : l10n.t('named in {0}, line {1}', plain(path), line),
});

/** A warning that the code gives an address the name of another one. */
export function namesakeText({ name, address, network, isInBook }: Namesake): string {
  const owner = [plain(name), networkTitle(network), shortAddress(address)] as const;
  return isInBook
    ? l10n.t('In the address book, {0} on {1} is {2}.', ...owner)
    : l10n.t('In published lists, {0} on {1} is {2}.', ...owner);
}

/** Who reviewed an address, and when; null if the book has neither. */
export function reviewText({
  reviewedBy,
  reviewedAt,
}: Pick<BookEntry, 'reviewedBy' | 'reviewedAt'>): string | null {
  if (reviewedBy === undefined) {
    return reviewedAt === undefined ? null : l10n.t('Reviewed on {0}', reviewedAt);
  }
  return reviewedAt === undefined
    ? l10n.t('Reviewed by {0}', plain(reviewedBy))
    : l10n.t('Reviewed by {0} on {1}', plain(reviewedBy), reviewedAt);
}

/** @param isActive whether it still counts */
export function ignoreText({ reason, until }: Ignore, isActive: boolean): string {
  if (until === undefined)
    return l10n.t('Look-alike warnings are hidden. Reason: {0}', plain(reason));
  return isActive
    ? l10n.t('Look-alike warnings are hidden until {0}. Reason: {1}', until, plain(reason))
    : l10n.t('Look-alike warnings were hidden until {0}. Reason: {1}', until, plain(reason));
}

/** Of a reviewed address: the other one is the impostor. */
export const lookedLikeText = (): string => l10n.t('Another address looks like this one.');

/**
 * An address that resembles one from the book, the stored results, or the workspace.
 * @param other its name, or shortened
 */
export function onlyLooksLikeText(how: 'ends' | 'close', other: string): string {
  return how === 'ends'
    ? l10n.t(
        'This isn’t {0}. It only looks like it: the first and last characters match.',
        plain(other),
      )
    : l10n.t('This isn’t {0}. It only looks like it: at most two characters differ.', plain(other));
}

/** An address that has the ends of one that published lists name. */
export function imitatesText({ name, source, short }: KnownByEnds): string {
  return l10n.t(
    'This isn’t {0}. It only looks like it: same first and last characters as {1}, from {2}.',
    plain(name),
    short,
    plain(source),
  );
}

/** The address that another one looks like. */
export interface Original {
  readonly name: string | undefined;
  readonly address: string;
  /** Reviewed in the address book, or the token of this network: it may take the other one's place. */
  readonly isTrusted: boolean;
}

/** A look-alike and the address that it looks like. */
export const comparedTexts = {
  note: () => l10n.t('Brackets show where they differ.'),
  own: () => l10n.t('This address'),
  other: () => l10n.t('The other one'),
};

/** A quick fix: the address that one looks like. */
export function replaceText({ name, address }: Pick<Original, 'name' | 'address'>): string {
  const short = shortAddress(address);
  return name === undefined
    ? l10n.t('Replace with {0}', short)
    : l10n.t('Replace with {0} ({1})', plain(name), short);
}

/** The problem of a token of other networks, and its quick fix. */
export const wrongNetworkTexts = {
  problem: ({ name, networks, address }: Elsewhere, network: string) =>
    l10n.t(
      'This is the address of {0} on {1}. On {2}, {0} is at {3}.',
      plain(name),
      listed(networks.map(networkTitle)),
      networkTitle(network),
      toEip55(address),
    ),
  fix: ({ name }: Elsewhere, network: string) =>
    l10n.t('Replace with {0} on {1}', plain(name), networkTitle(network)),
};

/** *Add to Address Book…* and *Ignore Address…*. */
export const bookCommand = {
  add: () => l10n.t('Add to Address Book…'),
  edit: () => l10n.t('Edit Address Book Entry…'),
  addShort: () => l10n.t('Add to Address Book'),
  editShort: () => l10n.t('Edit Address Book Entry'),
  ignore: () => l10n.t('Ignore Address…'),
  ignoreTitle: () => l10n.t('Ignore Address'),
  /** @param network with what names it */
  name: (address: string, network: string) =>
    l10n.t('{0} on {1}. Name (optional)', address, network),
  note: () => l10n.t('Note (optional)'),
  doAdd: () => l10n.t('Add Address'),
  addAnyway: () => l10n.t('Add Anyway'),
  addDetail: (address: string) =>
    l10n.t('Compare every character of {0} with a source that you trust.', address),
  addDeniedDetail: () =>
    l10n.t('The address book takes no address off a deny list. The alarm stays.'),
  addAndIgnore: () => l10n.t('Add and Ignore Address…'),
  addAndIgnoreDetail: () =>
    l10n.t('Hides look-alike warnings. Risk and deny-list hits are still shown.'),
  deny: () => l10n.t('Add to Deny List…'),
  denyTitle: () => l10n.t('Add to Deny List'),
  denyReason: (address: string) => l10n.t('Reason why {0} is on the deny list', address),
  denied: (address: string, path: string) =>
    l10n.t('{0} is now on the deny list in {1}.', address, plain(path)),
  listNotWritten: () =>
    l10n.t(
      'The deny list could not be written. Save it if it has unsaved changes, or add the address to it by hand.',
    ),
  reason: () => l10n.t('Reason'),
  until: () => l10n.t('Ignore until (UTC), such as 2027-01-31'),
  needsReason: () => l10n.t('Enter a reason.'),
  needsDate: () => l10n.t('Enter today’s date or a later date, such as 2027-01-31.'),
  tooLong: () => l10n.t('This is too long.'),
  noAddress: () => l10n.t('Place the cursor on an address to add it to the address book.'),
  noFolder: () => l10n.t('Open a folder first. The address book is a file at its root.'),
  unknownNetwork: () =>
    l10n.t(
      'Address Risk does not know this network. The address cannot be added to the address book.',
    ),
  rejected: (reason: string) => l10n.t('Nothing was written. {0} Correct the file first.', reason),
  notWritten: () =>
    l10n.t(
      'The address book could not be written. Check the permissions of the file and the free disk space, then try again.',
    ),
};

/** Of an ignore that the base revision does not have. */
export const ignoreAddedText = ({ reason, until }: Ignore): string =>
  until === undefined
    ? l10n.t(
        'Look-alike warnings will be hidden once this change has reached the base revision. Reason: {0}',
        plain(reason),
      )
    : l10n.t(
        'Look-alike warnings will be hidden until {0}, once this change has reached the base revision. Reason: {1}',
        until,
        plain(reason),
      );

/** Where the change and the base revision differ about an address; null if they do not. */
export function listingText(listing: Listing): string | null {
  switch (listing) {
    case 'added':
      return l10n.t('Added to the address book in this change.');
    case 'removed':
      return l10n.t('This change removes this address from the address book.');
    case 'listed':
    case 'none':
      return null;
  }
}

/** Changes to the address book, as problems of its file. */
export const bookChanges = {
  listRemoved: (name: string) =>
    l10n.t(
      'This change removes the list “{0}”. The list in the base revision still applies.',
      plain(name),
    ),
  bookRemoved: () =>
    l10n.t(
      'This change removes the address book. The address book in the base revision still applies.',
    ),
  baseRejected: () =>
    l10n.t('The address book of the base revision cannot be used, so none of its entries apply.'),
};
