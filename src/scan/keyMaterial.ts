/**
 * A key gives control of funds, so it is not looked up, logged, or sent. Some hashes are rejected
 * with it, at little cost. `keys/guard.ts` decides for text that looks like an address.
 */
import { evmChecksumOf } from '../encodings/evmChecksum.ts';
import { isOfJwk } from '../keys/idioms.ts';
import { LinesAbove } from '../keys/labels.ts';
import { namingOf } from '../keys/naming.ts';
import { hexKeyAround } from '../keys/pieces.ts';
import { keyReach, type Refusal } from '../keys/guard.ts';
import { isTokenOrAccount } from '../keys/otherMeanings.ts';
import { kindOfName } from '../keys/words.ts';
import { keyShapesIn, type KeyMaterial, type KeyShape, type ShapedText } from '../keys/shapes.ts';
import { refusalsBetween } from './scan.ts';
import type { Source } from '../families/source.ts';

export type { KeyMaterial, KeyShape };

/**
 * Whether any part of a text could be a key. An argument has no context, so every possible key
 * counts.
 */
export function isKeyShaped(text: string): boolean {
  if (loneEvm.test(text)) return false;
  if (keyShapesIn(text).some(({ isAddress }) => !isAddress)) return true;
  for (const { 0: match, index } of text.matchAll(wholeEvm)) {
    if (hexKeyAround(text, { start: index, end: index + match.length }) !== undefined) return true;
  }
  return false;
}

/** Never a key: only digits beside them could make them a part of one. */
const loneEvm = /^0[xX][0-9a-fA-F]{40}$/;

const wholeEvm = /(?<![0-9A-Za-z])0[xX][0-9a-fA-F]{40}(?![0-9A-Za-z])/g;

/** The maximum length of a key over several lines, in UTF-16 units: an array of numbers, a PEM. */
const widest = 2_048;

/**
 * The key at a caret: text with the shape of a key, or an address that must not be sent. A lone
 * hash counts only if a name calls it a key.
 */
export function keyMaterialAt(
  text: string,
  offset: number,
  source?: Source,
): KeyMaterial | undefined {
  const from = Math.max(0, offset - widest);
  const isUnder = (start: number, end: number): boolean => start <= offset && offset <= end;
  const part = text.slice(from, offset + widest);
  for (const each of keyShapesIn(part)) {
    const found = { ...each, offset: from + each.offset };
    const { length, shape } = found;
    if (!isUnder(found.offset, found.offset + length) || !isKey(text, found)) continue;
    return { offset: found.offset, length, shape };
  }
  const piece = pieceAt(part, offset - from);
  if (piece !== undefined) return { ...piece, offset: from + piece.offset };
  const reach = 640;
  const refusals = refusalsBetween(
    text,
    Math.max(0, offset - reach),
    Math.min(text.length, offset + reach),
    source,
  );
  const refused = refusals.find(({ start, end }) => isUnder(start, end));
  return refused && materialOf(refused);
}

/**
 * Like `keyMaterialAt`, for a whole text, without halves of keys that are not addresses. In no
 * particular order.
 */
export function keyMaterialIn(text: string, source?: Source): KeyMaterial[] {
  const linesAbove = new LinesAbove();
  const shaped = keyShapesIn(text).filter((found) => isKey(text, found, linesAbove));
  return [...shaped, ...refusalsBetween(text, 0, text.length, source).map(materialOf)];
}

const materialOf = ({ start, end, why }: Refusal): KeyMaterial => ({
  offset: start,
  length: end - start,
  shape: why === 'piece' ? 'keyPiece' : 'privateKey',
});

/** Whether a name suggests a key when the shape doesn't, and nothing suggests an account. */
function isKey(text: string, found: ShapedText, linesAbove?: LinesAbove): boolean {
  const { offset, length, shape, isAmbiguous } = found;
  if (isAmbiguous && !isNamed(text, found, linesAbove)) return false;
  return shape !== 'solanaKey' || !isTokenOrAccount(text, offset, offset + length);
}

/** Half of a key that is not an address for another reason, such as the text that touches it. */
function pieceAt(part: string, offset: number): KeyMaterial | undefined {
  for (const { 0: match, index } of part.matchAll(wholeEvm)) {
    if (evmChecksumOf(match) === 'valid') continue;
    const key = hexKeyAround(part, { start: index, end: index + match.length });
    if (key !== undefined && key.start <= offset && offset <= key.end) {
      return { offset: key.start, length: key.end - key.start, shape: 'keyPiece' };
    }
  }
  return undefined;
}

function isNamed(
  text: string,
  { offset: start, length, shape }: ShapedText,
  linesAbove?: LinesAbove,
): boolean {
  const floor = Math.max(0, start - keyReach.before);
  const end = start + length;
  // The number before the first word, and the bracket of a list of words, are not part of a name.
  const first = shape === 'seedPhrase' ? withoutMarks(text, start, floor) : start;
  const isKeySized = shape === 'privateKey' || shape === 'solanaKey';
  if (namingOf({ text, start: first, end, floor, isKeySized }, linesAbove) === 'key') return true;
  if (shape === 'seedPhrase' && isNamedByFirstWords(text.slice(start, end))) return true;
  return isOfJwk(text, start, end);
}

/** `seed phrase: "legal winner …`: a name in lower case is a word too, so it starts the phrase. */
function isNamedByFirstWords(phrase: string): boolean {
  const [name] = /^\p{L}{2,10}(?: \p{L}{2,10}){0,2}(?=["'`]?:)/u.exec(phrase) ?? [];
  return name !== undefined && kindOfName(name) === 'key';
}

function withoutMarks(text: string, start: number, floor: number): number {
  let at = start;
  while (at > floor && start - at < 24 && /[\s\d.)([\]"'-]/.test(text.charAt(at - 1))) at--;
  return at;
}
