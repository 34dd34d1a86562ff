import type { CharacterSet } from '../text/characters.ts';
import type { Checksum } from '../encodings/evmChecksum.ts';
import type { Family } from '../networks/networks.ts';
import type { Placeholder } from './placeholders.ts';
import type { Evidence, Scanned, Source } from './source.ts';

/** Properties of an address that a family reads from its token. */
export interface Reading {
  /** Our name of the network, if the characters of the address name it. */
  readonly network?: string;
  /** Whether the payload is all zeros: no one controls such an address. */
  readonly isZero?: boolean;
  /** Whether the token is the address in a longer word, after zeros. */
  readonly isPadded?: boolean;
  /** Whether the token is the bytes of the address, as a list or as the string of a byte literal. */
  readonly isBytes?: boolean;
}

/** Where an address can be, if its characters do not name exactly one network. */
export interface Placement {
  /** The network that its characters name, too slowly for each scan. */
  readonly certain?: string;
  /** The network unless a text says otherwise; unknown if missing. */
  readonly usual?: string;
  /**
   * Names of other coins with the same version byte; with one of them nearby, the network is
   * unknown.
   */
  readonly sharedWith?: readonly string[];
  /** Its network is outside the table, so no evidence applies. */
  readonly isElsewhere?: boolean;
}

/**
 * One way a family's addresses can start, and how long they can be. The scanner looks for them
 * among runs of letters and digits. It treats two kinds of shapes differently:
 *
 * - If `start` contains another character, such as `addr_test1`, the run is what follows it.
 * - If `characters` is `base64`, the runs may contain `+`, `/`, `-`, and `_`.
 */
export interface Shape {
  readonly start: string;
  readonly lengths: readonly [least: number, most: number];
  /** The set that all characters after `start` belong to. Missing if only `read` checks them. */
  readonly characters?: CharacterSet;
  /**
   * For a `start` that isn't alphanumeric: characters that must not precede it. Letters, digits,
   * `_`, and `$` never may.
   */
  readonly notAfter?: string;
  /** Distances from the end, in UTF-16 units, at one of which a `1` is required. */
  readonly separators?: readonly number[];
  /** How many of the first characters of `start` are not part of the address. */
  readonly skipped?: number;
  /** The network that those characters name. */
  readonly network?: string;
}

/**
 * The kind of key that a form without a checksum could be:
 *
 * - `hexHalf`: hex digits that are too few for a key, but could be a piece of one.
 * - `hexKey`: hex digits as long as a key. Sent only after the user agreed.
 * - `base58Key`: base58 as long as a key.
 * - `indexedHexKey`: hex digits as long as a key, with a number and a colon before them.
 */
export type KeyLikeness = 'hexHalf' | 'hexKey' | 'base58Key' | 'indexedHexKey';

/**
 * One family: the shapes that find candidates, and the check that decides. A token gets a reading
 * only if every checksum it has is correct.
 */
export interface Codec {
  readonly family: Family;
  /** Payment URIs: the schemes before an address, in lower case (BIP-21, EIP-681, CIP-13). */
  readonly uriSchemes: readonly string[];
  readonly shapes: readonly Shape[];
  readonly read: (token: string) => Reading | undefined;
  /** The one spelling of an address that rows and requests have. Takes only tokens that have a reading. */
  readonly canonical: (token: string) => string;
  /**
   * The account, independent of spelling: equal for all spellings, even of other families. Takes
   * the same input as `canonical`. Defaults to the canonical spelling.
   */
  readonly account?: (token: string) => string;
  /**
   * The subaccount that an address names, such as a customer of an exchange; empty for none. Takes
   * the same input as `canonical`. Missing if the family has none.
   */
  readonly subaccount?: (token: string) => string;
  /**
   * The spelling that results of its account are stored under, one for all that a network has for
   * it. Takes what `canonical` returns. Missing: the canonical spelling.
   */
  readonly storedAs?: (canonical: string) => string;
  /** The same as `read` for a token that fits a shape with `characters`. Checks less. */
  readonly readShaped?: (token: string) => Reading | undefined;
  /** The same for a list of bytes, such as `0xde, 173, …`, which `read` does not accept. */
  readonly readBytes?: (token: string) => Reading | undefined;
  /** Missing if every token that `read` accepts has a checksum. */
  readonly checksumOf?: (token: string) => Checksum;
  /** The name of an address that no one controls. */
  readonly placeholderOf?: (token: string) => Placeholder | null;
  /** For shapes without a checksum: whether the text around a token shows that it is an address. */
  readonly evidenceIn?: (scanned: Scanned) => Evidence;
  /** Whether a file is about this family, judging by its path and its first lines. */
  readonly isOwnSource?: (source: Source) => boolean;
  /** Missing if no form without a checksum could be a key or a piece of one. */
  readonly keyLikeness?: KeyLikeness;
  /**
   * For `indexedHexKey`: whether the text around a token speaks of this family. If it does not, the
   * key guard holds the token back.
   */
  readonly evidenceAgainstKey?: (text: string, source: Source | undefined) => Evidence;
  /** Matches addresses shorter than any run; a global expression. */
  readonly shortAddresses?: RegExp;
  /**
   * How names of accounts end, which are shorter than any run: lower case, digits, `-`, `_`, and `.`. A
   * global expression too.
   */
  readonly endings?: RegExp;
  /** For families where not every address belongs to the usual main network. */
  readonly placementOf?: (token: string) => Placement | undefined;
  /** The CAIP-2 ID of the network in a payment URI, from the text after the address. */
  readonly caip2InUri?: (after: string) => string;
  /** Whether EIP-155 chain IDs near an address name its network. */
  readonly hasChainIds?: boolean;
  /** Whether the setting `defaultChain` names the network if the code does not. */
  readonly usesDefaultChain?: boolean;
}

export const unchanged = (token: string): string => token;

/** Bech32 is in lower or in upper case (BIP-173). Results are stored under the lower case. */
export const inLowerCase = (token: string): string => token.toLowerCase();

export function isAllZero(bytes: Uint8Array, from = 0, to = bytes.length): boolean {
  for (let at = from; at < to; at++) if (bytes[at] !== 0) return false;
  return true;
}

/** Without spreading optional members, which is slow for what runs on each address. */
export function readingOf(network: string | undefined, isZero: boolean): Reading {
  if (network === undefined) return isZero ? { isZero } : {};
  return isZero ? { network, isZero } : { network };
}

/** The same shape in lower and in upper case. */
export function inBothCases(start: string, lengths: Shape['lengths']): Shape[] {
  return [
    { start, lengths },
    { start: start.toUpperCase(), lengths },
  ];
}

/* Account names for families that share accounts, in hex. */

/** The last 20 bytes of the Keccak-256 of a public key. @param digits 40 hex digits */
export const evmAccount = (digits: string): string => `0x${digits.toLowerCase()}`;

/** A hash of a key or of a script, which Bitcoin and its descendants have in common. */
export function hashAccount(
  kind: 'key' | 'script',
  hash: Uint8Array,
  { isTestnet = false } = {},
): string {
  return `${kind}-hash${isTestnet ? '-test' : ''}:${hexOf(hash)}`;
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
