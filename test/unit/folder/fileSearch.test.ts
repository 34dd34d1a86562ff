import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FileSearch, type SearchedFile } from '../../../src/folder/fileSearch.ts';

const search = (keyTextsIn: 'all' | 'changed' | undefined): FileSearch =>
  new FileSearch({ folder: '/nowhere', listed: undefined, keyTextsIn, namesCode: false });

const file = (more: Partial<SearchedFile> = {}): SearchedFile => ({
  ...{ path: 'a.ts', networks: [], before: 'one', now: 'two', hasBase: true },
  ...more,
});

describe('a file that cannot be read', () => {
  const isChanged = (more: Partial<SearchedFile>): boolean => {
    const content = search(undefined).contentOf(file(more), {
      kind: 'unreadable',
      reason: 'locked',
    });
    assert.equal(content.kind, 'skipped');
    assert.deepEqual([content.why, content.reason], ['unreadable', 'locked']);
    return content.isChanged;
  };

  it('counts as changed unless it is known to be the object of the base revision', () => {
    assert.equal(isChanged({}), true);
    assert.equal(isChanged({ now: undefined }), true);
    assert.equal(isChanged({ before: undefined, now: undefined }), true);
    assert.equal(isChanged({ now: 'one' }), false);
    assert.equal(isChanged({ hasBase: false }), false, 'without a base revision, nothing is');
  });
});

describe('texts that may be keys', () => {
  const key = (digit: string): string =>
    `privateKey = "0x${digit.repeat(8)}${'4c0883a6'.repeat(7)}"`;
  const text = ['', key('a'), '', `const seed = 1; ${key('7')}`].join('\n');
  const placesIn = (where: 'all' | 'changed' | undefined, more: Partial<SearchedFile> = {}) => {
    const content = search(where).contentOf(file(more), {
      kind: 'bytes',
      bytes: Buffer.from(text),
    });
    assert.equal(content.kind, 'text');
    return content.keyTexts.map(({ line }) => line);
  };

  it('are named in their order, where they are asked for', () => {
    assert.deepEqual(placesIn('all'), [1, 3]);
    assert.deepEqual(placesIn('changed'), [1, 3]);
    assert.deepEqual(placesIn(undefined), []);
    assert.deepEqual(placesIn('changed', { hasBase: false }), []);
    assert.deepEqual(placesIn('changed', { now: 'one' }), []);
    const bytes = Buffer.from(`${key('a')}\n`.repeat(1_001));
    const many = search('all').contentOf(file(), { kind: 'bytes', bytes });
    assert.equal(many.kind === 'text' && many.keyTexts.length, 1_000);
  });
});

describe('a text that is not on the disk', () => {
  it('has what a file without a base revision has', () => {
    const path = `0x${'1'.repeat(39)}2/a.ts`;
    const text = '// ethereum\n"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"';
    const without = file({ path, before: undefined, now: undefined, hasBase: false });
    const read = { kind: 'bytes', bytes: Buffer.from(text) } as const;
    const inText = search(undefined).contentOfText({ path, networks: [] }, text);
    assert.equal([...inText.addresses].length, 2);
    assert.deepEqual(search(undefined).contentOf(without, read), inText);
  });
});
