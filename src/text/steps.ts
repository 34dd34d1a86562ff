/** The steps of a walk over marks of code. Each returns what ends the segment, if anything does. */
import { isOptionBefore, openingBefore } from './brackets.ts';
import { isNamePart, isSpace } from './characters.ts';
import { endOfCode } from './lines.ts';

/** Why a segment starts where it starts. */
export type Boundary = 'comma' | 'statement' | 'open' | 'line' | 'tag' | 'value' | 'reach';

export interface Name {
  readonly text: string;
  /**
   * `words`: with only blanks between them. `index`: quoted inside brackets, as in `env["KEY"]`.
   * `pattern`: one of several that are assigned together.
   */
  readonly role: 'words' | 'quoted' | 'index' | 'pattern' | 'tag';
  /** A tag with its attributes. */
  readonly tag?: string;
}

/** A walk backward from a value. Its steps share this state. */
export interface Walk {
  readonly text: string;
  readonly floor: number;
  at: number;
  readonly names: Name[];
  /** Words with only blanks between them, the last one first. */
  phrase: string;
  name: string;
  hasMark: boolean;
  hasWords: boolean;
  isAssigned: boolean;
}

/** The words since the last punctuation mark are a name. */
export function endPhrase(walk: Walk): void {
  if (walk.phrase !== '') walk.names.push({ text: walk.phrase, role: 'words' });
  walk.phrase = '';
}

/** A token that is a value and not a name: long, and neither words nor an identifier. */
export function isValue(word: string): boolean {
  return word.length >= 26 && /\d/.test(word) && !/[_\s-]|(?:private|secret)key/i.test(word);
}

/** Lines that end in one of these continue. */
const continued = '=:([,{+\\>&.?';

export function line(walk: Walk): Boundary | undefined {
  const { text, floor } = walk;
  let at = endOfCode(text, walk.at - 1, floor);
  while (at > floor && isSpace(text.charCodeAt(at - 1))) at--;
  const isContinued = at > floor && continued.includes(text.charAt(at - 1));
  const marker = walk.hasWords ? -1 : markerAt(text, at);
  if (walk.hasWords || !(isContinued || walk.hasMark || marker > floor)) return 'line';
  walk.at = marker > floor ? marker : at;
  return undefined;
}

/**
 * The offset of a marker that announces a value below: YAML's `key: |` and `key: >-`, `<<~KEY` in
 * shells and Ruby, triple quotes; -1 for none.
 */
function markerAt(text: string, end: number): number {
  const from = Math.max(0, end - 32);
  const marker = /(?:\s[|>][+-]?|<<[~-]?["']?\w{1,24}["']?|"{3}|'{3})$/.exec(text.slice(from, end));
  return marker === null ? -1 : from + marker.index;
}

/** A mark that neither names a value nor separates it from others. */
export function passMark(walk: Walk): Boundary | undefined {
  walk.at--;
  walk.hasMark = true;
  return undefined;
}

/** `string Key { get; set; } = "…"`: the text between a property's name and its value. */
export function accessors(walk: Walk): Boundary | undefined {
  const { text, floor, at } = walk;
  const open = walk.hasMark ? openingBefore(text, at - 1, Math.max(floor, at - 60)) : -1;
  if (open === -1 || !/\bget\b/.test(text.slice(open, at))) return 'statement';
  walk.at = open;
  return undefined;
}

/** Text in brackets is separate, except a quoted name: `env["PRIVATE_KEY"] = …`. */
export function group(walk: Walk): Boundary | undefined {
  const { text } = walk;
  const close = walk.at - 1;
  const open = openingBefore(text, close, Math.max(walk.floor, close - 400));
  if (open === -1) return passMark(walk);
  const content = text.slice(open + 1, close);
  const [, index] = /^\s{0,8}[:"'`]([^"'`\n]{1,80})["'`]?\s{0,8}$/.exec(content) ?? [];
  walk.at = open;
  walk.hasMark = true;
  if (index !== undefined) walk.names.push({ text: index, role: 'index' });
  else if (text.charAt(open) === '[' && /^\s{0,4}=(?!=)/.test(text.slice(close + 1, close + 7))) {
    // `const [pk, sk] = ["…", "…"]`: which one does not matter.
    for (const name of content.split(',')) walk.names.push({ text: name, role: 'pattern' });
  }
  return undefined;
}

export function quoted(walk: Walk): Boundary | undefined {
  const { text, floor } = walk;
  const quote = text.charAt(walk.at - 1);
  const end = walk.at - 1;
  // Rust's `&'static str`: a quote never closes right before a letter.
  if (/[a-z]/.test(text.charAt(walk.at))) return passMark(walk);
  let start = end - 1;
  while (start >= floor && end - start <= 100 && text.charAt(start) !== quote) {
    if (text.charAt(start) === '\n') return 'value';
    start--;
  }
  if (start < floor || text.charAt(start) !== quote) return 'value';
  const content = text.slice(start + 1, end);
  if (isValue(content) || (content.startsWith('$') && !walk.hasMark)) return 'value';
  walk.names.push({ text: content, role: 'quoted' });
  walk.hasWords = true;
  if (walk.name === '') walk.name = content;
  walk.at = start;
  // In `name="x" value="…"`, the attributes before it are unrelated.
  return text.charAt(start - 1) === '=' ? 'value' : undefined;
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
  const tag = part.slice(open);
  const [, name] = /^<([A-Za-z][\w:.-]{0,60})(?=\s|$)/.exec(tag) ?? [];
  if (open === -1 || name === undefined || walk.hasWords) return passMark(walk);
  walk.at = from + open;
  walk.names.push({ text: name, role: 'tag', tag });
  return 'tag';
}

/** An opening tag names its content. `List<String>` is not a tag. */
export function tag(walk: Walk): Boundary | undefined {
  const { text } = walk;
  const isGeneric = isNamePart(text.charCodeAt(walk.at - 2));
  return !isGeneric || text.charAt(walk.at) === '/' ? 'tag' : passMark(walk);
}
