import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drain } from '../../../src/book/drain.ts';
import { readList, type AddressList } from '../../../src/book/lists.ts';
import { listedIn } from '../../support/listed.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const key = (address: string): string => address.toLowerCase();

const read = (text: string, path: string, kind: 'deny' | 'names' = 'deny'): AddressList =>
  drain(readList(text, path, kind));

describe('a list of addresses', () => {
  it('is text with an address a line and comments', () => {
    const list = read(
      `\uFEFF# bad ones\r\n${usdc} # a\r\n\r\n${weth.toLowerCase()}\n${bitcoin}`,
      'a',
    );
    assert.equal(list.problem, undefined);
    assert.deepEqual(listedIn(list), { [key(usdc)]: [{}], [key(weth)]: [{}], [bitcoin]: [{}] });
  });

  it('is CSV with a column of addresses, and perhaps names and networks', () => {
    const text = [
      'id, "Network" ,ADDRESS,name,more',
      `1,ethereum,${usdc},"Big, ""bad"" one",x`,
      `2,Bitcoin,${bitcoin},,`,
      `3,,"${weth}"`,
      `4,bsc,${usdc},"never closed`,
      '',
    ].join('\n');
    const list = read(text, 'lists/deny.CSV');
    assert.equal(list.problem, undefined);
    assert.deepEqual(listedIn(list), {
      [key(usdc)]: [
        { name: 'Big, "bad" one', network: 'ethereum' },
        { name: 'never closed', network: 'bsc' },
      ],
      [bitcoin]: [{ network: 'bitcoin' }],
      [key(weth)]: [{}],
    });
  });

  it('is JSON: addresses, or objects with one', () => {
    const text = JSON.stringify([usdc, { address: weth, name: ' W ', network: 'base', x: [1] }]);
    const list = read(text, 'deny.json');
    assert.equal(list.problem, undefined);
    assert.deepEqual(listedIn(list), {
      [key(usdc)]: [{}],
      [key(weth)]: [{ name: 'W', network: 'base' }],
    });
  });

  it('loses no address to a bad row, and counts those', () => {
    const rows = { kind: 'rows', count: 3, firstLine: 1 };
    const bad = ['nonsense', `0x${'4c'.repeat(32)}`, `${usdc}00`];
    const text = read([weth, ...bad, usdc].join('\n'), 'a.txt', 'names');
    assert.deepEqual([text.problem, text.addresses.size], [rows, 2]);
    const csv = ['address,network', `${weth},nowhere`, `${weth},bitcoin`, ',', `${usdc},`];
    const table = read(csv.join('\n'), 'a.csv', 'names');
    assert.deepEqual([table.problem, table.addresses.size], [rows, 1]);
    const json = read(`["${weth}",\n3, {"address": 1}, ["${usdc}"]]`, 'a.json');
    assert.deepEqual([json.problem, json.addresses.size], [rows, 1]);
  });

  it('denies on every network where it names none that is known for the address', () => {
    for (const network of ['eth', 'mainnet', '1', 'eip155:1', 'bnb', 'matic', 'all', 'bitcoin']) {
      const list = read(`address,network\n${weth},${network}`, 'a.csv');
      assert.deepEqual([list.problem, listedIn(list)], [undefined, { [key(weth)]: [{}] }], network);
    }
  });

  it('denies texts that are no addresses as they are, and says that they are none', () => {
    const wrong = '1BoatSLRHtKNngkdXEeobR76b53LETtpyX';
    const list = read([wrong, 'nonsense', usdc].join('\n'), 'a.txt');
    assert.deepEqual(list.problem, { kind: 'rows', count: 2, firstLine: 0 });
    assert.deepEqual(
      [...list.addresses.keys()].toSorted(),
      [wrong.toLowerCase(), key(usdc)].toSorted(),
    );
    assert.deepEqual(read(wrong, 'a.txt', 'names').addresses.size, 0);
  });

  for (const [what, row] of [
    ['a comma and a comment', `${usdc}, drained the bridge`],
    ['a comment after slashes', `${usdc} // drained the bridge`],
    ['a comment after a hash', `${usdc}# drained the bridge`],
    ['a comment that names another address', `${usdc} // not ${weth}`],
    ['an address after its name', `Thief: ${usdc}`],
    ['double quotes and a comma', `  "${usdc}",`],
    ['single quotes', `'${usdc}'`],
    ['a carriage return', `${usdc}\r`],
    ['no 0x', usdc.slice(2)],
    ['no 0x, in lower case', usdc.slice(2).toLowerCase()],
    ['a zero-width space at its end', `${usdc}\u200B`],
    ['a mark of direction before it', `\u202A${usdc}\u202C`],
    ['a no-break space', `\u00A0${usdc}\u00A0`],
    ['a soft hyphen in it', `${usdc.slice(0, 12)}\u00AD${usdc.slice(12)}`],
    ['the URL of an explorer', `https://etherscan.io/address/${usdc}`],
    ['a list in Markdown', `- \`${usdc}\` (thief)`],
    ['a tab and a number', `1\t${usdc}\t0.5`],
  ] as const) {
    it(`is read as people write it: ${what}`, () => {
      const list = read(`\uFEFF# deny\n// more\n\n${row}\n`, 'deny.txt');
      assert.deepEqual([list.problem, listedIn(list)], [undefined, { [key(usdc)]: [{}] }]);
    });
  }

  it('is in the format that its name ends with', () => {
    const row = `${usdc},thief`;
    for (const path of ['a.json.csv', 'a.csv.txt', 'a.JSON.txt']) {
      assert.deepEqual([...read(row, path).addresses.keys()], [key(usdc)], path);
    }
  });

  it('has the addresses of all comments of a line that has none before them', () => {
    const list = read(`Thieves #${usdc}//${weth}`, 'a.txt');
    assert.deepEqual([...list.addresses.keys()].toSorted(), [usdc, weth].map(key));
  });

  it('has names below the addresses of an object', () => {
    const list = read(JSON.stringify({ [usdc]: { name: 'Thief' }, [weth]: 'Other' }), 'a.json');
    assert.deepEqual(listedIn(list), {
      [key(usdc)]: [{ name: 'Thief' }],
      [key(weth)]: [{ name: 'Other' }],
    });
  });

  it('is CSV without a line of titles too', () => {
    const list = read(`${usdc},thief\n"${weth}",\n`, 'a.csv');
    assert.deepEqual(
      [list.problem, [...list.addresses.keys()].toSorted()],
      [undefined, [usdc, weth].map(key)],
    );
    const titled = read(`"\u200BAddress "\n"${usdc}\u200B"`, 'a.csv');
    assert.deepEqual([titled.problem, [...titled.addresses.keys()]], [undefined, [key(usdc)]]);
  });

  it('is CSV whose titles are none of its rows, and whose cells may have characters around them', () => {
    const list = read(
      `address of ${weth},address\n,“${usdc.slice(0, 9)}\u200B${usdc.slice(9)}”\n`,
      'a.csv',
    );
    assert.deepEqual([list.problem, [...list.addresses.keys()]], [undefined, [key(usdc)]]);
  });

  for (const [what, path, text, problem] of [
    ['CSV without the column', 'a.csv', 'a,b\n1,2', { kind: 'noColumn' }],
    ['an empty CSV', 'a.csv', '', { kind: 'noColumn' }],
    ['JSON that is no array', 'a.json', '{}', { kind: 'notAList' }],
    ['text that is not JSON', 'a.json', '[\n"', { kind: 'syntax', line: 1 }],
    ['a byte-order mark inside JSON', 'a.json', '[\n\uFEFF""]', { kind: 'syntax', line: 1 }],
    ['JSON nested 10,000 deep', 'a.json', '['.repeat(10_000), { kind: 'tooDeep' }],
    ['too many addresses', 'a.txt', `${usdc}\n`.repeat(1), undefined],
  ] as const) {
    it(`names its one problem: ${what}`, () => {
      assert.deepEqual(read(text, path).problem, problem);
    });
  }

  it('holds as many addresses as fit, and says that there are more', () => {
    const line = (index: number): string => `0x${index.toString(16).padStart(40, '0')}`;
    const list = read(Array.from({ length: 200_001 }, (_, index) => line(index)).join('\n'), 'a');
    assert.deepEqual([list.problem, list.addresses.size], [{ kind: 'tooMany' }, 200_000]);
  });
});
