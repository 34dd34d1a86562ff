/** The kinds of those base64 characters that are neither letters nor digits: `+/` and `-_`. */
export const standardJoint = 2;
export const urlJoint = 4;

/**
 * A set of characters as a table over all UTF-16 units: one lookup, no branch. 0 means outside.
 * Other values are the kind of the character, one bit each.
 */
export type CharacterSet = Uint8Array;

function characterSet(alphanumerics: string, standardJoints = '', urlJoints = ''): CharacterSet {
  const kinds = new Uint8Array(0x10000);
  for (const [characters, kind] of [
    [alphanumerics, 1],
    [standardJoints, standardJoint],
    [urlJoints, urlJoint],
  ] as const) {
    for (let index = 0; index < characters.length; index++)
      kinds[characters.charCodeAt(index)] = kind;
  }
  return kinds;
}

const digits = '0123456789';
const lowerCase = 'abcdefghijklmnopqrstuvwxyz';
const upperCase = lowerCase.toUpperCase();

export const alphanumeric = characterSet(digits + lowerCase + upperCase);
export const hexadecimal = characterSet(`${digits}abcdefABCDEF`);
export const lowerHexadecimal = characterSet(`${digits}abcdef`);
/** Of accounts of NEAR. */
export const accountNames = characterSet(digits + lowerCase, '', '-_.');

/** Of lists of bytes: `0xde, 173, (byte) 0xbe, 0xefu8`. */
export const byteLists = characterSet(`${digits}abcdefABCDEFxXytu`, ' \t\r\n,()');

/** RFC 4648, section 6, in capitals and without padding. */
export const base32 = characterSet(`${upperCase}234567`);

/** RFC 4648, section 5. */
export const base64Url = characterSet(digits + lowerCase + upperCase, '', '-_');

/** Base64 in both alphabets (RFC 4648, sections 4 and 5) without padding. */
export const base64 = characterSet(digits + lowerCase + upperCase, '+/', '-_');

/** Whether all units of `text` from `start` up to, but not including, `end` are in a set. */
export function isAll(set: CharacterSet, text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    if (set[text.charCodeAt(index)] === 0) return false;
  }
  return true;
}

/** The unit at an offset. 0 outside of the text. */
export const unitAt = (text: string, at: number): number => text.charCodeAt(at) || 0;

export function isIn(set: CharacterSet, text: string, index: number): boolean {
  return (set[text.charCodeAt(index)] ?? 0) !== 0;
}

/** A table lookup: six comparisons would cost mispredicted branches. */
export function isLetterOrDigit(code: number): boolean {
  return alphanumeric[code] === 1;
}

/** Letters, digits, `_`, `$`, `-`, and every non-ASCII character. */
export const isNamePart = (code: number): boolean =>
  isLetterOrDigit(code) ||
  code === 0x5f ||
  code === 0x24 ||
  code === 0x2d ||
  (code > 0xbf && code < 0x2000) ||
  (code > 0x2e7f && code < 0xfe00);

export const isQuote = (code: number): boolean => code === 0x22 || code === 0x27 || code === 0x60;

export const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

/** A blank or a line break. */
export const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/** Whether `0x` or `0X` is at an offset. */
export const isPrefixedAt = (text: string, at: number): boolean =>
  text.charCodeAt(at) === 0x30 && (text.charCodeAt(at + 1) | 0x20) === 0x78;
