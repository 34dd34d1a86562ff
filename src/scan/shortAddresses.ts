import { accountNames, isIn } from '../text/characters.ts';
import type { Codec } from '../families/codec.ts';
import { codecs } from '../families/table.ts';
import { occurrenceOf, type Occurrence } from '../addresses/occurrence.ts';
import { inSegment, type TokenContext } from './tokens.ts';

const withShortAddresses = codecs.flatMap(({ shortAddresses }) =>
  shortAddresses === undefined ? [] : [{ shortAddresses }],
);
const withEndings = codecs.flatMap((codec) =>
  codec.endings === undefined ? [] : [{ codec, endings: codec.endings }],
);

/** No name is longer, in UTF-16 units. */
const maxNameLength = 64;

/**
 * The addresses between two offsets that are too short for a run, in no order: those that a codec
 * lists, and the named accounts whose endings are there.
 */
export function shortAddressesIn(tokens: TokenContext, start: number, end: number): Occurrence[] {
  const part = tokens.text.slice(start, end);
  const found: (Occurrence | undefined)[] = [];
  for (const { shortAddresses } of withShortAddresses) {
    for (const { 0: match, index } of part.matchAll(shortAddresses)) {
      found.push(inSegment(tokens, start + index, start + index + match.length));
    }
  }
  for (const { codec, endings } of withEndings) {
    for (const { 0: ending, index } of part.matchAll(endings)) {
      found.push(namedAccountAt(tokens, { codec, dot: start + index, ending }));
    }
  }
  return found.filter((each) => each !== undefined);
}

function namedAccountAt(
  { text, evidenceOf }: TokenContext,
  { codec, dot, ending }: { readonly codec: Codec; readonly dot: number; readonly ending: string },
): Occurrence | undefined {
  const end = dot + ending.length;
  if (isContinued(text, end)) return undefined;
  const start = startOfName(text, dot);
  const reading = start === undefined ? undefined : codec.read(text.slice(start, end));
  if (start === undefined || reading === undefined) return undefined;
  if (evidenceOf(codec)?.(start, end) === false) return undefined;
  return occurrenceOf(text, { start, end }, codec, reading);
}

/** Whether a name goes on: `.near` in `rpc.mainnet.near.org`, and in `.nearby`. */
const isContinued = (text: string, after: number): boolean =>
  /^(?:[\w$(-]|\.[\w-])/.test(text.slice(after, after + 2));

/** Undefined if what comes before the name is part of it, or the name is too long. */
function startOfName(text: string, end: number): number | undefined {
  let at = end;
  while (end - at < maxNameLength && at > 0 && isIn(accountNames, text, at - 1)) at--;
  return end - at === maxNameLength || /[A-Z$]/.test(text.charAt(at - 1)) ? undefined : at;
}
