import { codecOf, codecs } from '../families/table.ts';
import { isKeyShaped } from './keyMaterial.ts';
import { isKeySizedHex } from '../keys/hexAccounts.ts';
import { networkNamed, type Family } from '../networks/networks.ts';
import { canonicalOf, occurrenceOf, type Occurrence } from '../addresses/occurrence.ts';
import { problemOf, type OccurrenceProblem } from '../addresses/problem.ts';
import { scanText } from './scan.ts';
import { spellingOf } from '../addresses/spelling.ts';

export interface Address {
  readonly family: Family;
  /** The one spelling for stored results and requests. EIP-55 for EVM. */
  readonly canonical: string;
  /** Our name of the network, if the spelling names it. */
  readonly network?: string;
}

export type AddressProblem =
  | { readonly kind: 'empty' }
  /** `isHex`: of 64 digits, as a hash is too. */
  | { readonly kind: 'keyShaped'; readonly isHex?: true }
  | OccurrenceProblem
  | { readonly kind: 'notAnAddress' };

export type AddressReading =
  | { readonly ok: true; readonly address: Address }
  | { readonly ok: false; readonly problem: AddressProblem };

/**
 * Reads what the user typed or a command received. Rejects everything that must not be looked up.
 *
 * @param chain our name of the network, if it is named: 64 hex digits without one may be a private key
 */
export function readAddress(input: string, chain?: string): AddressReading {
  const text = input.trim();
  if (text === '') return refused({ kind: 'empty' });
  if (text.length < minInputLength || text.length > maxInputLength)
    return refused({ kind: 'notAnAddress' });
  const account = keySizedAccount(text, chain);
  if (account !== undefined) return account;
  if (isKeyShaped(text)) {
    const isHex = /^(?:0x)?[\da-f]{64}$/i.test(text);
    return refused({ kind: 'keyShaped', ...(isHex && { isHex }) });
  }
  const found = wholeToken(text) ?? spelledOut(text);
  if (found === undefined) return refused({ kind: 'notAnAddress' });
  const problem = problemOf(found);
  if (problem !== undefined) return refused(problem);
  const { family } = found;
  const network = found.network ?? spellingOf(text, found)?.network ?? byCharacters(found) ?? null;
  return {
    ok: true,
    address: { family, canonical: canonicalOf(found), ...(network !== null && { network }) },
  };
}

/** In UTF-16 units, as the next. Lists have many lines of one mark, and reading one costs most. */
const minInputLength = 3;

/** Enough for the URL of an explorer page. */
const maxInputLength = 512;

/** Unlike a scan, this needs no evidence: a user who enters 32 bytes of base58 means an address. */
function wholeToken(text: string): Occurrence | undefined {
  for (const codec of codecs) {
    const reading = codec.read(text);
    if (reading !== undefined)
      return occurrenceOf(text, { start: 0, end: text.length }, codec, reading);
  }
  return undefined;
}

/** CAIP-10, EIP-3770, a payment URI, or the URL of an explorer page, with exactly one address. */
function spelledOut(text: string): Occurrence | undefined {
  const [found, ...more] = /\s/.test(text) ? [] : scanText(text);
  const isSpelled = found !== undefined && spellingOf(text, found) !== null;
  return isSpelled && more.length === 0 ? found : undefined;
}

/** 64 hex digits, on a network whose addresses are such. */
function keySizedAccount(text: string, chain: string | undefined): AddressReading | undefined {
  if (chain === undefined || !isKeySizedHex(text)) return undefined;
  const family = networkNamed(chain)?.family;
  const codec = family && codecOf(family);
  if (codec?.keyLikeness !== 'hexKey' || codec.read(text) === undefined) return undefined;
  return { ok: true, address: { family: codec.family, canonical: codec.canonical(text) } };
}

/** Whether an address could as well be a private key: the user agrees before it is sent. */
export function mayBeKey(address: string, chain: string): boolean {
  return keySizedAccount(address, chain) !== undefined;
}

/** Without a text around it, the usual network of its version byte. */
function byCharacters({ text, family }: Occurrence): string | undefined {
  const placement = codecOf(family)?.placementOf?.(text);
  return placement?.certain ?? placement?.usual;
}

function refused(problem: AddressProblem): AddressReading {
  return { ok: false, problem };
}
