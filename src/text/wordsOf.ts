/** A set of the words of a list. */
export const setOf = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/**
 * Words in lower case: the same for `SOLANA_PRIVATE_KEY`, `solanaPrivateKey`, and `solana
 * private-key`.
 */
export function wordsOf(name: string): string[] {
  const words: string[] = [];
  let start = -1;
  const cut = (end: number): void => {
    if (start !== -1) words.push(name.slice(start, end).toLowerCase());
    start = -1;
  };
  for (let at = 0; at < name.length; at++) {
    const kind = kindAt(name, at);
    const previous = kindAt(name, at - 1);
    if (kind === 0) {
      cut(at);
      continue;
    }
    const isHump = kind === 2 && previous === 1;
    // In `RPCKey`, the last capital starts a word.
    const isLastCapital = kind === 2 && previous === 2 && kindAt(name, at + 1) === 1;
    const isPluralOfCapitals =
      isLastCapital && name.charAt(at + 1) === 's' && kindAt(name, at + 2) !== 1;
    if (isHump || (isLastCapital && !isPluralOfCapitals)) cut(at);
    if (start === -1) start = at;
  }
  cut(name.length);
  // A number only counts: `privateKey1` and `PRIVATE_KEY_2` are private keys.
  return words.map(withoutNumber).filter((word) => word !== '');
}

/** The curve and the encodings keep their digits. */
function withoutNumber(word: string): string {
  if (/^(?:ed25519|secp256k1|b(?:s|ase)?58|b(?:ase)?64|bip39|uint8array|u8)$/.test(word))
    return word;
  let end = word.length;
  while (end > 0 && isDigit(word.charCodeAt(end - 1))) end--;
  let start = 0;
  while (start < end && isDigit(word.charCodeAt(start))) start++;
  return word.slice(start, end);
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** 0 for characters between words, 1 for lower case and digits, 2 for capitals. */
function kindAt(name: string, at: number): 0 | 1 | 2 {
  const code = name.charCodeAt(at);
  if ((code >= 0x61 && code <= 0x7a) || isDigit(code)) return 1;
  if (code >= 0x41 && code <= 0x5a) return 2;
  return 0;
}
