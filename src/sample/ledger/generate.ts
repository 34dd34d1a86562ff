import { networks, type Network } from '../../networks/networks.ts';
import { generateChain, moodOf, senderFor, type Circles } from './generatedChain.ts';
import { emptyStanding, type TransferLedger, summaryOf, type LedgerEntry } from './ledger.ts';
import { keyOf } from './addresses.ts';
import type { ChainLedger } from './chainBuilder.ts';
import { moment, money, priceOf } from './money.ts';
import { Random } from './random.ts';

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

/** One network of the generated ledger. */
interface GeneratedNetwork {
  readonly network: Network;
  readonly chain: ChainLedger;
  readonly circles: Circles<string>;
  readonly seed: number;
}

/**
 * A small history for an address that the generated ledger does not know, joined to it: its senders
 * are addresses of the ledger. It follows from seed, chain and address alone, is never stored, and
 * takes no part in the chain's rank.
 */
function historyOf({ network, chain, circles, seed }: GeneratedNetwork, key: string): LedgerEntry {
  const random = new Random(`${seed}/${network.name}/${key}`);
  const mood = moodOf(random);
  const isContract = network.family === 'evm' && random.chance(0.6);
  const dollars = new Map<number, number>();
  let balance = 0;
  let last = 0;

  const incoming = random.between(1, 12);
  for (let left = incoming; left > 0; left -= 1) {
    const sender = chain.addresses.get(keyOf(senderFor(mood, circles, random)));
    const { asset, amount, usd } = money(network, random);
    last = Math.max(last, moment(random));
    if (asset === network.native) balance += amount;
    if (sender !== undefined) dollars.set(sender, (dollars.get(sender) ?? 0) + usd);
  }
  const outgoing = random.between(0, 8);
  // What it sent on is a part of what it had, so that no balance is below 0.
  if (outgoing > 0) balance = Number((balance * random.unit()).toFixed(4));

  return {
    inflow: { senders: Uint32Array.from(dollars.keys()), usd: Float64Array.from(dollars.values()) },
    ownRisk: undefined,
    summary: summaryOf({
      balance,
      price: priceOf(network),
      transactions: incoming + outgoing,
      isContract,
      last,
    }),
  };
}
