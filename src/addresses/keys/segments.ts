import { isBareKey, kindOfCallee, kindOfName, type NameKind } from './words.ts';

/** Why a segment starts where it starts. */
type Boundary = 'comma' | 'statement' | 'open' | 'line' | 'tag' | 'value' | 'reach';

/** The text right before an offset, back to what separates it from other values. */
export interface Segment {
  readonly kind: NameKind | undefined;
  readonly boundary: Boundary;
  /** The first unit of the segment. For an opening bracket, the unit after it. */
  readonly start: number;
  /** Its last name as written, whether or not it says anything. */
  readonly name: string;
}

interface Walk {
  readonly text: string;
  readonly floor: number;
  at: number;
  /** Names with only blanks between them, the last one first. */
  phrase: string;
  name: string;
  kind: NameKind | undefined;
  isCallee: boolean;
  hasMark: boolean;
  hasWords: boolean;
  /** Whether a bare `key` would name the value: it has a key's size, and nothing else names it. */
  isBare: boolean;
}

/** A longer text of letters and digits is a value, not a name. */
const longestName = 64;

/** Lines that end in one of these continue. */
const continued = '=:([,{+\\>&.?';

/**
 * Reads backward from a value: names, punctuation, and quoted names. The nearest name that says
 * something decides. Stops before names that belong to another value.
 */
export function segmentBefore(
  text: string,
  from: number,
  options: {
    readonly floor: number;
    readonly isCallee?: boolean;
    readonly isKeySized?: boolean;
  },
): Segment {
  const walk: Walk = {
    text,
    floor: options.floor,
    at: from,
    phrase: '',
    name: '',
    kind: undefined,
    isCallee: options.isCallee === true,
    hasMark: false,
    hasWords: false,
    isBare: options.isKeySized === true,
  };
  let boundary: Boundary | undefined;
  if (options.isCallee !== true) skipOpeningQuotes(walk);
  while (boundary === undefined && walk.kind === undefined) {
    boundary = walk.at <= walk.floor ? 'reach' : step(walk);
  }
  decide(walk);
  // Token lists write an asset as `ARB.SEED-0x…`.
  const isAsset = text.charAt(from - 1) === '-' && !/key|phrase|mnemonic|private/i.test(walk.name);
  const kind = isAsset ? undefined : walk.kind;
  return { kind, boundary: boundary ?? 'value', start: walk.at, name: walk.name };
}

/** The value's own quotes, with the prefixes of some languages: `b'`, `f"`, `@"`. */
function skipOpeningQuotes(walk: Walk): void {
  const { text, floor } = walk;
  const first = walk.at;
  while (walk.at > floor && isQuote(text.charCodeAt(walk.at - 1))) walk.at--;
  if (walk.at === first) return;
  let prefix = walk.at;
  while (prefix > floor && walk.at - prefix < 8 && /[a-zA-Z0-9@$#]/.test(text.charAt(prefix - 1)))
    prefix--;
  if (/^(?:[bBfFrRuULnN@$#]{1,3}|u8|hex|unicode)$/.test(text.slice(prefix, walk.at)))
    walk.at = prefix;
}

/** One step back. Returns what ends the segment, if anything does. */
function step(walk: Walk): Boundary | undefined {
  const { text } = walk;
  const code = text.charCodeAt(walk.at - 1);
  if (isNamePart(code)) return name(walk);
  switch (text.charAt(walk.at - 1)) {
    case ' ':
    case '\t':
    case '\r':
      walk.at--;
      return undefined;
    case '\n':
      return line(walk);
    case ',':
      return 'comma';
    case ';':
      return 'statement';
    case '}':
      return accessors(walk);
    case '(':
    case '[':
    case '{':
      return 'open';
    case ')':
    case ']':
      decide(walk);
      return walk.kind === undefined ? group(walk) : undefined;
    case '"':
    case "'":
    case '`':
      decide(walk);
      return walk.kind === undefined ? quoted(walk) : undefined;
    case '>':
      decide(walk);
      return walk.kind === undefined ? element(walk) : undefined;
    case '<':
      decide(walk);
      return tag(walk);
    case '.':
      decide(walk);
      // The end of a sentence.
      if (isBlank(text.charCodeAt(walk.at)) && walk.hasWords) return 'statement';
      break;
    default:
      decide(walk);
  }
  // The bars of a table are not operators: its rows do not continue.
  if (code !== 0x7c || text.charCodeAt(walk.at - 2) === 0x7c) walk.hasMark = true;
  walk.at--;
  return undefined;
}

function name(walk: Walk): Boundary | undefined {
  const { text, floor } = walk;
  const end = walk.at;
  let start = end;
  while (start > floor && end - start <= longestName && isNamePart(text.charCodeAt(start - 1)))
    start--;
  const word = text.slice(start, end);
  if (isValue(word)) return 'value';
  const hasLetters = /[^\d_$-]/.test(word);
  // `--key $PK 0x…`: the flag already has a value, the variable.
  const isFilled = word.startsWith('$') && !walk.hasMark && isBlank(text.charCodeAt(end));
  if (hasLetters && isFilled) return 'value';
  const isAssigned =
    text.charAt(start - 1) === '=' && !walk.hasMark && isBlank(text.charCodeAt(end));
  if (hasLetters && isAssigned) return 'value';
  // `--keypair k.json 0x…`: the option already has a value.
  if (hasLetters && !walk.hasMark && isFile(text, start, end)) return 'value';
  // `--private-key KEY 0x…`, `--constructor-args 0x…`: an option names one value.
  if (hasLetters && !walk.hasMark && isOfOption(text, word, start, end)) return 'value';
  walk.at = start;
  if (!hasLetters) return undefined;
  walk.hasWords = true;
  if (walk.name === '') walk.name = word;
  walk.phrase = walk.phrase === '' ? word : `${word} ${walk.phrase}`;
  if (walk.phrase.length > 300) decide(walk);
  return undefined;
}

/** Whether a word is the value of an option, or an option whose value is no key. */
function isOfOption(text: string, word: string, start: number, end: number): boolean {
  if (!isBlank(text.charCodeAt(end))) return false;
  if (word.startsWith('--')) return kindOfName(word) === undefined && !isBareKey(word);
  return isOptionBefore(text, start);
}

/** Whether `--option ` comes right before an offset. */
export const isOptionBefore = (text: string, start: number): boolean =>
  /(?:^|\s)--[a-z][\w-]{1,40}[ =]$/.test(text.slice(Math.max(0, start - 48), start));

function isFile(text: string, start: number, end: number): boolean {
  return (
    isBlank(text.charCodeAt(end)) &&
    text.charAt(start - 1) === '.' &&
    /^(?:json|key|pem|txt|toml|ya?ml)$/.test(text.slice(start, end))
  );
}

/** Returns what the names since the last punctuation mark say. */
function decide(walk: Walk): void {
  const { phrase } = walk;
  walk.phrase = '';
  if (phrase === '' || walk.kind !== undefined) return;
  walk.kind = walk.isCallee ? kindOfCallee(phrase) : kindOfName(phrase);
  walk.isCallee = false;
  if (walk.kind === undefined) decideBare(walk, phrase.slice(phrase.lastIndexOf(' ') + 1));
}

const types =
  /^(?:static|[&*]?str|string|char|text|bytes?|hex|var|any|object|auto|vec|vector|list|array|arraylist|set|slice|mut)$/i;

/** Only the nearest name can be a bare one, apart from the type between it and the value. */
function decideBare(walk: Walk, word: string): void {
  if (!walk.isBare || types.test(word)) return;
  if (isBareKey(word)) walk.kind = 'key';
  walk.isBare = false;
}

function line(walk: Walk): Boundary | undefined {
  const { text, floor } = walk;
  let at = withoutComment(text, walk.at - 1, floor);
  while (at > floor && isSpace(text.charCodeAt(at - 1))) at--;
  const isContinued = at > floor && continued.includes(text.charAt(at - 1));
  const marker = walk.hasWords ? -1 : markerAt(text, at);
  if (walk.hasWords || !(isContinued || walk.hasMark || marker > floor)) return 'line';
  walk.at = marker > floor ? marker : at;
  return undefined;
}

/** The end of a line, or the start of the comment at its end. */
function withoutComment(text: string, end: number, floor: number): number {
  const from = Math.max(floor, end - 160);
  const part = text.slice(from, end);
  const mark = part.slice(part.lastIndexOf('\n') + 1).search(/(?:^|\s)(?:\/\/|#\s|--\s)/);
  return mark === -1 ? end : from + part.lastIndexOf('\n') + 1 + mark;
}

/**
 * The offset of the marker that announces a value below: YAML's `key: |` and `key: >-`, `<<~KEY` in
 * a shell and in Ruby, three quotes. -1 if there is none.
 */
function markerAt(text: string, end: number): number {
  const from = Math.max(0, end - 32);
  const marker = /(?:\s[|>][+-]?|<<[~-]?["']?\w{1,24}["']?|"{3}|'{3})$/.exec(text.slice(from, end));
  return marker === null ? -1 : from + marker.index;
}

/** `string Key { get; set; } = "…"`: the text between a property's name and its value. */
function accessors(walk: Walk): Boundary | undefined {
  const { text, floor } = walk;
  const open = walk.hasMark ? openingOf(text, walk.at - 1, Math.max(floor, walk.at - 60)) : -1;
  if (open === -1 || !/\bget\b/.test(text.slice(open, walk.at))) return 'statement';
  walk.at = open;
  return undefined;
}

/** Text in brackets is separate, except a quoted name: `env["PRIVATE_KEY"] = …`. */
function group(walk: Walk): Boundary | undefined {
  const { text } = walk;
  const open = openingOf(text, walk.at - 1, Math.max(walk.floor, walk.at - 400));
  if (open === -1) {
    walk.at--;
    walk.hasMark = true;
    return undefined;
  }
  const [, inside] =
    /^\s{0,8}[:"'`]([^"'`\n]{1,80})["'`]?\s{0,8}$/.exec(text.slice(open + 1, walk.at - 1)) ?? [];
  const close = walk.at - 1;
  walk.at = open;
  walk.hasMark = true;
  if (inside !== undefined) walk.kind = kindOfName(inside);
  else if (text.charAt(open) === '[' && /^\s{0,4}=(?!=)/.test(text.slice(close + 1, close + 7)))
    walk.kind = kindOfAny(text, open, close);
  return undefined;
}

/** `const [pk, sk] = ["…", "…"]`: one of them is a key. Which one does not matter. */
function kindOfAny(text: string, open: number, close: number): NameKind | undefined {
  const names = text.slice(open + 1, close).split(',');
  return names.some((name) => kindOfName(name) === 'key') ? 'key' : undefined;
}

function quoted(walk: Walk): Boundary | undefined {
  const { text, floor } = walk;
  const quote = text.charAt(walk.at - 1);
  const end = walk.at - 1;
  // Rust's `&'static str`: a quote never closes right before a letter.
  if (/[a-z]/.test(text.charAt(walk.at))) {
    walk.at--;
    walk.hasMark = true;
    return undefined;
  }
  let start = end - 1;
  while (start >= floor && end - start <= 100 && text.charAt(start) !== quote) {
    if (text.charAt(start) === '\n') return 'value';
    start--;
  }
  if (start < floor || text.charAt(start) !== quote) return 'value';
  const content = text.slice(start + 1, end);
  if (isValue(content) || (content.startsWith('$') && !walk.hasMark)) return 'value';
  walk.kind = kindOfName(content);
  if (walk.kind === undefined) decideBare(walk, content);
  walk.hasWords = true;
  if (walk.name === '') walk.name = content;
  walk.at = start;
  // In `name="x" value="…"`, the attributes before it are unrelated.
  return text.charAt(start - 1) === '=' && walk.kind === undefined ? 'value' : undefined;
}

/** `<secret name="…">` before a value: the element's name, then its attributes. */
function element(walk: Walk): Boundary | undefined {
  const { text, floor } = walk;
  // `--private-key <KEY> 0x…`: the option has a placeholder.
  const placeholder = text.lastIndexOf('<', walk.at - 1);
  if (placeholder > walk.at - 48 && isOptionBefore(text, placeholder)) return 'value';
  const from = Math.max(floor, walk.at - 120);
  const part = text.slice(from, walk.at - 1);
  const open = Math.max(part.lastIndexOf('<'), part.lastIndexOf('>'));
  const [, name] = /^<([A-Za-z][\w:.-]{0,60})(?=\s|$)/.exec(part.slice(open)) ?? [];
  if (open === -1 || name === undefined || walk.hasWords) {
    walk.hasMark = true;
    walk.at--;
    return undefined;
  }
  walk.at = from + open;
  walk.kind = kindOfName(name) ?? kindOfName(part.slice(open));
  if (walk.kind === undefined) decideBare(walk, name);
  return walk.kind === undefined ? 'tag' : undefined;
}

/** An opening tag names its content. `List<String>` is not a tag. */
function tag(walk: Walk): Boundary | undefined {
  const { text } = walk;
  const isGeneric = isNamePart(text.charCodeAt(walk.at - 2));
  if (!isGeneric || text.charAt(walk.at) === '/') return 'tag';
  walk.at--;
  walk.hasMark = true;
  return undefined;
}

/** The bracket that opens the one at `close`. -1 if it is before `floor`. */
function openingOf(text: string, close: number, floor: number): number {
  let depth = 0;
  for (let at = close; at >= floor; at--) {
    const character = text.charAt(at);
    if (character === ')' || character === ']' || character === '}') depth++;
    else if (character === '(' || character === '[' || character === '{') {
      if (--depth === 0) return at;
    }
  }
  return -1;
}

/** A token that is a value and not a name: long, and neither words nor an identifier. */
export function isValue(word: string): boolean {
  return word.length >= 26 && /\d/.test(word) && !/[_\s-]|(?:private|secret)key/i.test(word);
}

export function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27 || code === 0x60;
}

/** Letters, digits, `_`, `$`, `-`, and every non-ASCII character. */
function isNamePart(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x24 ||
    code === 0x2d ||
    (code > 0xbf && code < 0x2000) ||
    (code > 0x2e7f && code < 0xfe00)
  );
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
