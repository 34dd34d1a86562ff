import { decodeBase58Check } from '../base58.ts';
import { isAllZero, type Placement, type Reading, type Shape } from './codec.ts';

/** A version byte before a 20-byte hash, and how the address starts in base58. */
export interface Version {
  readonly version: number;
  readonly starts: readonly string[];
  /** Undefined if the byte is the same on all networks of the family. */
  readonly network?: string;
  /** Names and symbols of other coins that have the same byte, in lower case. */
  readonly sharedWith?: readonly string[];
}

const hashLength = 20;

/**
 * Encoded lengths of 25 bytes. The version byte fixes them, except for byte 0: leading zeros
 * shorten an address, down to 26 characters for a hash with one byte that is not zero, the last.
 */
function lengthsOf({ version }: Version): Shape['lengths'] {
  if (version === 0) return [26, 34];
  const bits = 24 * 8;
  const digits = (value: number): number => Math.ceil((bits + Math.log2(value)) / Math.log2(58));
  return [digits(version), digits(version + 1)];
}

export function shapesOf(versions: readonly Version[]): Shape[] {
  return versions.flatMap((version) =>
    version.starts.map((start) => ({ start, lengths: lengthsOf(version) })),
  );
}

/** The coins that share the version byte of a token, and its usual network. */
export function placementByVersion(
  token: string,
  versions: readonly Version[],
): Placement | undefined {
  const bytes = decodeBase58Check(token, 1 + hashLength);
  const found = versions.find(({ version }) => version === bytes?.[0]);
  if (found?.network === undefined || found.sharedWith === undefined) return undefined;
  return { usual: found.network, sharedWith: found.sharedWith };
}

export function readBase58Check(token: string, versions: readonly Version[]): Reading | undefined {
  const bytes = decodeBase58Check(token, 1 + hashLength);
  if (bytes === undefined) return undefined;
  const found = versions.find(({ version }) => version === bytes[0]);
  if (found === undefined) return undefined;
  return {
    ...(found.network !== undefined &&
      found.sharedWith === undefined && { network: found.network }),
    ...(isAllZero(bytes.subarray(1)) && { isZero: true }),
  };
}
