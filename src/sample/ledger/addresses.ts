import { networkNamed, type Network } from '../../networks/networks.ts';
import type { Random } from './random.ts';

const base58 = '[1-9A-HJ-NP-Za-km-z]';
const hex64 = /^0x[0-9a-fA-F]{1,64}$/;

/**
 * The form of a family's addresses: characters, prefix, and length, but not the checksum. Checksums
 * are up to clients; a team's own ledger may contain addresses made for tests.
 */
const shapes: Readonly<Record<Network['family'], RegExp>> = {
  evm: /^0x[0-9a-fA-F]{40}$/,
  bitcoin: new RegExp(`^(?:(?:bc|tb)1[a-z0-9]{8,87}|[123mn]${base58}{24,34})$`),
  litecoin: new RegExp(`^(?:ltc1[a-z0-9]{8,87}|[3LM]${base58}{24,34})$`),
  dogecoin: new RegExp(`^[9AD]${base58}{24,34}$`),
  'bitcoin-cash': new RegExp(`^(?:(?:bitcoincash:)?[pq][a-z0-9]{41}|[13]${base58}{24,34})$`),
  dash: new RegExp(`^[7X]${base58}{24,34}$`),
  zcash: new RegExp(`^(?:t[13]${base58}{24,34}|(?:zs|u)1[a-z0-9]{40,253})$`),
  tron: new RegExp(`^T${base58}{33}$`),
  ripple: new RegExp(`^(?:r${base58}{24,34}|X${base58}{45,47})$`),
  stellar: /^[GCM][A-Z2-7]{55,68}$/,
  solana: new RegExp(`^${base58}{32,44}$`),
  ton: /^(?:-?\d+:[0-9a-fA-F]{64}|[A-Za-z0-9_+/-]{48})$/,
  cosmos: /^[a-z]{1,20}1[a-z0-9]{30,70}$/,
  cardano: new RegExp(`^(?:(?:addr|stake)1[a-z0-9]{40,110}|(?:Ae2|Ddz)${base58}{40,110})$`),
  polkadot: new RegExp(`^${base58}{46,49}$`),
  tezos: new RegExp(`^(?:tz[1-4]|KT1)${base58}{33}$`),
  algorand: /^[A-Z2-7]{58}$/,
  near: /^(?=.{2,64}$)[a-z0-9]+(?:[._-][a-z0-9]+)*$/,
  monero: new RegExp(`^[48]${base58}{94,105}$`),
  starknet: hex64,
  sui: hex64,
  aptos: hex64,
};

/** For chains that only a loaded ledger names. */
const anyShape = /^(?!\.+$)[A-Za-z0-9._:-]{1,128}$/;

export function isAddress(chain: string, text: string): boolean {
  const network = networkNamed(chain);
  return (network === undefined ? anyShape : shapes[network.family]).test(text);
}

const hexadecimal = /^0x[0-9a-fA-F]+$/;

/** The spelling under which a ledger keeps an address: hexadecimal ones have no case. */
export function keyOf(address: string): string {
  return hexadecimal.test(address) ? address.toLowerCase() : address;
}

const hex = '0123456789abcdef';
const base58Digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const bech32 = '023456789acdefghjklmnpqrstuvwxyz';
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** Prefix, alphabet and number of random characters. Shape only: no checksum is computed. */
const forms: Readonly<Record<Network['family'], readonly [string, string, number]>> = {
  evm: ['0x', hex, 40],
  bitcoin: ['bc1q', bech32, 38],
  litecoin: ['ltc1q', bech32, 38],
  dogecoin: ['D', base58Digits, 33],
  'bitcoin-cash': ['bitcoincash:q', bech32, 41],
  dash: ['X', base58Digits, 33],
  zcash: ['t1', base58Digits, 33],
  tron: ['T', base58Digits, 33],
  ripple: ['r', base58Digits, 33],
  stellar: ['G', base32, 55],
  solana: ['', base58Digits, 44],
  ton: ['EQ', base64url, 46],
  cosmos: ['cosmos1', bech32, 38],
  cardano: ['addr1', bech32, 98],
  polkadot: ['1', base58Digits, 46],
  tezos: ['tz1', base58Digits, 33],
  algorand: ['', base32, 58],
  near: ['', hex, 64],
  monero: ['4', base58Digits, 94],
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
