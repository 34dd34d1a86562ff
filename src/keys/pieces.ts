import { hexadecimal, isAll, isLetterOrDigit, isPrefixedAt } from '../text/characters.ts';
import type { Span } from '../text/span.ts';
import { glueBefore, glueAfter, type Glue } from './glue.ts';

/** A run of letters and digits, and the glue between it and the next run toward the middle. */
interface Piece extends Span {
  readonly text: string;
  readonly glue: Glue;
}

/** A value, and whether its own name is before it, so that no piece is. */
interface Named extends Span {
  readonly isNamed?: boolean;
}

/** A key can be written digit by digit. This is the widest spacing. */
const maxPieces = 40;
const reach = 480;

/** The hex digits of 32 and of 64 bytes, give or take a few: a key with a typo is nearly a key. */
const hexLengths = [
  [60, 68],
  [124, 132],
] as const;

/**
 * The key of which an address in hex digits is a piece. There are runs of digits around it with no
 * names or counters between them, and together they are as long as a key. A run with its own `0x`
 * is a separate literal, unless the two are exactly 32 bytes.
 */
export function hexKeyAround(
  text: string,
  { start, end, isNamed: hasName = false }: Named,
): Span | undefined {
  const digits = end - start - (isPrefixedAt(text, start) ? 2 : 0);
  const after = [...piecesFrom(text, end, 1, isHex)];
  const before = hasName ? [] : [...piecesFrom(text, start, -1, isHex)];
  if (after.length === 0 && before.length === 0) return undefined;
  for (let left = 0; left <= before.length; left++) {
    for (let right = 0; right <= after.length; right++) {
      if (left + right === 0) continue;
      const pieces = [...before.slice(0, left), ...after.slice(0, right)];
      if (!isKeyOf(digits, pieces, left > 0)) continue;
      if (isNumbered(text, pieces)) continue;
      return { start: before[left - 1]?.start ?? start, end: after[right - 1]?.end ?? end };
    }
  }
  return undefined;
}

function isKeyOf(digits: number, pieces: readonly Piece[], isTurned: boolean): boolean {
  const prefixed = pieces.filter(({ text }) => isPrefixedAt(text, 0));
  const total = pieces.reduce((sum, { text }) => sum + text.length, digits) - 2 * prefixed.length;
  const isHalf = total === 64 || total === 128;
  // A bracket that closes between two literals ends what belongs together.
  if (prefixed.length > 0) return isHalf && pieces.every(({ glue }) => !/[}\]]/.test(glue.text));
  // Amounts are digits too: `{1, "0x…", "<23 digits>"}`.
  const hasLetters = pieces.some(({ text }) => /[a-fA-F]/.test(text) && !isScientific(text));
  if (isTurned) return isHalf && (hasLetters || pieces.every(({ glue }) => glue.isJoin));
  if (!hasLetters) return false;
  return hexLengths.some(([least, most]) => total >= least && total <= most);
}

/**
 * A MongoDB ID has 24 digits: in a text that mentions them, an ID next to an address is not a key.
 */
function isNumbered(text: string, pieces: readonly Piece[]): boolean {
  const [piece] = pieces;
  if (piece === undefined || pieces.some((each) => each.text.length !== 24)) return false;
  const around = text.slice(Math.max(0, piece.start - 400), piece.end + 40);
  return /_id\b|\$oid|object_?id|mongo/i.test(around);
}

/**
 * The key of which 32 bytes of base58 are a piece: an operator joins a second run, or the second
 * run is not an address and completes a key.
 */
export function base58KeyAround(
  text: string,
  { start, end, isNamed: hasName = false }: Named,
  isAddress: (token: string) => boolean,
): Span | undefined {
  for (const step of hasName ? ([1] as const) : ([1, -1] as const)) {
    const isAfter = step > 0;
    let joined = text.slice(start, end);
    let hasJoin = true;
    let isList = false;
    for (const piece of piecesFrom(text, isAfter ? end : start, step, isBase58Piece)) {
      joined = isAfter ? joined + piece.text : piece.text + joined;
      hasJoin &&= piece.glue.isJoin && !isInShellList(text, start, piece);
      if (!hasJoin && isNameInCode(text, piece.end)) break;
      const isShort = piece.text.length < 8;
      if (isWord(piece.text) && !isShort) break;
      isList ||= isAddress(piece.text);
      // Without a separator, the value after an address belongs to a list.
      if (isList && !hasJoin) break;
      const isPart = hasJoin && !isWord(piece.text);
      // `SOL.KaBooty-3uhT…`: so short a run before a value, and not joined to it, is its name.
      const isName = isWord(piece.text) || (isShort && !isAfter);
      const isRest = hasJoin || !isName;
      if (isPart || (isKeyLike(joined) && isRest)) {
        return isAfter ? { start, end: piece.end } : { start: piece.start, end };
      }
    }
  }
  return undefined;
}

/** WIF, BIP-38, 64 bytes, extended keys: by their lengths in base58, and by how they start. */
function isKeyLike(joined: string): boolean {
  const { length } = joined;
  if (length >= 51 && length <= 52) return /^[5679cKLQTX]/.test(joined);
  if (length >= 57 && length <= 59) return joined.startsWith('6P');
  if (length >= 86 && length <= 90) return true;
  return /^(?:[a-zA-Z]prv|Ltpv|Mtpv|dgpv|drkv|edsk|spsk|p2sk)/.test(joined) && length >= 54;
}

/** `MINTS=("…" "…")`: a shell puts list elements side by side, which joins them elsewhere. */
function isInShellList(text: string, start: number, piece: Piece): boolean {
  if (!/^["']\s+["']$/.test(piece.glue.text)) return false;
  return /=\(\s{0,8}["'\s0-9A-Za-z]*$/.test(text.slice(Math.max(0, start - 200), start));
}

/** `1e18`, `250000e18`: an amount, not hex digits. */
const isScientific = (run: string): boolean => /^\d{1,12}[eE]\d{1,2}$/.test(run);

function isHex(run: string): boolean {
  return isAll(hexadecimal, run, isPrefixedAt(run, 0) && run.length > 2 ? 2 : 0, run.length);
}

function isBase58Piece(run: string): boolean {
  return run.length >= 4 && !/[^1-9A-HJ-NP-Za-km-z]/.test(run);
}

/** Letters in one case, with one capital first, or in words of three and more: rarely chance. */
function isWord(run: string): boolean {
  return /^(?:[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[a-z]{3,24}(?:[A-Z][a-z]{2,24}){1,6})$/.test(run);
}

type IsPiece = (run: string) => boolean;

/** The pieces after or before an offset, nearest first. */
function* piecesFrom(text: string, from: number, step: 1 | -1, isPiece: IsPiece): Generator<Piece> {
  const isAfter = step > 0;
  let at = from;
  for (let count = 0; count < maxPieces && (at - from) * step < reach; count++) {
    const glue = isAfter ? glueAfter(text, at) : glueBefore(text, at);
    if (glue === undefined || isOwnLiteral(glue.text)) return;
    const isRun = (to: number): boolean => isLetterOrDigit(text.charCodeAt(isAfter ? to : to - 1));
    at = glue.at;
    while ((at - glue.at) * step <= 132 && isRun(at)) at += step;
    const [start, end] = isAfter ? [glue.at, at] : [at, glue.at];
    const run = text.slice(start, end);
    if (run === '' || !isPiece(run) || isAddressOfItsOwn(run)) return;
    const isId = !glue.isJoin && isObjectId(run);
    const isOther = isAfter
      ? isUuidAt(text, start, end) || isNamed(text, end) || (isId && isOfNextAddress(text, end))
      : isUuidEnd(text, start, end) || isId;
    if (isOther) return;
    yield { start, end, text: run, glue };
    if (isPrefixedAt(run, 0)) return;
  }
}

const isAddressOfItsOwn = (run: string): boolean => run.length === 42 && isPrefixedAt(run, 0);

/**
 * A MongoDB ID, which starts with the time in seconds, here of the years 2012 to 2029. One in eight
 * rests of a key starts this way, but rarely before its first half with nothing that joins them.
 */
const isObjectId = (run: string): boolean => /^[56][0-9a-f]{23}$/.test(run);

/** In rows of an ID and an address, the ID after an address belongs to the next row. */
const isOfNextAddress = (text: string, end: number): boolean =>
  /^["']?[,;\t] ?["']?0[xX]/.test(text.slice(end, end + 6));

/** A color or an anchor: the text after a `#` is separate. */
function isOwnLiteral(glue: string): boolean {
  return glue.endsWith('#');
}

/** `TestUSDC: "…"`, `CoinType::Sui => "…"`, `ToBase58(), "…"`: the name of a value, a type, or a call. */
export const isNameInCode = (text: string, end: number): boolean =>
  /^(?:["'`]? ?(?::[ "'`:]|=)|\()/.test(text.slice(end, end + 4));

/** A run before `:` or `=` is a name, whatever its letters are: `dead: …`. */
function isNamed(text: string, end: number): boolean {
  return /^["'`]? ?(?::[ "'`]|=(?!>))/.test(text.slice(end, end + 4));
}

function isUuidAt(text: string, start: number, end: number): boolean {
  return (
    end - start === 8 &&
    /^-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/.test(text.slice(end, end + 28))
  );
}

function isUuidEnd(text: string, start: number, end: number): boolean {
  return (
    end - start === 12 &&
    /[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-$/.test(
      text.slice(Math.max(0, start - 24), start),
    )
  );
}
