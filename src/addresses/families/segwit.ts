import { bytesOfWords, decodeBech32 } from '../bech32.ts';
import { inBothCases, isAllZero, type Reading, type Shape } from './codec.ts';

/** From the shortest, a program of two bytes (BIP-141), to the longest, one of forty. */
const payloadLengths = { least: 11, most: 71 } as const;

/** Human-readable parts of segregated witness addresses and the networks that they name. */
export type SegwitNetworks = Readonly<Record<string, string>>;

export function segwitShapes(networks: SegwitNetworks): Shape[] {
  return Object.keys(networks).flatMap((prefix) => {
    const before = prefix.length + 1;
    return inBothCases(`${prefix}1`, [before + payloadLengths.least, before + payloadLengths.most]);
  });
}

/** BIP-173 for version 0, BIP-350 for all above; the lengths of programs are BIP-141's. */
export function readSegwit(token: string, networks: SegwitNetworks): Reading | undefined {
  const decoded = decodeBech32(token);
  if (decoded === undefined || !Object.hasOwn(networks, decoded.prefix)) return undefined;
  const [version] = decoded.words;
  if (version === undefined || version > 16) return undefined;
  if (decoded.encoding !== (version === 0 ? 'bech32' : 'bech32m')) return undefined;
  const program = bytesOfWords(decoded.words.subarray(1));
  if (program === undefined || program.length < 2 || program.length > 40) return undefined;
  if (version === 0 && program.length !== 20 && program.length !== 32) return undefined;
  const network = networks[decoded.prefix];
  return {
    ...(network !== undefined && { network }),
    ...(isAllZero(program) && { isZero: true }),
  };
}

/**
 * A segregated witness address in lower case, everything else as it stands: to be told by reading,
 * as a base58 address can begin like the one in the case that the other never has.
 */
export function canonicalOrSegwit(token: string, networks: SegwitNetworks): string {
  return readSegwit(token, networks) === undefined ? token : token.toLowerCase();
}
