import { networkCalled } from '../networks/mentions.ts';
import { named } from '../networks/verdict.ts';
import { startOfRun } from '../text/keys.ts';
import { lastName } from './kindOfKeys.ts';
import type { Scope } from './keyClues.ts';
import type { Clue } from './clue.ts';

/** In UTF-16 units: the text before a bracket, including the object that it belongs to. */
const nameReach = 60;

/** In UTF-16 units: from the bracket of a call to a comma before an address. */
const argumentReach = 120;

/** In UTF-16 units: the arguments of a longer call are not looked at. */
const maxCallLength = 400;

/** Don't read a table's keys beyond this. */
const maxKeys = 200;

/** `("base",`, `(base,`, `(chains.base,` */
const firstArgument =
  /\(\s{0,40}(?:["'`]([\w .-]{1,40})["'`]|([A-Za-z_$][\w$]{0,40}(?:(?:\.|::)[\w$]{1,40}){0,3}))\s{0,4},/y;

const index = /\[["'](\w[\w .-]{0,40})["']\]/y;

/** Parts of names for what is on another network than the one that names it, or is called like one. */
const otherParts =
  'l1 bridge gateway inbox portal messenger peer remote route send dest token coin asset price feed symbol label color delegate assert'.split(
    ' ',
  );

/** Functions whose first argument is a test's name, one of two networks, or arbitrary text. */
const otherCalls = new Set(
  'log it test describe expect emit pair swap mint transfer resolve'.split(' '),
);

function isOfOther(name: string): boolean {
  const lower = name.toLowerCase();
  const last = lower.slice(lower.lastIndexOf('.') + 1);
  return otherCalls.has(last) || otherParts.some((part) => lower.includes(part));
}

/**
 * Calls of one function, or elements of one map, that are each for a network: `set("base", 0x…)` beside
 * `set("arbitrum", 0x…)`, `vaults["base"] = 0x…`. They name it as words do, everyday ones too.
 */
export class NamedTables {
  readonly #scope: Scope;
  #tables: ReadonlySet<string> | undefined;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /**
   * The evidence in a call that has the address as an argument. @param block the innermost one
   * around it
   */
  ofCall(block: number, offset: number): Clue | undefined {
    const { text, blocks } = this.#scope.outline;
    const opening = blocks.opens[block] ?? -1;
    if (text.charCodeAt(opening) !== 0x28) return undefined;
    const from = Math.max(opening, offset - argumentReach);
    // `address(0x…)` is the argument.
    const isWrapped = from === opening && !text.slice(from, offset).includes(',');
    const call = isWrapped ? (blocks.parents[block] ?? -1) : block;
    const start = blocks.opens[call] ?? -1;
    const end = blocks.closes[call] ?? 0;
    if (text.charCodeAt(start) !== 0x28 || end - start > maxCallLength) return undefined;
    const key = keyAt(text, start);
    if (key === undefined) return undefined;
    const others = text
      .slice(start + 1, end)
      .split(',')
      .slice(1);
    // `route("ethereum", "base", 0x…)`
    if (others.some((other) => this.#networkIn(other) !== undefined)) return undefined;
    return this.of(`${nameBefore(text, start)}(`, key);
  }

  /** @param table the name of a function and `(`, or of a map and `[` */
  of(table: string, key: string): Clue | undefined {
    if (!(this.#tables ??= this.#tablesIn()).has(table)) return undefined;
    const network = networkCalled(key, this.#scope.family);
    if (network === undefined) return undefined;
    return { verdict: named(network, key), reason: 'key', strength: 'words', isClosed: false };
  }

  #networkIn(argument: string): string | undefined {
    return networkCalled(lastName(argument.replace(/["'`\s]/g, '')), this.#scope.family);
  }

  #tablesIn(): ReadonlySet<string> {
    const { text, blocks } = this.#scope.outline;
    const keys = new Map<string, Set<string>>();
    for (const opening of blocks.opens) {
      const key = keyAt(text, opening);
      const name = key === undefined ? '' : nameBefore(text, opening);
      if (key === undefined || name === '' || isOfOther(name)) continue;
      const table = name + text.charAt(opening);
      const known = keys.get(table) ?? new Set();
      if (known.size < maxKeys) keys.set(table, known.add(key));
    }
    const areNetworks = (names: ReadonlySet<string>): boolean =>
      names.size > 1 && [...names].every((name) => networkCalled(name, 'evm') !== undefined);
    return new Set([...keys].flatMap(([table, names]) => (areNetworks(names) ? [table] : [])));
  }
}

function keyAt(text: string, opening: number): string | undefined {
  const pattern = text.charCodeAt(opening) === 0x28 ? firstArgument : index;
  pattern.lastIndex = opening;
  const [, quoted, name] = pattern.exec(text) ?? [];
  return quoted ?? (name === undefined ? undefined : lastName(name));
}

const nameBefore = (text: string, opening: number): string =>
  text.slice(startOfRun(text, opening, Math.max(0, opening - nameReach), /[\w$.:]/), opening);
