import type { Family } from '../networks/networks.ts';
import type { Source } from './source.ts';
import { algorand } from './algorand.ts';
import { bitcoinCash } from './bitcoinCash.ts';
import { cardano } from './cardano.ts';
import type { Codec } from './codec.ts';
import { bitcoin, dash, dogecoin, litecoin } from './coins.ts';
import { cosmos } from './cosmos.ts';
import { evm } from './evm.ts';
import { aptos, move, starknet, sui } from './hexAccounts.ts';
import { monero } from './monero.ts';
import { near } from './near.ts';
import { polkadot } from './polkadot.ts';
import { ripple } from './ripple.ts';
import { solana } from './solana.ts';
import { stellar } from './stellar.ts';
import { tezos } from './tezos.ts';
import { ton } from './ton.ts';
import { tron } from './tron.ts';
import { zcash } from './zcash.ts';

/**
 * Every family that the scanner finds. Families without a checksum come last: a checksum decides
 * first.
 */
export const codecs: readonly Codec[] = [
  evm,
  bitcoin,
  litecoin,
  dogecoin,
  bitcoinCash,
  dash,
  zcash,
  tron,
  ripple,
  stellar,
  ton,
  cosmos,
  cardano,
  polkadot,
  tezos,
  algorand,
  monero,
  solana,
  near,
  sui,
  aptos,
  starknet,
  move,
];

/** The families that a file is about. If they change, its addresses can change too. */
export function familiesOf(source: Source): string {
  return codecs
    .filter((codec) => codec.isOwnSource?.(source) === true)
    .map(({ family }) => family)
    .join(' ');
}

const byFamily = new Map(codecs.map((codec) => [codec.family, codec]));

export function codecOf(family: Family): Codec | undefined {
  return byFamily.get(family);
}
