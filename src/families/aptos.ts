import { hexAccountCodec } from './hexAccounts.ts';

/** Aptos, AIP-40: 32 bytes, of which older tools leave out zeros at the start. */
export const aptos = hexAccountCodec('aptos', 62);
