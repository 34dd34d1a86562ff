/** The value of each character in ASCII. 255 if it is not a digit. */
export type Digits = Uint8Array;

/** @param alphabet the digits in the order of their values */
export function digitsOf(alphabet: string): Digits {
  const digits = new Uint8Array(0x80).fill(255);
  for (let value = 0; value < alphabet.length; value++) digits[alphabet.charCodeAt(value)] = value;
  return digits;
}

/** The values of a text's digits. Undefined if it has any other character. */
export function valuesOf(text: string, digits: Digits): Uint8Array | undefined {
  const values = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const value = digits[text.charCodeAt(at)] ?? 255;
    if (value === 255) return undefined;
    values[at] = value;
  }
  return values;
}
