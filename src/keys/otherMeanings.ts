import type { KeyLikeness } from '../families/codec.ts';
import type { Occurrence } from '../addresses/occurrence.ts';
import { isSymbolBefore } from '../families/symbols.ts';

const otherKeyWords = /key|priv|secr|seed|mnem|phrase|sk\b|pk\b/i;

/** A variable, or a name in lower case: not a token symbol. */
const wifVariable = /(?:WIF|wif)\s{0,3}=\s{0,3}["'`]?$|(?:^|[^\w$-])wif\s{0,3}:\s{0,3}["'`]?$/;

/** Whether 32 bytes of base58 with a possible key's name are a token or an account. */
export const isTokenOrAccount = (text: string, start: number, end: number): boolean =>
  isWifToken(text, start, end) || isAccountKey(text, start, end);

/** `WIF` can also be a token symbol: a key in WIF would be longer, with 51 or 52 characters. */
function isWifToken(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 48), start);
  if (wifVariable.test(before)) return false;
  const around = `${before} ${text.slice(end, end + 32)}`;
  return /(?<![A-Za-z])(?:WIF|wif)(?![A-Za-z])/.test(around) && !otherKeyWords.test(around);
}

/** DynamoDB and Django call a primary key `pk`, and an account can be one. */
const primaryKey = /(?:^|[^\w$-])(?:PK|pk)["'`]?\s{0,3}[:=]\s{0,3}["'`]?$/;

/** Whether a possible key's name means an asset or an account here. */
export function meansOther(
  text: string,
  { offset: start, form, length }: Occurrence,
  keyLikeness: KeyLikeness | undefined,
): boolean {
  if (form === 'padded') return false;
  if (isSymbolBefore(text, start)) return true;
  if (keyLikeness === 'hexHalf') return primaryKey.test(text.slice(Math.max(0, start - 16), start));
  return keyLikeness === 'base58Key' && isTokenOrAccount(text, start, start + length);
}

/** How far before and after a value the members of its object can be, in UTF-16 units. */
const objectReach = 120;

/** `{ "key": "…", "isSigner": false }` of a transaction, and the key of a token's collection. */
function isAccountKey(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - objectReach), start);
  if (!/(?:^|[^\w$])key["']?\s{0,4}:\s{0,4}["']$/.test(before)) return false;
  const after = text.slice(end, end + objectReach);
  const [members = ''] = /^[^{}]*/.exec(after) ?? [];
  const opening = before.slice(0, before.lastIndexOf('{') + 1);
  return (
    /\bis_?(?:signer|writable)["']?\s{0,4}:/i.test(members) ||
    /collection["']?\s{0,4}[:=]\s{0,4}\{$/.test(opening)
  );
}
