import { evmChecksumOf, evmSpellingOf, toEip55 } from '../encodings/evmChecksum.ts';
import { hexadecimal, isAll, isIn, isPrefixedAt } from '../text/characters.ts';
import { placeholderOf } from './placeholders.ts';
import { addressBytes, digitsOfBytes } from './byteList.ts';
import { evmAccount, type Codec, type Placement, type Reading, type Shape } from './codec.ts';
import { bytesEvidence, isOtherSystem } from './evmBytes.ts';

const length = 42;

const digits = 2 * addressBytes;

/** Ronin's own spelling, in place of `0x`. */
const roninPrefix = 'ronin:';

/** A 32-byte word that contains an address, as in event topics and storage. */
const word = { length: 66, zeros: '0'.repeat(24) } as const;

/**
 * How bridges of Cosmos start the name of a token, such as `peggy0x…`, and its network: Peggy and
 * Gravity, and FunctionX (`functionx/fx-core`, `getCrossChainMetadata`).
 */
const bridges: Readonly<Record<string, string>> = {
  peggy: 'ethereum',
  gravity: 'ethereum',
  eth: 'ethereum',
  bsc: 'bsc',
  polygon: 'polygon',
};

/**
 * `0x` or `0X` and 40 hex digits. The case of the letters is the checksum, and most addresses in
 * code have none, so `read` does not require it.
 */
export const evm: Codec = {
  family: 'evm',
  uriSchemes: ['ethereum'],
  shapes: [
    ...['0x', '0X'].flatMap((start): Shape[] => [
      { start, lengths: [length, length], characters: hexadecimal },
      { start: start + word.zeros, lengths: [word.length, word.length] },
    ]),
    {
      start: roninPrefix,
      lengths: [roninPrefix.length + digits, roninPrefix.length + digits],
      characters: hexadecimal,
    },
    // The string of a byte literal, such as `hex!("…")`.
    { start: '', lengths: [digits, digits], characters: hexadecimal },
    ...Object.entries(bridges).map(([bridge, network]): Shape => {
      const whole = bridge.length + length;
      return {
        start: `${bridge}0x`,
        lengths: [whole, whole],
        characters: hexadecimal,
        skipped: bridge.length,
        network,
      };
    }),
  ],
  read(token) {
    if (isEvm(token)) return {};
    if (isRonin(token)) return { network: 'ronin' };
    return isPadded(token) ? { isPadded: true } : undefined;
  },
  canonical: (token) => toEip55(plain(token)),
  account: (token) => evmAccount(plain(token).slice(2)),
  readShaped(token) {
    if (token.length === digits) return readBytes(token);
    return noAccount.test(token)
      ? undefined
      : token.startsWith(roninPrefix)
        ? { network: 'ronin' }
        : {};
  },
  readBytes,
  checksumOf: (token) => evmChecksumOf(plain(token)),
  placementOf: (token) => placementByCase(plain(token)),
  placeholderOf: (token) => placeholderOf(plain(token)),
  evidenceIn(scanned) {
    const { text } = scanned;
    const areAddress = bytesEvidence(scanned);
    return (start, end) =>
      end - start === length || isSpelledOut(text, start)
        ? !isPushed(text, start)
        : areAddress(start, end);
  },
  isOwnSource: (source) => !isOtherSystem(source),
  keyLikeness: 'hexHalf',
  // EIP-681: `ethereum:0x…@137`.
  caip2InUri: (after) => `eip155:${/^@(\d+)/.exec(after)?.[1] ?? '1'}`,
  hasChainIds: true,
  usesDefaultChain: true,
};

/** Twenty bytes as a list, or as the digits of a byte literal. */
function readBytes(token: string): Reading | undefined {
  const bytes = token.includes(',') ? digitsOfBytes(token) : token;
  return bytes === undefined || noAccount.test(`0x${bytes}`) ? undefined : { isBytes: true };
}

/** Whether a token isn't a byte literal: it starts with `0x` and has more than one byte. */
const isSpelledOut = (text: string, start: number): boolean =>
  text.charCodeAt(start) === 0x72 ||
  ((text.charCodeAt(start + 1) | 0x20) === 0x78 &&
    isIn(hexadecimal, text, start + 3) &&
    isIn(hexadecimal, text, start + 4));

/** `HASH160 20 0x…` in a script of Bitcoin and `PUSH20 0x…` in a listing of opcodes: any twenty bytes. */
function isPushed(text: string, start: number): boolean {
  if (text.charCodeAt(start - 1) !== 0x20) return false;
  const last = text.charCodeAt(start - 2);
  if (last !== 0x34 && last !== 0x30) return false;
  return pushed.test(text.slice(Math.max(0, start - 16), start));
}

const pushed = /(?<![\w.])(?:0x14|PUSH20|push20|(?:OP_)?HASH160(?: 20)?) $/;

/**
 * Twenty bytes of no account: the mask of 160 bits, which no compiler accepts as an address, and how the
 * code of a minimal proxy (EIP-1167) ends right before the address that it calls.
 */
const noAccount = /^.{2}f+$|363d73$/i;

function isEvm(token: string): boolean {
  return (
    token.length === length &&
    isPrefixedAt(token, 0) &&
    isAll(hexadecimal, token, 2, length) &&
    !noAccount.test(token)
  );
}

function isRonin(token: string): boolean {
  const start = roninPrefix.length;
  return (
    token.length === start + digits &&
    token.startsWith(roninPrefix) &&
    isAll(hexadecimal, token, start, token.length)
  );
}

/**
 * Small numbers, masks, and flags are padded too. So the address must not start with zeros, and
 * its digits must vary.
 */
function isPadded(token: string): boolean {
  if (token.length !== word.length || !isPrefixedAt(token, 0) || !token.startsWith(word.zeros, 2)) {
    return false;
  }
  const own = token.slice(-digits).toLowerCase();
  if (!isAll(hexadecimal, own, 0, digits) || own.startsWith('0000')) return false;
  return new Set(own).size >= 8;
}

/** `0x` and the digits of the address, however the token is written. */
function plain(token: string): string {
  // Lists of bytes are longer.
  if (token.length === length) return token;
  if (token.includes(',')) return `0x${digitsOfBytes(token) ?? ''}`;
  return `0x${token.slice(-digits)}`;
}

/** EIP-1191 and Zilliqa have spellings of their own. */
function placementByCase(address: string): Placement | undefined {
  const { network } = evmSpellingOf(address);
  return network === undefined ? undefined : { certain: network };
}
