import type { Occurrence } from '../addresses/occurrence.ts';
import { openingBefore } from '../text/brackets.ts';
import { openingAround, segmentBefore, type Segment } from '../text/segments.ts';
import { setOf, wordsOf } from '../text/words.ts';

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

/** How far before a value the call that it is an argument of can start, in UTF-16 units. */
const callReach = 400;

/** The same for a list, which can have many pairs. */
const listReach = 16_384;

/** Calls within calls, and lists within lists. */
const maxLevels = 5;

const makesAccount = setOf('account wallet signer keypair');

const listsOfAccounts = setOf('accounts wallets signers keypairs');

/** Calls that start with one of these take an address: they look up an account or act on one. */
const lookups = setOf(
  'get fetch load find is has check fund view read query lookup show list watch track resolve validate verify ' +
    'assert expect assume equals contains includes exists count explore open close select switch freeze block ban remove ' +
    'delete parse format shorten normalize describe log print faucet airdrop subscribe inspect',
);

/** A method that makes what its class is called: `SuiWallet.fromHex`, `LocalAccount::new`. */
const makers = setOf('from new create make import restore recover init build add unlock');

/**
 * Decides whether 32 hex bytes can be an account's key: a positional argument of such a call, or a
 * value after an address in a list of accounts. Nothing distinguishes these from an address. A
 * list's pairs are all alike, so each list is read once, whatever its length. Call it in text
 * order.
 */
export function createAccountTest(text: string): (occurrence: Occurrence) => boolean {
  let last = { end: 0, mayMake: false };
  return ({ offset, length }) => {
    const end = offset + length;
    // Move writes `@0x…` for an address, and `0x…::coin` for a package.
    if (text.charAt(offset - 1) === '@' || text.startsWith('::', end)) return false;
    const near = Math.max(0, offset - callReach);
    const own = segmentBefore(text, offset, near);
    if (own.isAssigned && own.name !== '') return false;
    const first = own.boundary === 'comma' ? valueAtEnd.exec(text.slice(near, own.start)) : null;
    if (first === null) return isMadeBy(text, own, near, false);
    const isNext = last.end > near && betweenPairs.test(text.slice(last.end, offset));
    const mayMake = isNext
      ? last.mayMake
      : isCalledAccount(text, near + first.index, near) ||
        isMadeBy(text, own, Math.max(0, offset - listReach), true);
    last = { end, mayMake };
    return mayMake;
  };
}

/** Separators of two values in a list, or of the values in two pairs. */
const betweenPairs =
  /^["'`]?\s{0,40}(?:[\])]\s{0,4},\s{0,40}[[(]\s{0,40}["'`]?0x[0-9a-fA-F]{40,64}["'`]?\s{0,4})?,\s{0,40}["'`]?$/;

/** Whether a call around a value, or a list of pairs, makes accounts. */
function isMadeBy(text: string, own: Segment, floor: number, isAfterValue: boolean): boolean {
  if (!/account|wallet|signer|key_?pair/i.test(text.slice(floor, own.start))) return false;
  let open = openingAround(text, own, floor);
  for (let level = 0; level < maxLevels && open !== -1; level++) {
    const bracket = text.charAt(open);
    const before = text.slice(Math.max(floor, open - maxCalleeLength), open);
    const kind = bracket === '(' ? kindOfCall(before) : undefined;
    if (kind !== undefined) return kind === 'account';
    if (isAfterValue && level > 0 && isListOfAccounts(before)) return true;
    if (bracket === '{' && !isAfterValue) return false;
    open = openingBefore(text, open, floor);
  }
  return false;
}

/** The value before a comma. */
const valueAtEnd = /0x[0-9a-fA-F]{40,64}["'`]?\s{0,4},$/;

/** `STARKNET_ACCOUNT="0x…,0x…"`: one account has an address and a key. */
function isCalledAccount(text: string, start: number, floor: number): boolean {
  const { name, isAssigned } = segmentBefore(text, start, floor);
  return isAssigned && makesAccount.has(wordsOf(name).at(-1) ?? '');
}

/** In UTF-16 units. */
const maxCalleeLength = 100;

const callee = /(?:([\w$]{1,60})(?:\.|::))?([\w$]{1,60})(?:<[\w\s,.]{0,30}>)?$/;

/** The kind of a call's arguments, if its name shows it. */
function kindOfCall(before: string): 'account' | 'address' | undefined {
  const [, owner = '', name = ''] = callee.exec(before) ?? [];
  const words = wordsOf(name);
  if (words.some((word) => word.startsWith('addr'))) return 'address';
  if (makesAccount.has(words.at(-1) ?? '') || endsInKeyPair(words)) {
    // `new AptosAccount(` and `createAccount(` take a key, `near.account(` and `useAccount(` an address.
    const [first = ''] = words;
    const takesKey = /^[A-Z]/.test(name) ? !lookups.has(first) : makers.has(first);
    return takesKey ? 'account' : 'address';
  }
  const ofOwner = wordsOf(owner);
  if (!makers.has(words[0] ?? '')) return undefined;
  if (ofOwner.some((word) => word.startsWith('addr'))) return 'address';
  return makesAccount.has(ofOwner.at(-1) ?? '') || endsInKeyPair(ofOwner) ? 'account' : undefined;
}

const endsInKeyPair = (words: readonly string[]): boolean =>
  words.at(-1) === 'pair' && words.at(-2) === 'key';

/** `ACCOUNTS = [`, `wallets: list[tuple] = [`. */
function isListOfAccounts(before: string): boolean {
  const [, name = ''] =
    /([\w$]{1,60})["'`]?\s{0,4}(?::[\w\s,.[\]<>|]{0,40})?[=:]\s{0,4}$/.exec(before) ?? [];
  return listsOfAccounts.has(wordsOf(name).at(-1) ?? '');
}
