import type { Span } from '../text/span.ts';

/**
 * Signs that a condition excludes the network that it names: `chain != "polygon"`, `!isBase`,
 * `unless`.
 */
const isNegative = /!==?|<>|\bnot\b|\bunless\b|\s-ne\s|(?:^|[^\w!=<>)\]])!\s?[\w(]/;

/** The start of a line or of the head of a block that is a condition: `if (…) {`, `elif …:`, `} else if`. */
const isCondition = /^\W{0,8}(?:else\s{1,4})?(?:if|elif|elsif|unless|while|until|when|guard)\b/;

/** Whether a condition excludes the network that it names from the lines or the block under it. */
export const isOfOthers = (head: string): boolean =>
  isCondition.test(head) && isNegative.test(head);

/** The question mark of `a ? b : c`, as opposed to `?.`, `??`, an optional type, or a URL. */
const question = /(?<=[\s)\]])\?(?=\s)/g;

/**
 * The start of the other branch on a line: `else setLink("0x…")`, `"0x…" if polygon else "0x…"`.
 */
const otherwise = /\belse\b(?!\s{1,4}if\b)/g;

/**
 * The branch of a conditional on a line that contains the value at an offset. Includes the
 * condition if it names the network of that branch. Undefined for a line without a condition.
 */
export function branchAt(text: string, { start, end }: Span, offset: number): Span | undefined {
  const line = text.slice(start, end);
  const at = offset - start;
  const elses = [...line.matchAll(otherwise)];
  const before = elses.findLast(({ index }) => index < at);
  if (before !== undefined) return { start: start + before.index + before[0].length, end };
  const [next] = elses;
  const inline = next === undefined ? -1 : line.slice(at, next.index).search(/\sif\s/);
  if (next !== undefined && inline !== -1) {
    const isOther = isNegative.test(line.slice(at + inline, next.index));
    return { start, end: start + (isOther ? at + inline : next.index) };
  }
  const asked = [...line.matchAll(question)].findLast(({ index }) => index < at)?.index;
  if (asked !== undefined) return branchOfQuestion(line, { start, end }, { asked, at });
  const head = line.slice(0, at);
  if (!isOfOthers(head)) return undefined;
  const body = Math.max(head.lastIndexOf(')'), head.lastIndexOf(': '), head.lastIndexOf(' then '));
  return { start: start + body + 1, end };
}

function branchOfQuestion(
  line: string,
  { start, end }: Span,
  { asked, at }: { readonly asked: number; readonly at: number },
): Span {
  const colon = [...line.slice(asked, at).matchAll(colonOfValues)].at(-1);
  if (colon !== undefined) return { start: start + asked + colon.index + 1, end };
  const other = [...line.slice(at).matchAll(colonOfValues)][0];
  return {
    start: isNegative.test(line.slice(0, asked)) ? start + asked + 1 : start,
    end: other === undefined ? end : start + at + other.index,
  };
}

/** The colon between two values has a blank on both sides, or a quote or bracket before it. */
const colonOfValues = /(?<=[\s"'`)\]]):(?=\s)/g;
