import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvLine } from '../../../src/messages/csvCell.ts';

describe('a cell of CSV', () => {
  it('is as it is written if it has no character with a meaning', () => {
    for (const cell of ['', '12', 'src/a.ts', 'a b', '(ethereum)', 'the key “base”', '-1.5e3']) {
      assert.equal(csvLine([cell]), `${cell}\r\n`);
    }
  });

  it('is in quotes only for a quote, a comma, or an apostrophe, and no formula', () => {
    for (let code = 0x20; code < 0x7f; code++) {
      const mark = String.fromCharCode(code);
      const isQuoted = `"',`.includes(mark);
      const inside = isQuoted ? `"a${mark === '"' ? '""' : mark}a"` : `a${mark}a`;
      assert.equal(csvLine([`a${mark}a`]), `${inside}\r\n`);
      const isFormula = '=+-@'.includes(mark);
      assert.equal(csvLine([`${mark}a`]).startsWith('"\''), isFormula || mark === "'", mark);
      assert.equal(csvLine([` ${mark}a`]).startsWith('"\''), isFormula, mark);
    }
  });

  it('shows what is not seen', () => {
    assert.equal(csvLine(['a\u0000', '\u202ea', '\ta']), `a⟨U+0000⟩,⟨U+202E⟩a,"'⟨U+0009⟩a"\r\n`);
  });
});
