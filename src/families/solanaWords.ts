/** How far words can be from a value, in UTF-16 units. */
const reach = { before: 400, after: 120 } as const;

/**
 * Words that name Solana, or something that only its programs have. After the group come words that
 * name another system. `near` alone is an English word.
 */
const words =
  /(solana|solscan|solflare|lamport|declare_id|anchor[-_]lang|metaplex|jupiter|raydium|associated_?token|spl[-_]?token|(?<![a-z])spl(?![a-z])|program_?id|tokenMint|mintAddress|(?<![a-z])mint(?![a-z])|(?<![a-z.])sol(?![a-z])|So1{20}|Sysvar)|ed25519|secp256k1|near[-_.](?:protocol|api|org|sdk|account)|\.near(?![a-z])|["']near["']|(?<![a-z])sui(?![a-z])|aptos|ipfs|arweave|ver_?key|did:|libp2p|cosmwasm|factory\/|blockhash|genesis_?hash/gi;

/** Whether the nearest word before a value names Solana. If there is none, the first one after it. */
export function isNearSolana(text: string, start: number, end: number): boolean {
  // The lookbehinds read one character.
  const before = text.slice(Math.max(0, start - reach.before - 1), start);
  const after = text.slice(end - 1, end + reach.after);
  const nearest = [...before.matchAll(words)].at(-1) ?? after.matchAll(words).next().value;
  return nearest?.[1] !== undefined;
}
