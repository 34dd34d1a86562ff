import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Judgments, type Facts } from '../../../src/folder/judgments.ts';
import type { StoredScore } from '../../../src/report/rowScore.ts';
import { folderOf, groupTitle, rowTexts } from '../../../src/report/addresses/rowTexts.ts';

const received = { isFresh: true, receivedAt: 1 };

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const short = '0xA0b8…eB48';
const entry = { network: 'base', isAssumed: false, count: 1 };
const inCode = { path: 'src/a.ts', name: 'TREASURY', line: 3 };
const facts = {
  ...{ denial: undefined, isUnlisted: false, isAdded: false },
  ...{ name: undefined, looksLike: undefined },
};
const denial = { list: 'Deny', path: 'deny.csv' };
const score: StoredScore = {
  ...{ state: 'value', digits: '85', level: null, owner: 'subject' },
  ...received,
};
const none: Parameters<typeof rowTexts>[2] = { newness: [], folders: [] };

const textsOf = (
  change: Partial<Parameters<typeof rowTexts>[0]>,
  known: Partial<Facts> = {},
  { isSample = false, isScored = false, more = none } = {},
) => {
  const judgments = new Judgments();
  judgments.setFacts(7, { ...facts, ...known });
  if (isScored) judgments.setScore(7, isSample ? { ...score, isSampleData: true } : score);
  const row = { id: 7, address, entry, inCode: undefined, ...change };
  return rowTexts(row, judgments, more);
};

describe('the row of an address', () => {
  it('is its short form and its network where nothing else is known', () => {
    assert.deepEqual(textsOf({}), {
      label: short,
      description: 'Base',
      tooltip: `${address}\nBase\n1 occurrence`,
      accessible: `${short}, Base, 1 occurrence`,
    });
  });

  it('says how often it occurs, and whether its network is assumed or unknown', () => {
    const often = { ...entry, count: 27 };
    assert.equal(textsOf({ entry: often }).description, 'Base · 27×');
    assert.match(textsOf({ entry: often }).tooltip, /\n27 occurrences$/);
    const assumed = { ...entry, isAssumed: true };
    assert.equal(textsOf({ entry: assumed }).description, 'Base (assumed)');
    const unknown = { ...entry, network: null };
    assert.equal(textsOf({ entry: unknown }).description, 'network unknown');
    assert.equal(textsOf({ entry: undefined }).description, 'network unknown · 0×');
  });

  it('has the name of the book, which is verified, with its short form', () => {
    const { label, description, accessible, tooltip } = textsOf({ inCode }, { name: 'Vault' });
    assert.deepEqual([label, description], ['Vault', `${short} · Base`]);
    assert.equal(accessible, `Vault, ${short}, Base, 1 occurrence`);
    assert.equal(tooltip, `${address}\nVault\nBase\n1 occurrence`);
  });

  it('has a name of the code in quotes and with its place: no one has verified it', () => {
    const { label, description, accessible, tooltip } = textsOf({ inCode });
    assert.deepEqual([label, description], [short, '“TREASURY” · Base']);
    assert.equal(accessible, `${short}, “TREASURY”, Base, 1 occurrence`);
    assert.match(tooltip, /\n“TREASURY” · named in src\/a\.ts, line 3\n/);
    const namesake = { name: 'Treasury', address, network: 'base', isInBook: true };
    const taken = textsOf({ inCode: { ...inCode, namesake } }).tooltip;
    assert.match(taken, /\nIn the address book, Treasury on Base is 0xA0b8…eB48\.\n/);
  });

  it('has its score before its network, as sample data where it is such', () => {
    assert.equal(textsOf({}, {}, { isScored: true }).description, '85 · Base');
    const sample = textsOf({}, {}, { isScored: true, isSample: true }).description;
    assert.match(sample, /sample/i);
  });

  it('has its deny list before all else, with what the list calls it', () => {
    const known = { denial: { ...denial, name: 'Exploiter' }, looksLike: 'USDC' };
    const { description, accessible } = textsOf({ inCode }, known, { isScored: true });
    assert.equal(description, 'Deny · Exploiter · Looks like USDC · 85 · Base');
    assert.match(accessible, /^0xA0b8…eB48, Deny, Exploiter, /);
  });

  it('says in its tooltip what is known of it, in this order', () => {
    const more = { newness: ['New since main'], folders: ['web'] };
    const known = { denial, isUnlisted: true, isAdded: true };
    assert.deepEqual(textsOf({}, known, { more }).tooltip.split('\n'), [
      ...[address, 'This address is on the deny list “Deny”.', 'not in the address book'],
      'Added to the address book in this change.',
      ...['New since main', 'Base', '1 occurrence', 'web'],
    ]);
  });
});

it('a row names its folder of several, which may have the same address', () => {
  const { description, accessible } = textsOf({}, {}, { more: { ...none, folders: ['web'] } });
  assert.deepEqual([description, accessible.endsWith(', web')], ['Base · web', true]);
});

describe('the title of a group', () => {
  const level = { name: 'High', rank: 2, grade: 2, isAbove: false } as const;
  for (const [kind, title, folder] of [
    [{ kind: 'level', level }, '▲ High', []],
    // Of its first address, which others are below.
    [{ kind: 'level', level: { ...level, isAbove: true } }, '▲ High', []],
    [{ kind: 'network', network: 'base' }, 'Base', []],
    [{ kind: 'network', network: null }, 'network unknown', []],
    [{ kind: 'file', file: { folder: 0, path: 'src/deep/a.ts' } }, 'a.ts', ['src/deep']],
    [{ kind: 'file', file: { folder: 0, path: 'a.ts' } }, 'a.ts', []],
    [{ kind: 'new' }, 'New', []],
    [{ kind: 'denied' }, 'On a Deny List', []],
  ] as const) {
    it(`is “${title}”${folder.length > 0 ? ', in its folder' : ''}, of ${kind.kind}`, () => {
      assert.equal(groupTitle(kind), title);
      assert.deepEqual(folderOf(kind), folder);
    });
  }
});
