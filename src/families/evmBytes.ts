import { evmChecksumOf } from '../encodings/evmChecksum.ts';
import type { Evidence, Scanned, Source } from './source.ts';
import { kindByNames, wordKind } from './byteNames.ts';

/** How far before a string its macro can start, in UTF-16 units. */
const macroReach = 120;

/** The macro, or the literal's prefix, that makes bytes of the string after it. */
const byteLiteral = /(?:([A-Za-z_]\w{0,40})!\s{0,40}[([{]\s{0,40}|(?<![\w$])hex)["']$/;

/** Macros that produce bytes of any length and meaning. */
const anyBytes = /^(?:hex|hex_literal|bytes|fixed_bytes|b160|b_160|hex_array|hexlit|hex_bytes)$/i;

/**
 * `address`: a macro named for addresses. `bytes`: a macro for any bytes. `hex`: Solidity's
 * `hex"…"`.
 */
type ByteLiteral = 'address' | 'bytes' | 'hex';

/** The construct directly before a quote that turns its string into bytes. */
export function byteLiteralBefore(text: string, start: number): ByteLiteral | undefined {
  const before = text.slice(Math.max(0, start - macroReach), start);
  // The expression tries every start, and most strings are behind a colon or a comma.
  const last = before.slice(0, -1).trimEnd().at(-1);
  const match = last !== undefined && '([{x'.includes(last) ? byteLiteral.exec(before) : null;
  if (match === null) return undefined;
  const [, macro] = match;
  if (macro === undefined) return 'hex';
  return anyBytes.test(macro) ? 'bytes' : wordKind(macro) === 'address' ? 'address' : undefined;
}

/** As many letters leave one chance in two hundred that their case is right. */
const minLetters = 8;

/** Other systems that call twenty bytes an address, or hash to twenty bytes. */
const otherSystems =
  /cosmos-sdk|cosmrs|cometbft|tendermint|btcutil|btcd|bitcoin|secp256k1_p2pkh|xrpl|rippled?[-_/]|tronweb|go-tron/i;
const evmSystems = /alloy|ethers|ethereum|web3|revm|\bevm\b|H160|solidity|viem|AccountId20/i;

/** How much of a file contains its imports, in UTF-16 units. */
const headLength = 4_096;

/** Whether the path or the imports of a file are of a system that is not EVM. */
export function isOtherSystem({ path = '', head = '' }: Source): boolean {
  const part = `${path}\n${head.slice(0, headLength)}`;
  return otherSystems.test(part) && !evmSystems.test(part);
}

/**
 * Whether twenty bytes without `0x` are an address, because hashes can have as many. Evidence: a
 * macro, the type, the nearest name, or EIP-55 capitalization inside a macro.
 */
export function bytesEvidence({ text, source }: Scanned): Evidence {
  let isElsewhere: boolean | undefined;
  const isOfOtherSystem = (): boolean =>
    (isElsewhere ??= isOtherSystem({ path: source?.path ?? '', head: source?.head ?? text }));
  return (start, end) => {
    const isString = end - start === 40 && !text.slice(start, end).includes(',');
    if (!isString) return kindByNames(text, start) === 'address' && !isOfOtherSystem();
    if (text.charAt(end) !== text.charAt(start - 1)) return false;
    const literal = byteLiteralBefore(text, start);
    if (literal === undefined || literal === 'address') return literal === 'address';
    const kind = kindByNames(text, start);
    if (kind === 'address') return !isOfOtherSystem();
    return kind === undefined && literal === 'bytes' && isSpelled(text.slice(start, end));
  };
}

function isSpelled(digits: string): boolean {
  return digits.replace(/\d/g, '').length >= minLetters && evmChecksumOf(`0x${digits}`) === 'valid';
}
