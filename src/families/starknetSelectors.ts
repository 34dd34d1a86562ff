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
