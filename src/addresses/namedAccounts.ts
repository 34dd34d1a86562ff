import { accountNames, isIn } from './characters.ts';
import { codecs } from './families/table.ts';
import { occurrenceOf, type Occurrence } from './occurrence.ts';
import type { TokenContext } from './tokens.ts';

const endings = codecs.flatMap((codec) =>
  (codec.endings ?? []).map((ending) => ({ codec, ending })),
);

/** No name is longer, in UTF-16 units. */
const longestName = 64;

/** The named accounts whose endings are between two offsets, in no order. */
export function namedAccountsIn(
  { units, evidenceOf }: TokenContext,
  start: number,
  end: number,
): Occurrence[] {
  const { text } = units;
  const found: Occurrence[] = [];
  const part = text.slice(start, end);
  for (const { codec, ending } of endings) {
    for (let at = part.indexOf(ending); at !== -1; at = part.indexOf(ending, at + 1)) {
      const after = start + at + ending.length;
      if (isContinued(text, after)) continue;
      const from = startOfName(text, start + at);
      const reading = from === undefined ? undefined : codec.read(text.slice(from, after));
      if (from === undefined || reading === undefined) continue;
      if (evidenceOf(codec)?.(from, after) === false) continue;
      found.push(occurrenceOf(text, { start: from, end: after }, codec, reading));
    }
  }
  return found;
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
