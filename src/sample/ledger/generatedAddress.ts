import type { Network } from '../../networks/networks.ts';
import type { Random } from './random.ts';

const hex = '0123456789abcdef';
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const bech32 = '023456789acdefghjklmnpqrstuvwxyz';
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** Prefix, alphabet and number of random characters. Shape only: no checksum is computed. */
const forms: Readonly<Record<Network['family'], readonly [string, string, number]>> = {
  evm: ['0x', hex, 40],
  bitcoin: ['bc1q', bech32, 38],
  litecoin: ['ltc1q', bech32, 38],
  dogecoin: ['D', base58, 33],
  'bitcoin-cash': ['bitcoincash:q', bech32, 41],
  dash: ['X', base58, 33],
  zcash: ['t1', base58, 33],
  tron: ['T', base58, 33],
  ripple: ['r', base58, 33],
  stellar: ['G', base32, 55],
  solana: ['', base58, 44],
  ton: ['EQ', base64url, 46],
  cosmos: ['cosmos1', bech32, 38],
  cardano: ['addr1', bech32, 98],
  polkadot: ['1', base58, 46],
  tezos: ['tz1', base58, 33],
  algorand: ['', base32, 58],
  near: ['', hex, 64],
  monero: ['4', base58, 94],
  starknet: ['0x0', hex, 63],
  sui: ['0x', hex, 64],
  aptos: ['0x', hex, 64],
};

/** An address that no one holds, for the unnamed part of the generated ledger. */
export function generatedAddress(family: Network['family'], random: Random): string {
  const [prefix, alphabet, length] = forms[family];
  let text = prefix;
  for (let at = 0; at < length; at += 1) {
    text += alphabet.charAt(random.between(0, alphabet.length - 1));
  }
  return text;
}
