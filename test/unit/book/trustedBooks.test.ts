import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drain } from '../../../src/book/drain.ts';
import { loadBook, type BookFiles } from '../../../src/book/loadBook.ts';
import { accounts } from '../../support/accounts.ts';
import {
  removedLists,
  TrustedBooks,
  withAllEntries,
  type TextQuery,
} from '../../../src/book/trustedBooks.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const [stellar = [], ripple = [], monero = []] = [
  'SEP-23: G… and M…',
  'XLS-5: classic and X-addresses, with a tag and without',
  'Monero: standard, with a payment ID',
].map((what) => accounts[what]);
const today = '2026-11-25';

interface Version {
  readonly entries?: readonly object[];
  readonly lists?: readonly object[];
  readonly files?: Readonly<Record<string, string>>;
  /** In the place of the rest. */
  readonly book?: string;
}

const filesOf = ({ entries = [], lists = [], files = {}, book }: Version): BookFiles => {
  const text = book ?? JSON.stringify({ version: 1, addresses: entries, lists });
  const all: Readonly<Record<string, string>> = { ...files, '.address-risk.json': text };
  return {
    readText(path) {
      const found = all[path];
      return Promise.resolve(
        found === undefined ? { kind: 'missing' } : { kind: 'text', text: found },
      );
    },
  };
};

async function booksOf(base: Version | undefined, change: Version): Promise<TrustedBooks> {
  const before = base && (await loadBook(filesOf(base)));
  const now = await loadBook(filesOf(change), before && { other: before });
  return drain(TrustedBooks.of(before, now));
}

const listed = (address: string, more: object = {}) => ({ address, network: 'ethereum', ...more });
const deny = (path: string, more: object = {}) => ({ path, name: 'Ours', kind: 'deny', ...more });
const asked = (text: string) => ({ text, family: 'evm', network: 'ethereum' }) as const;

describe('the books of the base revision and of the change', () => {
  it('list an address only together', async () => {
    const books = await booksOf(
      { entries: [listed(usdc)] },
      { entries: [listed(usdc), listed(weth)] },
    );
    assert.equal(books.listingOf(asked(usdc)), 'listed');
    assert.equal(books.listingOf(asked(weth)), 'added');
    const removed = await booksOf({ entries: [listed(usdc)] }, {});
    assert.equal(removed.listingOf(asked(usdc)), 'removed');
    const alone = await booksOf(undefined, { entries: [listed(usdc)] });
    assert.equal(alone.listingOf(asked(usdc)), 'listed');
  });

  const destinations = [
    ['a tag of the XRP Ledger', 'ripple', ripple.slice(0, 2), ripple[2] ?? ''],
    ['a customer at an account of Stellar', 'stellar', stellar.slice(0, 1), stellar[1] ?? ''],
    ['a payment ID of Monero', 'monero', monero.slice(0, 1), monero[1] ?? ''],
  ] as const;
  for (const [what, family, same, other] of destinations) {
    it(`list an address without ${what} and one with it apart, and deny both`, async () => {
      const of = (address: string) => ({ address, network: family, name: 'Ours' });
      const query = (text: string): TextQuery => ({ text, family, network: family });
      const [first = ''] = same;
      for (const [entries, isOther] of [
        [[of(first)], false],
        [[of(other)], true],
      ] as const) {
        const books = await booksOf({ entries }, { entries });
        assert.equal(books.change.book.entries.length, 1, 'the entry is read');
        for (const text of same) {
          assert.equal(books.listingOf(query(text)), isOther ? 'none' : 'listed', text);
        }
        assert.equal(books.listingOf(query(other)), isOther ? 'listed' : 'none');
        assert.equal(books.isIgnored(query(other), today), false);
      }
      const both = await booksOf({ entries: [] }, { entries: [of(first), of(other)] });
      assert.deepEqual(both.change.book.problems, []);
      assert.equal(both.change.book.entries.length, 2);
      const lists = [deny('a.csv')];
      const denying = await booksOf({ lists, files: { 'a.csv': `address\n${first}\n` } }, {});
      assert.equal(denying.denialsOf(query(other)).length, 1);
    });
  }

  it('have the rows of the base revision, each in its own file', async () => {
    const version = {
      lists: [deny('a.csv'), deny('b.csv')],
      files: { 'a.csv': `address\n${usdc}\n`, 'b.csv': `address\n${weth}\n` },
    };
    const books = await booksOf(version, { ...version, files: {} });
    const [own, other] = [usdc.toLowerCase(), weth.toLowerCase()];
    assert.deepEqual(
      [books.hasRow('a.csv', own), books.hasRow('a.csv', other), books.hasRow('b.csv', own)],
      [true, false, false],
    );
  });

  it('ignore an address only together', async () => {
    const ignored = listed(usdc, { ignore: { reason: 'ours' } });
    const added = await booksOf({ entries: [listed(usdc)] }, { entries: [ignored] });
    assert.equal(added.isIgnored(asked(usdc), today), false);
    const kept = await booksOf({ entries: [ignored] }, { entries: [ignored] });
    assert.equal(kept.isIgnored(asked(usdc), today), true);
    const withdrawn = await booksOf({ entries: [ignored] }, { entries: [listed(usdc)] });
    assert.equal(withdrawn.isIgnored(asked(usdc), today), false);
  });

  it('have the deny rows of both, and each hit once', async () => {
    const [base, change] = [
      { lists: [deny('a.txt')], files: { 'a.txt': `${usdc}\n` } },
      { lists: [deny('a.txt')], files: { 'a.txt': `${weth}\n${usdc},again\n` } },
    ];
    const books = await booksOf(base, change);
    for (const text of [usdc, weth]) {
      assert.equal(books.denialsOf(asked(text)).length, 1);
      assert.equal(drain(books.denySearch.find(`x ${text}`))[0]?.denials.length, 1);
    }
    const removed = await booksOf(base, {});
    assert.equal(removed.denialsOf(asked(usdc)).length, 1);
    assert.deepEqual(
      removedLists(removed).map(({ name }) => name),
      ['Ours'],
    );
    const renamed = await booksOf(base, { ...base, lists: [deny('a.txt', { kind: 'names' })] });
    assert.equal(renamed.denialsOf(asked(usdc)).length, 1);
    assert.equal(removedLists(renamed).length, 1);
  });

  it('read a list that has not changed once', async () => {
    const version = { lists: [deny('a.txt')], files: { 'a.txt': `${usdc}\n` } };
    const { trusted, change } = await booksOf(version, version);
    assert.equal(trusted.lists[0]?.list, change.lists[0]?.list);
    const other = await booksOf(version, { ...version, files: { 'a.txt': `${usdc} \n` } });
    assert.notEqual(other.trusted.lists[0]?.list, other.change.lists[0]?.list);
  });

  it('lose nothing to a change that cannot be read', async () => {
    const base = { entries: [listed(usdc, { name: 'Vault' })], lists: [deny('a.txt')] };
    const books = await booksOf({ ...base, files: { 'a.txt': weth } }, { book: '{' });
    assert.equal(books.listingOf(asked(usdc)), 'listed');
    assert.equal(books.factsOf(asked(usdc)).names[0]?.name, 'Vault');
    assert.equal(books.denialsOf(asked(weth)).length, 1);
  });

  it('list nothing where the base revision cannot be read', async () => {
    const ignored = listed(usdc, { ignore: { reason: 'ours' } });
    const books = await booksOf({ book: '{' }, { entries: [ignored] });
    assert.equal(books.listingOf(asked(usdc)), 'added');
    assert.equal(books.isIgnored(asked(usdc), today), false);
  });

  it('name an address as the base revision does, and quote what the change calls it', async () => {
    const books = await booksOf(
      { entries: [listed(usdc)] },
      { entries: [listed(usdc, { name: 'New' })] },
    );
    const { names, inCode } = books.factsOf(asked(usdc));
    assert.notEqual(names[0]?.name, 'New');
    assert.deepEqual(inCode, { name: 'New', path: '.address-risk.json' });
    assert.equal(books.entryOf(asked(usdc)).name, 'USDC');
  });

  it('are the same where their entries are read later, and then are searched for as before', async () => {
    const plain = { entries: [listed(usdc, { name: 'Vault' })], lists: [deny('a.txt')] };
    const before = { ...plain, files: { 'a.txt': weth } };
    const after = { ...before, entries: [listed(weth), listed(usdc)] };
    const broken = { book: '{' };
    const pairs: (readonly [Version | undefined, Version])[] = [
      ...[before, after, broken, {}].flatMap((change) =>
        [undefined, before, broken].map((base) => [base, change] as const),
      ),
    ];
    for (const [base, change] of pairs) {
      const judge = base && (await loadBook(filesOf(base), { hasEntries: false }));
      const read = await loadBook(filesOf(change), { hasEntries: false, other: judge });
      const outline = drain(TrustedBooks.of(judge, read));
      const books = await withAllEntries(outline, drain);
      const expected = await booksOf(base, change);
      for (const text of [usdc, weth]) {
        assert.deepEqual(books.entryOf(asked(text)), expected.entryOf(asked(text)));
        assert.deepEqual(books.factsOf(asked(text)), expected.factsOf(asked(text)));
        assert.deepEqual(books.denialsOf(asked(text)), expected.denialsOf(asked(text)));
      }
      assert.deepEqual(
        [books.trusted.rejection, books.change.rejection, books.trusted.text, books.change.text],
        [
          ...[expected.trusted.rejection, expected.change.rejection],
          ...[expected.trusted.text, expected.change.text],
        ],
      );
      assert.equal(books.denySearch, outline.denySearch);
    }
  });
});
