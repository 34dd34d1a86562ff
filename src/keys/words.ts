import type { Span } from '../text/span.ts';
import { setOf, wordsOf } from '../text/words.ts';

/** A value that may be a key. */
export interface Place extends Span {
  readonly text: string;
  /** The offset at which the search backward stops. */
  readonly floor: number;
  /** Whether the value has exactly the size of a key, so that a bare `key` names it. */
  readonly isKeySized?: boolean;
  /** Whether it is too short for a key: it can only be a piece of one. */
  readonly isHalf?: boolean;
}

/** The kind of value that a name or a phrase means. */
export type NameKind = 'key' | 'address';

/** Each of these words suffices: no address has such a name. */
const keyNouns = setOf(
  'mnemonic mnemonics privkey privkeys prvkey prvkeys pvtkey privatekey privatekeys secretkey ' +
    'secretkeys seckey seckeys signingkey keypair keypairs seedphrase seedphrases seedwords wif wifs ' +
    'xprv xpriv tprv yprv zprv nsec pvk pvks privk prvk prv priv passphrase passphrases ' +
    'prikey privatkey privtkey prvtkey seedkey phrase phrases password passwd masterkey spendkey pk pks sk sks pkey pkeys importprivkey',
);

/** Also inside of a word without boundaries: `mysecretkey`. */
const gluedNouns = [
  'privatekey',
  'privkey',
  'prvkey',
  'secretkey',
  'seedphrase',
  'mnemonic',
  'keypair',
];

/** Words that turn the word `key` after them into the name of a key. */
const keyModifiers = setOf(
  'private priv pri prv pvt prvt privat seed secret sec signing sign master spend spending view viewing wallet wallets ' +
    'deployer signer owner relayer operator sender minter keeper bot payer faucet hot cold funding ' +
    'admin eth evm btc sol solana near sui ed25519 secp256k1 hd decryption recovery backup restore ' +
    'import imported unlock hex raw extended',
);

/** Words that turn `phrase`, `words`, and plural seeds after them into the name of a key. */
const seedModifiers = setOf(
  'seed recovery mnemonic secret backup wallet wallets wif private master hd bip39 my account ' +
    'accounts user users test key keys solana sol eth evm btc',
);

/** Seeds of derived addresses and seed rounds of sales share the word with keys. */
const otherSeeds = setOf('vault pda pool program bump mint escrow market state config salt');

/** Names that end in one of these mean something else, whatever precedes it. */
const addressNouns = setOf(
  'address addresses addr addrs pubkey pubkeys publickey publickeys holder holders hash',
);

/** Words that can follow a key's noun without a change of meaning. */
const suffixes = setOf(
  'hex string str base58 bs58 b58 bytes encoded value values raw env var data array arr list arg ' +
    'param input default main test dev prod local testnet mainnet devnet alice bob carol charlie ' +
    'dave eve user one two first second a b c x y old new backup cold hot literal text buf buffer ' +
    'uint8array u8 b64 base64 json phrase is was the my',
);

const prepositions = setOf('of for from to by with at in on into');

/** Words that introduce a key's owner: `the private key of 0x…`. */
const ownerships = setOf('of for to at by');

/** The same in comments in other languages. */
const foreignPhrases = (
  '私钥|密钥|秘钥|비밀키|시크릿키|プライベートキー|シークレットキー|私鑰|秘密鍵|助记词|助記詞|개인키|니모닉|시드 구문|' +
  '시드 문구|ニーモニック|シードフレーズ|リカバリーフレーズ|种子短语|種子短語|приватный ключ|clave privada|clé privée'
).split('|');

/** The same in code, in any case style and without accents: `clavePrivada`, `секретныйКлюч`. */
const foreignNames =
  /(?:chave|clave|llave|cl[eé]f?|chiave|kunci)[\s_-]?priv|priv\w{0,4}[\s_-]?schl(?:ü|ue)ssel|(?:секретн|приватн|закрыт)[а-яё]{1,4}[\s_-]?ключ|frase[\s_-]?(?:semilla|seme(?:nte)?|mnem|(?:de|di)[\s_-]recuper)|pala(?:v|b)ras[\s_-]?(?:semilla|semente)|мнемони|(?:сид|seed)[\s_-]?(?:фраз|fráz)/i;

function isForeignKey(text: string): boolean {
  return foreignPhrases.some((phrase) => text.includes(phrase)) || foreignNames.test(text);
}

/** In UTF-16 units: longer text is not a name. */
const longest = 400;

/**
 * The kind of value that a name in any case style, or a phrase, means. The last noun decides.
 * Undefined for neither.
 *
 *  @param isExact whether unknown words after the noun change the meaning, as in a heading or a
 * class name
 */
export function kindOfName(name: string, isExact = false): NameKind | undefined {
  if (name.length > longest) return undefined;
  if (isForeignKey(name)) return 'key';
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === undefined || ownerships.has(last)) return undefined;
  const noun = lastKeyNoun(words);
  if (noun !== -1) {
    const rest = words.slice(noun + 1);
    if (rest.some((_, at) => isAddressAt(rest, at))) return 'address';
    if (!isExact || rest.every((word) => suffixes.has(word))) return 'key';
    return undefined;
  }
  if (words.some((_, at) => isAddressAt(words, at))) return 'address';
  return isWeakKey(words) ? 'key' : undefined;
}

/**
 * Names that mean a key only if the value has a key's size and the name has no other word. Excludes
 * `wallet` and `signer`, which nearly always name an address.
 */
const bareNouns = setOf('key keys');

export function isBareKey(name: string): boolean {
  if (name.length > 8) return false;
  const words = wordsOf(name);
  return words.length === 1 && bareNouns.has(words[0] ?? '');
}

const contractNouns = setOf(
  'factory manager registry nft nfts token tokens vault router proxy module controller contract contracts ' +
    'impl implementation verifier validator storage oracle handler adapter provider resolver',
);

/** `passwordManager`, `keypairFactory`, `MNEMONIC_NFT`: a contract that is about keys. */
export function isContractOfKeys(name: string): boolean {
  const words = wordsOf(name);
  const noun = lastKeyNoun(words);
  let last = words.length - 1;
  while (last > noun && suffixes.has(words[last] ?? '')) last--;
  return noun !== -1 && last > noun && contractNouns.has(words[last] ?? '');
}

const roles = setOf('deployer signer owner relayer operator sender minter keeper payer admin');

/** `signerKey`, `OWNER_KEY`: the key of a role, with no other word that makes it private. */
export function isRoleKey(name: string): boolean {
  const words = wordsOf(name);
  return (
    words.length === 2 && roles.has(words[0] ?? '') && (words[1] === 'key' || words[1] === 'keys')
  );
}

/**
 * The result that a called function makes of its argument: `fromSecretKey`, `walletFromSeed`,
 * `from_key`.
 */
export function kindOfCallee(name: string): NameKind | undefined {
  const words = wordsOf(name);
  const from = words.indexOf('from');
  const source = from === -1 ? [] : words.slice(from + 1);
  if (source[0] === 'key') return 'key';
  return (source.length > 0 ? kindOfName(source.join(' ')) : undefined) ?? kindOfName(name);
}

/** `secret, do not commit`. */
const warning =
  /(?:secret|private|key)\b.{0,24}(?:do not|don.t|never) (?:commit|share|lose|leak|publish|check in)/i;

/** The meaning of running text, which is about the first thing that it mentions. */
export function kindOfProse(text: string): NameKind | undefined {
  if (isForeignKey(text) || warning.test(text)) return 'key';
  const words = wordsOf(text.slice(0, longest));
  for (let at = 0; at < words.length; at++) {
    if (isAddressAt(words, at)) return 'address';
    if (isNounAt(words, at) || words[at] === 'entropy') {
      return isAddressAt(words, at + 1) ? 'address' : 'key';
    }
  }
  return isWeakKey(words) ? 'key' : undefined;
}

/** A bare `public` can also be a field's visibility. */
function isAddressAt(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  if (word !== 'public' && word !== 'pub') return addressNouns.has(word);
  const next = words[at + 1] ?? 'key';
  return next === 'key' || next === 'keys';
}

/**
 * The offset of the last word that means a key, by itself or with the previous word; -1 for none.
 */
function lastKeyNoun(words: readonly string[]): number {
  for (let at = words.length - 1; at >= 0; at--) if (isNounAt(words, at)) return at;
  return -1;
}

function isNounAt(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  const previous = words[at - 1] ?? '';
  if (keyNouns.has(word)) return word !== 'priv' || words.length === 1;
  if (word === 'key' || word === 'keys') {
    return keyModifiers.has(previous) && words[at - 2] !== 'non';
  }
  if (word === 'pair' || word === 'pairs') return previous === 'key';
  if (word === 'words') return seedModifiers.has(previous);
  if (word === 'import' || word === 'recover')
    return previous === 'wallet' || previous === 'keygen';
  return word.length > 7 && gluedNouns.some((noun) => word.includes(noun));
}

/**
 * `secret`, `seed`, `entropy`, and `private` are adjectives too: only at the end of a name are they
 * keys. `entropyV1Factory` is a contract.
 */
function isWeakKey(words: readonly string[]): boolean {
  let at = words.length - 1;
  while (at > 0 && suffixes.has(words[at] ?? '')) at--;
  const word = words[at] ?? '';
  const previous = words[at - 1] ?? '';
  if (word === 'priv' || word === 'privs' || word === 'entropy') return true;
  // A validator's withdrawal credentials are an address.
  if (word === 'credentials') return previous !== 'withdrawal';
  if (word === 'secret' || word === 'secrets') return true;
  if (word === 'private' || word === 'privates') return at === 0;
  if (word === 'seed') return !otherSeeds.has(previous);
  if (word === 'seeds')
    return at === 0 || seedModifiers.has(previous) || prepositions.has(previous);
  return false;
}
