import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAddress } from '../../../src/scan/parse.ts';
import { networks, type Family } from '../../../src/networks/networks.ts';
import { emptyBook, type BookEntry } from '../../../src/book/book.ts';
import {
  addDenial,
  areIgnored,
  denialsOf,
  entriesOf,
  factsOf,
  listingOf,
  type Denial,
  type KnownName,
  type Knowledge,
  type LoadedList,
} from '../../../src/book/facts.ts';
import { drain } from '../../../src/book/drain.ts';
import { readList } from '../../../src/book/lists.ts';
import { readBook } from '../../../src/book/readBook.ts';
import { accounts } from '../../support/accounts.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const key = usdc.toLowerCase();
const tronKey = 'tron:a614f803b6fd780986a42c78ec9c7f77e6ded13c';

const entry: BookEntry = { line: 0, address: usdc, network: 'base' };
const addressOfNoOne = `0x${'12'.repeat(20)}`;
const reason = 'known';

describe('where an address is in the book', () => {
  it('follows from both revisions', () => {
    const both = [entry];
    for (const [entries, baseEntries, listing] of [
      [both, both, 'listed'],
      [both, [], 'added'],
      [[], both, 'removed'],
      [[], [], 'none'],
    ] as const) {
      assert.equal(listingOf({ entries, baseEntries }), listing);
    }
  });

  it('hides warnings only if both revisions say so, through the last day', () => {
    const ignored = [entry, { ...entry, ignore: { reason, until: '2027-01-01' } }];
    const forever = [{ ...entry, ignore: { reason } }];
    const ignores = (
      entries: readonly BookEntry[],
      baseEntries: readonly BookEntry[],
      today = '2027-01-01',
    ): boolean => areIgnored({ entries, baseEntries }, today);
    assert.ok(ignores(ignored, forever));
    assert.ok(!ignores(ignored, forever, '2027-01-02'));
    assert.ok(!ignores(forever, [entry]));
    assert.ok(!ignores([entry], forever));
    assert.ok(!ignores(forever, []));
    assert.ok(!ignores([], []));
  });
});

describe('denials', () => {
  const loaded = (rows: string, more: Partial<LoadedList['reference']> = {}): LoadedList => ({
    reference: { line: 0, path: 'a.csv', name: 'Ours', kind: 'deny', ...more },
    list: drain(readList(`address,name,network\n${rows}`, 'a.csv')),
  });
  const asked = { text: usdc, family: 'evm', network: 'bsc' } as const;

  it('name the row of the network rather than the first one', () => {
    const list = loaded(`${usdc},Elsewhere,base\n${usdc},Here,bsc`);
    assert.deepEqual(denialsOf([list], asked), [{ list: 'Ours', path: 'a.csv', name: 'Here' }]);
    assert.deepEqual(denialsOf([list], { ...asked, network: 'linea' }), [
      { list: 'Ours', path: 'a.csv', name: 'Elsewhere', network: 'base' },
    ]);
    assert.deepEqual(denialsOf([list], { ...asked, network: undefined }), [
      { list: 'Ours', path: 'a.csv', name: 'Elsewhere' },
    ]);
  });

  it('are none of another address, and of no list of names', () => {
    assert.deepEqual(denialsOf([loaded(`${weth},,`)], asked), []);
    assert.deepEqual(denialsOf([loaded(`${usdc},,`, { kind: 'names' })], asked), []);
  });

  it('have each list once', () => {
    const denials: Denial[] = [];
    for (const [list, path] of [
      ['A', 'a'],
      ['A', 'b'],
      ['B', 'a'],
      ['A', 'a'],
    ] as const) {
      addDenial(denials, { list, path });
    }
    assert.deepEqual(
      denials.map(({ list, path }) => list + path),
      ['Aa', 'Ab', 'Ba'],
    );
  });
});

describe('the entries of a book', () => {
  it('are none of a folder without one, as of a book that says nothing', () => {
    const reading = drain(readBook('{"version": 1}'));
    assert.deepEqual(reading, { kind: 'book', book: emptyBook });
  });

  it('are known by their accounts, in any family', () => {
    const reading = drain(
      readBook(
        JSON.stringify({
          version: 1,
          addresses: [
            { address: usdc, network: 'base' },
            { address: tron, network: 'tron' },
            { address: usdc, network: 'bsc' },
          ],
        }),
      ),
    );
    assert.equal(reading.kind, 'book');
    assert.deepEqual(
      [...reading.book.byAccount].map(([name, entries]) => [
        name,
        entries.map(({ network }) => network),
      ]),
      [
        [key, ['base', 'bsc']],
        [tronKey, ['tron']],
      ],
    );
  });
});

describe('the names of an address', () => {
  const named = (kind: 'names' | 'deny', ...names: readonly string[]): LoadedList[] =>
    names.map((name, index) => ({
      reference: { line: 0, path: `${index}.csv`, name: 'Ours', kind },
      list: drain(readList(`address,name\n${usdc},${name}\n`, 'a.csv', kind)),
    }));
  const namesOf = (
    known: Partial<Knowledge>,
    network: string | undefined = 'linea',
    text = usdc,
  ): readonly KnownName[] =>
    factsOf({ entries: new Map(), lists: [], ...known }, { text, family: 'evm', network }).names;
  const texts = (...asked: Parameters<typeof namesOf>): string[] =>
    namesOf(...asked).map(({ name }) => name);

  it('are three at most', () => {
    assert.deepEqual(texts({ lists: named('names', 'A', 'B', 'C', 'D') }), ['A', 'B', 'C']);
  });

  it('are those of published lists below all others, on the network of the list or an unknown one', () => {
    const ofList = { name: 'USDC', source: { kind: 'known', title: 'Uniswap’s token list' } };
    assert.deepEqual(
      factsOf({ entries: new Map(), lists: [] }, { text: usdc, family: 'evm', network: undefined })
        .names,
      [ofList],
    );
    assert.deepEqual(texts({ lists: named('names', 'A') }, 'ethereum'), ['A', 'USDC']);
    assert.deepEqual(texts({ lists: named('names', 'USDC') }, 'ethereum'), ['USDC']);
    assert.deepEqual(texts({}, 'linea'), []);
  });

  it('are none where no one names it', () => {
    assert.deepEqual(namesOf({}, 'ethereum', addressOfNoOne), []);
  });

  it('are none of an entry or a row without one', () => {
    const entries = new Map([[key, [{ ...entry, network: 'linea' }]]]);
    assert.deepEqual(namesOf({ entries, lists: named('names', '') }), []);
  });

  it('are those of the lists of names alone', () => {
    assert.deepEqual(texts({ lists: named('names', 'Listed') }), ['Listed']);
    assert.deepEqual(texts({ lists: named('deny', 'Listed') }), []);
  });

  it('have a page as their source where only that documents them', () => {
    const multicall = '0xca11bde05977b3631167028862be2a173976ca11';
    const [own] = namesOf({}, 'base', multicall);
    assert.deepEqual(own?.source, {
      kind: 'known',
      title: 'https://www.multicall3.com/deployments',
    });
  });
});

describe('one account in two spellings', () => {
  const familyOf = (text: string): Family => {
    const read = readAddress(text);
    return read.ok ? read.address.family : 'evm';
  };
  for (const [what, spellings] of Object.entries(accounts)) {
    it(`is one in a deny list and in code: ${what}`, () => {
      for (const listed of spellings) {
        const list = drain(readList(`${listed}\n`, 'deny.txt'));
        const reference = { line: 0, path: 'deny.txt', kind: 'deny', name: 'Deny' } as const;
        for (const text of spellings) {
          const asked = { text, family: familyOf(text), network: undefined };
          assert.equal(denialsOf([{ reference, list }], asked).length, 1, `${text} by ${listed}`);
        }
      }
    });

    it(`is one in the book and in code: ${what}`, () => {
      for (const listed of spellings) {
        const read = readAddress(listed);
        // Digits without `0x` are an address only where a list or the code says so.
        if (!read.ok) continue;
        const { family, network = networks.find((each) => each.family === family)?.name } =
          read.address;
        const addresses = [{ address: listed, network }];
        const reading = drain(readBook(JSON.stringify({ version: 1, addresses })));
        assert.equal(reading.kind, 'book');
        assert.deepEqual(reading.book.problems, [], listed);
        for (const text of spellings) {
          const asked = { text, family: familyOf(text), network: undefined };
          assert.equal(entriesOf(reading.book.byAccount, asked).length, 1, `${text} by ${listed}`);
        }
      }
    });
  }
});
