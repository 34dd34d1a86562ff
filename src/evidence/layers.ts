import type { Clue } from './clue.ts';

/** Networks that settle on Ethereum, and their test networks. */
const rollups =
  /^(?:arbitrum|optimism|base|zksync|linea|scroll|mantle|blast|mode|zora|polygon-zkevm|taiko|fraxtal|unichain|worldchain|ink|soneium|abstract|manta|metis|boba|lisk)(?:-(?:sepolia|goerli))?$/;

const ofFirst = /^(?:[a-z]{0,12}_)?(?:l1|L1)(?=[A-Z_])/;
const ofSecond = /^(?:[a-z]{0,12}_)?(?:l2|L2)(?=[A-Z_])/;

/** How far before an address its key can start, in UTF-16 units. */
const reach = 80;

/**
 * `l1Token` under the key of a rollup, `L2Gateway` under that of Ethereum: a contract on the other
 * layer, or one for it. Asks.
 */
export function acrossLayers(clue: Clue, text: string, offset: number): Clue {
  const { verdict, strength, reason } = clue;
  if (verdict.kind !== 'named' || reason === 'chainId' || strength === 'exact') return clue;
  const before = text.slice(Math.max(0, offset - reach), offset);
  if (!/[lL][12]/.test(before)) return clue;
  const [key = ''] = /[\w$]{0,60}(?=["'`]?\s{0,4}[:=]\s{0,4}["'`]?$)/.exec(before) ?? [];
  const isRollup = rollups.test(verdict.network);
  if (!(isRollup ? ofFirst : ofSecond).test(key)) return clue;
  const isSecond = ofSecond.test(key);
  if (isSecond && verdict.network !== 'ethereum') return clue;
  return {
    ...clue,
    verdict: isSecond
      ? { kind: 'outside', evidence: key }
      : { kind: 'several', networks: ['ethereum', verdict.network] },
  };
}
