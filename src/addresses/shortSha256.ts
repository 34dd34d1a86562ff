/**
 * SHA-256 (FIPS 180-4) of messages that fit one block, which those of addresses do. A library's
 * general hash spends most of its time on objects and buffers: this has neither, and takes a third.
 */

const rounds = 64;

/** The first 32 bits after the point of roots of the first primes (sections 4.2.2 and 5.3.3). */
const constants = Int32Array.from(primes(rounds), (prime) => fraction(Math.cbrt(prime)));
const initial = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

function fraction(root: number): number {
  return Math.floor((root % 1) * 0x1_0000_0000) | 0;
}

/** The message schedule. Its first 16 words are the block. */
const schedule = new Int32Array(rounds);
const state = new Int32Array(8);

/**
 * The first four bytes of a SHA-256 of a SHA-256, as a signed number of 32 bits.
 *
 * @param length of the message in bytes: at most 55, a block without the end mark and the length
 */
export function doubleSha256(bytes: Uint8Array, length: number): number {
  schedule.fill(0, 0, 16);
  for (let at = 0; at < length; at++) putByte(at, bytes[at] ?? 0);
  putByte(length, 0x80);
  schedule[15] = length * 8;
  compress();
  schedule.set(state);
  schedule.fill(0, 8, 16);
  putByte(32, 0x80);
  schedule[15] = 32 * 8;
  compress();
  return state[0] ?? 0;
}

function putByte(at: number, byte: number): void {
  const word = at >> 2;
  schedule[word] = (schedule[word] ?? 0) | (byte << (24 - 8 * (at & 3)));
}

const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** Section 6.2.2, from the initial state. The letters are those of the standard. */
function compress(): void {
  for (let at = 16; at < rounds; at++) {
    const late = schedule[at - 2] ?? 0;
    const early = schedule[at - 15] ?? 0;
    const sigma1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    const sigma0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    schedule[at] = (sigma1 + (schedule[at - 7] ?? 0) + sigma0 + (schedule[at - 16] ?? 0)) | 0;
  }
  let a = initial[0] ?? 0;
  let b = initial[1] ?? 0;
  let c = initial[2] ?? 0;
  let d = initial[3] ?? 0;
  let e = initial[4] ?? 0;
  let f = initial[5] ?? 0;
  let g = initial[6] ?? 0;
  let h = initial[7] ?? 0;
  for (let at = 0; at < rounds; at++) {
    const sum1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const choice = g ^ (e & (f ^ g));
    const first = (h + sum1 + choice + (constants[at] ?? 0) + (schedule[at] ?? 0)) | 0;
    const sum0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const majority = (a & b) | (c & (a | b));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + sum0 + majority) | 0;
  }
  state[0] = a + (initial[0] ?? 0);
  state[1] = b + (initial[1] ?? 0);
  state[2] = c + (initial[2] ?? 0);
  state[3] = d + (initial[3] ?? 0);
  state[4] = e + (initial[4] ?? 0);
  state[5] = f + (initial[5] ?? 0);
  state[6] = g + (initial[6] ?? 0);
  state[7] = h + (initial[7] ?? 0);
}
