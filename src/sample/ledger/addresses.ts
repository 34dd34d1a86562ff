import { networkNamed, type Network } from '../../networks/networks.ts';

const base58 = '[1-9A-HJ-NP-Za-km-z]';
const hex64 = /^0x[0-9a-fA-F]{1,64}$/;

/**
 * What an address of a family looks like: characters, prefix and length, without its checksum. A
 * checksum is the client's business; a team's own ledger may well hold addresses made for a test.
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
