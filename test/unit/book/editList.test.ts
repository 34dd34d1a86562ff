import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drain } from '../../../src/book/drain.ts';
import { withRow } from '../../../src/book/editList.ts';
import { readList } from '../../../src/book/lists.ts';

const known = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const address = '0x59B89664Ba2A1322CDa09cD9e812844E236FcBFc';
const row = { address, reason: 'Drainer, "kit" of May', date: '2026-11-28' };

/** The text with the row, in which both addresses are read back. */
function withBoth(text: string, path: string): string {
  const changed = withRow(text, path, row) ?? '';
  const { addresses, problem } = drain(readList(changed, path));
  const expected = [...(text.includes(known) ? [known] : []), address];
  const lower = changed.toLowerCase();
  // In the order of the text.
  const read = [...addresses.keys()]
    .map((each) => each.toLowerCase())
    .sort((one, other) => lower.indexOf(one) - lower.indexOf(other));
  assert.deepEqual(
    [read, problem],
    [expected.map((each) => each.toLowerCase()), undefined],
    changed,
  );
  return changed;
}

describe('a row that is added to a deny list', () => {
  it('makes a new list', () => {
    const text = withBoth('', 'deny.csv');
    assert.equal(text, `address,name,date\n${address},"Drainer, ""kit"" of May",2026-11-28\n`);
    assert.equal(withBoth('', 'deny.txt'), `${address} # Drainer, "kit" of May, 2026-11-28\n`);
    const silent = withRow('', 'deny.txt', { ...row, reason: '' });
    assert.equal(silent, `${address} # 2026-11-28\n`);
  });

  it('comes last, in the columns, the delimiter, and the line breaks of the list', () => {
    const text = `Name;Address;Reason;Other\r\nUSDC;${known};none;x\r\n`;
    const last = `;${address};"Drainer, ""kit"" of May";`;
    assert.equal(withBoth(text, 'a.csv'), `${text}${last}\r\n`);
    const piped = withBoth(`\naddress|note\n${known}|none\n`, 'a.csv');
    assert.ok(piped.endsWith(`\n${address}|"Drainer, ""kit"" of May"\n`), piped);
    assert.equal(withBoth(`${known} # USDC`, 'a.txt').split('\n')[0], `${known} # USDC`);
  });

  it('has the shape of the other rows of a JSON array', () => {
    const texts = withBoth(`[\n  "${known}"\n]\n`, 'a.json');
    assert.equal(texts, `[\n  "${known}",\n  "${address}"\n]\n`);
    const objects = withBoth(`[{ "address": "${known}", "own": 1 }]`, 'a.json');
    assert.ok(objects.includes('"own": 1') && objects.includes('"date":"2026-11-28"'), objects);
    withBoth('[]', 'a.json');
  });

  it('is not added to a list that has no place for it', () => {
    assert.equal(withRow('{ "ethereum": [] }', 'a.json', row), undefined);
    assert.equal(withRow('[', 'a.json', row), undefined);
    assert.equal(withRow(`wallet,name\n${known},USDC`, 'a.csv', row), undefined);
  });
});
