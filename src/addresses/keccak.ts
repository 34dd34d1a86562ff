import { keccakBytes } from './keccakBytes.ts';
import { exportsOf } from './webAssembly.ts';

/** The exports of `keccak.wat`. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly hash: () => void;
}

/** In bytes: the rate of Keccak-256. */
const blockLength = 136;

type Hash = (message: Uint8Array) => Uint8Array;

/** Created by the first hash, to keep activation fast. */
let hashOf: Hash | undefined;

/**
 * Keccak-256 of a message that fits one block, which those of addresses do. The next call overwrites
 * the result.
 *
 * @param message at most 135 bytes
 */
export function keccak256(message: Uint8Array): Uint8Array {
  return (hashOf ??= createHash())(message);
}

function createHash(): Hash {
  const { memory, hash } = exportsOf(Buffer.from(keccakBytes, 'base64')) as Exports;
  const block = new Uint8Array(memory.buffer, 0, blockLength);
  const result = block.subarray(0, 32);
  return (message) => {
    if (message.length >= blockLength) throw new RangeError('The message does not fit one block.');
    block.fill(0, message.length);
    block.set(message);
    // The first and the last bit of the padding, which can be in one byte.
    block[message.length] = 1;
    block[blockLength - 1] = (block[blockLength - 1] ?? 0) | 0x80;
    hash();
    return result;
  };
}
