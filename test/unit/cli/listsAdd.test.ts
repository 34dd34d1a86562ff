import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { listSources } from '../../../src/book/listSources.ts';
import { publicLists } from '../../../src/cli/lists/publicLists.ts';
import { commandLine } from '../../support/commandLine.ts';
import { TestRepository } from '../../support/gitRepository.ts';

const book = '.address-risk.json';

describe('lists add', () => {
  let repository: TestRepository;
  beforeEach(() => {
    repository = new TestRepository();
    repository.write('a.txt', 'a\n');
    repository.commit();
  });
  afterEach(() => repository.remove());

  const bookText = (): string => readFileSync(join(repository.folder, book), 'utf8');
  const add = (...args: string[]) => commandLine(repository.folder, ['lists', 'add', ...args]);

  for (const { id, path, url, sha256 } of publicLists) {
    it(`writes ${id}, at one revision, as “lists update” reads it`, async () => {
      const { code, stdout, stderr } = await add(id);
      assert.equal(code, 0, stderr);
      assert.match(stdout, new RegExp(`^Added ${id} to \\.address-risk\\.json: .*; license `));
      const [source, ...others] = listSources(bookText());
      assert.ok(source?.kind === 'source');
      assert.deepEqual([source.source.path, source.source.url, others], [path, url, []]);
      assert.equal(source.source.sha256, sha256);
      assert.match(url, /^https:\/\/[^/]+\/[^/]+\/[^/]+\/[\da-f]{40}\//);
    });
  }

  it('keeps everything that the book has', async () => {
    const before =
      '{\n  "version": 1,\n  "team": "x",\n  "lists": [\n    { "path": "own.csv", "name": "Own", "kind": "deny" }\n  ]\n}\n';
    repository.write(book, before);
    assert.equal((await add('ofac-ethereum')).code, 0);
    assert.equal((await add('scamsniffer')).code, 0);
    assert.ok(bookText().startsWith(before.slice(0, before.indexOf('\n  ]'))), bookText());
    const { lists } = JSON.parse(bookText()) as { lists: { path: string }[] };
    assert.deepEqual(
      lists.map(({ path }) => path),
      ['own.csv', 'lists/ofac-ethereum.csv', 'lists/scamsniffer.json'],
    );
  });

  const refusals: readonly (readonly [title: string, text: string, says: RegExp])[] = [
    ['a book that is no JSON', '{ "version": 1,', /isn’t valid JSON/],
    [
      'a list at that path',
      '{ "version": 1, "lists": [{ "path": "lists/ofac-ethereum.csv", "name": "x", "kind": "deny" }] }',
      /already has a list at lists\/ofac-ethereum\.csv/,
    ],
    ['“lists” that is no list', '{ "version": 1, "lists": {} }', /takes no further list/],
  ];
  for (const [title, text, says] of refusals) {
    it(`leaves ${title} as it is`, async () => {
      repository.write(book, text);
      const { code, stderr } = await add('ofac-ethereum');
      assert.equal(code, 2);
      assert.match(stderr, says);
      assert.equal(bookText(), text);
    });
  }

  it('does not write through a link', async () => {
    repository.write('other.json', '{ "version": 1 }');
    symlinkSync('other.json', join(repository.folder, book));
    assert.equal((await add('ofac-ethereum')).code, 2);
    assert.equal(bookText(), '{ "version": 1 }');
  });

  for (const args of [[], ['no-such-list']]) {
    it(`names the lists after “lists add ${args.join(' ')}”`, async () => {
      const { code, stderr } = await add(...args);
      assert.equal(code, 2);
      for (const { id } of publicLists) assert.ok(stderr.includes(id), stderr);
    });
  }

  it('is named where its first word stands alone', async () => {
    const { code, stderr } = await commandLine(repository.folder, ['lists']);
    assert.equal(code, 2);
    assert.match(stderr, /“address-risk lists add” or “address-risk lists update”/);
  });
});
