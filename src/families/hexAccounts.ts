import { hexadecimal, isAll } from '../text/characters.ts';
import type { Evidence, Scanned, Source } from './source.ts';
import { comparedAs } from '../networks/networks.ts';
import type { Codec, Reading } from './codec.ts';
import { isMoveType, valueKindOf, type ValueKind } from './hexNames.ts';
import { namedNetworkOf } from './namedNetwork.ts';
import { networkOfFile, type NamedNetwork as Network } from './networkWords.ts';
import { keccak_256 } from '@noble/hashes/sha3.js';

/**
 * Entry points that contracts of Starknet commonly have: of ERC-20, ERC-721, ERC-1155, and SRC-6, of
 * accounts, and of exchanges.
 */
const entryPoints =
  'name symbol decimals total_supply totalSupply balance_of balanceOf allowance transfer transfer_from ' +
  'transferFrom approve increase_allowance increaseAllowance decrease_allowance decreaseAllowance mint burn ' +
  'permissioned_mint permissioned_burn owner_of ownerOf token_uri tokenURI safe_transfer_from safeTransferFrom ' +
  'get_approved getApproved is_approved_for_all isApprovedForAll set_approval_for_all setApprovalForAll ' +
  'balance_of_batch balanceOfBatch safe_batch_transfer_from safeBatchTransferFrom supports_interface ' +
  'supportsInterface __execute__ __validate__ __validate_declare__ __validate_deploy__ __default__ ' +
  '__l1_default__ constructor is_valid_signature isValidSignature get_public_key getPublicKey set_public_key ' +
  'setPublicKey execute_from_outside execute_from_outside_v2 execute_calls initialize initializer upgrade owner ' +
  'get_owner getOwner transfer_ownership transferOwnership renounce_ownership grant_role revoke_role has_role ' +
  'deposit withdraw redeem stake unstake claim swap multi_route_swap swap_exact_tokens_for_tokens ' +
  'swap_tokens_for_exact_tokens add_liquidity remove_liquidity get_reserves getReserves deployContract ' +
  'handle_deposit initiate_withdraw initiate_token_withdraw get_balance getBalance deploy_contract set_value ' +
  'get_caller_address aggregate multicall flash_loan';

let selectors: ReadonlySet<string> | undefined;

/** Whether a number is the selector of such an entry point: Keccak of its name, modulo 2²⁵⁰. */
export function isSelector(token: string): boolean {
  selectors ??= new Set(entryPoints.split(' ').map(selectorOf));
  return selectors.has(BigInt(token).toString(16));
}

function selectorOf(name: string): string {
  const hash = keccak_256(Buffer.from(name, 'ascii'));
  return (BigInt(`0x${Buffer.from(hash).toString('hex')}`) % 2n ** 250n).toString(16);
}

/** The digits of 32 bytes. Some tools leave out zeros at the start. */
const digits = 64;

/** Numbers repeat digits; 32 random bytes contain all sixteen in 19 of 20 cases. */
const minDigits = 8;

/** In these languages, 32 bytes without a name of their own are a word of the machine. */
const evmSource = /\.(?:sol|vy|yul|huff)$/i;

/** The source that names a value's network: the text around it, or only its file. */
type NamedBy = 'text' | 'file' | undefined;

/** The source that names exactly one network for the values of a text. */
export function namedByIn(
  network: Network,
  scanned: Scanned,
): (start: number, end: number) => NamedBy {
  return (start, end) => {
    const named = namedNetworkOf(scanned);
    const nearby = named.near(start, end);
    if (nearby === undefined) return named.ofFile() === network ? 'file' : undefined;
    return nearby === network ? 'text' : undefined;
  };
}

/** Names in the address sections of a manifest are arbitrary, and it has no other 32-byte values. */
const isManifestOfMove = (path: string): boolean => /(?:^|[\\/])Move\.(?:toml|lock)$/.test(path);

/**
 * Requirements for 32 bytes to be an account of a network, because hashes and private keys look the
 * same.
 */
export function hexEvidence(
  network: Network,
  mayBe: (kind: ValueKind, isNamedNearby: boolean) => boolean,
): (scanned: Scanned) => Evidence {
  return (scanned) => {
    const { text } = scanned;
    const { path = '' } = scanned.source ?? {};
    const isOfEvm = evmSource.test(path);
    const isOfMove = isManifestOfMove(path);
    const namedBy = namedByIn(network, scanned);
    return (start, end) => {
      const kind = isOfMove ? 'address' : valueKindOf(text, start, end);
      if (kind === 'other' || !mayBe(kind, true)) return false;
      if (kind === 'unnamed' && isOfEvm) return false;
      const what = namedBy(start, end);
      if (what === undefined || !mayBe(kind, what === 'text')) return false;
      return hasVariedDigits(text.slice(start, end));
    };
  };
}

const hasVariedDigits = (token: string): boolean => new Set(token.toLowerCase()).size >= minDigits;

/**
 * `0x` and 64 hex digits without a checksum, which only the text around them makes an address.
 *
 * @param shortest the fewest digits that are written
 * @param isInRange whether a token of that shape is an address of the family
 */
function hexAccount(
  family: 'sui' | 'aptos' | 'starknet' | 'move',
  shortest: number,
  isInRange: (token: string) => boolean = () => true,
): Codec {
  const readShaped = (token: string): Reading | undefined =>
    isInRange(token) && !isText(token) ? {} : undefined;
  return {
    family,
    uriSchemes: [],
    shapes: [{ start: '0x', lengths: [2 + shortest, 2 + digits], characters: hexadecimal }],
    read: (token) =>
      token.length >= 2 + shortest &&
      token.length <= 2 + digits &&
      token.startsWith('0x') &&
      isAll(hexadecimal, token, 2, token.length)
        ? readShaped(token)
        : undefined,
    readShaped,
    canonical: (token) => `0x${filled(token)}`,
    account: (token) => `${comparedAs(family)}:${filled(token)}`,
    checksumOf: () => 'none',
    keyLikeness: 'hexKey',
  };
}

/** Found only where the network is named: nearby, or for a value that is called an address, at the top of the file. */
const namedHexAccount = (
  family: 'sui' | 'aptos' | 'starknet',
  ...shape: [shortest: number, isInRange?: (token: string) => boolean]
): Codec => ({
  ...hexAccount(family, ...shape),
  evidenceIn: hexEvidence(family, (kind, isNamedNearby) => isNamedNearby || kind === 'address'),
  isOwnSource: (source) => isOwnSource(source, family),
});

/** Whether all bytes are letters, digits, and spaces: Cairo stores short strings as numbers. */
const isText = (token: string): boolean =>
  /^0x0{0,2}(?:2[0c-f]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\da])+$/i.test(token);

const filled = (token: string): string => token.slice(2).toLowerCase().padStart(digits, '0');

export function isOwnSource({ path = '', head = '' }: Source, network: Network): boolean {
  return networkOfFile({ path, head }) === network;
}

/** Sui's documentation, "Address": 32 bytes of a BLAKE2b hash. Packages have the same. */
export const sui = namedHexAccount('sui', 62);

/** Aptos, AIP-40: 32 bytes, of which older tools leave out zeros at the start. */
export const aptos = namedHexAccount('aptos', 62);

/**
 * Only Sui and Aptos have `0x…::coin::COIN`, and packages in a `Move.toml`. If neither is named,
 * the user decides.
 */
export const move: Codec = {
  ...hexAccount('move', 62),
  evidenceIn: ({ text, source }) => {
    const isManifest = isManifestOfMove(source?.path ?? '');
    return (start, end) =>
      (isManifest || isMoveType(text, end)) && hasVariedDigits(text.slice(start, end));
  },
};

/** In characters: `0x` and the digits of 252 bits. */
const lengthOf63Digits = 65;

/** Starknet's documentation, "Contract address": a number below 2²⁵¹. */
export const starknet = namedHexAccount('starknet', 59, (token) => {
  const isFull = token.length > lengthOf63Digits;
  const isBelow =
    token.length < lengthOf63Digits ||
    ((!isFull || token.charAt(2) === '0') && token.charAt(isFull ? 3 : 2) <= '7');
  return isBelow && !isSelector(token);
});
