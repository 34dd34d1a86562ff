const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text of the service made safe to show: no control characters, no bidi marks, limited length. */
export function plain(text: string): string {
  const clean = text.slice(0, 257).replace(unsafe, ' ');
  return clean.length <= 256 ? clean : `${clean.slice(0, 255)}…`;
}

/** `0x1234…abcd`: enough to tell two apart at a glance, never enough to act on. */
export function shortAddress(address: string): string {
  return address.length <= 13 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** @param most the longest result, in UTF-16 units */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
