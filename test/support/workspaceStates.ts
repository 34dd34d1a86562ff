import type { BookEntry } from '../../src/book/book.ts';
import type { AddressFacts } from '../../src/book/facts.ts';
import type { Occurrences, WorkspaceFacts } from '../../src/report/workspaceView.ts';
import { onlyLooksLikeText } from '../../src/messages/book.ts';

/** Facts about an address from a workspace, for the states of a report. */

export const noFacts: AddressFacts = { denials: [], entries: [], baseEntries: [], names: [] };

/** Among which nothing looks like anything. */
export const noLookAlikes = {
  ...{ of: () => [], crowdOf: () => undefined },
  ...{ isNewer: () => false, setNewer: () => undefined },
};

export const noOccurrences: Occurrences = {
  where: 'openFiles',
  count: 0,
  first: [],
  canSearch: true,
};

/** Has no facts about any address. */
export const emptyWorkspace = {
  of: () =>
    Promise.resolve({
      facts: {
        ...{ facts: noFacts, hasNames: true, occurrences: noOccurrences, rank: null, commit: null },
      },
      places: [],
    }),
  nameOf: () => undefined,
  networksOf: () => Promise.resolve([]),
  replace: () => Promise.resolve(undefined),
  project: () => Promise.resolve({ name: 'vault', branch: null, commit: null }),
  onDidChange: () => ({ dispose: () => undefined }),
};

const entry = (address: string, more: Partial<BookEntry>): BookEntry => ({
  ...{ address, network: 'ethereum', line: 0 },
  ...more,
});

/** The base revision has it too. */
const inBoth = (known: BookEntry) => ({ entries: [known], baseEntries: [known] });

export const namedWorkspace = (address: string): WorkspaceFacts => ({
  facts: {
    denials: [],
    ...inBoth(
      entry(address, {
        ...{ name: 'Treasury', note: 'Paid monthly', reviewedBy: 'Ana', reviewedAt: '2026-11-20' },
      }),
    ),
    names: [
      { name: 'Treasury', source: { kind: 'book' } },
      { name: 'Payout vault', source: { kind: 'list', name: 'Team names' } },
    ],
    inCode: { name: 'PayoutVaultProxy', path: 'deployments/mainnet/PayoutVaultProxy.json' },
  },
  hasNames: true,
  rank: { place: 2, of: 26 },
  commit: {
    hash: 'a1b2c3d4e5f60718293a4b5c6d7e8f9001122334',
    at: Date.parse('2026-10-01T09:30:00Z'),
    subject: 'Pay contributors from the vault',
  },
  occurrences: {
    where: 'workspace',
    count: 17,
    first: [
      {
        path: 'contracts/PayoutVault.sol',
        line: 12,
        text: 'address public treasury = 0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b;',
      },
      {
        path: 'deployments/mainnet/PayoutVaultProxy.json',
        line: 3,
        text: 'address public treasury = 0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b;',
      },
      {
        path: 'packages/payments/src/configuration/mainnetAddresses.ts',
        line: 1208,
        text: 'address public treasury = 0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b;',
      },
      {
        path: 'payouts.ts',
        line: 4,
        text: 'address public treasury = 0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b;',
      },
      {
        path: 'payouts.ts',
        line: 31,
        text: 'address public treasury = 0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b;',
      },
    ],
    canSearch: false,
  },
});

/** Ignored, which hides none of it. */
export const deniedWorkspace = (address: string): WorkspaceFacts => ({
  facts: {
    denials: [
      { list: 'Team deny list', path: 'lists/deny.csv' },
      { list: 'Public sanctions', path: 'lists/sanctions.json', name: 'Sanctioned mixer' },
    ],
    ...inBoth(entry(address, { name: 'Ours', ignore: { reason: 'known', until: '2027-01-31' } })),
    names: [{ name: 'Ours', source: { kind: 'book' } }],
  },
  hasNames: true,
  rank: null,
  commit: null,
  occurrences: {
    where: 'openFiles',
    count: 2,
    first: [
      {
        path: 'payouts.ts',
        line: 4,
        text: 'address public treasury = 0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b;',
      },
      {
        path: 'Untitled-1',
        line: 1,
        text: 'address public treasury = 0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b;',
      },
    ],
    canSearch: true,
  },
});

/** A reviewed address has its ends. */
export const imitatingWorkspace = (address: string): WorkspaceFacts => ({
  ...deniedWorkspace(address),
  facts: noFacts,
  likeness: {
    other: 'Treasury',
    // In the language of the moment.
    get text() {
      return onlyLooksLikeText('ends', 'Treasury');
    },
    original: {
      name: 'Treasury',
      address: `${address.slice(0, 8)}${'3f'.repeat(14)}${address.slice(-6)}`,
      isTrusted: true,
    },
  },
});

/** Every text in it is the same. */
export const hostileWorkspace = (address: string, text: string): WorkspaceFacts => ({
  facts: {
    denials: [{ list: text, path: text, name: text }],
    ...inBoth(entry(address, { note: text, reviewedBy: text, ignore: { reason: text } })),
    names: [
      { name: text, source: { kind: 'list', name: text } },
      { name: text, source: { kind: 'known', title: text } },
    ],
    inCode: { name: `${text}2`, path: text },
  },
  hasNames: true,
  rank: { place: 4, of: 4 },
  commit: { hash: '0'.repeat(40), at: null, subject: text },
  occurrences: {
    where: 'searchedFiles',
    count: 2,
    first: [
      { path: text, line: 1, text: text },
      { path: 'a'.repeat(300), line: 2, text: '' },
    ],
    canSearch: false,
  },
});
