/** How a service may write a credential. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { base64Of, encodingsOf, writtenFormsOf } from '../../../src/api/encodings.ts';

const base64 = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(text, encoding).toString('base64');

describe('the written forms of a credential', () => {
  it('are those that stored job IDs count by, in their order', () => {
    assert.deepEqual(writtenFormsOf('Ab-1'), [
      ...['Ab-1', 'ab-1', 'AB-1', 'Ab1', 'ab1', 'AB1', 'Ab_1'],
      ...['QWItMQ==', 'QWItMQ', '41622d31', '41622D31'],
    ]);
  });

  it('are also those of the sixteen bytes of a UUID', () => {
    const bare = 'fbff00112233445566778899aabbccdd';
    const forms = writtenFormsOf('fbff0011-2233-4455-6677-8899aabbccdd');
    const bytes = base64(bare, 'hex');
    assert.deepEqual(forms.slice(-3), [
      bytes,
      bytes.slice(0, -2),
      bytes.slice(0, -2).replaceAll('+', '-').replaceAll('/', '_'),
    ]);
    for (const other of [`${bare}0`, bare.slice(1), `x${bare.slice(1)}`]) {
      assert.ok(!writtenFormsOf(other).includes(base64(other, 'hex')), other);
      assert.ok(!writtenFormsOf(other).includes(''), other);
    }
  });

  it('are no pieces of base64 under six characters', () => {
    assert.deepEqual(base64Of('abc'), []);
    assert.deepEqual(base64Of('abcd'), [...['YWJjZA==', 'YWJjZA', 'YWJjZA', 'YWJjZA']]);
    const within = (before: string): string => base64(`${before}abcdefghi?>~xx`);
    const pieces = base64Of('abcdefghi?>~');
    for (const before of ['', 'x', 'xy']) {
      const piece = pieces.find((form) => form.length >= 12 && within(before).includes(form));
      assert.notEqual(piece, undefined, before);
      const safe = within(before).replaceAll('+', '-').replaceAll('/', '_');
      assert.ok(pieces.some((form) => form.length >= 12 && safe.includes(form)));
    }
  });
});

describe('the encodings of a credential', () => {
  const secret = `a<b>'"&/~+ä (c)!*`;
  const forms = new Set(encodingsOf(secret));

  for (const [name, form] of [
    ['as it is', secret],
    ['HTML', 'a&lt;b&gt;&#39;&quot;&amp;/~+ä (c)!*'],
    ['JSON', `a<b>'\\"&/~+ä (c)!*`],
    ['JSON in ASCII', `a<b>'\\"&/~+\\u00e4 (c)!*`],
    ['JSON with slashes', `a<b>'\\"&\\/~+ä (c)!*`],
    ['JSON of Go', `a\\u003cb\\u003e'\\"\\u0026/~+ä (c)!*`],
    ['JSON of Go, in capitals and ASCII', `a\\u003Cb\\u003E'\\"\\u0026/~+\\u00E4 (c)!*`],
    ['JSON of .NET', `a\\u003Cb\\u003E\\u0027\\"\\u0026/~\\u002B\\u00E4 (c)!*`],
    ['a URL', `a%3Cb%3E'%22%26%2F~%2B%C3%A4%20(c)!*`],
    ['a URL in lower case', `a%3cb%3e'%22%26%2f~%2b%c3%a4%20(c)!*`],
    ['a strict URL', 'a%3Cb%3E%27%22%26%2F%7E%2B%C3%A4%20%28c%29%21%2A'],
    ['a form', 'a%3Cb%3E%27%22%26%2F%7E%2B%C3%A4+%28c%29%21%2A'],
    ['a URL in a URL', `a%253Cb%253E'%2522%2526%252F~%252B%25C3%25A4%2520(c)!*`],
    ['bytes of Python', `a<b>'"&/~+\\xc3\\xa4 (c)!*`],
    ['bytes of Python in JSON', `a<b>'\\"&/~+\\\\xc3\\\\xa4 (c)!*`],
    ['capitals in a URL', 'A%3CB%3E%27%22%26%2F%7E%2B%C3%84%20%28C%29%21%2A'],
  ] as const) {
    it(`have the one of ${name}`, () => assert.ok(forms.has(form), form));
  }

  it('are never empty', () => {
    assert.deepEqual(encodingsOf(''), []);
  });
});
