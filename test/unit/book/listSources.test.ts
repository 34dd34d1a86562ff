import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listSources } from '../../../src/book/listSources.ts';

const usual = { path: 'deny.csv', name: 'Deny', kind: 'deny', url: 'https://a.example/deny.csv' };

const sourcesOf = (...lists: readonly Readonly<Record<string, unknown>>[]) =>
  listSources(JSON.stringify({ version: 1, lists }));

describe('where the lists of a book are from', () => {
  it('is the https URL that an entry has, with its hash in lower case', () => {
    const sha256 = 'AB'.repeat(32);
    assert.deepEqual(sourcesOf({ ...usual, sha256 }, { path: 'own.csv', name: 'Own' }), [
      {
        kind: 'source',
        source: { ...{ name: 'Deny', path: 'deny.csv', url: usual.url }, sha256: 'ab'.repeat(32) },
      },
    ]);
  });

  it('are none in a book that names none', () => {
    assert.deepEqual(listSources('{ "version": 1, "lists": [{ "path": "deny.csv" }] }'), []);
  });

  for (const [member, values] of Object.entries({
    url: [
      ...['http://a.example/deny.csv', 'file:///etc/passwd', 'https://me@a.example/deny.csv'],
      ...['https://:secret@a.example/deny.csv', 'deny.csv', '', 7, null],
    ],
    path: [
      ...['../deny.csv', '/etc/deny.csv', '.git/hooks/deny.csv', 'a/.GIT/x.txt', 'git~1/x.txt'],
      ...['deny.sh', 'deny.csv.sh', '.address-risk.json', 7, null],
    ],
    sha256: ['ab', `${'a'.repeat(64)}b`, 'g'.repeat(64), 7, null],
  })) {
    for (const value of values) {
      it(`is an error for ${member}: ${JSON.stringify(value)}`, () => {
        const [found, ...others] = sourcesOf({ ...usual, [member]: value });
        assert.ok(found?.kind === 'wrong', JSON.stringify(found));
        assert.match(found.reason, new RegExp(`^List “Deny”: “${member}” must `));
        assert.deepEqual(others, []);
      });
    }
  }
});
