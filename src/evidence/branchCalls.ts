import type { Verdict } from '../networks/verdict.ts';
import { verdictOfIds } from './entryVerdicts.ts';
import { isTelling } from './kindOfKeys.ts';

/** `block.chainid == 8453) { config = getBaseConfig(`, `configs[BASE_CHAIN_ID] = getBaseConfig(` */
const branchCall =
  /(?:chain_?id ?===? ?(\w{1,60})\)?\s{0,4}\{?\s{0,40}(?:return |[\w.]{1,60} = )?|\[(\w{0,40}chain_?id|\d{3,15})\] = )(\w{1,60})\(/gi;

/** `uint256 constant BASE_CHAIN_ID = 8453` */
const constantId = /\b(\w{1,60}) ?= ?(\d{1,15})(?=[;\s])/g;

const functionHead = /\b(?:function|def|fn|func)\s{1,4}(\w{1,60})/;

/**
 * Functions that the branch of one chain ID calls, as in a `HelperConfig` of Foundry: the addresses
 * in such a function are on that network, whatever it is called.
 */
export class BranchCalls {
  readonly #text: string;
  #ids: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** What calls say of the function that a head begins. */
  of(head: string): Verdict | undefined {
    const name = functionHead.exec(head)?.[1];
    const ids = name === undefined ? undefined : (this.#ids ??= idsIn(this.#text)).get(name);
    return ids && verdictOfIds([...ids]);
  }
}

function idsIn(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const calls = [...text.matchAll(branchCall)];
  if (calls.length === 0) return found;
  const constants = new Map([...text.matchAll(constantId)].map(([, name, id]) => [name, id]));
  for (const [, compared, index, callee = ''] of calls) {
    const written = compared ?? index ?? '';
    // `routes[100] = native()`
    if (/^\d/.test(index ?? '') && !isTelling(written)) continue;
    const id = /^\d+$/.test(written) ? written : constants.get(written);
    const known = found.get(callee) ?? new Set();
    if (id !== undefined) found.set(callee, known.add(id));
  }
  return found;
}
