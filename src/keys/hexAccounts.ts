import type { Occurrence } from '../addresses/occurrence.ts';

/** Whether an address consists of as many hex digits as a private key, or a few less. */
export const isKeySizedHex = (address: string): boolean =>
  /^(?:0x)?[0-9a-fA-F]{59,64}$/.test(address);

/** Whether neither a word nor the entries around it make it a key in a list. */
export function isAccount(text: string, occurrence: Occurrence): boolean {
  return !isCalledBareKey(text, occurrence.offset) && !isOneOfIndex(text, occurrence);
}

const bareReach = 160;

/** `key`, `keys`, or `signer` right before a value, or before the earlier entries of its list. */
function isCalledBareKey(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - bareReach), offset);
  if (!/key|signer/i.test(before)) return false;
  const withoutEntries = before.replace(/0x(?=[0-9a-fA-F])|[0-9a-fA-F]{64}/g, ' ');
  const [, word = ''] = /([A-Za-z_]{2,40})[^A-Za-z_]{0,80}$/.exec(withoutEntries) ?? [];
  return /(?:keys?|keystore|signers?)$/i.test(word) && !/^public/i.test(word);
}

/** How far the next entry of a labeled list of keys can be, in UTF-16 units. */
const indexReach = 320;

/** `0: <64 digits>`, `1: <64 digits>`: the entries of a list of keys, not workchains. */
function isOneOfIndex(text: string, { offset, length }: Occurrence): boolean {
  const end = offset + length;
  const after = text.slice(end, end + indexReach);
  const before = text.slice(Math.max(0, offset - indexReach), offset);
  const other = /(?:^|[^\w.:-])[1-9]\d{0,3}["']?: ?["']?(?:0x)?[0-9a-fA-F]{60,68}(?![0-9A-Za-z])/;
  return other.test(after) || other.test(before);
}
