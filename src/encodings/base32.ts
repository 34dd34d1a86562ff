const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The value of a character. 255 if it is not a digit. */
const values = new Uint8Array(0x80).fill(255);
for (let value = 0; value < 32; value++) values[alphabet.charCodeAt(value)] = value;

/**
 * The bytes of a text in base32 (RFC 4648, section 6) without padding. Undefined if another
 * character is in it, or the bits after the last byte are not zero.
 */
export function decodeBase32(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let held = 0;
  let bits = 0;
  let at = 0;
  for (let index = 0; index < text.length; index++) {
    const value = values[text.charCodeAt(index)] ?? 255;
    if (value === 255) return undefined;
    held = (held << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = held >> bits;
    held &= (1 << bits) - 1;
  }
  return held === 0 ? bytes : undefined;
}
