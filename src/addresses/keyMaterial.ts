/**
 * What gives its finder somebody's funds. Whatever this module takes for a key is not looked up,
 * not logged and not sent; a hash that is refused with it is a small price.
 */
export type KeyShape = 'privateKey' | 'wif' | 'extendedKey' | 'solanaKey' | 'seedPhrase' | 'pem';

export interface KeyMaterial {
  readonly offset: number;
  readonly length: number;
  readonly shape: KeyShape;
}

interface Pattern {
  readonly shape: KeyShape;
  readonly pattern: RegExp;
  /** Whether only words before it make it a key rather than a hash. */
  readonly needsContext?: boolean;
}

const base58 = '[1-9A-HJ-NP-Za-km-z]';

const patterns: readonly Pattern[] = [
  // Sixty-four hex digits are a private key as easily as a hash; behind a workchain they are
  // TON's raw address, behind 24 zeros an EVM address in a word (a key has them once in 2⁹⁶).
  {
    shape: 'privateKey',
    pattern: /(?<![0-9A-Za-z]|(?:^|[^\w.-])(?:0|-1):)(?:0[xX])?[0-9a-fA-F]{64}(?![0-9A-Za-z])/g,
    needsContext: true,
  },
  // Base58Check of 33 or 34 bytes: Bitcoin's versions 0x80 and 0xef, those of its descendants. No
  // checksum is asked for: a key with a typing error is nearly a key. Both cases are, since bech32
  // has one.
  {
    shape: 'wif',
    pattern: new RegExp(
      `(?<![0-9A-Za-z])(?=[1-9A-Z]*[a-z])(?=[1-9a-z]*[A-Z])[5679cKLQTX]${base58}{50,51}(?![0-9A-Za-z])`,
      'g',
    ),
  },
  // BIP-38, encrypted with a passphrase.
  { shape: 'wif', pattern: new RegExp(`(?<![0-9A-Za-z])6P${base58}{56}(?![0-9A-Za-z])`, 'g') },
  // BIP-32 with the versions of SLIP-132: xprv, tprv, zprv and their likes.
  {
    shape: 'extendedKey',
    pattern: new RegExp(`(?<![0-9A-Za-z])(?:[a-zA-Z]prv|Ltpv|Mtpv|dgpv|drkv)${base58}{90,}`, 'g'),
  },
  // Sixty-four bytes, seed and public key: in base58 or as the array that its command line writes.
  {
    shape: 'solanaKey',
    pattern: new RegExp(`(?<![0-9A-Za-z])${base58}{86,88}(?![0-9A-Za-z])`, 'g'),
    needsContext: true,
  },
  { shape: 'solanaKey', pattern: /\[\s*(?:\d{1,3}\s*,\s*){63}\d{1,3}\s*,?\s*\]/g },
  { shape: 'pem', pattern: /-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----[^-]{0,8192}/g },
  // BIP-39 has 12 to 24 words of three to eight letters, Monero 25. The lists are long and in
  // many languages; a line of nothing but such words is what is looked for.
  {
    shape: 'seedPhrase',
    pattern: /(?<!\p{L})\p{Ll}{3,8}(?:[ \t]{1,3}\p{Ll}{3,8}){11,24}/gu,
    needsContext: true,
  },
];

const keyWords =
  /(?:priv(?:ate)?|secret|signing|deployer|signer|wallet|account|owner|relayer|operator|sender)[-_ ]?(?:key|pk|seed|phrase)|private|secret|mnemonic|seed|phrase|recovery|keypair|(?:^|[^a-z])(?:pk|sk|pkey|privkey)(?![a-z])|wallet\(|fromsecretkey/i;

/** As far as the name of a value stands before it. */
const contextLength = 160;

/**
 * Whether any part of a text could be a key. Without context, as an argument comes, everything
 * that may be one is.
 */
export function isKeyShaped(text: string): boolean {
  return patterns.some(({ pattern }) => {
    for (const [match] of text.matchAll(pattern)) {
      if (!isPaddedAddress(match)) return true;
    }
    return false;
  });
}

/** The key-shaped text under a caret; a lone hash is none without words that call it a key. */
export function keyMaterialAt(text: string, offset: number): KeyMaterial | undefined {
  for (const { pattern, shape, needsContext } of patterns) {
    for (const { 0: match, index } of text.matchAll(pattern)) {
      if (offset < index || offset > index + match.length) continue;
      if (needsContext === true && !isCalledKey(text, index)) continue;
      return { offset: index, length: match.length, shape };
    }
  }
  return undefined;
}

/** Whether the words on the line before a place, or on the line above, speak of a key. */
export function isCalledKey(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - contextLength), offset);
  return keyWords.test(before.split('\n').slice(-2).join('\n'));
}

function isPaddedAddress(match: string): boolean {
  return /^0[xX]0{24}(?!0{4})/.test(match);
}
