import { hexAccountCodec } from './hexAccounts.ts';

/** Sui's documentation, "Address": 32 bytes of a BLAKE2b hash. Packages have the same. */
export const sui = hexAccountCodec('sui', 62);
