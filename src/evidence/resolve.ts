import type { Family } from '../networks/networks.ts';
import { networkCalled } from '../networks/mentions.ts';
import { testWords } from '../networks/names.ts';
import { strengths, type ReasonKind, type Strength } from './reasons.ts';
import { isSame, named, type Verdict } from '../networks/verdict.ts';
import type { Clue } from './clue.ts';

/**
 * Picks the deciding clue for one address. `levels` lists the clues of its line, then of each block
 * around it, then of its file: nearest first. Strength outranks distance: exact evidence, a rule of
 * the book, structure, words. Only a key in a map by network excludes everything outside the map.
 * @param isPlain whether its key names only its kind, like `token`: then an ID around it applies,
 * even inside a map of another network
 */
export function decisive(
  levels: Iterable<readonly Clue[]>,
  book: Clue | undefined,
  { family, isPlain }: { readonly family: Family; readonly isPlain: () => boolean },
): Clue | undefined {
  const all: Clue[] = [];
  let structural: Clue | undefined;
  let closed: Clue | undefined;
  let passed = 0;
  for (const level of levels) {
    if (closed !== undefined) {
      const outer = level.find(isAround);
      if (outer !== undefined) closed = withinMap(closed, outer, family);
      if (outer !== undefined || ++passed === maxAround || (isExact(closed) && isPlain())) break;
      continue;
    }
    if (level.length === 0) continue;
    const exact = strongest(level, 'exact');
    if (exact !== undefined && exact.isClosed !== true) return exact;
    all.push(...level);
    // `arbitrum: { external: { gnosis: … } }`: a map inside a network can be keyed by other
    // networks.
    const outer = structural && level.find(isAround);
    if (outer !== undefined) return structural && withinMap(structural, outer, family);
    structural ??= strongest(level, 'structural');
    closed = exact ?? (structural?.isClosed === true ? structural : undefined);
  }
  if (closed !== undefined && isExact(closed)) return closed;
  structural = closed ?? structural;
  if (book !== undefined) return book;
  if (structural === undefined) return decisiveWords(all, family);
  return isHalf(structural) ? completed(structural, all, family) : structural;
}

/**
 * A map by network right in one by network. `sepolia: { base: … }` is one network. `base: { bsc: … }`
 * is a way from one to the other, and its addresses can be on either. So is `{ chainId: 1, bsc: … }`.
 */
function withinMap(inner: Clue, outer: Clue, family: Family): Clue {
  if (isSame(inner.verdict, outer.verdict)) return inner;
  if (outer.verdict.kind === 'outside') return { ...inner, verdict: outer.verdict };
  const both = combine(outer.verdict, inner.verdict, family);
  if (both !== undefined) return { ...inner, verdict: both };
  if (isMain(outer.verdict) || isBelow(inner.verdict, outer.verdict)) return inner;
  return { ...inner, verdict: severalOf(inner.verdict, outer.verdict) };
}

/**
 * A document's item for an address isn't overruled by a heading, a page, or a folder: `Vault
 * (Arbitrum)` below `# Base` asks. `Vault (Sepolia)` means Base's test network.
 * @param ofLine clues on its line
 */
export function withOwn(found: Clue, ofLine: readonly Clue[], family: Family): Clue {
  if (ofLine.includes(found) || isExact(found) || strengthOf(found) === 'book') return found;
  const own = ofLine.find(({ reason, verdict }) => isOwn.has(reason) && verdict.kind === 'named');
  if (own === undefined || isSame(own.verdict, found.verdict)) return found;
  const whole =
    combine(own.verdict, found.verdict, family) ?? combine(found.verdict, own.verdict, family);
  return { ...found, verdict: whole ?? severalOf(own.verdict, found.verdict) };
}

/** Reasons from names in an item, or from the comment next to it in code. */
const isOwn: ReadonlySet<ReasonKind> = new Set(['key', 'name', 'comment']);

const isExact = (clue: Clue): boolean => strengthOf(clue) === 'exact';

/** How many blocks around a map by network can be of one: `{ chainId: 1, bridges: { bsc: … } }`. */
const maxAround = 4;

/** Whether the clue is the key of a block, or an ID in it. */
const isAround = (clue: Clue): boolean =>
  clue.reason === 'chainId' ? isExact(clue) : clue.isClosed === true && clue.reason === 'section';

/** `avalanche: { fuji: … }`, `ethereum: { sepolia: … }`: a test network of what is around it. */
function isBelow(inner: Verdict, outer: Verdict): boolean {
  if (inner.kind !== 'named' || outer.kind !== 'named') return false;
  const { network } = inner;
  return (
    network.startsWith(`${outer.network}-`) ||
    (outer.network === 'ethereum' && testWords.has(network))
  );
}

export const strengthOf = ({ strength, reason }: Clue): Strength => strength ?? strengths[reason];

/** The first clue of a strength. If others of the same level contradict it, none of them wins. */
function strongest(level: readonly Clue[], strength: Strength): Clue | undefined {
  const clues = level.filter(
    (clue) => clue.verdict.kind !== 'partly' && strengthOf(clue) === strength,
  );
  const [first] = clues;
  if (first === undefined || clues.length === 1 || first.isTouching === true) return first;
  const networks = clues.flatMap(({ verdict }) =>
    verdict.kind === 'named' ? verdict.network : [],
  );
  const [network, other] = new Set(networks);
  if (network === undefined || other === undefined || clues.some(isHalf)) {
    // The key of a value and the map that it is a key of: the map closes.
    return clues.find((clue) => clue.isClosed && isSame(clue.verdict, first.verdict)) ?? first;
  }
  return { ...first, verdict: { kind: 'several', networks: [network, other] } };
}

/** Half of a name, with the nearest clue that completes or contradicts it. */
function completed(half: Clue, clues: readonly Clue[], family: Family): Clue {
  for (const clue of clues) {
    if (clue.verdict.kind === 'partly' || isSame(half.verdict, clue.verdict)) continue;
    const both = combine(half.verdict, clue.verdict, family);
    if (both === undefined) return half;
    // `mainnet: …` in optimism.json: the main network of that one, or its bridges on Ethereum.
    const isAsked = clue.reason === 'path' && strengthOf(clue) === 'words' && isMain(half.verdict);
    return { ...half, verdict: isAsked ? severalOf(half.verdict, both) : both };
  }
  return half;
}

const severalOf = (one: Verdict, other: Verdict): Verdict =>
  one.kind === 'named' && other.kind === 'named'
    ? { kind: 'several', networks: [one.network, other.network] }
    : one;

/** Reasons of comments, and of URLs in them. */
const isProse: ReadonlySet<ReasonKind> = new Set(['comment', 'rpcUrl']);

/**
 * Of words, the nearest decide, with two exceptions: a part of a longer name yields to others, and
 * `mainnet` or the name of a test network can be completed by them.
 */
function decisiveWords(all: readonly Clue[], family: Family): Clue | undefined {
  // The configured fork outranks prose about similar addresses.
  const hasFork = all.some(({ reason }) => reason === 'fork');
  const clues = hasFork ? all.filter(({ reason }) => !isProse.has(reason)) : all;
  let partly: Clue | undefined;
  for (const clue of clues) {
    const { verdict } = clue;
    if (partly !== undefined && !isStronger(partly, clue)) continue;
    if (verdict.kind === 'partly') partly ??= clue;
    else if (partly === undefined && isHalf(clue)) return completed(clue, clues, family);
    else return partly === undefined ? clue : resolved(partly, clue, family);
  }
  return partly && resolved(partly, undefined, family);
}

/** `mainnet` and the test networks whose names other networks' own ones share. */
function isHalf({ verdict, reason, isTouching, isClosed }: Clue): boolean {
  if (verdict.kind !== 'named' || isTouching === true || isClosed === true) return false;
  if (reason === 'chainId' || reason === 'rpcUrl') return false;
  return isMain(verdict) || ['sepolia', 'holesky', 'hoodi', 'goerli'].includes(verdict.network);
}

/**
 * A network in a longer name yields to any other clue if the name is a contract's, else only to
 * evidence about the file.
 */
function isStronger({ verdict }: Clue, { reason }: Clue): boolean {
  return (verdict.kind === 'partly' && verdict.part === 'hard') || reason === 'path';
}

/**
 * Combines part of a name with another clue. Only an EVM contract named after a network can also be
 * on Ethereum.
 */
function resolved(partly: Clue, other: Clue | undefined, family: Family): Clue | undefined {
  const { verdict } = partly;
  if (verdict.kind !== 'partly') return partly;
  const { network, part } = verdict;
  const agrees = other?.verdict.kind === 'named' && other.verdict.network === network;
  if (other !== undefined && part !== 'soft' && !agrees) return other;
  if (agrees || (other === undefined && part !== 'hard')) {
    return { ...partly, verdict: named(network, '') };
  }
  const isOtherNamed = other?.verdict.kind === 'named';
  if (!isOtherNamed && family !== 'evm') return other;
  const second = isOtherNamed ? other.verdict.network : 'ethereum';
  return network === second
    ? { ...partly, verdict: { kind: 'outside', evidence: network } }
    : { ...partly, verdict: { kind: 'several', networks: [network, second] } };
}

/** A network with `mainnet` or the name of a test network, which alone would mean Ethereum's. */
export function combine(which: Verdict, of: Verdict, family: Family): Verdict | undefined {
  if (which.kind !== 'named' || of.kind !== 'named' || which.network === of.network) {
    return undefined;
  }
  if (isMain(which)) {
    return isMain(of) || testWords.has(of.network) ? undefined : of;
  }
  if (!testWords.has(which.network)) return undefined;
  // `"network": "sepolia"` below `optimism-sepolia/`.
  if (of.network.endsWith(`-${which.network}`)) return of;
  const network = networkCalled(`${of.network} ${which.network}`, family);
  return network === undefined ? undefined : named(network);
}

/**
 * Whether a name is `main` or `mainnet`, which means Ethereum's unless another network is named
 * with it.
 */
export const isMain = (verdict: Verdict): boolean =>
  verdict.kind === 'named' && /^_?main(?:net)?$/i.test(verdict.evidence);
