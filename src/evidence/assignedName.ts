const isBlank = (mark: string | undefined): boolean => mark !== undefined && /\s/.test(mark);
const isQuote = (mark: string | undefined): boolean => mark === '"' || mark === "'" || mark === '`';
const isWord = (mark: string | undefined): boolean =>
  mark !== undefined && /[\p{L}\d_$]/u.test(mark);

/** Calls around a value: `address(IERC20("0x…"))`. */
const maxCalls = 3;

/**
 * The constant, variable, or key that a value is assigned to; undefined if it is assigned to none.
 * @param before the text before the value, a few hundred units at most
 */
export function assignedName(before: string): string | undefined {
  if (isInUrl(before)) return undefined;
  let at = skipBack(before, before.length);
  for (let calls = 0; calls < maxCalls && before[at - 1] === '('; calls++) {
    // A macro of Rust ends with an exclamation mark.
    const callee = skipWord(before, before[at - 2] === '!' ? at - 2 : at - 1);
    if (callee === at - 1) return undefined;
    at = skipBack(before, callee);
  }
  const mark = before[at - 1];
  const isArrow = mark === '>' && before[at - 2] === '=';
  if (mark !== '=' && mark !== ':' && !isArrow) return undefined;
  const start = at - (isArrow ? 2 : 1);
  // A comparison names nothing.
  if (/[=!<>]/.test(before[start - 1] ?? '')) return undefined;
  if (mark === '=') return variableAt(before, start);
  return isArrow
    ? keyOfArrow(before, start)
    : isOfCondition(before, start)
      ? undefined
      : keyAt(before, start);
}

/** Whether a text ends in a URL: `https://app.safe.global/home?safe=`. */
function isInUrl(before: string): boolean {
  const mark = before.lastIndexOf('://');
  return mark !== -1 && !/[\s"'`<>(){}]/.test(before.slice(mark));
}

/** `'vault' => `, and no parameters of a function: `(user) =>`, `(): Promise<void> =>`. */
function keyOfArrow(before: string, end: number): string | undefined {
  const head = before.slice(Math.max(0, end - maxHeadLength), end).trimEnd();
  if (!/[\w$"'`\]\u0080-\uffff]$/.test(head) || /\)\s{0,4}:\s{0,4}[\w.$]{1,60}$/.test(head))
    return undefined;
  return keyAt(before, end);
}

/** Whether the text ends in the arrow, or the parameters, of a function, whose body follows. */
export const isFunctionHead = (before: string): boolean =>
  /(?:\)|\)[ \t]{0,4}:[^\n;{}]{1,60}|[\w$>][ \t]{0,4}=>)\s{0,8}$/.test(
    before.slice(-maxHeadLength),
  ) && !/["'`\]][ \t]{0,4}=>\s{0,8}$/.test(before.slice(-maxHeadLength));

const maxHeadLength = 80;

/** How far before its colon the question mark of a condition can be, in UTF-16 units. */
const conditionReach = 160;

/** `isMain ? WETH : `: the text before the colon is another value. In `owner?: `, it is a key. */
function isOfCondition(before: string, colon: number): boolean {
  let depth = 0;
  let isBlankSoFar = true;
  if (before[colon - 1] === '?') return false;
  const floor = Math.max(0, colon - conditionReach);
  for (let at = colon - 1; at >= floor; at--) {
    const mark = before[at] ?? '';
    if (isQuote(mark)) {
      const open = before.lastIndexOf(mark, at - 1);
      if (open < floor) return false;
      at = open;
    } else if (')]}'.includes(mark)) depth++;
    else if ('([{'.includes(mark) && depth-- === 0) return false;
    else if (depth > 0) continue;
    else if (mark === ',' || mark === ';') return false;
    else if (mark === '?' && isOfChoice(before, at)) return true;
    else if (mark === '\n' && !isBlankSoFar) return /\s\?\s{0,8}$/.test(before.slice(floor, at));
    isBlankSoFar &&= isBlank(mark);
  }
  return false;
}

/** `a ? b`, `a?b`; neither `a?.b` and `a ?? b`, nor a question in prose: `Is it? b`. */
const isOfChoice = (text: string, at: number): boolean =>
  !'?.'.includes(text[at + 1] ?? '') &&
  text[at - 1] !== '?' &&
  (isBlank(text[at - 1]) || !isBlank(text[at + 1]));

/** Over blanks and quotes. */
function skipBack(text: string, end: number): number {
  let at = end;
  while (at > 0 && (isBlank(text[at - 1]) || isQuote(text[at - 1]))) at--;
  return at;
}

/** A name with what it is a member of: `token.at`, and in Rust `Wrapped::<H160>::from`. */
function skipWord(text: string, end: number): number {
  let at = end;
  while (at > 0) {
    if (isWord(text[at - 1]) || text[at - 1] === '.') at--;
    else if (text.endsWith('::', at)) at -= 2;
    else if (text[at - 1] === '>' && text.endsWith('::', text.lastIndexOf('<', at))) {
      at = text.lastIndexOf('<', at) - 2;
    } else break;
  }
  return at;
}

/** The last word before `=`, and before the colon of a type where there is one. */
function variableAt(before: string, end: number): string | undefined {
  const line = Math.max(before.lastIndexOf('\n', end - 1), before.lastIndexOf(';', end - 1)) + 1;
  const statement = before.slice(line, end);
  const colon = statement.indexOf(':');
  return lastWord(colon > 0 ? statement.slice(0, colon) : statement);
}

function lastWord(text: string): string | undefined {
  let end = text.length;
  while (end > 0 && !isWord(text[end - 1])) end--;
  let start = end;
  while (start > 0 && isWord(text[start - 1])) start--;
  return start === end ? undefined : text.slice(start, end);
}

/** A quoted key in full, or the last word. */
function keyAt(before: string, end: number): string | undefined {
  let at = end;
  while (at > 0 && (isBlank(before[at - 1]) || before[at - 1] === ']')) at--;
  const quote = before[at - 1];
  if (quote === undefined || !isQuote(quote))
    return lastWord(before.slice(Math.max(0, at - 80), at));
  const open = before.lastIndexOf(quote, at - 2);
  return open === -1 ? undefined : before.slice(open + 1, at - 1);
}

/** The string value of a key, which follows as `": "Name"`. */
export function stringAfter(after: string): string | undefined {
  let at = 0;
  while (isQuote(after[at]) || isBlank(after[at]) || after[at] === ']') at++;
  if (after[at] === '=' && after[at + 1] === '>') at += 2;
  else if (after[at] === ':' || after[at] === '=') at++;
  else return undefined;
  while (isBlank(after[at])) at++;
  const quote = after[at];
  if (quote === undefined || !isQuote(quote)) return undefined;
  const end = after.indexOf(quote, at + 1);
  return end === -1 ? undefined : after.slice(at + 1, end);
}
