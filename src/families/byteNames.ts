import { identifiersBefore } from '../text/segments.ts';
import { setOf, wordsOf } from '../text/words.ts';

/** The meaning that a name gives to its bytes. */
type BytesKind = 'address' | 'other';

const addressWords = setOf('address addresses addr addrs');

/**
 * Any of these makes bytes something else: hashes, keys, code, and the accounts of other systems.
 * Without numbers: `sha1` and `hash160` have the words `sha` and `hash`.
 */
const otherWords = setOf(
  'hash hashes hashed digest digests sha keccak ripemd rmd checksum git commit oid tree blob revision ' +
    'key keys keyhash pubkey pubkeys privkey pub priv secret secrets seed seeds sig signature selector ' +
    'topic topics salt nonce root proof bytecode calldata data payload script opcode opcodes id ids uuid ' +
    'guid fingerprint thumbprint mac infohash peer password passphrase pass mnemonic entropy cookie ' +
    'challenge iv tag bitcoin btc p2pkh p2sh witness acc val cons validator bech base58 tron trx xrp ' +
    'ripple cosmos onion ip ipv host dns http email memory',
);

/** Address types whose names don't show it. */
const types = /^(?:[Hh]160|AccountId20)$/;

/** The meaning of one identifier, if any. */
export function wordKind(name: string): BytesKind | undefined {
  if (types.test(name)) return 'address';
  const words = wordsOf(name);
  if (words.some((word) => otherWords.has(word))) return 'other';
  return words.some((word) => addressWords.has(word)) ? 'address' : undefined;
}

/** How far before a value its names can be, in UTF-16 units, and how many brackets around it. */
const reach = 480;
const maxLevels = 5;

/** The meaning by the nearest meaningful name before bytes: the first of `namesBefore`. */
export function kindByNames(text: string, start: number): BytesKind | undefined {
  for (const name of namesBefore(text, start)) {
    const kind = wordKind(name);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** The names that apply to bytes, nearest first. */
export const namesBefore = (text: string, start: number): Generator<string> =>
  identifiersBefore(text, start, { floor: Math.max(0, start - reach), maxLevels });
