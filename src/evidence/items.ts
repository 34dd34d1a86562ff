import { networkCalled } from '../networks/mentions.ts';
import type { Family } from '../networks/networks.ts';
import { named, singleOf } from '../networks/verdict.ts';
import type { Span } from '../text/span.ts';
import type { Clue } from './clue.ts';
import { clueIn } from './clues.ts';

/** Runs of letters and digits this long are addresses, hashes, or keys: another value begins. */
export const valueLength = 26;

/** Text between two values that separates their items. */
const separator = /[,;|]|\s(?:and|or|&|\/)\s/;

/** Blocks and keys, which are read as such. */
const isOfCode = /[{}[\]<>]|["'`]\s{0,4}:|[=:]\s{0,4}["'`]/;

/** A comment behind all values of a line. */
const comment = /(?<!:)\/\/|\/\*|<!--|\s#\s/;

/** The label on one side of a value. */
interface Label {
  readonly clue: Clue;
  /** Whether it is a word for a token too, or for the main network of any other: `ETH`, `Mainnet`. */
  readonly isSymbol: boolean;
}

/** The text before a value, between two, or behind the last one. */
interface Gap {
  /** Of the value before it. */
  readonly trail?: Label | undefined;
  /** Of the value behind it. */
  readonly lead?: Label | undefined;
  /** Whether nothing separates two items, so the label may belong to either. */
  readonly isOpen?: boolean;
}

/** An address's own item. */
export interface Item {
  readonly clue: Clue | undefined;
}

/**
 * The item of an address on a line of several, each with its network beside it: `0x… (Ethereum),
 * 0x… (Polygon)`, `--eth 0x… --bsc 0x…`. The side of the labels follows from all items. Undefined
 * if fewer than two have one.
 */
export function itemAt(
  text: string,
  { start, end }: Span,
  { offset, family }: { readonly offset: number; readonly family: Family },
): Item | undefined {
  const values = valuesIn(text, start, end);
  const own = values.findIndex((value) => value.start <= offset && offset < value.end);
  if (values.length < 2 || own === -1) return undefined;
  const last = values.at(-1)?.end ?? end;
  const mark = comment.exec(text.slice(last, end));
  const texts = values.map((value, at) => text.slice(values[at - 1]?.end ?? start, value.start));
  if (texts.some((between, at) => at > 0 && isOfCode.test(between))) return undefined;
  texts.push(text.slice(last, mark === null ? end : last + mark.index));
  const gaps = texts.map((each, at) => gapOf(each, { at, values: values.length, family }));
  return itemIn(gaps, own);
}

/** @param fewest labels that make a list of items */
function itemIn(gaps: readonly Gap[], own: number, fewest = 2): Item | undefined {
  const count = (part: 'lead' | 'trail', isOpen: boolean): number =>
    gaps.filter((gap) => (gap.isOpen === true) === isOpen && networkOf(gap[part])).length;
  const [before, behind] = [count('lead', false), count('trail', false)];
  const open = Math.max(count('lead', true), count('trail', true));
  if (before + behind + open < fewest) return undefined;
  const said = gaps.flatMap(({ lead, trail }) => [lead, trail]);
  // `ETH 0x…, USDC 0x…, BSC 0x…`: symbols of tokens, unless each value has the name of a network.
  if (before + behind + open < gaps.length - 1 && said.some((label) => label?.isSymbol)) {
    return itemIn(gaps.map(withoutSymbols), own, 1) ?? { clue: undefined };
  }
  // Labels before some values and behind others, with nothing between that shows whose they are.
  if (open > 0 && before > 0 === behind > 0) {
    const verdict = singleOf(said.flatMap((label) => networkOf(label) ?? []));
    return { clue: verdict && { verdict, reason: 'name' } };
  }
  const [leading, trailing] = [gaps[own], gaps[own + 1]];
  const lead = leading?.isOpen === true && before === 0 ? undefined : leading?.lead;
  const trail = trailing?.isOpen === true && before > 0 ? undefined : trailing?.trail;
  return { clue: both(lead, trail) };
}

const withoutSymbols = ({ isOpen = false, lead, trail }: Gap): Gap => ({
  isOpen,
  lead: lead?.isSymbol === true ? undefined : lead,
  trail: trail?.isSymbol === true ? undefined : trail,
});

const networkOf = (label: Label | undefined): string | undefined =>
  label?.clue.verdict.kind === 'named' ? label.clue.verdict.network : undefined;

/** Combines the labels on both sides of a value. If they differ, it asks. */
function both(lead: Label | undefined, trail: Label | undefined): Clue | undefined {
  const label = lead ?? trail;
  if (label === undefined) return undefined;
  const [one, other] = [networkOf(lead), networkOf(trail)];
  if (one !== undefined && other !== undefined && one !== other) {
    return { verdict: { kind: 'several', networks: [one, other] }, reason: 'name' };
  }
  // Beside other labels, `eth` and `mainnet` are networks.
  return { ...label.clue, isClosed: false };
}

function gapOf(
  text: string,
  { at, values, family }: { readonly at: number; readonly values: number; readonly family: Family },
): Gap {
  if (at === 0) return { lead: leadOf(text, family) };
  if (at === values) return { trail: trailOf(text, family) };
  const found = separator.exec(text);
  if (found === null) {
    return { lead: leadOf(text, family), trail: trailOf(text, family), isOpen: true };
  }
  return {
    trail: trailOf(text.slice(0, found.index), family),
    lead: leadOf(text.slice(found.index + found[0].length), family),
  };
}

const trailOf = (text: string, family: Family): Label | undefined =>
  labelOf(text, /^\W{0,8}(?:on )?(\w{2,30})/i.exec(text)?.[1], family);

const leadOf = (text: string, family: Family): Label | undefined =>
  labelOf(text, /(\w{2,30})(?:[:=\s"'`(*-]|\b0x){0,6}$/i.exec(text.slice(-60))?.[1], family);

/** @param word the one right beside the value */
function labelOf(text: string, word: string | undefined, family: Family): Label | undefined {
  const clue = clueIn(text, family, 'name');
  if (clue !== undefined) return { clue, isSymbol: false };
  const network = word === undefined ? undefined : networkCalled(word, family);
  if (word === undefined || network === undefined) return undefined;
  return { clue: { verdict: named(network, word), reason: 'name' }, isSymbol: true };
}

function valuesIn(text: string, start: number, end: number): Span[] {
  const found = text.slice(start, end).matchAll(/[0-9A-Za-z]{26,}/g);
  return [...found].map(({ index, 0: value }) => ({
    start: start + index,
    end: start + index + value.length,
  }));
}
