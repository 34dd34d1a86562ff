import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toEip55 } from '../../../src/encodings/evmChecksum.ts';
import { maxBookSize, maxRules, type Book } from '../../../src/book/book.ts';
import { ruledNetworks } from '../../../src/book/rules.ts';
import { addParts, compactJson, editBook, type NewEntry } from '../../../src/book/editBook.ts';
import { drain } from '../../../src/book/drain.ts';
import { addEntries } from '../../../src/book/firstBook.ts';
import { readJson } from '../../../src/book/json.ts';
import { readBook } from '../../../src/book/readBook.ts';

function edited(text: string, entry: NewEntry): string {
  const edit = drain(editBook(text, entry));
  assert.ok(edit);
  return `${text.slice(0, edit.start)}${edit.text}${text.slice(edit.end)}`;
}

function bookIn(text: string): Book {
  const reading = drain(readBook(text));
  assert.equal(reading.kind, 'book', text);
  return reading.book;
}

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';

const hex = fc
  .uint8Array({ minLength: 19, maxLength: 19 })
  .map((bytes) => toEip55(`0xab${Buffer.from(bytes).toString('hex')}`));
const name = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== '');
const anEntry: fc.Arbitrary<NewEntry> = fc
  .record(
    {
      address: hex,
      network: fc.constantFrom('ethereum', 'bsc', 'polygon', 'base'),
      name,
      note: name,
      reviewedBy: name,
      reviewedAt: fc.constant('2026-11-22'),
      ignore: fc.record(
        { reason: name, until: fc.constant('2027-01-01') },
        { requiredKeys: ['reason'] },
      ),
    },
    { requiredKeys: ['address', 'network'] },
  )
  .map((entry) => entry as NewEntry);

describe('an edit of the address book', () => {
  it('is made as long as the book can be read with it, and never beyond', () => {
    const entry = { address: usdc, network: 'ethereum', name: 'n' };
    const of = (space: number, addresses: readonly object[]): string =>
      `${JSON.stringify({ version: 1, addresses })}${' '.repeat(space)}`;
    // One line: the edit replaces the whole list.
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      ...{ address: toEip55(`0x${String(index).padStart(40, '1')}`), network: 'ethereum' },
      note: 'x'.repeat(40),
    }));
    const large = of(0, many);
    assert.ok(2 * large.length > maxBookSize);
    assert.ok(drain(editBook(large, entry)), 'half of the text is replaced');
    const rule = { member: 'networks', parts: [{ files: '**', network: 'bsc' }] } as const;
    const list = { member: 'lists', parts: [{ path: 'a', name: 'a', kind: 'deny' }] } as const;
    for (const text of ['{"version": 1}', '{"version": 1, "networks": [], "addresses": []}']) {
      const full = text + ' '.repeat(maxBookSize - text.length);
      assert.equal(drain(editBook(full, entry)), undefined);
      assert.equal(drain(addParts(full, rule)), undefined);
      assert.equal(drain(addParts(full, list)), undefined);
    }
  });

  it('writes what is read again, sorted, an entry a line', () => {
    fc.assert(
      fc.property(fc.array(anEntry, { minLength: 1, maxLength: 12 }), (entries) => {
        const text = entries.reduce(edited, '');
        const { problems, entries: read } = bookIn(text);
        assert.deepEqual(problems, []);
        const keys = read.map(({ network, address }) => `${network} ${address.toLowerCase()}`);
        assert.deepEqual(keys, keys.toSorted());
        assert.deepEqual(
          new Set(keys),
          new Set(entries.map((each) => `${each.network} ${each.address.toLowerCase()}`)),
        );
        const last = entries.at(-1);
        const same = read.find(
          (each) => each.network === last?.network && each.address === last.address,
        );
        for (const key of ['name', 'note', 'reviewedBy'] as const) {
          const value = last?.[key];
          if (value !== undefined) assert.equal(same?.[key], value.trim());
        }
        const lines = text.split('\n').filter((line) => line.includes('"address"'));
        assert.equal(lines.length, read.length);
      }),
      { seed: 20_261_122, numRuns: 200 },
    );
  });

  it('writes a first book with a policy where there is no text, and else adds all entries', () => {
    const entries = [usdc, weth].map((address) => ({ address, network: 'ethereum' }));
    const textOf = (text: string): string => drain(addEntries(text, entries))?.text ?? '';
    for (const blank of ['', ' \n']) assert.match(textOf(blank), /"policy": \{ "fail": \[/);
    const before = edited('', { address: usdc, network: 'base' });
    assert.doesNotMatch(textOf(before), /"policy"/);
    for (const text of ['', before]) {
      const added = bookIn(textOf(text)).entries.filter(({ network }) => network === 'ethereum');
      assert.deepEqual(added.map(({ address }) => address).sort(), [usdc, weth].sort());
    }
  });

  it('adds one line, and a comma before it where it is the last one', () => {
    fc.assert(
      fc.property(fc.array(anEntry, { minLength: 1, maxLength: 8 }), anEntry, (entries, added) => {
        const before = entries.reduce(edited, '');
        const isThere = bookIn(before).entries.some(
          ({ network, address }) => network === added.network && address === added.address,
        );
        fc.pre(!isThere);
        const [old, now] = [before, edited(before, added)].map((text) => text.split('\n'));
        assert.ok(old && now);
        assert.equal(now.length, old.length + 1);
        const withoutCommas = old.map((line) => line.replace(/,$/, ''));
        const extra = now.filter((line) => !old.includes(line));
        assert.ok(extra.length <= 2);
        const own = extra.filter((line) => !withoutCommas.includes(line.replace(/,$/, '')));
        assert.equal(own.length, 1);
      }),
      { seed: 20_261_122, numRuns: 200 },
    );
  });

  it('keeps all that it does not name, byte for byte', () => {
    const text = [
      '\uFEFF{ "z": 1e999, "version": 1,',
      '\t"addresses": [',
      `\t\t{"2":  2, "1": 1.00, "network": "polygon", "address": "${usdc.toLowerCase()}", "ignore": {"x": [ ], "reason": "old"}, "tags": { "b": 1, "a": 2 }},`,
      '\t\t7,',
      `\t\t{"address": "${weth}", "network": "zora"}`,
      '\t],',
      '\t"mine": {"deep":   [1, {"x": 12345678901234567890}]}}',
      '',
    ].join('\r\n');
    const added = edited(text, { address: weth, network: 'polygon', name: 'WETH' });
    const line = `\t\t{ "address": "${weth}", "network": "polygon", "name": "WETH" },\r\n`;
    assert.equal(added, text.replace(`\t\t{"address": "${weth}"`, `${line}$&`));
    const updated = edited(text, {
      address: usdc,
      network: 'polygon',
      name: 'U\n',
      ignore: { reason: 'new', until: '2027-01-01' },
    });
    assert.equal(
      updated,
      text
        .replace('"reason": "old"}', '"reason": "new", "until": "2027-01-01"}')
        .replace('"a": 2 }}', '"a": 2 }, "name": "U\\n"}'),
    );
  });

  it('makes lines of entries that share one, and loses none', () => {
    const other = `{"x":1.0,"address":"${weth}",  "network":"bsc"}`;
    const text = `{"version":1,"addresses":[${other}, 3, {"address":"${usdc}","network":"base"}]}`;
    assert.equal(
      edited(text, { address: usdc, network: 'bsc' }),
      [
        '{"version":1,"addresses":[',
        `  { "address": "${usdc}", "network": "base" },`,
        `  { "address": "${usdc}", "network": "bsc" },`,
        `  { "x": 1.0, "address": "${weth}", "network": "bsc" },`,
        '  3',
        ']}',
      ].join('\n'),
    );
  });

  it('sorts entries that share a line, whatever their order was', () => {
    const entryOf = (network: string): string =>
      `{ "address": "${usdc}", "network": "${network}" }`;
    const added = { address: usdc, network: 'celo' };
    for (const order of ['base bsc linea', 'linea bsc base', 'bsc linea base', 'linea base bsc']) {
      const entries = order.split(' ').map(entryOf).join(', ');
      assert.equal(
        edited(`{"version": 1, "addresses": [${entries}, 2, ${entryOf('base')}, 1]}`, added),
        [
          '{"version": 1, "addresses": [',
          ...['base', 'base', 'bsc', 'celo', 'linea'].map((network) => `  ${entryOf(network)},`),
          ...['  2,', '  1', ']}'],
        ].join('\n'),
      );
    }
  });

  it('adds a line behind entries that name no address on a network', () => {
    const lines = [
      `{ "network": "zora" }`,
      `{ "address": "${weth}" }`,
      '"zora"',
      '{ "network": 5 }',
    ];
    for (const line of lines) {
      const text = `{\n  "version": 1,\n  "addresses": [\n    ${line}\n  ]\n}\n`;
      assert.equal(
        edited(text, { address: usdc, network: 'bsc' }),
        text.replace(line, `${line},\n    { "address": "${usdc}", "network": "bsc" }`),
      );
    }
  });

  it('writes the members of an entry in one order, whatever the order they come in', () => {
    const entry: NewEntry = {
      ...{ ignore: { until: '2027-01-01', reason: 'ours' }, reviewedAt: '2026-11-22' },
      ...{ reviewedBy: 'R', note: 'N', name: 'A', network: 'bsc', address: usdc },
    };
    const line = `{ "address": "${usdc}", "network": "bsc", "name": "A", "note": "N", "reviewedBy": "R", "reviewedAt": "2026-11-22", "ignore": { "reason": "ours", "until": "2027-01-01" } }`;
    assert.equal(
      edited(' \r\n', entry),
      `{\n  "version": 1,\n  "addresses": [\n    ${line}\n  ]\n}\n`,
    );
    const bare = `{"version":1,"addresses":[\n{"address":"${usdc}","network":"bsc","ignore":true}]}`;
    assert.equal(
      edited(bare, { address: usdc, network: 'bsc', ignore: { reason: 'ours' } }),
      bare.replace('true', '{ "reason": "ours" }'),
    );
    assert.equal(
      edited(bare.replace(',"ignore":true', ''), {
        ...{ address: usdc, network: 'bsc', ignore: { reason: 'ours' } },
      }),
      bare.replace(',"ignore":true', ', "ignore": { "reason": "ours" }'),
    );
    assert.equal(
      edited(bare.replace('true', '{ }'), {
        ...{ address: usdc, network: 'bsc', ignore: { reason: 'ours' } },
      }),
      bare.replace('true', '{ "reason": "ours" }'),
    );
  });

  it('adds a list behind the last member, in the line breaks of the book', () => {
    const entry = { address: usdc, network: 'bsc' };
    assert.equal(
      edited('{"version": 1 }', entry),
      `{"version": 1,\n  "addresses": [\n    { "address": "${usdc}", "network": "bsc" }\n  ] }`,
    );
    assert.equal(
      edited('\uFEFF{\r\n"version": 1\r\n}', entry),
      `\uFEFF{\r\n"version": 1,\r\n  "addresses": [\r\n    { "address": "${usdc}", "network": "bsc" }\r\n  ]\r\n}`,
    );
    assert.equal(drain(editBook('{}', entry)), undefined);
  });

  it('keeps the indent of an indented list, and puts a line before the one that it sorts before', () => {
    const text = `{"version": 1,\n\t"addresses": []}`;
    const line = `{ "address": "${usdc}", "network": "bsc" }`;
    const first = edited(text, { address: usdc, network: 'bsc' });
    assert.equal(first, `{"version": 1,\n\t"addresses": [\n\t  ${line}\n\t]}`);
    const other = `{ "address": "${weth}", "network": "base" }`;
    assert.equal(
      edited(first, { address: weth, network: 'base' }),
      first.replace(line, `${other},\n\t  ${line}`),
    );
  });

  it('fills an empty list, and adds a missing one', () => {
    const line = `    { "address": "${usdc}", "network": "bsc" }`;
    const entry = { address: usdc, network: 'bsc' };
    assert.equal(
      edited('{\n  "version": 1,\n  "addresses": [],\n  "x": 1\n}\n', entry),
      `{\n  "version": 1,\n  "addresses": [\n${line}\n  ],\n  "x": 1\n}\n`,
    );
    assert.equal(
      edited('{\n  "version": 1\n}\n', entry),
      `{\n  "version": 1,\n  "addresses": [\n${line}\n  ]\n}\n`,
    );
    assert.equal(edited('', entry), `{\n  "version": 1,\n  "addresses": [\n${line}\n  ]\n}\n`);
  });

  it('leaves a text alone that is no address book', () => {
    const entry = { address: usdc, network: 'bsc' };
    for (const text of ['{', '{"version": 1, "addresses": {}}', '[]']) {
      assert.equal(drain(editBook(text, entry)), undefined, text);
    }
  });
});

describe('rules that are added to an address book', () => {
  const rules = [
    { files: 'src/**', network: 'base' },
    { files: 'a.sol', network: 'base' },
  ];

  function withRules(text: string): string {
    const edit = drain(addParts(text, { member: 'networks', parts: rules }));
    assert.ok(edit);
    const changed = `${text.slice(0, edit.start)}${edit.text}${text.slice(edit.end)}`;
    assert.deepEqual(ruledNetworks(bookIn(changed).rules, 'src/deep/a.sol'), ['base']);
    assert.deepEqual(ruledNetworks(bookIn(changed).rules, 'a.sol'), ['base']);
    return changed;
  }

  it('make a new one, a rule a line', () => {
    const lines = ['    { "files": "src/**", "network": "base" },'];
    lines.push('    { "files": "a.sol", "network": "base" }');
    const book = `{\n  "version": 1,\n  "networks": [\n${lines.join('\n')}\n  ]\n}\n`;
    for (const empty of ['', '\uFEFF\n']) assert.equal(withRules(empty), book);
  });

  it('come behind those that are there, and behind the other members', () => {
    const known = '{ "files": "src/**", "network": "celo" }';
    const text = `{ "version": 1, "networks": [${known}], "own": { "a": 1 } }`;
    const changed = withRules(text);
    assert.ok(changed.includes(known) && changed.endsWith('], "own": { "a": 1 } }'), changed);
    const other = withRules('{\r\n  "version": 1,\r\n  "addresses": []\r\n}');
    assert.ok(other.startsWith('{\r\n  "version": 1,\r\n  "addresses": [],\r\n  "networks": ['));
  });

  it('do not go over the rules that a book can have', () => {
    const full = Array.from({ length: maxRules - 1 }, () => rules[0]);
    const text = JSON.stringify({ version: 1, networks: full });
    assert.equal(drain(addParts(text, { member: 'networks', parts: rules })), undefined);
    assert.ok(drain(addParts(text, { member: 'networks', parts: rules.slice(0, 1) })));
    assert.equal(
      drain(addParts('{ "version": 1, "networks": {} }', { member: 'networks', parts: rules })),
      undefined,
    );
  });
});

describe('the reader of JSON', () => {
  it('accepts what JSON.parse accepts, and finds the same parts', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat(), fc.string({ maxLength: 2 }), (...given) => {
        const [json, at, noise] = given;
        for (const text of [
          json,
          `${json.slice(0, at % json.length)}${noise}${json.slice(at % json.length)}`,
        ]) {
          let value: unknown;
          let isJson = true;
          try {
            value = JSON.parse(text);
          } catch {
            isJson = false;
          }
          const reading = drain(readJson(text, 2));
          assert.equal(reading.kind === 'json', isJson, text);
          if (reading.kind !== 'json') continue;
          const { root } = reading;
          assert.deepEqual(JSON.parse(compactJson(text)), value);
          const parts = [...root.members.map((member) => member.value), ...root.elements];
          const values = [
            ...root.members.map(({ key }) => (value as Record<string, unknown>)[key]),
            ...(Array.isArray(value) ? (value as unknown[]) : []),
          ];
          const isUnique = new Set(root.members.map(({ key }) => key)).size === root.members.length;
          if (!isUnique) continue;
          assert.deepEqual(
            parts.map(({ start, end }) => JSON.parse(text.slice(start, end)) as unknown),
            values,
          );
        }
      }),
      { seed: 20_261_122, numRuns: 2_000 },
    );
  });
});
