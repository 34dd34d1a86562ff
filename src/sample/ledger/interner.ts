import { TextArena } from './textArena.ts';

const absent = -1;

/**
 * Numbers strings of Latin characters (up to U+00FF) from 0 in the order they come. Their characters
 * lie in one arena and the table is typed: a Map of a million hashes would take most of the memory
 * a ledger may use, and would keep the parts of the file alive that they were cut from.
 */
export class Interner {
  readonly #texts = new TextArena();
  #hashes = new Uint32Array(64);
  /** Open addressing with linear probing, at most half full; a power of two long. */
  #slots = new Int32Array(128).fill(absent);

  get size(): number {
    return this.#texts.size;
  }

  /** The number of this text, a new one if it is new. */
  intern(text: string): number {
    const hash = hashOf(text);
    const slot = this.#slotOf(text, hash);
    const known = this.#slots[slot] as number;
    return known === absent ? this.#add(text, hash, slot) : known;
  }

  /** The number of this text, or undefined if it never came. */
  find(text: string): number | undefined {
    const known = this.#slots[this.#slotOf(text, hashOf(text))] as number;
    return known === absent ? undefined : known;
  }

  #slotOf(text: string, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const entry = this.#slots[slot] as number;
      if (entry === absent || (this.#hashes[entry] === hash && this.#texts.holds(entry, text))) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  #add(text: string, hash: number, slot: number): number {
    if (this.size === this.#hashes.length) {
      this.#grow();
      slot = this.#slotOf(text, hash);
    }
    const entry = this.#texts.add(text);
    this.#hashes[entry] = hash;
    this.#slots[slot] = entry;
    return entry;
  }

  #grow(): void {
    const capacity = this.#hashes.length * 2;
    const hashes = new Uint32Array(capacity);
    hashes.set(this.#hashes);
    const slots = new Int32Array(capacity * 2).fill(absent);
    const mask = slots.length - 1;
    for (let entry = 0; entry < this.size; entry += 1) {
      let slot = (hashes[entry] as number) & mask;
      while (slots[slot] !== absent) slot = (slot + 1) & mask;
      slots[slot] = entry;
    }
    this.#hashes = hashes;
    this.#slots = slots;
  }
}

/** FNV-1a, 32 bits, with a final mix: its low bits alone are poor for strings that end alike. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}
