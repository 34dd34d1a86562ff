import { networks } from '../../networks/networks.ts';
import { generateChain } from './generatedChain.ts';
import { historyOf } from './history.ts';
import { emptyStanding, type TransferLedger } from './ledger.ts';

/**
 * The ledger that is there without any file: every network of the table, with exchanges, bridges,
 * DeFi, mixers, scams, ransomware, sanctioned and dark-market addresses among ordinary ones. A
 * network is generated when it is first used.
 *
 * @param seed any whole number; equal seeds give equal ledgers
 */
export function generateLedger(seed: number): TransferLedger {
  const byName = new Map(networks.map((network) => [network.name, network]));
  const made = new Map<string, ReturnType<typeof generateChain>>();
  const generated = (name: string) => {
    const network = byName.get(name);
    if (network === undefined) return undefined;
    const known = made.get(name) ?? generateChain(network, seed);
    made.set(name, known);
    return { network, ...known };
  };
  return {
    origin: `generated ledger, seed ${seed}`,
    fileName: `generated-ledger-${seed}`,
    chains: {
      has: (name) => byName.has(name),
      get: (name) => generated(name)?.chain,
      keys: () => byName.keys(),
    },
    unknownAddress(name, key) {
      const from = generated(name);
      return from === undefined ? emptyStanding : historyOf({ ...from, seed }, key);
    },
  };
}
