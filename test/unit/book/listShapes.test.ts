import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accountOf } from '../../../src/addresses/occurrence.ts';
import { drain } from '../../../src/book/drain.ts';
import { DenySearch } from '../../../src/book/denySearch.ts';
import { readList, type AddressList } from '../../../src/book/lists.ts';
import { listedIn } from '../../support/listed.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const bitcoin = '1AjZPMsnmpdK2Rv9KQNfMurTXinscVro9V';
/** A coin that no family here has, and an ID of a payment in Monero. */
const gold = 'GPwg61XoHqQPNmAucFACuQ5H9sGCDv9TpS';
const payment = '5be5543ff73456ab9f2d207887e2af87322c651ea1a873c5b25b7ffae456c320';
const hash = `0x${'4c1d'.repeat(16)}`;

const read = (text: string, path: string, kind: 'deny' | 'names' = 'deny'): AddressList =>
  drain(readList(text, path, kind));

/** What a search for the list finds of all texts of this file, in their order. */
function foundBy(list: AddressList): string[] {
  const reference = { line: 0, path: 'a', name: 'Ours', kind: 'deny' } as const;
  const search = drain(DenySearch.of([{ reference, list }]));
  const texts = [usdc, weth, bitcoin, gold, payment, hash];
  return texts.filter((text) => drain(search.find(`x = "${text}";`)).length > 0);
}

const remark = (symbol: string, text: string): string =>
  `Digital Currency Address - ${symbol} ${text};`;

describe('a deny list as people write it', () => {
  for (const [what, path, text, found] of [
    ['a cell with two', 'a.csv', `name,address\nA,"${bitcoin}; ${usdc}"`, [usdc, bitcoin]],
    [
      'a cell with an ID and an address',
      'a.csv',
      `name,address\nA,"XMR ${payment}; XBT ${bitcoin}"`,
      [bitcoin, payment],
    ],
    ['two columns', 'a.csv', `Address 1,Address 2\n${usdc},${bitcoin}`, [usdc, bitcoin]],
    ['a column of wallets', 'a.csv', `entity,Wallet\nA,${usdc}`, [usdc]],
    ['a column of another name', 'a.csv', `entity,crypto_address\nA,${gold}`, [gold]],
    [
      'remarks without a column',
      'a.csv',
      `id,remarks\n1,"${remark('ETH', usdc)} ${remark('XBT', bitcoin)}"\n2,-0-`,
      [usdc, bitcoin],
    ],
    ['remarks with an ID alone', 'a.csv', `id,remarks\n1,"${remark('XMR', payment)}"`, [payment]],
    ['semicolons', 'a.csv', `Address;Name\n${usdc};x`, [usdc]],
    ['semicolons, and commas in names', 'a.csv', `Name, alias;Address\nA, B;${usdc}`, [usdc]],
    ['the line of a spreadsheet for semicolons', 'a.csv', `sep=;\nName;Address\nx;${usdc}`, [usdc]],
    ['tabs', 'a.csv', `Name\tAddress\nx\t${usdc}`, [usdc]],
    ['tabs in a file of tabs', 'a.tsv', `name\taddress\ttx\nx\t${usdc}\t${hash}`, [usdc]],
    ['bars', 'a.csv', `Name|Address\nx|${usdc}`, [usdc]],
    ['a cell of two lines', 'a.csv', `name,address\nA,"${usdc}\n${bitcoin}"`, [usdc, bitcoin]],
    ['carriage returns alone', 'a.csv', `address\r${usdc}\r${bitcoin}\r`, [usdc, bitcoin]],
    [
      'remarks in text',
      'a.txt',
      `${remark('XBT', bitcoin)} ${remark('BTG', gold)}`,
      [bitcoin, gold],
    ],
    ['a remark that cannot be read', 'a.txt', `a\n${remark('BTG', gold)}\n`, [gold]],
    [
      'many words before the last',
      'a.txt',
      `${remark('ETH', usdc).repeat(30)} ${bitcoin}`,
      [usdc, bitcoin],
    ],
    ['one long line', 'a.txt', `${`${usdc},`.repeat(1_000)}${bitcoin}`, [usdc, bitcoin]],
    [
      'symbols before a colon',
      'a.txt',
      `ETH:${usdc} XBT:${bitcoin} BTG:${gold}`,
      [usdc, bitcoin, gold],
    ],
    ['a value of a setting', 'deny.env', `DENY=${usdc},${bitcoin}`, [usdc, bitcoin]],
    ['YAML by network', 'a.yaml', `ethereum:\n  - ${usdc} # x\nbtg:\n  - ${gold}`, [usdc, gold]],
    ['a table of Markdown', 'a.md', `| A | ${usdc} | ${bitcoin} |`, [usdc, bitcoin]],
    [
      'JSON by network',
      'a.json',
      { ethereum: [usdc], BTG: [gold], x: { bitcoin: [bitcoin] } },
      [usdc, bitcoin, gold],
    ],
    [
      'a list in a member',
      'a.json',
      { version: 1, updated: '2026-01-02', addresses: [usdc, gold] },
      [usdc, gold],
    ],
    [
      'objects in a member',
      'a.json',
      { data: [{ address: usdc }, { address: gold }] },
      [usdc, gold],
    ],
    ['a list in a member of any name', 'a.json', { data: { rows: [usdc, gold] } }, [usdc, gold]],
    [
      'an object with several',
      'a.json',
      [{ name: 'A', addresses: [usdc, bitcoin] }],
      [usdc, bitcoin],
    ],
    [
      'an object with some by network',
      'a.json',
      [{ name: 'A', address: { eth: usdc, xbt: bitcoin } }],
      [usdc, bitcoin],
    ],
    ['objects with wallets', 'a.json', [{ walletAddress: usdc }, { wallet: gold }], [usdc, gold]],
    [
      'addresses that are keys',
      'a.json',
      { [usdc]: { name: 'A' }, [bitcoin]: 'B' },
      [usdc, bitcoin],
    ],
    ['addresses of names', 'a.json', { thief: usdc, other: bitcoin }, [usdc, bitcoin]],
    ['pages with their addresses', 'a.json', { 'a.example': [usdc, weth] }, [usdc, weth]],
    [
      'remarks in JSON',
      'a.json',
      [`${remark('ETH', usdc)} ${remark('XMR', payment)}`],
      [usdc, payment],
    ],
    [
      'a long object',
      'a.json',
      [{ name: 'x'.repeat(9_000), addresses: [...Array<string>(99).fill(usdc), gold] }],
      [usdc, gold],
    ],
  ] as const) {
    it(`counts every text: ${what}`, () => {
      const list = read(typeof text === 'string' ? text : JSON.stringify(text), path);
      assert.deepEqual(foundBy(list), found);
    });
  }

  for (const [what, path, text] of [
    ['a column of hashes', 'a.csv', `address,tx\n${usdc},${hash}`],
    ['the address of a victim', 'a.csv', `victim,address\n${weth},${usdc}`],
    ['a comment with an ID', 'a.csv', `address,comment\n${usdc},ticket ${payment}`],
    ['a comment in text', 'a.txt', `${usdc} # not ${weth}, ${payment}`],
    ['a page', 'a.txt', `${usdc}, see https://example.com/tx/${hash}`],
    ['a victim in JSON', 'a.json', [{ address: usdc, victim: weth, tags: [weth], tx: hash }]],
    ['the digest of the list', 'a.json', { sha256: payment, commit: weth.slice(2), data: [usdc] }],
  ] as const) {
    it(`has nothing else: ${what}`, () => {
      const list = read(typeof text === 'string' ? text : JSON.stringify(text), path);
      assert.deepEqual([foundBy(list), list.problem], [[usdc], undefined]);
    });
  }

  it('has no words, names, dates, or pages of a list of sanctions', () => {
    const row = (index: number): string =>
      [
        `${30_000 + index}`,
        `"KHORASHADIZADEH, Ali, Internationalization ${index}"`,
        '"individual"',
        `"DOB 21 Sep 1979; POB Tehran, Iran; Passport T1476${index} (Iran); ${remark('XBT', bitcoin)} alt. ${remark('ETH', usdc)} Email Address alirezaalihashemi@example.com; Website https://example.com/a/${hash}; Secondary sanctions risk: section 1(b) of Executive Order 13224; a.k.a. 'Counterrevolutionaries'; updated 2026-01-02T00:00:00Z; f47ac10b-58cc-4372-a567-0e02b2c3d479"`,
      ].join(',');
    const list = read(
      `id,name,type,remarks\n${Array.from({ length: 50 }, (_, at) => row(at)).join('\n')}`,
      'sdn.csv',
    );
    assert.equal(list.problem, undefined);
    assert.deepEqual([...list.addresses.keys()].length, 2);
  });

  it('has a row that is bad where no text of it can be read, and no other', () => {
    const rows = [`"XMR ${payment}; XBT ${bitcoin}"`, gold, `"${usdc} nonsense"`, 'nonsense'];
    const { problem } = read(`address\n${rows.join('\n')}`, 'a.csv');
    assert.deepEqual(problem, { kind: 'rows', count: 2, firstLine: 2 });
  });

  it('gives names to all addresses of a row, on the networks that have them', () => {
    const text = `address,name,network\n"${usdc} ${bitcoin}",A,ethereum`;
    assert.deepEqual(listedIn(read(text, 'a.csv')), {
      [usdc.toLowerCase()]: [{ name: 'A', network: 'ethereum' }],
      [accountOf({ text: bitcoin, family: 'bitcoin' })]: [{ name: 'A' }],
    });
    const { addresses, problem } = read(text, 'a.csv', 'names');
    assert.deepEqual([[...addresses.keys()], problem], [[usdc.toLowerCase()], undefined]);
    const json = { base: [{ address: usdc, name: 'A' }], [weth]: 'W' };
    assert.deepEqual(listedIn(read(JSON.stringify(json), 'a.json')), {
      [usdc.toLowerCase()]: [{ name: 'A', network: 'base' }],
      [weth.toLowerCase()]: [{ name: 'W' }],
    });
  });

  it('says so where a line is longer than is read', () => {
    const line = `${usdc}${' '.repeat(70_000)}${weth}`;
    const list = read(`${line}\n${bitcoin}`, 'a.txt');
    assert.deepEqual(foundBy(list), [usdc, bitcoin]);
    assert.deepEqual(list.problem, { kind: 'rows', count: 1, firstLine: 0 });
  });
});
