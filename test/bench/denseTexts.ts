/** Texts full of scanner input, without repetition. */
import { sha256 } from '@noble/hashes/sha2.js';
import { vectorLists } from '../detection/vectors.ts';

/** Of the smallest units, so that no two runs of the benchmark differ. */
const digits58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const digits32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const digits64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Pieces from numbered calls, up to a size in UTF-16 units. */
function joined(size: number, piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let length = 0, index = 0; length < size; index++) {
    const next = piece(index);
    pieces.push(next);
    length += next.length;
  }
  return pieces.join('');
}

/** Characters of an alphabet that depend on a number and on nothing else. */
function spelled(alphabet: string, length: number, index: number): string {
  let text = '';
  for (let part = 0; text.length < length; part++) {
    const hash = sha256(new TextEncoder().encode(`${index}.${part}`));
    for (const byte of hash) text += alphabet[byte % alphabet.length]!;
  }
  return text.slice(0, length);
}

export const filled = (piece: string, size: number): string =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/** The published addresses of each family, again and again. */
export function validTexts(size: number): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [family, lists] of Map.groupBy(vectorLists, (list) => list.family)) {
    const addresses = lists.flatMap(({ vectors }) => vectors.map(({ text }) => text));
    texts.set(family, filled(`${addresses.join(' ')} `, size));
  }
  return texts;
}

/** Texts that reach codecs and evidence, and contain no address, but for the short ones. */
export function hostileTexts(size: number): Map<string, string> {
  const base58 = (starts: readonly string[], length: number) =>
    joined(size, (index) => {
      const start = starts[index % starts.length]!;
      return `${start}${spelled(digits58, length - start.length, index)} `;
    });
  return new Map([
    ['wrong checksums: bitcoin', base58(['1', '3'], 34)],
    ['wrong checksums: testnets of bitcoin, dogecoin, litecoin', base58(['n', 'm', '2'], 34)],
    ['wrong checksums: dogecoin, dash, litecoin', base58(['D', '9', 'A', 'X', '7', 'M'], 34)],
    ['wrong checksums: tron', base58(['T'], 34)],
    ['wrong checksums: cardano', base58(['Ae2', 'Ddz'], 59)],
    [
      'wrong checksums: bech32',
      joined(size, (index) => {
        const start = ['bc1q', 'ltc1q', 'cosmos1', 'osmo1', 'addr1'][index % 5]!;
        const length = start === 'addr1' ? 98 : 38;
        return `${start}${spelled(digits32, length, index)} `;
      }),
    ],
    ['wrong checksums: ton', joined(size, (index) => `EQ${spelled(digits64, 46, index)} `)],
    [
      'base58 of 32 bytes, nothing names Solana',
      joined(
        size,
        (index) => `"${'23456789ABCDEFGH'[index % 16]}${spelled(digits58, 43, index)}" `,
      ),
    ],
    ['the shortest address, again and again', filled('bc1pfeessrawgf ', size)],
    ['the shortest address, joined', filled('bc1pfeessrawgf', size)],
    ['masks of 160 bits', filled(`0x${'f'.repeat(40)} `, size)],
  ]);
}
