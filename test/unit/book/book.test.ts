import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import Ajv from 'ajv';
import { isIgnored, utcDate, type Book, type BookReading } from '../../../src/book/book.ts';
import { drain } from '../../../src/book/drain.ts';
import { readBook } from '../../../src/book/readBook.ts';
import { ruledNetworks } from '../../../src/book/rules.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const read = (text: string): BookReading => drain(readBook(text));

function bookOf(value: unknown): Book {
  const reading = read(JSON.stringify(value));
  assert.equal(reading.kind, 'book');
  return reading.book;
}

const schema = new Ajv().compile(
  JSON.parse(
    readFileSync(new URL('../../../schemas/address-book.schema.json', import.meta.url), 'utf8'),
  ) as object,
);

const entry = { address: usdc, network: 'ethereum' };
const ignored = (ignore: unknown) => ({ ...entry, ignore });
const rule = { files: 'deploy/bsc/**', network: 'bsc' };
const list = { path: 'lists/deny.csv', name: 'Team deny list', kind: 'deny' };

/** Parts that the parser and the schema both accept. */
const accepted: readonly (readonly [what: string, part: object])[] = [
  ['an entry of the two required members', { addresses: [entry] }],
  [
    'an entry of all members, and unknown ones at every level',
    {
      addresses: [
        {
          ...{ ...entry, name: 'USDC', note: 'n', reviewedBy: 'r', reviewedAt: '2026-11-22' },
          ...{ ignore: { reason: 'r', until: '2027-01-01', ticket: 1 }, color: ['red'] },
        },
      ],
      owner: 'us',
    },
  ],
  ['an ignore without an end', { addresses: [ignored({ reason: 'ours' })] }],
  ['an address of another family', { addresses: [{ address: bitcoin, network: 'bitcoin' }] }],
  ['a network of a registry', { addresses: [{ ...entry, network: 'expanse-network' }] }],
  ['a rule', { networks: [rule] }],
  ['a rule for a folder', { networks: [{ ...rule, files: 'deploy/' }] }],
  ['a list', { lists: [list] }],
  ['a list of names', { lists: [{ ...list, kind: 'names', path: './a..b/c' }] }],
  ['nothing', {}],
];

/** Parts that both reject, and what the parser says. */
const rejected: readonly (readonly [what: string, part: object, problem: object])[] = [
  [
    'an entry without an address',
    { addresses: [{ network: 'bsc' }] },
    { kind: 'member', member: 'address', fault: 'missing' },
  ],
  [
    'an entry without a network',
    { addresses: [{ address: usdc }] },
    { kind: 'member', member: 'network', fault: 'missing' },
  ],
  ['an entry that is no object', { addresses: [usdc] }, { kind: 'notAnObject' }],
  [
    'a name that is not text',
    { addresses: [{ ...entry, name: 5 }] },
    { kind: 'member', member: 'name', fault: 'text' },
  ],
  [
    'a name of spaces',
    { addresses: [{ ...entry, name: '  ' }] },
    { kind: 'member', member: 'name', fault: 'empty' },
  ],
  [
    'a name that is too long',
    { addresses: [{ ...entry, name: 'n'.repeat(121) }] },
    { kind: 'member', member: 'name', fault: 'tooLong' },
  ],
  [
    'a date in another order',
    { addresses: [{ ...entry, reviewedAt: '22.11.2026' }] },
    { kind: 'member', member: 'reviewedAt', fault: 'date' },
  ],
  [
    'an ignore without a reason',
    { addresses: [ignored({ until: '2027-01-01' })] },
    { kind: 'member', member: 'ignore.reason', fault: 'missing' },
  ],
  [
    'an ignore that is no object',
    { addresses: [ignored(true)] },
    { kind: 'member', member: 'ignore', fault: 'object' },
  ],
  ['addresses that are no list', { addresses: {} }, { kind: 'notAList', member: 'addresses' }],
  ...['../x/**', '/etc/*', 'C:/x', 'a\\b', 'a/../b', '..'].flatMap((path) => [
    [`a rule for ${path}`, { networks: [{ ...rule, files: path }] }, { kind: 'pattern' }] as const,
    [`a list at ${path}`, { lists: [{ ...list, path }] }, { kind: 'path' }] as const,
  ]),
  ['a list at a URL', { lists: [{ ...list, path: 'https://a.test/x' }] }, { kind: 'path' }],
  ['a list on a share', { lists: [{ ...list, path: '//host/x' }] }, { kind: 'path' }],
  ['a list of another kind', { lists: [{ ...list, kind: 'allow' }] }, { kind: 'listKind' }],
];

/** Parts that only the parser can reject: it knows addresses, networks, and the calendar. */
const rejectedByParser: readonly (readonly [what: string, part: object, problem: object])[] = [
  ['a misspelled member', { list: [] }, { kind: 'typo', member: 'list', known: 'lists' }],
  [
    'an address with a typo',
    { addresses: [{ ...entry, address: usdc.replace('A0b', 'a0b') }] },
    { kind: 'address', problem: { kind: 'checksum' } },
  ],
  [
    'what is no address',
    { addresses: [{ ...entry, address: '0x12' }] },
    { kind: 'address', problem: { kind: 'notAnAddress' } },
  ],
  [
    'what may be a private key',
    { addresses: [{ ...entry, address: `0x${'4c'.repeat(32)}` }] },
    { kind: 'address', problem: { kind: 'keyShaped', isHex: true } },
  ],
  ['an unknown network', { addresses: [{ ...entry, network: 'etherium' }] }, { kind: 'network' }],
  [
    'an address of another family',
    { addresses: [{ ...entry, network: 'bitcoin' }] },
    { kind: 'otherFamily', network: 'bitcoin' },
  ],
  [
    'an entry that is there already, in another case',
    { addresses: [entry, { ...entry, address: usdc.toLowerCase() }] },
    { kind: 'repeated', firstLine: 0 },
  ],
  [
    'a day that no month has',
    { addresses: [{ ...entry, reviewedAt: '2026-02-30' }] },
    { kind: 'member', member: 'reviewedAt', fault: 'date' },
  ],
  ['a rule for an unknown network', { networks: [{ ...rule, network: 'x' }] }, { kind: 'network' }],
  ['a pattern that never closes', { networks: [{ ...rule, files: 'a[' }] }, { kind: 'pattern' }],
];

describe('a member of a book', () => {
  it('that a part has twice keeps that part out, because readers disagree on which one counts', () => {
    const parts = {
      addresses: `{"address": "${usdc}", "network": "bsc", "\\u006eetwork": "ethereum"}`,
      networks: '{"files": "**", "network": "bsc", "network": "ethereum"}',
      lists: '{"path": "a.txt", "name": "a", "kind": "deny", "kind": "names"}',
      ignore: `{"reason": "a", "reason": "b"}`,
    };
    const ignored = `{"address": "${usdc}", "network": "bsc", "ignore": ${parts.ignore}}`;
    const text = `{"version": 1,\n"addresses": [${parts.addresses},\n${ignored}],\n"networks": [${parts.networks}],\n"lists": [${parts.lists}]}`;
    const reading = drain(readBook(text));
    assert.equal(reading.kind, 'book');
    const { entries, rules, lists, problems } = reading.book;
    assert.deepEqual([entries.length, rules.length, lists.length], [0, 0, 0]);
    const members = problems.map(({ line, problem }) => [
      line,
      'member' in problem && problem.member,
    ]);
    assert.deepEqual(members, [
      [1, 'network'],
      [2, 'reason'],
      [3, 'network'],
      [4, 'kind'],
    ]);
  });

  it('is a misspelled one with up to two letters that differ, else one of someone else', () => {
    const isTypo = (member: string): boolean => {
      const reading = drain(readBook(JSON.stringify({ version: 1, [member]: [] })));
      return reading.kind === 'book' && reading.book.problems.length > 0;
    };
    const typos = ['list', 'lits', 'Policy', 'polic', 'network', 'netwerks', 'adresses', 'address'];
    assert.deepEqual(typos.filter(isTypo), typos);
    const others = ['', 'notes', 'worksa', 'net', 'reviewers', 'addressBooks', 'enumerations'];
    assert.deepEqual(others.filter(isTypo), []);
  });
});

describe('the address book', () => {
  for (const [what, part] of accepted) {
    it(`accepts ${what}, and so does its schema`, () => {
      const value = { version: 1, ...part };
      assert.deepEqual(bookOf(value).problems, []);
      assert.equal(schema(value), true, JSON.stringify(schema.errors));
    });
  }

  for (const [what, part, problem] of rejected) {
    it(`reports ${what}, and so does its schema`, () => {
      const value = { version: 1, ...part };
      assert.deepEqual(bookOf(value).problems, [{ line: 0, problem }]);
      assert.equal(schema(value), false);
    });
  }

  for (const [what, part, problem] of rejectedByParser) {
    it(`reports ${what}`, () => {
      assert.deepEqual(bookOf({ version: 1, ...part }).problems, [{ line: 0, problem }]);
    });
  }

  it('loses no entry to a bad one, and names its line', () => {
    const bad = [{ network: 'bsc' }, 7, { ...entry, network: 'nope' }];
    const others = ['polygon', 'bsc'].map((network) => ({ ...entry, network }));
    const text = JSON.stringify({ version: 1, addresses: [entry, ...bad, ...others] }, null, 0)
      .replaceAll('{"a', '\n{"a')
      .replaceAll(',7', ',\n7')
      .replaceAll('{"n', '\n{"n');
    const reading = read(text);
    assert.equal(reading.kind, 'book');
    assert.deepEqual(
      reading.book.entries.map(({ network, line }) => [network, line]),
      [
        ['ethereum', 1],
        ['polygon', 5],
        ['bsc', 6],
      ],
    );
    assert.deepEqual(
      reading.book.problems.map(({ line }) => line),
      [2, 3, 4],
    );
  });

  it('gives the canonical address, whatever its spelling', () => {
    const { entries } = bookOf({
      version: 1,
      addresses: [{ ...entry, address: usdc.toLowerCase() }],
    });
    assert.equal(entries[0]?.address, usdc);
  });

  for (const [what, text, rejection] of [
    ['that is not JSON', '{\n"version": 1,\n"addresses": [}', { kind: 'syntax', line: 2 }],
    ['that is empty', '', { kind: 'syntax', line: 0 }],
    ['with text behind it', '{"version": 1}\nx', { kind: 'syntax', line: 1 }],
    ['that is a list', '[]', { kind: 'notAnObject', line: 0 }],
    ['without a version', '{}', { kind: 'version', line: 0 }],
    ['of another version', '{\n"version": 2}', { kind: 'version', line: 1 }],
    [
      'with two lists of addresses',
      '{"version": 1, "addresses": [],\n"addresses": []}',
      { kind: 'repeatedMember', member: 'addresses', line: 1 },
    ],
    [
      'nested 10,000 deep',
      `{"version": 1, "x": ${'['.repeat(10_000)}`,
      { kind: 'tooDeep', line: 0 },
    ],
  ] as const) {
    it(`is rejected with one reason: one ${what}`, () => {
      assert.deepEqual(read(text), { kind: 'rejected', rejection });
    });
  }

  it('is rejected with too many entries, and with no more memory than they take', () => {
    const text = `{"version": 1, "addresses": [\n${'{},\n'.repeat(20_000)}{}]}`;
    assert.deepEqual(read(text), {
      kind: 'rejected',
      rejection: { kind: 'tooMany', line: 20_001 },
    });
  });
});

describe('the networks of an address book', () => {
  it('are those of the last rule of each family that matches the path', () => {
    const { rules } = bookOf({
      version: 1,
      networks: [
        { files: 'deploy/**', network: 'ethereum' },
        { files: 'deploy/bsc/**', network: 'bsc' },
        { files: '**/*.btc.txt', network: 'bitcoin-testnet' },
      ],
    });
    assert.deepEqual(ruledNetworks(rules, 'deploy/a.json'), ['ethereum']);
    assert.deepEqual(ruledNetworks(rules, 'deploy/bsc/x/a.json'), ['bsc']);
    assert.deepEqual(ruledNetworks(rules, 'deploy/bsc/a.btc.txt'), ['bsc', 'bitcoin-testnet']);
    assert.deepEqual(ruledNetworks(rules, 'src/deploy.ts'), []);
  });
});

describe('an ignore', () => {
  it('counts through its last day in UTC, and then no longer', () => {
    const ignore = { reason: 'r', until: '2027-01-01' };
    assert.equal(isIgnored({ ignore }, utcDate(Date.UTC(2027, 0, 1, 23, 59))), true);
    assert.equal(isIgnored({ ignore }, utcDate(Date.UTC(2027, 0, 2))), false);
    assert.equal(isIgnored({ ignore: { reason: 'r' } }, '9999-12-31'), true);
    assert.equal(isIgnored({}, '2026-11-22'), false);
  });
});
