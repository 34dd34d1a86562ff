import { clueIn, keysOf, type Keys, type Scope } from './keyClues.ts';
import { keysAmong, lastName } from './kindOfKeys.ts';
import { joinedName } from '../networks/names.ts';
import { back, firstOf } from '../text/keys.ts';
import type { Clue } from './clue.ts';

/** In UTF-16 units: what is called before a bracket, with the object that it is called on. */
const calleeReach = 60;

/** First arguments beyond these say nothing more about a function. */
const maxFirsts = 200;

/**
 * A function whose calls are a table by network: `set("base", 0x…)` beside `set("arbitrum", 0x…)`.
 * Its first argument is a key then, as in a map.
 */
export class CallClues {
  readonly #scope: Scope;
  #calls: ReadonlyMap<string, Keys> | undefined;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** What the call says that an address is an argument of. @param block the innermost one around it */
  at(block: number, offset: number): Clue | undefined {
    const { text, blocks } = this.#scope.outline;
    const opening = blocks.opens[block] ?? -1;
    if (text.charCodeAt(opening) !== 0x28) return undefined;
    // `address(0x…)` is the argument.
    const isWrapped = !text.slice(opening, offset).includes(',');
    const call = isWrapped ? (blocks.opens[blocks.parents[block] ?? -1] ?? -1) : opening;
    const first = call === -1 ? undefined : firstOf(text, call);
    if (first === undefined) return undefined;
    const ofCallee = (this.#calls ??= callsIn(this.#scope)).get(calleeOf(text, call));
    const clue = ofCallee && clueIn(lastName(first.name), ofCallee, 'key', this.#scope);
    return clue && { ...clue, strength: clue.strength ?? 'structural' };
  }
}

function callsIn({ outline: { text, blocks } }: Scope): ReadonlyMap<string, Keys> {
  const firsts = new Map<string, Set<string>>();
  for (const opening of blocks.opens) {
    const first = text.charCodeAt(opening) === 0x28 ? firstOf(text, opening) : undefined;
    if (first === undefined) continue;
    const callee = calleeOf(text, opening);
    const known = firsts.get(callee) ?? new Set();
    if (callee !== '' && known.size < maxFirsts)
      firsts.set(callee, known.add(joinedName(lastName(first.name))));
  }
  const several = [...firsts].filter(([, keys]) => keys.size > 1);
  return new Map(several.map(([callee, keys]) => [callee, keysOf(keysAmong([...keys]))]));
}

const calleeOf = (text: string, opening: number): string =>
  text.slice(back(text, opening, Math.max(0, opening - calleeReach), /[\w$.:]/), opening);
