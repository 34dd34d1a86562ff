import { networks } from '../../addresses/networks.ts';
import type { ChainLedger } from './chainBuilder.ts';
import { generateChain } from './generatedChain.ts';
import { historyOf } from './history.ts';
import { emptyStanding, type TransferLedger, type Standing } from './ledger.ts';

/**
 * The ledger that is there without any file: every network of the table, with exchanges, bridges,
 * DeFi, mixers, scams, ransomware, sanctioned and dark-market addresses among ordinary ones.
 *
 * @param seed any whole number; equal seeds give equal ledgers
 */
export function generateLedger(seed: number): TransferLedger {
  const chains = new Map<string, ChainLedger>();
  const strangers = new Map<string, (key: string) => Standing>();
  for (const network of networks) {
    const { chain, circles } = generateChain(network, seed);
    chains.set(network.name, chain);
    strangers.set(network.name, (key) => historyOf({ network, chain, circles, seed }, key));
  }
  return {
    origin: `generated ledger, seed ${seed}`,
    fileName: `generated-ledger-${seed}`,
    chains,
    stranger: (chain, key) => strangers.get(chain)?.(key) ?? emptyStanding,
  };
}
