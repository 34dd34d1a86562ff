import { base64, hexadecimal } from '../text/characters.ts';
import { crc16 } from '../encodings/crc16.ts';
import { isAllZero, type Codec, type Reading, type Shape } from './codec.ts';
import { fileOf, type Evidence, type Source } from './source.ts';

/** TEP-2's raw form: a workchain (the basechain or the masterchain) and a hash of 32 bytes. */
const rawForm = /^(?:-1|0):[0-9a-fA-F]{64}$/;

interface Decoded {
  readonly isTestnet: boolean;
  readonly workchain: '0' | '-1';
  readonly hash: Uint8Array;
}

/**
 * TEP-2: a tag, a workchain, a hash, and a CRC-16 in 48 characters of base64, in either alphabet and
 * without padding. The raw form is the workchain in decimal and the hash in hex.
 */
export const ton: Codec = {
  family: 'ton',
  uriSchemes: [],
  shapes: [
    // The tags 0x11 and 0x51, plus 0x80 for test networks, before workchain 0 or -1.
    ...['E', 'U', 'k', '0'].flatMap((first) =>
      ['Q', 'f'].map((second): Shape => ({
        start: first + second,
        lengths: [48, 48],
        characters: base64,
      })),
    ),
    ...['0:', '-1:'].map((start): Shape => {
      const length = start.length + 64;
      return { start, lengths: [length, length], characters: hexadecimal, notAfter: ':.-' };
    }),
  ],
  read(token): Reading | undefined {
    if (rawForm.test(token)) return /:0+$/.test(token) ? { isZero: true } : {};
    const decoded = decode(token);
    if (decoded === undefined) return undefined;
    return {
      network: decoded.isTestnet ? 'ton-testnet' : 'ton',
      ...(isAllZero(decoded.hash) && { isZero: true }),
    };
  },
  canonical(token) {
    const decoded = decode(token);
    if (decoded === undefined) return token.toLowerCase();
    return `${decoded.workchain}:${Buffer.from(decoded.hash).toString('hex')}`;
  },
  // The raw form has none.
  checksumOf: (token) => (rawForm.test(token) ? 'none' : 'valid'),
  isOwnSource: isTonSource,
  keyLikeness: 'indexedHexKey',
  evidenceAgainstKey: tonEvidence,
};

function decode(token: string): Decoded | undefined {
  // An address uses one alphabet, never both.
  if (!/^(?:[0-9A-Za-z+/]{48}|[\w-]{48})$/.test(token)) return undefined;
  // A tag, a workchain, a hash of 32 bytes, and a checksum of two. Node reads both alphabets.
  const bytes = Buffer.from(token, 'base64');
  const [tag = 0, workchain = 0] = bytes;
  if (![0x11, 0x51].includes(tag & 0x7f) || (workchain !== 0 && workchain !== 0xff)) {
    return undefined;
  }
  // The checksum comes last, so that it leaves nothing of a correct address.
  if (crc16(bytes) !== 0) return undefined;
  return {
    isTestnet: (tag & 0x80) !== 0,
    workchain: workchain === 0 ? '0' : '-1',
    hash: bytes.subarray(2, 34),
  };
}

const nearby = { before: 400, after: 160 } as const;

/** Words that only TON has, and its name as a word or as a part of a name: `tonAddress`. */
const words =
  /[Tt]oncoin|TONCOIN|[Jj]etton|JETTON|[Tt]on(?:scan|viewer|center|[Cc]onnect|keeper|api|hub|lib|web)|[Ww]ork_?[Cc]hain|[Mm]aster[Cc]hain|[Bb]ase[Cc]hain|[Gg]et[Gg]ems|[Ee]verscale|\bTVM\b|(?<![A-Za-z])(?:ton|TON|Ton)(?![a-z])|[a-z]T(?:on|ON)(?![a-z])/;

/** Whether a file is about TON, judging by its path and its first lines. */
function isTonSource({ path = '', head = '' }: Source): boolean {
  return words.test(path) || words.test(head);
}

/**
 * Whether a text shows that `0:` and 64 digits are an address of TON. The raw form has no checksum,
 * and a private key with an index before it looks the same.
 */
function tonEvidence(text: string, source: Source | undefined): Evidence {
  let isOfFile: boolean | undefined;
  return (start, end) => {
    isOfFile ??= isTonSource(fileOf(text, source));
    return (
      isOfFile ||
      words.test(text.slice(Math.max(0, start - nearby.before), start)) ||
      words.test(text.slice(end, end + nearby.after))
    );
  };
}
