import type { Verdict } from '../networks/verdict.ts';
import { isInComment } from './entries.ts';
import { verdictOfIds } from './entryVerdicts.ts';
import { isTelling } from './kindOfKeys.ts';

/**
 * `if (block.chainid == 8453) { config = getBaseConfig(`, `configs[BASE_CHAIN_ID] = getBaseConfig(`: with
 * one ID, of the network that the code runs on, and the call at the beginning of the branch.
 */
const branchCall =
  /(?:\bif ?\( ?(?:block\.|this\.)?_?chain_?id ?===? ?(\w{1,60}) ?\)\s{0,4}\{?\s{0,40}(?:return |[\w.]{1,60} = )?|\[(\w{0,40}chain_?id|\d{3,15})\] = )(\w{1,60})\(/gi;

/** `uint256 constant BASE_CHAIN_ID = 8453;` */
const assignment = /\b(\w{1,60}) ?= ?(?:(\d{1,15})(?=[;,\s)]))?(?!=)/g;

const call = /\b(\w{1,60})\(/g;

const definition = /\b(?:function|def|fn|func)\s{1,4}(\w{1,60})/g;

/**
 * Functions that nothing calls but the branches of chain IDs, as in a `HelperConfig` of Foundry: the
 * addresses in such a function are on that network, whatever it is called.
 */
export class BranchCalls {
  readonly #text: string;
  #verdicts: ReadonlyMap<string, Verdict> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The network that calls imply for the function with this head. */
  of(head: string): Verdict | undefined {
    const [first] = head.matchAll(definition);
    const name = first?.[1];
    return name === undefined ? undefined : (this.#verdicts ??= verdictsIn(this.#text)).get(name);
  }
}

function verdictsIn(text: string): ReadonlyMap<string, Verdict> {
  const ids = new Map<string, Set<string>>();
  /** How often other code calls each function. */
  const others = new Map<string, number>();
  const count = (name: string, by: number): unknown =>
    others.set(name, (others.get(name) ?? 0) + by);
  const calls = [...text.matchAll(branchCall)];
  if (calls.length === 0) return new Map();
  const constants = constantsIn(text);
  for (const { 1: compared, 2: at, 3: callee = '', index } of calls) {
    const written = compared ?? at ?? '';
    const id = /^\d+$/.test(written) ? written : constants.get(written);
    // `routes[100] = native()`
    const isPlace = at !== undefined && /^\d/.test(at) && !isTelling(at);
    if (id === undefined || isPlace || isInComment(text, index)) continue;
    ids.set(callee, (ids.get(callee) ?? new Set()).add(id));
    count(callee, -1);
  }
  for (const [, name = ''] of text.matchAll(call)) if (ids.has(name)) count(name, 1);
  for (const [, name = ''] of text.matchAll(definition)) if (ids.has(name)) count(name, -1);
  const found = new Map<string, Verdict>();
  for (const [name, own] of ids) {
    const verdict = verdictOfIds([...own]);
    if (verdict !== undefined && others.get(name) === 0) found.set(name, verdict);
  }
  return found;
}

/** Names that get one number, and nothing else. */
function constantsIn(text: string): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const [, name = '', id] of text.matchAll(assignment)) {
    found.set(name, found.has(name) && found.get(name) !== id ? undefined : id);
  }
  return found;
}
