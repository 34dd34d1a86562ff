import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maxBookSize, maxEntries, type Book } from '../../../src/book/book.ts';
import { csvFields } from '../../../src/book/csv.ts';
import { compactJson, editBook } from '../../../src/book/editBook.ts';
import { drain } from '../../../src/book/drain.ts';
import { readList } from '../../../src/book/lists.ts';
import { listedIn } from '../../support/listed.ts';
import { nameFileKind, readNames, type NamedAddress } from '../../../src/book/nameFiles.ts';
import { NameIndex } from '../../../src/book/nameIndex.ts';
import { pathBelow, pathPattern } from '../../../src/book/paths.ts';
import { readBook } from '../../../src/book/readBook.ts';
import { isDate } from '../../../src/book/shapes.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const key = usdc.toLowerCase();
const addressOf = (index: number): string => `0x${index.toString(16).padStart(40, '0')}`;

function bookOf(parts: object): Book {
  const reading = drain(readBook(JSON.stringify({ version: 1, ...parts })));
  assert.equal(reading.kind, 'book');
  return reading.book;
}

const problemsOf = (parts: object): unknown[] => bookOf(parts).problems.map((each) => each.problem);

describe('the limits of an address book', () => {
  const entry = { address: usdc, network: 'ethereum' };
  const ignored = (ignore: object): object => ({ ...entry, ignore });

  for (const [what, most, part] of [
    ['a name', 120, (text: string) => ({ addresses: [{ ...entry, name: text }] })],
    ['a note', 1_000, (text: string) => ({ addresses: [{ ...entry, note: text }] })],
    ['a reviewer', 120, (text: string) => ({ addresses: [{ ...entry, reviewedBy: text }] })],
    ['a reason', 500, (text: string) => ({ addresses: [ignored({ reason: text })] })],
    [
      'the name of a list',
      120,
      (text: string) => ({ lists: [{ path: 'a', name: text, kind: 'deny' }] }),
    ],
  ] as const) {
    it(`are ${most} characters for ${what}`, () => {
      assert.deepEqual(problemsOf(part('n'.repeat(most))), []);
      assert.match(JSON.stringify(problemsOf(part('n'.repeat(most + 1)))), /"fault":"tooLong"/);
    });
  }

  it('are the lengths of an address, a network, a path, and a kind', () => {
    const fault = (parts: object): string => JSON.stringify(problemsOf(parts));
    const long = 'n'.repeat(600);
    for (const [member, parts] of [
      ['address', { addresses: [{ ...entry, address: long }] }],
      ['network', { addresses: [{ ...entry, network: long }] }],
      ['files', { networks: [{ files: long, network: 'bsc' }] }],
      ['network', { networks: [{ files: 'a', network: long }] }],
      ['path', { lists: [{ path: long, name: 'n', kind: 'deny' }] }],
      ['kind', { lists: [{ path: 'a', name: 'n', kind: long }] }],
    ] as const) {
      assert.match(fault(parts), new RegExp(`"member":"${member}","fault":"tooLong"`));
    }
  });

  it('are 16,384 characters for a part', () => {
    const partOf = (length: number): object => {
      const own = { ...entry, x: '' };
      return { ...own, x: 'x'.repeat(length - JSON.stringify(own).length) };
    };
    assert.deepEqual(problemsOf({ addresses: [partOf(16_384)] }), []);
    assert.deepEqual(problemsOf({ addresses: [partOf(16_385)] }), [{ kind: 'tooLong' }]);
  });

  it('are 64 rules and 32 lists, of which the first ones count', () => {
    const rules = Array.from({ length: 65 }, (_, at) => ({ files: `${at}`, network: 'bsc' }));
    const lists = rules.map(({ files }) => ({ path: files, name: files, kind: 'names' }));
    const full = bookOf({ networks: rules.slice(0, 64), lists: lists.slice(0, 32) });
    assert.deepEqual([full.problems, full.rules.length, full.lists.length], [[], 64, 32]);
    const { problems, ...book } = bookOf({ networks: rules, lists });
    assert.deepEqual(
      problems.map(({ problem }) => problem),
      [
        { kind: 'tooMany', most: 64 },
        { kind: 'tooMany', most: 32 },
      ],
    );
    assert.deepEqual([book.rules.length, book.lists.length], [64, 32]);
  });

  it('are 1,000 problems', () => {
    assert.equal(problemsOf({ addresses: Array.from({ length: 1_001 }, () => 7) }).length, 1_000);
  });

  it('are 20,000 entries, of which none can be read is one', () => {
    const reading = drain(
      readBook(`{"version": 1, "addresses": [${'{},'.repeat(maxEntries - 1)}{}]}`),
    );
    assert.equal(reading.kind, 'book');
  });

  it('name a repeated member by its first 64 characters', () => {
    const member = 'm'.repeat(65);
    const reading = drain(readBook(`{"version": 1, "${member}": 1, "${member}": 2}`));
    assert.deepEqual(reading, {
      kind: 'rejected',
      rejection: { kind: 'repeatedMember', member: 'm'.repeat(64), line: 0 },
    });
  });

  it('are the places of what is wrong, each in the list that has it', () => {
    const text = [
      '{"lists": [',
      '3],',
      '"networks": 5,',
      '"version": 1,',
      '"addresses": [',
      '4]}',
    ].join('\n');
    const reading = drain(readBook(text));
    assert.equal(reading.kind, 'book');
    assert.deepEqual(reading.book.problems, [
      { line: 5, problem: { kind: 'notAnObject' } },
      { line: 2, problem: { kind: 'notAList', member: 'networks' } },
      { line: 1, problem: { kind: 'notAnObject' } },
    ]);
  });

  it('let no edit through that makes a book too large or too full', () => {
    const space = ' '.repeat(maxBookSize);
    assert.equal(drain(editBook(`{"version": 1, "addresses": []${space}}`, entry)), undefined);
    const full = `{"version": 1, "addresses": [${'{},'.repeat(maxEntries - 1)}\n{"address": "${usdc}", "network": "ethereum"}]}`;
    assert.equal(drain(editBook(full, { address: weth, network: 'bsc' })), undefined);
    assert.ok(drain(editBook(full, { ...entry, name: 'Ours' })));
  });

  it('let an edit through that fills the book to the last character', () => {
    const bare = '{"version": 1, "addresses": []}';
    const edit = drain(editBook(bare, entry));
    assert.ok(edit);
    const room = maxBookSize - bare.length + (edit.end - edit.start) - edit.text.length;
    const padded = (length: number): string => bare.replace('}', `${' '.repeat(length)}}`);
    assert.ok(drain(editBook(padded(room), entry)));
    assert.equal(drain(editBook(padded(room + 1), entry)), undefined);
  });

  it('let no edit through that makes a book too large in bytes, whatever its letters take', () => {
    const bookWith = (count: number): string =>
      `{"version": 1, "mine": "${'字'.repeat(count)}", "addresses": []}`;
    const most = Math.floor((maxBookSize - bookWith(0).length) / 3);
    assert.ok(Buffer.byteLength(bookWith(most)) <= maxBookSize);
    assert.equal(drain(editBook(bookWith(most), entry)), undefined);
    assert.ok(drain(editBook(bookWith(most - 100), entry)));
  });
});

describe('a day', () => {
  it('is one of the calendar, and nothing else', () => {
    for (const text of ['2027-01-01', '2028-02-29']) assert.ok(isDate(text), text);
    for (const text of ['2027-02-29', '2027-13-01', '2027-1-1', 'x2027-01-01', '2027-01-01x', '']) {
      assert.ok(!isDate(text), text);
    }
  });

  it('is text', () => {
    const { problems } = bookOf({
      addresses: [{ address: usdc, network: 'bsc', reviewedAt: 20_270_101 }],
    });
    assert.deepEqual(problems[0]?.problem, { kind: 'member', member: 'reviewedAt', fault: 'text' });
  });
});

describe('a path below the folder of a book', () => {
  it('is without what leads nowhere', () => {
    assert.equal(pathBelow('./a//b/./c/'), 'a/b/c');
    assert.equal(pathBelow('a..b/.c'), 'a..b/.c');
    for (const path of ['', '.', './/', '/a', 'a\n', 'a:b', 'a\\b', '../a', 'a/..']) {
      assert.equal(pathBelow(path), undefined, path);
    }
    assert.ok(pathBelow('a'.repeat(512)));
    assert.equal(pathBelow('a'.repeat(513)), undefined);
  });

  it('matches a pattern of up to 128 characters, as far as it has up to 512', () => {
    assert.ok(pathPattern('a'.repeat(128)));
    assert.equal(pathPattern('a'.repeat(129)), undefined);
    const matches = pathPattern('a/');
    assert.ok(matches);
    assert.deepEqual(
      ['a/b', 'a/b/c', 'a', 'ab/c', `a/${'b'.repeat(510)}`, `a/${'b'.repeat(511)}`].map(matches),
      [true, true, false, false, true, false],
    );
    assert.equal(pathPattern('é*')?.('école'), true);
    assert.equal(pathPattern('a?')?.('aé'), false, 'by bytes, as Git does');
  });
});

describe('the limits of a list', () => {
  it('are 64 rows of one address, each once', () => {
    const rows = Array.from({ length: 70 }, (_, at) => `${usdc},Name ${at}\n${usdc},Name 0`);
    const { addresses } = drain(readList(`address,name\n${rows.join('\n')}`, 'a.csv'));
    assert.equal(addresses.get(key)?.length, 64);
    assert.deepEqual(addresses.get(key)?.slice(0, 2), [{ name: 'Name 0' }, { name: 'Name 1' }]);
  });

  it('keep a name beside a row without one, in any order', () => {
    for (const rows of [
      [`${usdc},A`, usdc],
      [usdc, `${usdc},A`],
    ]) {
      const { addresses } = drain(readList(['address,name', ...rows].join('\n'), 'a.csv'));
      assert.equal(addresses.get(key)?.length, 2);
    }
  });

  it('keep a name on one network apart from the same on another', () => {
    const text = `address,name,network\n${usdc},A,base\n${usdc},A,bsc\n${usdc},A,base\n${usdc},B,base`;
    assert.deepEqual(drain(readList(text, 'a.csv')).addresses.get(key), [
      { name: 'A', network: 'base' },
      { name: 'A', network: 'bsc' },
      { name: 'B', network: 'base' },
    ]);
  });

  it('are 20 characters for a text that is no address, which a word is shorter than', () => {
    const keysOf = (text: string): string[] => [...drain(readList(text, 'a.txt')).addresses.keys()];
    assert.deepEqual(keysOf('X'.repeat(20)), ['x'.repeat(20)]);
    assert.deepEqual(keysOf('X'.repeat(19)), []);
  });

  it('are 120 characters for a name, and none for one of spaces', () => {
    const text = `address,name\n${usdc},${'n'.repeat(130)}\n${weth},  `;
    const list = drain(readList(text, 'a.csv'));
    assert.deepEqual(listedIn(list), {
      [usdc.toLowerCase()]: [{ name: 'n'.repeat(120) }],
      [weth.toLowerCase()]: [{}],
    });
  });

  it('are 65,536 characters for a string of JSON, and for a line', () => {
    const listOf = (text: string, path: string) => {
      const { addresses, problem } = drain(readList(text, path, 'names'));
      return [addresses.size, problem];
    };
    const bad = { kind: 'rows', count: 1, firstLine: 0 };
    const padded = (length: number): string => usdc.padStart(length);
    assert.deepEqual(listOf(JSON.stringify([padded(65_534)]), 'a.json'), [1, undefined]);
    assert.deepEqual(listOf(JSON.stringify([padded(65_535)]), 'a.json'), [0, bad]);
    assert.deepEqual(listOf(padded(65_536), 'a.txt'), [1, undefined]);
    assert.deepEqual(listOf(`${' '.repeat(65_536)}${usdc}`, 'a.txt'), [0, bad]);
    assert.deepEqual(listOf(`${usdc}${padded(65_537)}`, 'a.txt'), [1, bad]);
    const row = `address,name\n${usdc},`.padEnd(65_600, 'n');
    assert.deepEqual(listOf(row, 'a.csv'), [1, { ...bad, firstLine: 1 }]);
  });

  it('let an address through that only its network tells from a key', () => {
    const sui = `0x${'02a2'.repeat(16)}`;
    const sizeOf = (network: string): number =>
      drain(readList(`address,network\n${sui},${network}`, 'a.csv', 'names')).addresses.size;
    assert.deepEqual(['sui', 'nowhere', ''].map(sizeOf), [1, 0, 0]);
  });

  it('count bad elements of JSON with the line of the first', () => {
    const text = `["${usdc}",\nnull,\n{"address": "${weth}", "name": 5, "network": "BASE"}, "x"]`;
    const list = drain(readList(text, 'a.json', 'names'));
    assert.deepEqual(list.problem, { kind: 'rows', count: 2, firstLine: 1 });
    assert.deepEqual(listedIn(list), {
      [usdc.toLowerCase()]: [{}],
      [weth.toLowerCase()]: [{ network: 'base' }],
    });
  });
});

describe('the fields of a line of CSV', () => {
  for (const [line, fields] of [
    ['', ['']],
    ['a,b', ['a', 'b']],
    [' a , "b" ,', ['a', 'b', '']],
    ['"a,b",c', ['a,b', 'c']],
    ['"a ""b""",c', ['a "b"', 'c']],
    ['"a"b,c', ['ab', 'c']],
    ['"never, closed', ['never, closed']],
    ['a "b",c', ['a "b"', 'c']],
    ['"",x', ['', 'x']],
    ['"a""', ['a"']],
  ] as const) {
    it(`are ${JSON.stringify(fields)} in ${line}`, () => assert.deepEqual(csvFields(line), fields));
  }
});

describe('compact JSON', () => {
  for (const [raw, compact] of [
    ['{}', '{}'],
    [' { } ', '{}'],
    ['[ ]', '[]'],
    ['{"a":{}}', '{ "a": {} }'],
    ['{"a":{"b":[1,2]}}', '{ "a": { "b": [1, 2] } }'],
    ['{"a":"{ , : }"}', '{ "a": "{ , : }" }'],
    ['[{},{"a":1.50}]', '[{}, { "a": 1.50 }]'],
    ['\n-1e5\n', '-1e5'],
  ] as const) {
    it(`is ${compact} for ${JSON.stringify(raw)}`, () => assert.equal(compactJson(raw), compact));
  }
});

describe('the limits of files of names', () => {
  const namesIn = (path: string, text: string): NamedAddress[] => {
    const kind = nameFileKind(path);
    assert.ok(kind, path);
    return drain(readNames(kind, path, text));
  };
  const label = (address: string, name: string): string => `vm.label(${address}, "${name}");\n`;

  for (const [path, kind] of [
    ['a.sol', 'labels'],
    ['tokenlist.json', 'tokenList'],
    ['x/our.Token-List.v2.json', 'tokenList'],
    ['tokenlist/a.json', undefined],
    ['deployments/base/A.json', 'deployment'],
    ['x/deployments/base/A.json', 'deployment'],
    ['deployments/base/solcInputs/A.json', undefined],
    ['broadcast/D.s.sol/1/run-1.json', 'broadcast'],
    ['broadcast/D.s.sol/1/dry-run-1.json', undefined],
    ['x/D.s.sol/1/run-1.json', undefined],
    ['deployments/base/A.yaml', undefined],
  ] as const) {
    it(`let ${path} be ${kind ?? 'none'}`, () => assert.equal(nameFileKind(path), kind));
  }

  it('are 120 characters for a name of code, and for one of a list', () => {
    assert.equal(namesIn('a.sol', label(usdc, 'n'.repeat(120))).length, 1);
    assert.equal(namesIn('a.sol', label(usdc, 'n'.repeat(121))).length, 0);
    const tokens = [{ chainId: 1, address: usdc, name: ` ${'n'.repeat(130)}`, symbol: '' }];
    assert.equal(namesIn('tokenlist.json', JSON.stringify({ tokens }))[0]?.name, 'n'.repeat(120));
  });

  it('are 20,000 names of a file', () => {
    const labels = Array.from({ length: 20_001 }, (_, at) => label(addressOf(at), 'A')).join('');
    assert.equal(namesIn('a.sol', labels).length, 20_000);
    const transactions = Array.from({ length: 20_001 }, (_, at) => ({
      contractName: 'A',
      contractAddress: addressOf(at),
    }));
    const text = JSON.stringify({ transactions });
    assert.equal(namesIn('broadcast/a/1/run-1.json', text).length, 20_000);
  });

  it('are 65,536 characters for a token, and 512 for the address of a deployment', () => {
    const tokenOf = (length: number): string => {
      const own = JSON.stringify({ chainId: 1, address: usdc, name: 'A', x: '' });
      return own.replace('"x":""', `"x":"${'x'.repeat(length - own.length)}"`);
    };
    const tokens = [65_536, 65_537].map(tokenOf).join();
    assert.equal(namesIn('tokenlist.json', `{"tokens":[${tokens}]}`).length, 1);
    const huge = `{"address": "${usdc}${' '.repeat(600)}"}`;
    assert.deepEqual(namesIn('deployments/base/A.json', huge), []);
  });

  it('are 256 characters for a call that labels an address', () => {
    const call = (length: number): string => {
      const own = `vm.label(${usdc}, "A"`;
      return `${own.replace(', ', `,${' '.repeat(length - own.length + 1)}`)});`;
    };
    assert.equal(namesIn('a.sol', call(256)).length, 1);
    assert.equal(namesIn('a.sol', call(257)).length, 0);
  });

  it('let names through behind a byte order mark, of a symbol alone, and of an unknown chain', () => {
    const tokens = [
      { chainId: '1', address: usdc, symbol: 'A' },
      { chainId: 1, address: usdc, name: '', symbol: 'B' },
      { chainId: 1, address: `${usdc}0`, symbol: 'C' },
      { chainId: 1, address: `x${usdc}`, symbol: 'D' },
      { chainId: 1, address: usdc, name: ' ' },
    ];
    assert.deepEqual(namesIn('tokenlist.json', `\uFEFF${JSON.stringify({ tokens })}`), [
      { key, name: 'A', network: null },
      { key, name: 'B', network: 'ethereum' },
    ]);
  });

  it('let a run of Foundry through on a chain that is not known', () => {
    const text = JSON.stringify({
      transactions: [{ contractName: 'A', contractAddress: usdc }, { contractName: 'B' }],
    });
    for (const chain of ['99999999', 'x1', '1x', '0x1', '1e0', '0'.repeat(15) + '1']) {
      assert.deepEqual(namesIn(`broadcast/a/${chain}/run-1.json`, text), [
        { key, name: 'A', network: null },
      ]);
    }
  });

  it('let a run of Foundry through in any folder, by the chain of its own', () => {
    const text = JSON.stringify({ transactions: [{ contractName: 'A', contractAddress: usdc }] });
    assert.deepEqual(namesIn('apps/1/broadcast/D.s.sol/8453/run-latest.json', text), [
      { key, name: 'A', network: 'base' },
    ]);
    assert.deepEqual(namesIn('apps/deployments/base/A.json', JSON.stringify({ address: usdc })), [
      { key, name: 'A', network: 'base' },
    ]);
  });

  it('are 16 names of an address', () => {
    const index = new NameIndex();
    for (let at = 0; at < 20; at++) index.set(`${at}.sol`, [{ key, name: `N${at}` }]);
    assert.equal(index.of(key).length, 16);
    assert.deepEqual(index.of(key)[0], {
      ...{ key, name: 'N0', path: '0.sol' },
    });
    assert.deepEqual(index.of('other'), []);
  });

  it('are 100,000 names of a folder, and a file that goes makes room', () => {
    const index = new NameIndex();
    const many = Array.from({ length: 99_999 }, (_, at) => ({ key: `k${at}`, name: 'A' }));
    index.set('many.sol', many);
    const two = [
      { key: 'x', name: 'X' },
      { key: 'y', name: 'Y' },
    ];
    index.set('two.sol', two);
    assert.deepEqual([index.of('x').length, index.of('y').length], [1, 0]);
    index.set('three.sol', [{ key: 'z', name: 'Z' }]);
    assert.equal(index.of('z').length, 0);
    index.delete('many.sol');
    index.delete('unknown.sol');
    index.set('two.sol', two);
    assert.deepEqual([index.of('y').length, index.of('k0').length], [1, 0]);
  });
});
