import { decodeBase58Check } from '../encodings/base58.ts';
import { bytesOfWords, decodeBech32 } from '../encodings/bech32.ts';
import { inBothCases, isAllZero, readingOf, type Codec, type Reading } from './codec.ts';

/** Descendants of Zcash with the same version bytes. */
const descendants = 'zclassic zcl bitcoinz btcz hush snowgem votecoin zelcash flux'.split(' ');

/** Transparent addresses (Zcash Protocol Specification, section 5.6.1.1): two bytes of version. */
const versions = new Map([
  [0x1cb8, 'zcash'],
  [0x1cbd, 'zcash'],
  [0x1d25, 'zcash-testnet'],
  [0x1cba, 'zcash-testnet'],
]);

/** How they start. `t1`, `t3`, `tm`, `t2`: keys and scripts of both networks. */
const starts = ['t1', 't3', 'tm', 't2'] as const;

interface Kind {
  readonly network: string;
  readonly encoding: 'bech32' | 'bech32m';
  /** In bytes. */
  readonly lengths: readonly [least: number, most: number];
}

const sapling = { encoding: 'bech32', lengths: [43, 43] } as const;
/** ZIP-320. */
const transparentOnly = { encoding: 'bech32m', lengths: [20, 20] } as const;
/** ZIP-316: at least one receiver with a shielded pool, and 16 bytes of padding. */
const unified = { encoding: 'bech32m', lengths: [48, 160] } as const;

/** Prefixes of the main network and the test networks. Keys have others: `zxviews`, `uview`. */
const kinds: Readonly<Record<string, Kind>> = {
  zs: { network: 'zcash', ...sapling },
  ztestsapling: { network: 'zcash-testnet', ...sapling },
  tex: { network: 'zcash', ...transparentOnly },
  textest: { network: 'zcash-testnet', ...transparentOnly },
  u: { network: 'zcash', ...unified },
  utest: { network: 'zcash-testnet', ...unified },
};

/** Characters of bytes in words of five bits, with the six of the checksum. */
const encodedLength = (bytes: number): number => Math.ceil((bytes * 8) / 5) + 6;

/** Transparent addresses in Base58Check, and shielded and unified ones in bech32. */
export const zcash: Codec = {
  family: 'zcash',
  uriSchemes: ['zcash'],
  shapes: [
    ...starts.map((start) => ({ start, lengths: [35, 35] as const })),
    ...Object.entries(kinds).flatMap(
      ([
        prefix,
        {
          lengths: [least, most],
        },
      ]) =>
        inBothCases(`${prefix}1`, [
          prefix.length + 1 + encodedLength(least),
          prefix.length + 1 + encodedLength(most),
        ]),
    ),
  ],
  read: (token) => (token.length === 35 ? readTransparent(token) : readBech32(token)),
  canonical: (token) => (token.length === 35 ? token : token.toLowerCase()),
  placementOf: (token) => {
    const usual = token.length === 35 ? transparentNetwork(token) : undefined;
    return usual === undefined ? undefined : { usual, sharedWith: descendants };
  },
};

function readTransparent(token: string): Reading | undefined {
  const bytes = decodeBase58Check(token, 22);
  if (bytes === undefined || networkOfVersion(bytes) === undefined) return undefined;
  return readingOf(undefined, isAllZero(bytes, 2));
}

function transparentNetwork(token: string): string | undefined {
  const bytes = decodeBase58Check(token, 22);
  return bytes && networkOfVersion(bytes);
}

const networkOfVersion = ([first = 0, second = 0]: Uint8Array): string | undefined =>
  versions.get((first << 8) | second);

function readBech32(token: string): Reading | undefined {
  const decoded = decodeBech32(token);
  if (decoded === undefined || !Object.hasOwn(kinds, decoded.prefix)) return undefined;
  const kind = kinds[decoded.prefix];
  if (kind?.encoding !== decoded.encoding) return undefined;
  const bytes = bytesOfWords(decoded.words);
  if (bytes === undefined) return undefined;
  const [least, most] = kind.lengths;
  if (bytes.length < least || bytes.length > most) return undefined;
  return readingOf(kind.network, isAllZero(bytes));
}
