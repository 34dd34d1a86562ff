/** The steps of a walk over marks of code. Each returns what ends the segment, if anything does. */
import {
  decideBare,
  isNamePart,
  isOptionBefore,
  isSpace,
  isValue,
  type Boundary,
  type Walk,
} from './walk.ts';
import { kindOfName, type NameKind } from './words.ts';

/** Lines that end in one of these continue. */
const continued = '=:([,{+\\>&.?';

export function line(walk: Walk): Boundary | undefined {
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
export function accessors(walk: Walk): Boundary | undefined {
  const { text, floor } = walk;
  const open = walk.hasMark ? openingOf(text, walk.at - 1, Math.max(floor, walk.at - 60)) : -1;
  if (open === -1 || !/\bget\b/.test(text.slice(open, walk.at))) return 'statement';
  walk.at = open;
  return undefined;
}

/** Text in brackets is separate, except a quoted name: `env["PRIVATE_KEY"] = …`. */
export function group(walk: Walk): Boundary | undefined {
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

export function quoted(walk: Walk): Boundary | undefined {
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
export function element(walk: Walk): Boundary | undefined {
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
export function tag(walk: Walk): Boundary | undefined {
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
