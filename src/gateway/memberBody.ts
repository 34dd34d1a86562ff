/** A member of a JSON object: its name, and where its value is in the text. */
interface Span {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces some members of a risk score and keeps every other byte. It does not parse the body: a paid score
 * can have too many values to parse, and would then show the account that owns the license.
 * @param values by name
 */
export function withScoreMembers(body: string, values: Readonly<Record<string, string>>): string {
  const edits = membersOf(body, 0)
    .filter(({ name }) => name === 'risk_score')
    .flatMap(({ start }) => membersOf(body, start))
    .filter(({ name }) => Object.hasOwn(values, name));
  let written = '';
  let from = 0;
  for (const { name, start, end } of edits) {
    written += body.slice(from, start) + JSON.stringify(values[name]);
    from = end;
  }
  return written + body.slice(from);
}

/** The members of the object at an offset, after any space; empty if something else is there. */
function membersOf(text: string, offset: number): Span[] {
  const spans: Span[] = [];
  let at = skipSpace(text, offset);
  if (text.charAt(at) !== '{') return spans;
  do {
    const nameStart = skipSpace(text, at + 1);
    const nameEnd = endOfString(text, nameStart);
    const colon = skipSpace(text, nameEnd);
    if (text.charAt(nameStart) !== '"' || text.charAt(colon) !== ':') return spans;
    const start = skipSpace(text, colon + 1);
    const end = endOfValue(text, start);
    spans.push({ name: nameOf(text.slice(nameStart, nameEnd)), start, end });
    at = skipSpace(text, end);
  } while (text.charAt(at) === ',');
  return spans;
}

/** The space of JSON, and a byte order mark. */
function skipSpace(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && ' \t\r\n\uFEFF'.includes(text.charAt(at))) at++;
  return at;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
}

function endOfValue(text: string, start: number): number {
  if (text.charAt(start) === '"') return endOfString(text, start);
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') {
      at = endOfString(text, at);
      continue;
    }
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      if (depth === 0) break;
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (character === ',' || ' \t\r\n'.includes(character))) break;
    at++;
  }
  return at;
}

/** A name may be written with escapes. */
function nameOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return '';
  }
}
