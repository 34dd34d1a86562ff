import type { Family } from '../networks.ts';
import { combine } from './path.ts';
import type { Clue, Verdict } from './verdict.ts';

/**
 * The clue that decides, of those for one address, nearest first. The first one does, with two
 * exceptions: a part of a longer name yields to others, and `mainnet` or the name of a test network
 * can be completed by them.
 */
export function decisive(clues: Iterable<Clue>, family: Family): Clue | undefined {
  let partly: Clue | undefined;
  let half: Clue | undefined;
  for (const clue of clues) {
    const { verdict } = clue;
    if (partly !== undefined && !isStronger(partly, clue)) continue;
    if (verdict.kind === 'partly') partly ??= clue;
    else if (half !== undefined) {
      if (isSame(half.verdict, verdict)) continue;
      const both = combine(half.verdict, verdict, family);
      return both === undefined ? half : { verdict: both, reason: half.reason };
    } else if (partly === undefined && isHalf(clue)) half = clue;
    else return partly === undefined ? clue : resolved(partly, clue);
  }
  return half ?? (partly && resolved(partly, undefined));
}

/** `mainnet` and the test networks whose names other networks' own ones share. */
function isHalf({ verdict, reason, isTouching }: Clue): boolean {
  if (verdict.kind !== 'named' || isTouching === true) return false;
  if (reason === 'chainId' || reason === 'rpcUrl') return false;
  return (
    /^main(?:net)?$/i.test(verdict.evidence) ||
    ['sepolia', 'holesky', 'hoodi', 'goerli'].includes(verdict.network)
  );
}

/**
 * A name with a network in it yields to all other clues if it is a contract's, else to what is said of
 * the file.
 */
function isStronger({ verdict }: Clue, { reason }: Clue): boolean {
  return (
    (verdict.kind === 'partly' && verdict.part === 'hard') || reason === 'path' || reason === 'book'
  );
}

const isSame = (one: Verdict, other: Verdict): boolean =>
  one.kind === 'named' && other.kind === 'named' && one.network === other.network;

/** What a part of a name and another clue say together. */
function resolved({ verdict, reason }: Clue, other: Clue | undefined): Clue {
  if (verdict.kind !== 'partly') return { verdict, reason };
  const { network, part } = verdict;
  const agrees = other?.verdict.kind === 'named' && other.verdict.network === network;
  if (other !== undefined && part !== 'soft' && !agrees) return other;
  if (agrees || (other === undefined && part !== 'hard')) {
    return { verdict: { kind: 'named', network, evidence: network }, reason };
  }
  const second = other?.verdict.kind === 'named' ? other.verdict.network : 'ethereum';
  return network === second
    ? { verdict: { kind: 'outside', evidence: network }, reason }
    : { verdict: { kind: 'several', networks: [network, second] }, reason };
}
