import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { outside } from '../../../src/evidence/reasons.ts';
import { chainReasonText } from '../../../src/messages/networks.ts';
import { withoutInvisible, plain, shortAddress, shortened } from '../../../src/messages/text.ts';

describe('a network that the table does not have', () => {
  it('is called by the name that was read, unless that could be anything', () => {
    assert.match(chainReasonText(outside('plume-mainnet')), /“plume-mainnet”/);
    for (const text of ['', 'ab'.repeat(32), '[link](command:x)', 'two\nlines']) {
      assert.match(chainReasonText(outside(text)), /names a network that/, text);
    }
  });
});

describe('text of a service (hazard 70)', () => {
  it('is shown as it is if it is short and visible', () => {
    for (const text of ['', 'a', 'Ethereum Main-Net: 1,5 €', '你好 ñandú', 'x'.repeat(256)]) {
      assert.equal(plain(text), text);
    }
  });

  it('is cut at 256 units, and the cut shows', () => {
    for (const length of [257, 258, 300, 100_000]) {
      const cut = plain('x'.repeat(length));
      assert.equal(cut, `${'x'.repeat(255)}…`);
    }
  });

  it('shows the code point of each character that is invisible or changes the direction', () => {
    const invisible = [
      ...['\0', '\x07', '\t', '\n', '\r', '\x1b', '\x7f', '\x80', '\x9f'],
      ...['\u00ad', '\u061c', '\u200b', '\u200e', '\u200f', '\u2028', '\u2029', '\u202a'],
      ...['\u202e', '\u2060', '\u2066', '\u2069', '\ufeff', '\ufff9', '\u{e0041}'],
    ];
    for (const character of invisible) {
      const point = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
      assert.equal(plain(`a${character}b`), `a⟨U+${point}⟩b`);
      assert.equal(withoutInvisible(`a${character}b`), 'a b', character);
    }
  });

  it('is never longer, and never invisible, whatever it is', () => {
    const any = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(any, (text) => {
        const shown = plain(text);
        assert.ok(shown.length <= 256);
        assert.doesNotMatch(shown, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 5_000, seed: 1 },
    );
  });
});

describe('a shortened text', () => {
  it('keeps both ends of an address, and the start of anything else', () => {
    assert.equal(shortAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'), '0x5aAe…eAed');
    assert.equal(shortAddress('1234567890123'), '1234567890123');
    assert.equal(shortAddress('12345678901234'), '123456…1234');
    assert.equal(shortened('12345', 5), '12345');
    assert.equal(shortened('123456', 5), '1234…');
    assert.equal(shortened('123😀56', 5), '123…', 'no half of a character');
  });
});
