/** Texts of Latin characters (up to U+00FF) one after the other in one array, numbered from 0. */
export class TextArena {
  #size = 0;
  #characters = new Uint8Array(1024);
  /** Text n lies at `starts[n] .. starts[n + 1]`. */
  #starts = new Uint32Array(65);

  get size(): number {
    return this.#size;
  }

  holds(entry: number, text: string): boolean {
    const start = this.#starts[entry] as number;
    if ((this.#starts[entry + 1] as number) - start !== text.length) return false;
    for (let at = 0; at < text.length; at += 1) {
      if (this.#characters[start + at] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  /** Returns the number of the text. */
  add(text: string): number {
    const entry = this.#size;
    const start = this.#starts[entry] as number;
    const end = start + text.length;
    this.#reserve(entry + 2, end);
    for (let at = 0; at < text.length; at += 1) this.#characters[start + at] = text.charCodeAt(at);
    this.#starts[entry + 1] = end;
    this.#size += 1;
    return entry;
  }

  #reserve(starts: number, characters: number): void {
    if (starts > this.#starts.length) {
      const grown = new Uint32Array(this.#starts.length * 2 - 1);
      grown.set(this.#starts);
      this.#starts = grown;
    }
    if (characters > this.#characters.length) {
      const grown = new Uint8Array(Math.max(characters, this.#characters.length * 2));
      grown.set(this.#characters);
      this.#characters = grown;
    }
  }
}
