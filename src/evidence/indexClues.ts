import { clueIn, keysOf, type Keys, type Scope } from './keyClues.ts';
import { networkCalled } from '../networks/mentions.ts';
import { named } from '../networks/verdict.ts';
import type { Outline } from '../text/outline.ts';
import { back } from '../text/keys.ts';
import type { Clue } from './clue.ts';

/** In UTF-16 units, from the name of a map to the value that it gets. */
const reach = 240;

/** In UTF-16 units, with its brackets. */
const maxIndexLength = 48;

/** A value of a map: `feeds[LINEA][BSC] = …` has two indexes. */
interface Element {
  readonly map: string;
  readonly indexes: readonly string[];
}

/** The indexes of maps by network and by chain ID: `tokens[56]["DAI"] = 0x…`. */
export class IndexClues {
  readonly #scope: Scope;
  #maps: ReadonlyMap<string, Keys> | undefined;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** What the element says that the value at an offset is assigned to. */
  at(offset: number): Clue | undefined {
    const { outline, family } = this.#scope;
    if (family !== 'evm') return undefined;
    const element = elementBefore(outline.text, offset);
    if (element === undefined) return undefined;
    const [first = '', second = ''] = element.indexes;
    const key = keyIn(first);
    if (key !== undefined) {
      const keys = (this.#maps ??= mapsIn(outline)).get(element.map);
      const clue = keys && clueIn(key, keys, 'key', this.#scope);
      return clue && { ...clue, strength: 'structural' };
    }
    // `values[mainnet]["baseBridge"]`: the other index is what it is called there.
    const network =
      /^[a-z]\w*$/.test(first) && /^["'`]/.test(second) && networkCalled(first, family);
    if (network) {
      return { verdict: named(network, first), reason: 'key', isTouching: true };
    }
    // From one network to the other, as in a map by network in one.
    const [one, other] = element.indexes.filter((index) => /^[A-Z][A-Z\d_]*$/.test(index));
    if (one === undefined || other === undefined || one === other) return undefined;
    const [from, to] = [networkCalled(one, family), networkCalled(other, family)];
    if (to === undefined) return undefined;
    return from === undefined || from === to
      ? { verdict: { kind: 'outside', evidence: one }, reason: 'key', isClosed: true }
      : { verdict: { kind: 'several', networks: [from, to] }, reason: 'key', isClosed: true };
  }
}

/** `8453` or `base` of an index; undefined for a variable. */
const keyIn = (index: string): string | undefined => {
  const [, id, name] = /^(?:(\d[\d_]{0,14})|["'](\w[\w .-]{0,40})["'])$/.exec(index) ?? [];
  return id?.replaceAll('_', '') ?? name;
};

/** Maps, and what their first indexes are. */
function mapsIn({ text, blocks }: Outline): ReadonlyMap<string, Keys> {
  const indexes = new Map<string, Set<string>>();
  for (const [block, opening] of blocks.opens.entries()) {
    const end = blocks.closes[block] ?? 0;
    if (text.charCodeAt(opening) !== 0x5b || end - opening > maxIndexLength) continue;
    const key = keyIn(text.slice(opening + 1, end));
    if (key === undefined) continue;
    const map = text.slice(back(text, opening, Math.max(0, opening - reach), /\w/), opening);
    const known = indexes.get(map) ?? new Set();
    if (map !== '') indexes.set(map, known.add(key));
  }
  return new Map([...indexes].map(([map, found]) => [map, keysOf([...found])]));
}

/** Read backward from a value; undefined where it is assigned to no element of a map. */
function elementBefore(text: string, offset: number): Element | undefined {
  const from = Math.max(0, offset - reach);
  let at = back(text, offset, from, /["'`\s(]/);
  // `= address(0x…)`, `= common.HexToAddress("0x…")`
  if (text.charAt(at) === '(') at = back(text, back(text, at, from, /[\w.]/), from, /\s/);
  const sign = back(text, at, from, /=/);
  if (sign === at) return undefined;
  at = back(text, sign, from, /\s/);
  const member = back(text, at, from, /\w/);
  if (member < at && text.charAt(member - 1) === '.') at = member - 1;
  const indexes: string[] = [];
  while (text.charAt(at - 1) === ']') {
    const opening = from + text.slice(from, at).lastIndexOf('[');
    if (opening < from) return undefined;
    indexes.unshift(text.slice(opening + 1, at - 1).trim());
    at = opening;
  }
  const start = back(text, at, from, /\w/);
  return indexes.length === 0 || start === at ? undefined : { map: text.slice(start, at), indexes };
}
