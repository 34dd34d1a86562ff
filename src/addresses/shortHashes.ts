import { shortHashesBytes } from './shortHashesBytes.ts';
import { exportsOf } from './webAssembly.ts';

/** The exports of `shortHashes.wat`. Each replaces the block by its hash. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** @param length of the message in bytes */
  readonly blake2b: (length: number) => void;
  readonly sha512_256: () => void;
}

/** In bytes, of both hashes. */
const blockLength = 128;

/** In bytes: what SHA-512 adds to a message, an end mark and the length in bits (FIPS 180-4, 5.1.2). */
const paddingLength = 1 + 16;

interface Hashes extends Exports {
  readonly block: Uint8Array;
}

/** Created by the first hash, to keep activation fast. */
let hashes: Hashes | undefined;

/**
 * BLAKE2b-512 (RFC 7693) of a message that fits one block, which those of addresses do. The next
 * call overwrites the result.
 *
 * @param message at most 128 bytes
 */
export function blake2b512(message: Uint8Array): Uint8Array {
  const { block, blake2b } = blockOf(message, blockLength);
  blake2b(message.length);
  return block.subarray(0, 64);
}

/**
 * SHA-512/256 (FIPS 180-4) of a message that fits one block. The next call overwrites the result.
 *
 * @param message at most 111 bytes
 */
export function sha512_256(message: Uint8Array): Uint8Array {
  const { block, sha512_256: hash } = blockOf(message, blockLength - paddingLength);
  block[message.length] = 0x80;
  const bits = 8 * message.length;
  block[blockLength - 2] = bits >> 8;
  block[blockLength - 1] = bits;
  hash();
  return block.subarray(0, 32);
}

/** The hashes, with a message in their block, and zeros after it. */
function blockOf(message: Uint8Array, most: number): Hashes {
  if (message.length > most) throw new RangeError('The message does not fit one block.');
  hashes ??= createHashes();
  hashes.block.set(message);
  hashes.block.fill(0, message.length);
  return hashes;
}

function createHashes(): Hashes {
  const exports = exportsOf(Buffer.from(shortHashesBytes, 'base64')) as Exports;
  return { ...exports, block: new Uint8Array(exports.memory.buffer, 0, blockLength) };
}
