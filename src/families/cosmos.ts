import { bytesOfWords, decodeBech32 } from '../encodings/bech32.ts';
import { networks } from '../networks/networks.ts';
import { hasEvmKeys, registeredPrefixes } from '../networks/registry.ts';
import { evmAccount, hexOf, inLowerCase, isAllZero, type Codec, type Reading } from './codec.ts';

/** The suffixes of a prefix for a validator and for its consensus key (Cosmos SDK, ADR-28). */
const role = /val(?:oper|cons)$/;

const curated = new Map(
  networks.flatMap(({ name, bech32 }) => (bech32 === undefined ? [] : [[bech32, name] as const])),
);

/** Accounts have 20 bytes, modules and contracts 32: 32 or 52 characters, plus 6 of checksum. */
const afterPrefix = { account: 1 + 38, contract: 1 + 58 } as const;

/** In UTF-16 units, with its role. The longest registered prefix has eleven. */
const prefixLengths = { least: 2, most: 24 } as const;

/**
 * Bech32 (BIP-173) with a prefix of the Cosmos SDK, which names the network. There are hundreds of
 * prefixes, so the shape is the separator, which no prefix contains here.
 */
export const cosmos: Codec = {
  family: 'cosmos',
  uriSchemes: [],
  shapes: [
    {
      start: '',
      lengths: [
        prefixLengths.least + afterPrefix.account,
        prefixLengths.most + afterPrefix.contract,
      ],
      separators: [afterPrefix.account, afterPrefix.contract],
    },
  ],
  read(token) {
    const decoded = decodeBech32(token);
    if (decoded?.encoding !== 'bech32') return undefined;
    const bytes = bytesOfWords(decoded.words);
    if (bytes?.length !== 20 && bytes?.length !== 32) return undefined;
    const reading = readingOfPrefix(decoded.prefix.replace(role, ''));
    return reading && { ...reading, ...(isAllZero(bytes) && { isZero: true }) };
  },
  canonical: inLowerCase,
  account(token) {
    const { prefix = '', words = new Uint8Array() } = decodeBech32(token) ?? {};
    const bytes = bytesOfWords(words);
    // A contract exists on one network, and a consensus key doesn't belong to an account.
    if (bytes?.length !== 20 || prefix.endsWith('valcons')) return token.toLowerCase();
    const digits = hexOf(bytes);
    // Chains with `eth_secp256k1` keys (Ethermint) have the bytes of the EVM account. The others hash a
    // key as Bitcoin does, so it has the same bytes on all of them.
    return hasEvmKeys(prefix.replace(role, '')) ? evmAccount(digits) : `cosmos:${digits}`;
  },
  // A token without a network has a prefix that several networks share.
  placementOf: () => ({ isElsewhere: true }),
};

/**
 * The registry's prefixes are read only when the checksum is correct under a prefix outside the
 * table.
 */
function readingOfPrefix(prefix: string): Reading | undefined {
  const network = curated.get(prefix);
  if (network !== undefined) return { network };
  const registered = registeredPrefixes();
  if (!registered.has(prefix)) return undefined;
  const name = registered.get(prefix);
  return name === undefined ? {} : { network: name };
}
