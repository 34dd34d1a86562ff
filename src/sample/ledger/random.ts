/** Repeatable pseudo-random numbers: xorshift with 128 bits of state (Marsaglia 2003). */
export class Random {
  #x: number;
  #y: number;
  #z: number;
  #w: number;

  /** @param seed any text; equal texts give equal numbers */
  constructor(seed: string) {
    this.#x = hashOf(seed, 1);
    this.#y = hashOf(seed, 2);
    this.#z = hashOf(seed, 3);
    // One word is kept odd, because an all-zero state would never change.
    this.#w = hashOf(seed, 4) | 1;
    // Similar seeds start alike; a few rounds spread them.
    for (let round = 0; round < 20; round += 1) this.#word();
  }

  /** From 0, below 1. */
  unit(): number {
    return (this.#word() >>> 0) / 2 ** 32;
  }

  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.unit() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.between(0, from.length - 1)] ?? from[0];
  }

  #word(): number {
    const t = this.#x ^ (this.#x << 11);
    this.#x = this.#y;
    this.#y = this.#z;
    this.#z = this.#w;
    this.#w = this.#w ^ (this.#w >>> 19) ^ t ^ (t >>> 8);
    return this.#w;
  }
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string, salt: number): number {
  let hash = Math.imul(0x811c9dc5 ^ salt, 0x01000193);
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash;
}
