import { bytesOfWords, decodeBech32 } from '../bech32.ts';
import { networks } from '../networks.ts';
import { inBothCases, inLowerCase, isAllZero, type Codec } from './codec.ts';

/** The suffixes of a prefix for a validator and for its consensus key (Cosmos SDK, ADR-28). */
const roles = ['', 'valoper', 'valcons'] as const;

const networkOf = new Map(
  networks.flatMap(({ name, bech32 }) =>
    bech32 === undefined ? [] : roles.map((role) => [bech32 + role, name] as const),
  ),
);

/** Accounts have 20 bytes, modules and contracts 32: 32 or 52 characters, plus 6 of checksum. */
const lengths = { least: 38, most: 58 } as const;

/** Bech32 (BIP-173) with a prefix from our table, which names the network. */
export const cosmos: Codec = {
  family: 'cosmos',
  uriSchemes: [],
  shapes: [...networkOf.keys()].flatMap((prefix) => {
    const before = prefix.length + 1;
    return inBothCases(`${prefix}1`, [before + lengths.least, before + lengths.most]);
  }),
  read(token) {
    const decoded = decodeBech32(token);
    if (decoded?.encoding !== 'bech32') return undefined;
    const network = networkOf.get(decoded.prefix);
    const bytes = bytesOfWords(decoded.words);
    if (network === undefined || (bytes?.length !== 20 && bytes?.length !== 32)) return undefined;
    return { network, ...(isAllZero(bytes) && { isZero: true }) };
  },
  canonical: inLowerCase,
};
