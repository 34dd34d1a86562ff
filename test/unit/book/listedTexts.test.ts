import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DenySearch } from '../../../src/book/denySearch.ts';
import type { LoadedList } from '../../../src/book/facts.ts';
import { drain } from '../../../src/book/drain.ts';
import { unseen } from '../../../src/book/listCells.ts';
import { readList } from '../../../src/book/lists.ts';
import { listedIn } from '../../support/listed.ts';

const thief = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const solana = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

const loaded = (text: string, path = 'deny.txt', name = 'Ours'): LoadedList => ({
  reference: { line: 0, path, name, kind: 'deny' },
  list: drain(readList(text, path, 'deny')),
});

const searching = (...lists: readonly LoadedList[]): DenySearch => drain(DenySearch.of(lists));

const foundIn = (search: DenySearch, text: string): string[] =>
  drain(search.find(text)).map(({ offset, length }) => text.slice(offset, offset + length));

describe('the search for listed texts', () => {
  it('finds those of single letters between marks', () => {
    const text = 'a-b-c-d-e-f-g-h-i-j-k';
    const search = searching(loaded(text));
    assert.deepEqual(foundIn(search, `x ${text} ${text}`), [text, text]);
    assert.deepEqual(foundIn(search, `x${text}`), []);
    assert.deepEqual(foundIn(search, `${text}x`), []);
    assert.deepEqual(foundIn(search, text.slice(0, -2)), []);
  });

  it('tells those apart that share their longest word', () => {
    const texts = [
      'battery-a-b-c-d-e-f-g-h',
      'battery-z-b-c-d-e-f-g-h-i-j',
      'a-battery-b-c-d-e-f-g-h',
      'battery-x-y-z-d-e-f-g-h',
    ];
    const search = searching(loaded(texts.join('\n')));
    for (const text of texts) assert.deepEqual(foundIn(search, `"${text}"`), [text]);
    assert.deepEqual(foundIn(search, 'battery-q-b-c-d-e-f-g-h'), []);
  });

  it('goes in steps through a text of runs that many listed texts share (hazard 71)', () => {
    const run = 'a'.repeat(20);
    const rows = Array.from({ length: 2_000 }, (_, marks) => `${run}${'-'.repeat(marks)}x`);
    const search = searching(loaded(JSON.stringify(rows), 'deny.json'));
    const work = search.find(`${run} `.repeat(2_000));
    let steps = 0;
    for (let step = work.next(); step.done !== true; step = work.next()) steps++;

    assert.ok(steps > 200 && steps < 300, String(steps));
  });

  it('finds each of several that begin with the same word, whichever list was first', () => {
    const texts = [
      'correct-horse-battery',
      'correct-horse-battery-staple',
      'correcthorsebattery12',
    ];
    const longer = `${texts[2] ?? ''}-staple`;
    for (const order of [texts, texts.toReversed()]) {
      const search = searching(...[longer, ...order].map((text) => loaded(text)));
      assert.deepEqual(foundIn(search, '"correct-horse-battery-staple"').toSorted(), [
        ...texts.slice(0, 2),
      ]);
      assert.deepEqual(foundIn(search, longer).toSorted(), [texts[2], longer]);
    }
  });

  it('finds an address beside a text without letters', () => {
    const search = searching(loaded(`${'-'.repeat(30)}\n${thief}`));
    assert.deepEqual(foundIn(search, `${'-'.repeat(30)} "${thief}"`), [thief]);
  });

  it('finds a text at the start, at the end, and right behind another', () => {
    const search = searching(loaded(`${solana}\n${thief}`));
    for (const text of [solana, `${solana} `, ` ${solana}`]) {
      assert.deepEqual(foundIn(search, text), [solana]);
    }
    assert.deepEqual(foundIn(search, `${solana},${thief},${solana}`), [solana, thief, solana]);
  });

  it('finds the word that an address ends, if all before it is zeros', () => {
    const search = searching(loaded(thief));
    const digits = thief.slice(2);
    const zeros = '0'.repeat(24);
    assert.deepEqual(foundIn(search, zeros + digits), [zeros + digits]);
    // Behind anything else, its digits alone.
    assert.deepEqual(foundIn(search, `1${zeros.slice(1)}${digits}`), [digits]);
    assert.deepEqual(foundIn(search, `${digits}${zeros}`), [digits]);
  });

  it('finds an account with any character in it that cannot be seen', () => {
    const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
    const hidden = all.filter((character) => character.search(unseen) === 0);
    const written = hidden.map((each) => `${thief.slice(0, 9)}${each}${thief.slice(9)}`);
    assert.ok(hidden.length > 4_000);
    assert.deepEqual(foundIn(searching(loaded(thief)), written.join(' ')), written);
  });

  it('names each list that has a text, one of two revisions once', () => {
    const lists = [
      loaded(thief),
      loaded(`${thief}\n${solana}`),
      loaded(thief, 'deny.txt', 'Another'),
      loaded(thief, 'other.txt'),
      loaded(solana, 'without.txt'),
    ];
    const [place] = drain(searching(...lists).find(thief));
    assert.deepEqual(place?.denials, [
      { list: 'Ours', path: 'deny.txt' },
      { list: 'Another', path: 'deny.txt' },
      { list: 'Ours', path: 'other.txt' },
    ]);
  });

  it('knows whether another one has the same lists', () => {
    const [one, two] = [loaded(thief), loaded(solana)];
    const search = searching(one, two);
    assert.ok(search.hasSameRows(searching(one, two)));
    assert.ok(!search.hasSameRows(searching(one)));
    assert.ok(!searching(one).hasSameRows(search));
    assert.ok(!search.hasSameRows(searching(one, loaded(solana))));
    assert.ok(!search.hasSameRows(searching(two, one)));
    assert.ok(searching().hasSameRows(searching()));
  });

  it('is empty without rows, and only then', () => {
    assert.ok(searching().isEmpty);
    assert.ok(searching(loaded('')).isEmpty);
    assert.ok(!searching(loaded(''), loaded(thief)).isEmpty);
  });
});

describe('the texts of deny lists for a thread', () => {
  const textsOf = (count: number): string[] =>
    Array.from({ length: count }, (_, at) => `not-an-address-at-all-${at}`);
  const portionsOf = (...rows: readonly string[]): (readonly string[])[] => [
    ...searching(loaded(rows.join('\n'))).portions(),
  ];

  it('are its accounts of EVM, and its texts in lower case', () => {
    const [portion, ...others] = portionsOf(solana, thief, 'Not-An-Address-At-All');
    const texts = [thief.toLowerCase(), solana.toLowerCase(), 'not-an-address-at-all'];
    assert.deepEqual([portion?.toSorted(), others], [texts.toSorted(), []]);
  });

  it('come in portions that lose none', () => {
    const texts = textsOf(10_001);
    const portions = portionsOf(...texts);
    assert.deepEqual(
      portions.map(({ length }) => length),
      [5_000, 5_000, 1],
    );
    assert.deepEqual(portions.flat().toSorted(), texts.toSorted());
  });
});

describe('the titles and the cells of a list', () => {
  const key = thief.toLowerCase();
  const read = (text: string, path: string) => {
    const list = drain(readList(text, path, 'names'));
    return [listedIn(list), list.problem];
  };

  it('are read without what cannot be seen around them', () => {
    const expected = [{ [key]: [{ name: 'Ours' }] }, undefined];
    assert.deepEqual(
      read(`"\u200B Address \u200B",name\n\n"\u200B ${thief} \u200B",Ours\n`, 'a.csv'),
      expected,
    );
    const row = { address: `\u200B ${thief} \u200B`, name: 'Ours' };
    assert.deepEqual(read(JSON.stringify([row]), 'a.json'), expected);
  });

  it('are read without the quotes and brackets around them', () => {
    for (const quoted of [`'${thief}'`, `<${thief}>;`, `“${thief}”`, `\`${thief}\``]) {
      assert.deepEqual(read(JSON.stringify([quoted]), 'a.json'), [{ [key]: [{}] }, undefined]);
      assert.deepEqual(read(`'address'\n${quoted}\n`, 'a.csv'), [{ [key]: [{}] }, undefined]);
    }
    const { addresses } = drain(readList(JSON.stringify([`'${solana}0'`, "''''"]), 'a.json'));
    assert.deepEqual([...addresses.keys()], [`${solana.toLowerCase()}0`]);
  });

  it('may have an address in another column of its row', () => {
    assert.deepEqual(read(`address,name\nx,y,${thief}\n`, 'a.csv'), [
      { [key]: [{ name: 'y' }] },
      undefined,
    ]);
  });

  it('are read by the ending of the path alone', () => {
    const rows = `address\n${thief}\n`;
    assert.deepEqual(read(rows, 'a.csv')[1], undefined);
    assert.deepEqual(read(rows, 'a.csv.txt')[1], { kind: 'rows', count: 1, firstLine: 0 });
    assert.deepEqual(read(`["${thief}"]`, 'a.JSON'), [{ [key]: [{}] }, undefined]);
    assert.deepEqual(read(`["${thief}"]`, 'a.json.txt'), [{ [key]: [{}] }, undefined]);
  });

  it('have addresses in a comment where a line has none before it', () => {
    assert.deepEqual(read(`thief # ${thief}`, 'a.txt'), [{ [key]: [{}] }, undefined]);
    assert.deepEqual(read(`# ${thief}\n   // ${thief}`, 'a.txt'), [{}, undefined]);
    assert.deepEqual(read(`a b c`, 'a.txt')[1], { kind: 'rows', count: 1, firstLine: 0 });
  });

  it('have two addresses of one line', () => {
    const [addresses] = read(`${thief} ${solana}`, 'a.txt');
    assert.deepEqual(Object.keys(addresses ?? {}).toSorted(), [key, `solana:${solana}`]);
  });

  it('have addresses behind any number of words of a line', () => {
    for (const count of [63, 64, 10_000]) {
      assert.deepEqual(read(`${'x '.repeat(count)}${thief}`, 'a.txt')[0], { [key]: [{}] });
    }
  });
});
