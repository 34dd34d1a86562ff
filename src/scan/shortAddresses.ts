import { accountNames, isIn } from '../text/characters.ts';
import type { Codec } from '../families/codec.ts';
import { codecs } from '../families/table.ts';
import { occurrenceOf, type Occurrence } from '../addresses/occurrence.ts';
import { inSegment, type TokenContext } from './tokens.ts';

const whole = codecs.flatMap(({ shortAddresses = [] }) => shortAddresses);

const endings = codecs.flatMap((codec) =>
  (codec.endings ?? []).map((ending) => ({ codec, ending })),
);

/** No name is longer, in UTF-16 units. */
const longestName = 64;

/**
 * The addresses between two offsets that are too short for a run, in no order: those that a codec
 * lists, and the named accounts whose endings are there.
 */
export function shortAddressesIn(tokens: TokenContext, start: number, end: number): Occurrence[] {
  const part = tokens.units.text.slice(start, end);
  const found: (Occurrence | undefined)[] = [];
  for (const address of whole) {
    for (const at of placesOf(address, part)) {
      found.push(inSegment(tokens, start + at, start + at + address.length));
    }
  }
  for (const { codec, ending } of endings) {
    for (const at of placesOf(ending, part)) {
      found.push(namedAccountAt(tokens, { codec, dot: start + at, ending }));
    }
  }
  return found.filter((each) => each !== undefined);
}

function placesOf(searched: string, part: string): number[] {
  const places: number[] = [];
  for (let at = part.indexOf(searched); at !== -1; at = part.indexOf(searched, at + 1)) {
    places.push(at);
  }
  return places;
}

function namedAccountAt(
  { units: { text }, evidenceOf }: TokenContext,
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
  while (end - at < longestName && at > 0 && isIn(accountNames, text, at - 1)) at--;
  return end - at === longestName || /[A-Z$]/.test(text.charAt(at - 1)) ? undefined : at;
}
