import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { percentText, rounded, twoDecimals } from '../../../src/messages/figures.ts';
import { visible } from '../../../src/messages/visible.ts';

describe('text with what cannot be seen', () => {
  for (const [name, text, shown] of [
    ['a bidi mark', 'a\u202eb', 'a⟨U+202E⟩b'],
    ['an isolate', '\u2066', '⟨U+2066⟩'],
    ['a control character', '\u0000\u007f\u009b', '⟨U+0000⟩⟨U+007F⟩⟨U+009B⟩'],
    ['a line break', '\r\n\u2028\u2029', '⟨U+000D⟩⟨U+000A⟩⟨U+2028⟩⟨U+2029⟩'],
    ['an annotation', '\ufff9', '⟨U+FFF9⟩'],
    ['a tag', '\u{e0041}', '⟨U+E0041⟩'],
    ['a filler', '\u3164\u115f', '⟨U+3164⟩⟨U+115F⟩'],
    ['half a character', '\ud83d', '⟨U+D83D⟩'],
  ] as const) {
    it(`shows the number of ${name}`, () => assert.equal(visible(text), shown));
  }

  it('is otherwise as it is', () => {
    const text = 'Scam <b> & 詐欺 😀 é e\u0301 ⟨U+202E⟩';
    assert.equal(visible(text), text);
  });
});

describe('a figure to be read', () => {
  for (const [digits, text] of [
    ['0.30000000000000004', '0.3'],
    ['0.123456', '0.1235'],
    ['-0.000123456', '-0.0001235'],
    ['0.00000000123456', '1.235e-9'],
    ['999.96', '1000'],
    ['1234567.89', '1,234,568'],
    ['-1234.5', '-1,234'],
    ['0.00', '0'],
    ['1e-400', '1e-400'],
    ['1e400', '1e400'],
    ['123456789012345678', '123456789012345678'],
  ] as const) {
    it(`of ${digits} is ${text}`, () => assert.equal(rounded(digits), text));
  }

  it('does not show a small part as none, or nearly all as all', () => {
    assert.deepEqual([0, 0.01, 0.05, 9.44, 94, 99.96, 99.999, 100].map(percentText), [
      '0%',
      '< 0.1%',
      '0.1%',
      '9.4%',
      '94%',
      '> 99.9%',
      '> 99.9%',
      '100%',
    ]);
  });
});

it('a figure too small for its decimals is not zero, on either side of it', () => {
  assert.deepEqual(['-0.004', '0.004', '1e-400', '0', '-0.25', '-7'].map(twoDecimals), [
    ...['> -0.01', '< 0.01', '< 0.01', '0', '-0.25', '-7'],
  ]);
  assert.deepEqual([-0.01, 0.01, 0, -9.44].map(percentText), [
    ...['> -0.1%', '< 0.1%', '0%', '-9.4%'],
  ]);
});
