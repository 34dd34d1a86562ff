import { isCount, isTelling } from './kindOfKeys.ts';
import type { Scope } from './keyClues.ts';
import { verdictOfId } from './entryVerdicts.ts';
import { networkCalled } from '../networks/mentions.ts';
import { named } from '../networks/verdict.ts';
import { startOfRun } from '../text/keys.ts';
import type { NamedTables } from './namedTables.ts';
import type { Clue } from './clue.ts';

/** In UTF-16 units, from the name of a map to the value that it gets. */
const reach = 240;

/** A value of a map: `feeds[LINEA][BSC] = …` has two indexes. */
interface Element {
  readonly map: string;
  readonly indexes: readonly string[];
}

/** The indexes of maps by network and by chain ID: `tokens[56]["DAI"] = 0x…`. */
export class IndexClues {
  readonly #scope: Scope;
  readonly #tables: NamedTables;
  #byChainId: ReadonlySet<string> | undefined;

  constructor(scope: Scope, tables: NamedTables) {
    this.#scope = scope;
    this.#tables = tables;
  }

  /** Evidence in the element that the value at an offset is assigned to. */
  at(offset: number): Clue | undefined {
    const { outline, family, isSmallIdForeign } = this.#scope;
    if (family !== 'evm') return undefined;
    const element = elementBefore(outline.text, offset);
    if (element === undefined) return undefined;
    const id = element.indexes[0]?.replaceAll('_', '') ?? '';
    if (/^\d/.test(id)) {
      this.#byChainId ??= mapsByChainId(outline.text);
      if (!this.#byChainId.has(element.map)) return undefined;
      if (isSmallIdForeign && Number(id) < 256) return undefined;
      const verdict = verdictOfId(id);
      return { verdict, reason: 'chainId', strength: 'structural', isClosed: true };
    }
    const [first = '', second = ''] = element.indexes;
    const ofTable = this.#tables.of(`${element.map}[`, first.replace(/["']/g, ''));
    if (ofTable !== undefined) return ofTable;
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

/** The maps that have such an ID as their first index, and no indexes that count. */
function mapsByChainId(text: string): ReadonlySet<string> {
  const indexes = new Map<string, Set<string>>();
  for (const [, map = '', digits = ''] of text.matchAll(/\b(\w+)\[(\d[\d_]*)\]/g)) {
    const known = indexes.get(map) ?? new Set();
    indexes.set(map, known.add(digits.replaceAll('_', '')));
  }
  const maps = [...indexes].filter(([, ids]) => !isCount(ids) && [...ids].some(isTelling));
  return new Set(maps.map(([map]) => map));
}

/** Read backward from a value; undefined where it is assigned to no element of a map. */
function elementBefore(text: string, offset: number): Element | undefined {
  const from = Math.max(0, offset - reach);
  let at = startOfRun(text, offset, from, /["'`\s(]/);
  // `= address(0x…)`, `= common.HexToAddress("0x…")`
  if (text.charAt(at) === '(')
    at = startOfRun(text, startOfRun(text, at, from, /[\w.]/), from, /\s/);
  const sign = startOfRun(text, at, from, /=/);
  if (sign === at) return undefined;
  at = startOfRun(text, sign, from, /\s/);
  const member = startOfRun(text, at, from, /\w/);
  if (member < at && text.charAt(member - 1) === '.') at = member - 1;
  const indexes: string[] = [];
  while (text.charAt(at - 1) === ']') {
    const opening = from + text.slice(from, at).lastIndexOf('[');
    if (opening < from) return undefined;
    indexes.unshift(text.slice(opening + 1, at - 1).trim());
    at = opening;
  }
  const start = startOfRun(text, at, from, /\w/);
  return indexes.length === 0 || start === at ? undefined : { map: text.slice(start, at), indexes };
}
