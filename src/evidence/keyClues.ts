import type { Family } from '../networks/networks.ts';
import type { EntriesReader } from './entriesReader.ts';
import type { Entries } from './entries.ts';
import { withoutChainId, isTelling } from './kindOfKeys.ts';
import { mayBeNetwork, verdictOfId } from './entryVerdicts.ts';
import { firstOf, keyBefore, keyOf } from '../text/keys.ts';
import { calledAs, networkCalled } from '../networks/mentions.ts';
import { fillers, isSymbol, joinedName, roleWords } from '../networks/names.ts';
import { parentOf, type Outline } from '../text/outline.ts';
import { named, namedOrOutside, singleOf, type Verdict } from '../networks/verdict.ts';
import type { Clue } from './clue.ts';

/** Text and options of a reading for one family. */
export interface Scope {
  readonly outline: Outline;
  readonly entries: EntriesReader;
  readonly family: Family;
  /** Whether chain IDs below 256 belong to a bridge, as in files about Wormhole. */
  readonly isSmallIdForeign: boolean;
  /** Whether the lines of the file are entries, statements, or prose with examples. */
  readonly lineKind: 'entries' | 'statements' | 'prose';
}

/** Where an address or a block is the value of a key. */
interface Place {
  /** The innermost block around it; -1 for none. */
  readonly block: number;
  readonly line: number;
  readonly offset: number;
}

/** In UTF-16 units, from a key to its value. */
const reach = 80;

/** The keys of maps by networks and by chain IDs. */
export class KeyClues {
  readonly #scope: Scope;
  #constants: ReadonlyMap<string, string> | undefined;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** @param reason `section` for the key of a block */
  at(place: Place, reason: 'key' | 'section' = 'key'): Clue | undefined {
    const { text, blocks } = this.#scope.outline;
    const { block, offset } = place;
    const opening = block === -1 ? -1 : (blocks.opens[block] ?? -1);
    const list = blocks.parents[block] ?? -1;
    const first = opening === -1 || list === -1 ? undefined : firstOf(text, opening);
    if (first !== undefined) {
      const inMap = clueIn(first, this.#scope.entries.ofBlock(list), reason, this.#scope);
      return inMap ?? clueOfName(first, this.#scope.family, reason);
    }
    const found = keyOfValue(text, Math.max(opening + 1, offset - reach), offset);
    if (found === undefined) return undefined;
    const { key, isOfData } = found;
    const entries = this.#entriesOf(key, place);
    const id = this.#constantCalled(key);
    if (id !== undefined) {
      return clueIn(id, { ...entries, isByChainId: true }, reason, this.#scope);
    }
    return (
      clueIn(key, entries, reason, this.#scope) ??
      (isOfData && this.#scope.family === 'evm' ? clueOfTwoIds(key, entries, reason) : undefined)
    );
  }

  /** `base: "0x…"` among keys that are not networks: a property, not the network. */
  isLoneWord(place: Omit<Place, 'offset'>, clue: Clue): boolean {
    const { verdict, isOfKey } = clue;
    if (verdict.kind !== 'named' || isOfKey !== true) return false;
    if (this.isAsset(place, clue)) return true;
    const word = calledAs(verdict.evidence, this.#scope.family);
    if (word === undefined || /^(?:main|eth)/i.test(verdict.evidence)) return false;
    // `PolygonZkEVM`, as a contract is called.
    const isContract = /^[A-Z][a-z]+[A-Z]/.test(verdict.evidence);
    if (word.weight !== 'everyday' && !isContract) return false;
    const { keys, networks } = this.#entriesAround(place);
    return networks < 2 && keys.length > 2;
  }

  /** `eth: "0x…", usdc: "0x…"`: the token that is called like a network. */
  isAsset(place: Omit<Place, 'offset'>, { strength, isOfKey }: Clue): boolean {
    // As a whole: `polygonVault` isn't a token.
    if (isOfKey !== true || strength !== 'structural') return false;
    return this.#entriesAround(place).isOfAssets;
  }

  /**
   * `{"1": {"10": …}}`: if outer keys are chain IDs, so are inner ones. hardhat-deploy writes such
   * keys in each of its `namedAccounts`.
   */
  #entriesOf(key: string, place: Place): Entries {
    const entries = this.#entriesAround(place);
    const { text, blocks } = this.#scope.outline;
    const outer = blocks.parents[place.block] ?? -1;
    if (entries.isByChainId || outer === -1 || !/^\d{1,15}$/.test(key)) return entries;
    if (keyOf(text, blocks.opens[outer] ?? 0) === 'namedAccounts') {
      return { ...entries, isByChainId: true };
    }
    const isInId = /^\d{1,15}$/.test(keyOf(text, blocks.opens[place.block] ?? 0));
    const { isByChainId } = isInId ? this.#scope.entries.ofBlock(outer) : entries;
    return { ...entries, isByChainId };
  }

  #entriesAround({ block, line }: Omit<Place, 'offset'>): Entries {
    const { entries, outline } = this.#scope;
    if (block !== -1) return entries.ofBlock(block);
    return entries.ofLinesUnder(parentOf(outline.lines, line));
  }

  /** `[sourceId]: { … }` after `const sourceId = 1`: the value of a constant for a chain ID. */
  #constantCalled(key: string): string | undefined {
    const { family, outline } = this.#scope;
    if (!/(?:id|chain|network)$/i.test(key) || family !== 'evm') return undefined;
    this.#constants ??= constantsIn(outline.text);
    return this.#constants.get(key);
  }
}

/** Evidence in the key of an entry, given the other keys. */
function clueIn(
  key: string,
  entries: Entries,
  reason: 'key' | 'section',
  { family, isSmallIdForeign }: Scope,
): Clue | undefined {
  if (/^\d{1,15}$/.test(key)) {
    if (family !== 'evm' || !entries.isByChainId) return undefined;
    if (isSmallIdForeign && Number(key) < 256) return undefined;
    const verdict = verdictOfId(key);
    // `{2: {ChainID.BASE: …}}`: such a number without larger ones beside it may be a version.
    const { keys } = entries;
    const isSmall = Number(key) < 10 && keys.includes(key) && !keys.includes('1');
    if (isSmall && !keys.some(isTelling)) {
      return { verdict, reason: 'chainId', strength: 'words' };
    }
    return { verdict, reason: 'chainId', isClosed: true };
  }
  const ofPrefix = family === 'evm' ? networkOfPrefix(key, entries) : undefined;
  if (ofPrefix !== undefined && !(isSmallIdForeign && Number(ofPrefix) < 256)) {
    return { verdict: verdictOfIdOrName(ofPrefix), reason: 'chainId' };
  }
  if (!entries.isByNetwork) return undefined;
  const network = networkCalled(key, family);
  const lower = key.toLowerCase();
  const isNoName = roleWords.has(lower) || fillers.has(lower) || !mayBeNetwork(key);
  if (network === undefined && (family !== 'evm' || isNoName)) return undefined;
  // `mainnet` and `sepolia` among no other networks may belong to a different one.
  const isClosed = network === undefined || entries.mainNetworks > 0;
  return { verdict: namedOrOutside(network, key), reason, isClosed };
}

/** `originChainId: 1, originAddress: "0x…"`: the ID that is of the same thing as the address. */
function networkOfPrefix(key: string, { prefixed }: Entries): string | undefined {
  if (prefixed.length === 0) return undefined;
  const joined = joinedName(key);
  // The contract of the first layer that is called so, and who may call it.
  if (joined.startsWith('l2outputoracle')) return undefined;
  return prefixed.find(([place]) => joined !== place && joined.startsWith(place))?.[1];
}

const verdictOfIdOrName = (network: string): Verdict =>
  /^\d/.test(network)
    ? verdictOfId(network)
    : namedOrOutside(networkCalled(network, 'evm'), network);

/** Keys of what the ID without a prefix is the network of. */
const plainKey = /^(?:token|address|contract|addr|account|asset|from|to)(?:_?address|_?id)?$/i;

/** Whether the key of the value at an offset names only its kind. */
export const isPlainAt = (text: string, offset: number): boolean =>
  plainKey.test(keyOfValue(text, Math.max(0, offset - reach), offset)?.key ?? '');

/** The key before a value or a call, and whether a colon separates them, as in data. */
function keyOfValue(
  text: string,
  from: number,
  offset: number,
): { readonly key: string; readonly isOfData: boolean } | undefined {
  let at = offset;
  if (text.charAt(offset) === '(') at -= calledBefore(text, from, offset);
  while (at > from && '"\'` \t\n\r['.includes(text.charAt(at - 1))) at--;
  const mark = text.charAt(at - 1);
  if (mark !== ':' && mark !== '=') return undefined;
  const key = withoutChainId(keyBefore(text, at - 1, from));
  return key === '' ? undefined : { key, isOfData: mark === ':' };
}

/**
 * Prefixes for the other end of a route; all other prefixes describe a relation to another network.
 */
const ends = /^(?:origin|source|src|destination|dst|remote|from|to|peer|target)$/;

/**
 * `{ chainId: 1, srcChainId: 250 }`, `{ l1ChainId: 1, l2ChainId: 10 }`: an address without either
 * prefix may be on both. `{ chainId: 10, parentChainId: 1 }` is about one network.
 */
function clueOfTwoIds(
  key: string,
  { ids, prefixed }: Entries,
  reason: 'key' | 'section',
): Clue | undefined {
  if (ids.length > 0 && plainKey.test(key)) return undefined;
  const others = prefixed.filter(([prefix]) => ids.length === 0 || ends.test(prefix));
  if (others.length === 0) return undefined;
  const said = [...ids, ...others.map(([, network]) => network)].map(verdictOfIdOrName);
  const verdict = singleOf(said.flatMap((each) => (each.kind === 'named' ? each.network : [])));
  if (verdict?.kind !== 'several') return undefined;
  // The entries of a nested block can decide.
  const strength = reason === 'key' ? 'exact' : 'structural';
  return { verdict, reason: 'chainId', strength, isClosed: true };
}

/** `137: common.HexToAddress(`, `10: new Token(`: the length of the name of a call, which its key is before. */
const calledBefore = (text: string, from: number, opening: number): number =>
  /(?:\bnew )?\b\w{1,40}!?(?:(?:\.|::)\w{1,40}!?){0,3}$/.exec(text.slice(from, opening))?.[0]
    .length ?? 0;

function clueOfName(name: string, family: Family, reason: 'key' | 'section'): Clue | undefined {
  const network = networkCalled(name, family);
  return network === undefined || isSymbol(name)
    ? undefined
    : { verdict: named(network, name), reason };
}

/** Constants that are numbers, by name. */
function constantsIn(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/^[^\S\n]{0,8}(?:export )?const (\w{1,40}) ?= ?(\d[\d_]{0,14})\b/gm);
  return new Map(
    [...found].map(([, name = '', value = '']) => [name, value.replaceAll('_', '')] as const),
  );
}
