import { wordsOf } from '../wordsOf.ts';
import { isSymbolBefore } from '../symbols.ts';
import { nameBefore } from './valueName.ts';

/**
 * What the text that touches 32 bytes says they are. `unnamed`: it has no name of its own, such as
 * an item of a list, or its name is that of a network or of an asset.
 */
export type ValueKind = 'address' | 'unnamed' | 'other';

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const addressWords = setOf(
  'address addresses addr addrs account accounts owner owners sender recipient receiver to from wallet wallets ' +
    'contract contracts package packages deployer admin treasury vault publisher creator holder holders ' +
    'beneficiary multisig safe faucet router factory token tokens coin coins at by target ' +
    'predecessor delegator validator payer transmitter messenger relayer bridge gateway oracle minter manager operator ' +
    'registry module portal endpoint',
);

/** With `id` after them, they name an account: `receiver_id`, `packageId`. */
const accountsWithId = setOf(
  'account receiver signer predecessor owner sender contract beneficiary package token delegator ' +
    'validator treasury master proposer pool creator',
);

const networkWords = setOf(
  'near sui aptos starknet stark net mainnet testnet devnet localnet sepolia main test dev chain network default ' +
    'alice bob carol charlie dave eve usdc usdt weth wbtc dai strk eth',
);

/** Any of these makes it something else, whatever comes after. */
const otherWords = setOf(
  'hash hashes digest tx txn txid transaction transactions signature sig root proof block commitment commit ' +
    'checksum salt nonce seed secret private priv mnemonic key keys pubkey selector topic leaf node ' +
    'class class_hash felt object state cap clock gas checkpoint cid fingerprint sha256',
);

/** Words behind which the name's noun stands: `ownerHex`, `ADMIN_MAINNET`. */
const suffixes = setOf('hex str string mainnet testnet devnet sepolia main test dev 0 1 2 3');

const accountPath =
  /\/(?:account|address|contract|object|coin|package|module|validator|token|owner|fungible_asset)s?(?:es)?\/$/i;

/** How far before a value its path can start, in UTF-16 units. */
const pathReach = 80;

/** `0x…::coin::COIN`: a module of Move follows, and the value is its package. */
export const isMoveType = (text: string, end: number): boolean =>
  /^::[A-Za-z_]/.test(text.slice(end, end + 3));

/** The kinds of the values of a text. Several families ask about the same one. */
export class ValueKinds {
  readonly #text: string;
  #start = -1;
  #end = -1;
  #last: ValueKind = 'other';

  constructor(text: string) {
    this.#text = text;
  }

  of(start: number, end: number): ValueKind {
    if (this.#start !== start || this.#end !== end) {
      this.#last = valueKindOf(this.#text, start, end);
      this.#start = start;
      this.#end = end;
    }
    return this.#last;
  }
}

/** @param end the end of the value, after which Move writes a module: `0x…::coin::COIN` */
export function valueKindOf(text: string, start: number, end: number): ValueKind {
  const previous = text.charAt(start - 1);
  if (previous === '/') {
    return accountPath.test(text.slice(Math.max(0, start - pathReach), start))
      ? 'address'
      : 'other';
  }
  if (isMoveType(text, end) || previous === '@') return 'address';
  const { name, start: nameStart } = nameBefore(text, start);
  if (name === '') return 'unnamed';
  const words = wordsOf(name);
  while (words.length > 1 && suffixes.has(words.at(-1) ?? '')) words.pop();
  if (words.some((word) => otherWords.has(word))) return 'other';
  const last = words.at(-1) ?? '';
  if (last === 'id') return accountsWithId.has(words.at(-2) ?? '') ? 'address' : 'other';
  if (words.some((word) => addressWords.has(word))) return 'address';
  if (words.every((word) => networkWords.has(word))) return 'unnamed';
  if (/^[A-Z][A-Z0-9]{1,9}$/.test(name) || isSymbolBefore(text, start)) return 'unnamed';
  // The first argument of a call, unless it is that of a flag of a command.
  return !name.startsWith('-') && text.charAt(nameStart + name.length) === '('
    ? 'unnamed'
    : 'other';
}
