import { blockAt, lastBefore } from '../text/blocks.ts';
import { mayBeNetwork } from './entryVerdicts.ts';
import { headOf } from '../text/keys.ts';
import type { Outline } from '../text/outline.ts';
import type { Scope } from './keyClues.ts';
import { lastName } from './kindOfKeys.ts';
import { networkCalled, networkOfChainId } from '../networks/mentions.ts';
import { single, type Verdict } from '../networks/verdict.ts';
import type { Clue } from './clue.ts';

/** `case ChainId.BASE:`, `default:`, and in a match of Rust `NamedChain::Base =>`. */
const label =
  /\bcase[ \t]{1,4}([^\n:;{]{1,80}(?:::\w{1,40})?)[ \t]{0,2}:(?!:)|\bdefault[ \t]{0,2}:| =>(?<=^[ \t]{0,40}([\w"'][\w:|"'. ]{0,80}) =>)/gm;

/** Whether a switch, or its type, is about networks. */
const isOfNetworks = /chain|network/i;

/** Of labels in a row: two networks of them ask already. */
const maxValues = 16;

interface Labels {
  readonly starts: number[];
  readonly ends: number[];
  /** The values of each, with adjacent labels. */
  readonly values: (readonly string[])[];
}

/** Case labels. Each is the key of the code up to the next label in its block. */
export class CaseLabels {
  readonly #scope: Scope;
  #ofBlocks: ReadonlyMap<number, Labels> | undefined;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** The evidence of the case that contains an offset. */
  at(block: number, offset: number): Clue | undefined {
    const labels = (this.#ofBlocks ??= labelsIn(this.#scope.outline)).get(block);
    if (labels === undefined) return undefined;
    const last = lastBefore(labels.ends, offset + 1);
    const values = labels.values[last];
    // `case token == "0x…" && chain == FANTOM:` is not in the case before it.
    const isInLabel = (labels.starts[last + 1] ?? Infinity) < offset;
    if (values === undefined || isInLabel) return undefined;
    return clueOf(values, isOfNetworks.test(headOf(this.#scope.outline, block)), this.#scope);
  }
}

function labelsIn({ text, blocks }: Outline): ReadonlyMap<number, Labels> {
  const found = new Map<number, Labels>();
  if (!text.includes('case') && !text.includes('=>')) return found;
  let values: string[] = [];
  let lastEnd = 0;
  for (const match of text.matchAll(label)) {
    const [whole, ofCase, ofArm] = match;
    const start = match.index - (ofArm?.length ?? 0);
    const block = blockAt(blocks, start);
    if (block === -1) continue;
    const value = (ofCase ?? ofArm ?? '').trim();
    // `case 1: case 10:` is one label with two values.
    const isNext = values.length > 0 && text.slice(lastEnd, start).trim() === '';
    values = [...(isNext ? values : []), ...value.split(/[|,]/)].slice(0, maxValues);
    lastEnd = match.index + whole.length;
    const labels = found.get(block) ?? { starts: [], ends: [], values: [] };
    found.set(block, labels);
    labels.starts.push(start);
    labels.ends.push(lastEnd);
    labels.values.push(values);
  }
  return found;
}

function clueOf(
  values: readonly string[],
  isByNetwork: boolean,
  { family, isSmallIdForeign }: Scope,
): Clue | undefined {
  const ids = values.map((value) => /^\s*(\d[\d_]{0,18})n?\s*$/.exec(value)?.[1] ?? '');
  if (ids.every((id) => id !== '')) {
    if (!isByNetwork || family !== 'evm') return undefined;
    if (isSmallIdForeign && ids.some((id) => Number(id) < 256)) return undefined;
    const names = ids.map((id) => networkOfChainId(id.replaceAll('_', '')));
    return { verdict: all(names, ids), reason: 'chainId', isClosed: true };
  }
  const isMember = values.every((value) => /[.:]/.test(value) && isOfNetworks.test(value));
  if (!isByNetwork && !isMember) return undefined;
  const names = values.map((value) => lastName(value.replace(/["'`\s]/g, '')));
  if (!names.every((name) => mayBeNetwork(name))) return undefined;
  const networks = names.map((name) => networkCalled(name, family));
  if (family !== 'evm' && networks.includes(undefined)) return undefined;
  return { verdict: all(networks, names), reason: 'section', isClosed: true };
}

function all(networks: readonly (string | undefined)[], evidence: readonly string[]): Verdict {
  const said = networks.map((network = '', at) => [network, evidence[at]?.trim() ?? ''] as const);
  const unknown = said.find(([network]) => network === '');
  const known = unknown === undefined ? single(said) : undefined;
  return known ?? { kind: 'outside', evidence: unknown?.[1] ?? '' };
}
