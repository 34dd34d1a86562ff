/**
 * Git's wildmatch (wildmatch.c): matches one `.gitignore` pattern against one path. Both are byte
 * strings, as in git. Patterns come from untrusted repositories, so this takes at most pattern
 * times path steps: only the latest `*` and the latest `**` are ever retried. That suffices,
 * because the text between two `**` has a fixed number of slashes, and no `*` crosses one.
 */
export type Wildmatch = (path: string) => boolean;

/** A literal byte, a table of accepted bytes, or a wildcard. */
type Token = number | Uint8Array | 'star' | 'globstar' | 'folders';

const slash = 0x2f;

/** @param isPath whether `*` stops at a slash; undefined for a pattern that matches nothing */
export function compileWildmatch(pattern: string, isPath: boolean): Wildmatch | undefined {
  const tokens = tokensOf(pattern, isPath);
  if (tokens === undefined) return undefined;
  const fewest = tokens.filter((token) => typeof token !== 'string').length;
  return (path) => path.length >= fewest && matches(tokens, path);
}

function tokensOf(pattern: string, isPath: boolean): Token[] | undefined {
  const tokens: Token[] = [];
  // Git compares the part before the first wildcard separately, and the rest as its own pattern:
  // `a**/b` crosses slashes, despite gitignore(5).
  const literal = pattern.search(/[*?[\\]/);
  let at = 0;
  while (at < pattern.length) {
    const character = pattern.charAt(at);
    if (character === '*') {
      let end = at;
      while (pattern.charAt(end) === '*') end++;
      const { token, after } = !isPath
        ? { token: 'globstar' as const, after: end }
        : wildcard(pattern, { start: at, end, literal });
      if (tokens.at(-1) !== token) tokens.push(token);
      at = after;
    } else if (character === '?') {
      tokens.push(isPath ? anyButSlash : anyByte);
      at++;
    } else if (character === '[') {
      const found = classAt(pattern, at, isPath);
      if (found === undefined) return undefined;
      tokens.push(found.bytes);
      at = found.after;
    } else {
      if (character === '\\') at++;
      if (at >= pattern.length) return undefined;
      tokens.push(pattern.charCodeAt(at));
      at++;
    }
  }
  return tokens;
}

/** Two stars go over slashes where a slash or an end of the pattern is on either side of them. */
function wildcard(
  pattern: string,
  {
    start,
    end,
    literal,
  }: { readonly start: number; readonly end: number; readonly literal: number },
): { readonly token: Token; readonly after: number } {
  const isBounded =
    end - start > 1 &&
    (start === literal || pattern.charAt(start - 1) === '/') &&
    (end === pattern.length || pattern.charAt(end) === '/' || pattern.startsWith('\\/', end));
  if (!isBounded) return { token: 'star', after: end };
  return pattern.charAt(end) === '/'
    ? { token: 'folders', after: end + 1 }
    : { token: 'globstar', after: end };
}

const anyByte = new Uint8Array(256).fill(1);
const anyButSlash = anyByte.map((_, byte) => (byte === slash ? 0 : 1));

const isBetween = (first: number, last: number) => (byte: number) => byte >= first && byte <= last;
const isUpper = isBetween(0x41, 0x5a);
const isLower = isBetween(0x61, 0x7a);
const isDigit = isBetween(0x30, 0x39);
const isGraphic = isBetween(0x21, 0x7e);
const isAlphanumeric = (byte: number): boolean => isUpper(byte) || isLower(byte) || isDigit(byte);

/** The named classes of POSIX, in ASCII as git has them. */
const named: ReadonlyMap<string, (byte: number) => boolean> = new Map(
  Object.entries({
    alnum: isAlphanumeric,
    alpha: (byte: number) => isUpper(byte) || isLower(byte),
    blank: (byte: number) => byte === 0x20 || byte === 0x09,
    cntrl: (byte: number) => byte < 0x20 || byte === 0x7f,
    digit: isDigit,
    graph: isGraphic,
    lower: isLower,
    print: isBetween(0x20, 0x7e),
    punct: (byte: number) => isGraphic(byte) && !isAlphanumeric(byte),
    space: (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d),
    upper: isUpper,
    xdigit: (byte: number) =>
      isDigit(byte) || isBetween(0x41, 0x46)(byte) || isBetween(0x61, 0x66)(byte),
  }),
);

/** The bytes of a class in brackets; undefined where it never closes or names none of POSIX. */
function classAt(
  pattern: string,
  opening: number,
  isPath: boolean,
): { readonly bytes: Uint8Array; readonly after: number } | undefined {
  const bytes = new Uint8Array(256);
  let at = opening + 1;
  const isNegated = pattern.charAt(at) === '!' || pattern.charAt(at) === '^';
  if (isNegated) at++;
  // The start of a range; undefined after a range or a named class.
  let previous: number | undefined;
  let closing = -1;
  for (const first = at; at === first || pattern.charAt(at) !== ']';) {
    if (at >= pattern.length) return undefined;
    const isRange =
      pattern.charAt(at) === '-' &&
      previous !== undefined &&
      at + 1 < pattern.length &&
      pattern.charAt(at + 1) !== ']';
    if (isRange) {
      at += pattern.charAt(at + 1) === '\\' ? 2 : 1;
      if (at >= pattern.length) return undefined;
      const last = pattern.charCodeAt(at);
      for (let byte = previous ?? 0; byte <= last; byte++) bytes[byte] = 1;
      previous = undefined;
      at++;
      continue;
    }
    if (pattern.startsWith('[:', at)) {
      // Looked for once: a pattern may have many that never close.
      if (closing < at + 2) closing = pattern.indexOf(']', at + 2);
      if (closing === -1) return undefined;
      if (closing > at + 2 && pattern.charAt(closing - 1) === ':') {
        const isIn = named.get(pattern.slice(at + 2, closing - 1));
        if (isIn === undefined) return undefined;
        for (let byte = 0; byte < 256; byte++) if (isIn(byte)) bytes[byte] = 1;
        previous = undefined;
        at = closing + 1;
        continue;
      }
    }
    if (pattern.charAt(at) === '\\') at++;
    if (at >= pattern.length) return undefined;
    previous = pattern.charCodeAt(at);
    bytes[previous] = 1;
    at++;
  }
  if (isNegated) for (let byte = 0; byte < 256; byte++) bytes[byte] = bytes[byte] === 0 ? 1 : 0;
  if (isPath) bytes[slash] = 0;
  return { bytes, after: at + 1 };
}

function matches(tokens: readonly Token[], path: string): boolean {
  let token = 0;
  let at = 0;
  /** Where to go on behind a wildcard, and how far it reaches; -1 for none. */
  let star = -1;
  let starEnd = 0;
  let wide = -1;
  let wideEnd = 0;
  for (;;) {
    const next = tokens[token];
    if (next === 'star') {
      star = token;
      starEnd = at;
      token++;
      continue;
    }
    if (next === 'globstar' || next === 'folders') {
      wide = token;
      wideEnd = at;
      star = -1;
      token++;
      continue;
    }
    if (next === undefined ? at === path.length : at < path.length && isTaken(next, path, at)) {
      if (next === undefined) return true;
      token++;
      at++;
      continue;
    }
    if (star >= 0 && starEnd < path.length && path.charCodeAt(starEnd) !== slash) {
      at = ++starEnd;
      token = star + 1;
      continue;
    }
    if (wide < 0) return false;
    const end = tokens[wide] === 'folders' ? path.indexOf('/', wideEnd) + 1 : wideEnd + 1;
    if (end === 0 || end > path.length) return false;
    at = wideEnd = end;
    token = wide + 1;
    star = -1;
  }
}

function isTaken(token: number | Uint8Array, path: string, at: number): boolean {
  const byte = path.charCodeAt(at);
  return typeof token === 'number' ? token === byte : token[byte] === 1;
}
