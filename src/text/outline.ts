import { isBlank } from './characters.ts';
import { blockAt, bracketsOf, lastBefore, type Blocks } from './blocks.ts';

/**
 * The structure of a text, read once from start to end: brackets, lines, indentation, comments.
 * Independent of the language: what brackets and indentation enclose belongs together in all of
 * them.
 */
export interface Outline {
  readonly text: string;
  readonly blocks: Blocks;
  readonly lines: Lines;
}

export interface Lines {
  readonly starts: readonly number[];
  /** Start of each line's content; equal to the next line's start for a blank line. */
  readonly contents: Int32Array;
  /**
   * The line that each line is indented under, or the heading of its section; -1 for none.
   * `notCode` for comments and blank lines.
   */
  readonly parents: Int32Array;
  /** How many lines each one is under. Comments and empty lines count as under all. */
  readonly depths: Int32Array;
  /** Index in `comments` of the comment that each line belongs to; -1 for none. */
  readonly groups: Int32Array;
  /** The last standalone comment above each line; -1 for none. */
  readonly banners: Int32Array;
  readonly comments: readonly Comment[];
}

/** Adjacent lines of comments. */
export interface Comment {
  readonly start: number;
  readonly end: number;
  readonly lastLine: number;
  /** Index of the block that contains it; -1 for none. */
  readonly block: number;
  /** Index of the standalone comment before it; -1 for none. */
  readonly previousBanner: number;
}

/** The parent of comments and of empty lines, and their depth. */
const notCode = -2;
const deepest = 0x7fffffff;

/** @param brackets offsets of all brackets of the text, if they are known */
export function outlineOf(
  text: string,
  isMarkdown: boolean,
  brackets?: readonly number[],
): Outline {
  const blocks = bracketsOf(text, brackets);
  return { text, blocks, lines: linesOf(text, lineStarts(text), blocks, isMarkdown) };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

export function lineAt({ starts }: Lines, offset: number): number {
  return lastBefore(starts, offset + 1);
}

/** The end of a line, without its line break. */
export function lineEnd({ text, lines }: Outline, line: number): number {
  return (lines.starts[line + 1] ?? text.length + 1) - 1;
}

/** The line that a line is indented under; -1 for none. */
export function parentOf({ parents }: Lines, line: number): number {
  return Math.max(-1, parents[line] ?? -1);
}

/** The first line after a parent that is not under it. */
export function endOfSection({ depths, starts }: Lines, parent: number): number {
  const depth = depths[parent] ?? 0;
  let line = parent + 1;
  while (line < starts.length && (depths[line] ?? 0) > depth) line++;
  return line;
}

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

function linesOf(
  text: string,
  starts: readonly number[],
  blocks: Blocks,
  isMarkdown: boolean,
): Lines {
  // Five numbers for each line: arrays that grow would cost more than what they contain.
  const contents = new Int32Array(starts.length);
  const parents = new Int32Array(starts.length);
  const depths = new Int32Array(starts.length);
  const groups = new Int32Array(starts.length);
  const banners = new Int32Array(starts.length);
  const comments: Writable<Comment>[] = [];
  const indents = new Int32Array(starts.length);
  /** The last line of code: the next one is under it, or under one that it is under. */
  let above = -1;
  let banner = -1;
  let group = -1;
  let isCommentAbove = false;
  const fences = isMarkdown ? fencesIn(text, starts) : undefined;
  let fence: Fence | undefined;
  for (let line = 0; line < starts.length; line++) {
    const start = starts[line] ?? 0;
    const end = (starts[line + 1] ?? text.length + 1) - 1;
    const content = contentStart(text, start, end);
    contents[line] = content;
    const isEmpty = content >= end;
    const closing = fences?.get(line);
    const mark = closing !== undefined || line === fence?.closing;
    const isProse = isMarkdown && fence === undefined;
    if (isEmpty || (!mark && isComment(text, content, isProse))) {
      if (isEmpty) {
        if (isCommentAbove) banner = comments.length - 1;
        group = -1;
      } else if (isCommentAbove) {
        const last = comments.at(-1);
        if (last !== undefined) Object.assign(last, { end, lastLine: line });
      } else {
        const block = blockAt(blocks, content);
        const comment = { start: content, end, lastLine: line, block, previousBanner: banner };
        group = comments.push(comment) - 1;
      }
      isCommentAbove = !isEmpty;
      parents[line] = notCode;
      depths[line] = deepest;
    } else {
      if (isCommentAbove && isDecorated(text, comments.at(-1))) banner = comments.length - 1;
      isCommentAbove = false;
      const own = mark ? 0 : indentOf(text, start, content, { blocks, isProse });
      const column = 2 * (content - start);
      const indent = fence === undefined ? (!mark ? own : column) : indentIn(fence, own, mark);
      while (above !== -1 && (indents[above] ?? 0) >= indent) above = parents[above] ?? -1;
      parents[line] = above;
      depths[line] = above === -1 ? 0 : (depths[above] ?? 0) + 1;
      indents[line] = indent;
      above = line;
      // Comments inside code don't describe the text after it.
      if (mark && fence !== undefined) banner = fence.banner;
      if (mark) fence = closing === undefined ? undefined : { closing, indent, banner };
    }
    groups[line] = group;
    banners[line] = banner;
  }
  return { starts, contents, parents, depths, groups, banners, comments };
}

/** Code in Markdown, which has comments and no headings. */
interface Fence {
  /** The line that ends it. */
  readonly closing: number;
  readonly indent: number;
  /** As before the code. */
  readonly banner: number;
}

/** A line that can begin code or end it (CommonMark, 4.5). */
interface FenceLine {
  readonly line: number;
  readonly mark: string;
  readonly column: number;
  readonly mayOpen: boolean;
  readonly mayClose: boolean;
}

/**
 * The lines that open and close code. Unclosed code counts as prose, and so does code in a list
 * with a line outside that list, because a missed heading would name the wrong network.
 */
function fencesIn(text: string, starts: readonly number[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  if (!text.includes('```') && !text.includes('~~~')) return found;
  const marks = starts.flatMap((start, line) => fenceLine(text, start, line) ?? []);
  /** The longest mark that ends code there or later, for each character. */
  const longest = new Map<string, number>();
  const ends = marks.map((): boolean => false);
  for (let at = marks.length - 1; at >= 0; at--) {
    const { mark, mayClose } = marks[at] ?? { mark: '', mayClose: false };
    const own = longest.get(mark.charAt(0)) ?? 0;
    ends[at] = own >= mark.length;
    if (mayClose) longest.set(mark.charAt(0), Math.max(own, mark.length));
  }
  for (let at = 0; at < marks.length; at++) {
    const opening = marks[at];
    if (opening?.mayOpen !== true || ends[at] !== true) continue;
    const isEnd = ({ mark, mayClose }: FenceLine): boolean =>
      mayClose && mark.startsWith(opening.mark);
    let end = at + 1;
    for (let each = marks[end]; each !== undefined && !isEnd(each); each = marks[++end]);
    const closing = marks[end];
    if (closing === undefined || !isInside(text, starts, opening, closing.line)) continue;
    found.set(opening.line, closing.line);
    at = end;
  }
  return found;
}

/** In UTF-16 units: items and quotes that contain code are less deep. */
const maxFenceColumn = 80;

function fenceLine(text: string, start: number, line: number): FenceLine | undefined {
  let at = start;
  const least = start + maxFenceColumn;
  while (at < least && /[ \t>*+\-\d.)]/.test(text.charAt(at))) at++;
  const character = text.charAt(at);
  if (character !== '`' && character !== '~') return undefined;
  let end = at;
  while (text.charAt(end) === character) end++;
  if (end - at < 3) return undefined;
  const lineBreak = text.indexOf('\n', end);
  const rest = text.slice(end, lineBreak === -1 ? text.length : lineBreak).trim();
  const before = text.slice(start, at);
  return {
    ...{ line, mark: text.slice(at, end), column: at - start },
    // Code between backticks on one line, and a line through words, begin none.
    mayOpen: /^[ \t>]*(?:(?:[*+-]|\d{1,9}[.)])[ \t]+)?$/.test(before) && !rest.includes(character),
    mayClose: rest === '' && /^[ \t>]*$/.test(before),
  };
}

function isInside(
  text: string,
  starts: readonly number[],
  { line: opening, column }: FenceLine,
  closing: number,
): boolean {
  if (column === 0) return true;
  for (let line = opening + 1; line < closing; line++) {
    if (!/[ \t>\r\n]/.test(text.charAt(starts[line] ?? 0))) return false;
  }
  return true;
}

/** Lines of code are under the one that begins it, which is beside the one that ends it. */
const indentIn = (fence: Fence, own: number, isMark: boolean): number =>
  isMark ? fence.indent : fence.indent + 2 + Math.max(-1, own - fence.indent);

function contentStart(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at < end && text.charCodeAt(at) === 0x0d ? end : at;
}

function isComment(text: string, at: number, isMarkdown: boolean): boolean {
  switch (text.charCodeAt(at)) {
    case 0x2f: // slash
      return text.charCodeAt(at + 1) === 0x2f || text.charCodeAt(at + 1) === 0x2a;
    case 0x2a: // asterisk
      return !isMarkdown;
    case 0x23: // number sign
      return !isMarkdown && !isDirective(text, at);
    case 0x3b: // semicolon
      return text.charCodeAt(at + 1) === 0x20;
    case 0x2d: // hyphen
      return text.startsWith('-- ', at);
    case 0x3c: // less-than sign
      return text.startsWith('<!--', at);
    default:
      return false;
  }
}

/** A line of C's preprocessor, which is code. */
const isDirective = (text: string, at: number): boolean =>
  /^#(?:include|import|define|undef|if|ifdef|ifndef|elif|else|endif|pragma)\b/.test(
    text.slice(at, at + 10),
  );

/** `// ===== Polygon =====` heads all that follows, up to the next such comment. */
function isDecorated(text: string, comment: Comment | undefined): boolean {
  return (
    comment !== undefined && /[-=*#~_]{4}/.test(text.slice(comment.start, comment.start + 400))
  );
}

/**
 * The depth of a line: twice its indentation, one more for an item of a list, which may be at the
 * indentation of its key. Headings and sections are above everything.
 */
function indentOf(
  text: string,
  start: number,
  content: number,
  { blocks, isProse }: { readonly blocks: Blocks; readonly isProse: boolean },
): number {
  const code = text.charCodeAt(content);
  if (isProse && code === 0x23) return headingLevel(text, content) - 8;
  if (isProse && content === start && isTitle(text, content, code)) return -1;
  if (code === 0x5b && isSection(text, content, blocks)) return -1;
  const isItem = (code === 0x2d || code === 0x2a) && text.charCodeAt(content + 1) === 0x20;
  return 2 * (content - start) + (isItem ? 1 : 0);
}

function headingLevel(text: string, at: number): number {
  let level = 0;
  while (level < 6 && text.charCodeAt(at + level) === 0x23) level++;
  return level;
}

/** `**Gnosis Chain:**` alone on its line, or the summary of details: a title for what follows. */
function isTitle(text: string, at: number, code: number): boolean {
  if (code !== 0x2a && code !== 0x3c) return false;
  const [line = ''] = text.slice(at, at + 80).split('\n', 1);
  const title = line.trimEnd();
  if (code === 0x3c) return /^(?:<details>)?<summary>/.test(title) && title.endsWith('</summary>');
  return /^\*\*[^*]+\*\*:?$/.test(title);
}

/** `[networks.polygon]` alone on its line and outside all brackets: TOML and INI. */
function isSection(text: string, at: number, blocks: Blocks): boolean {
  const block = blockAt(blocks, at + 1);
  if (block === -1 || blocks.parents[block] !== -1 || blocks.opens[block] !== at) return false;
  return /^\[\[?[\w"'][\w .:"'-]{0,80}\]\]?[ \t\r]*(?:#.*)?$/m.test(
    text.slice(at, at + 120).split('\n', 1)[0] ?? '',
  );
}

/** In UTF-16 units. */
const maxHeadingLength = 80;

/**
 * The text of the nearest enclosing line that is such a heading; empty for none.
 * @param pattern its first group is the returned text
 * @param most the maximum number of enclosing lines
 */
export function headingAbove(
  outline: Outline,
  offset: number,
  pattern: RegExp,
  most: number,
): string {
  const { text, lines } = outline;
  let line = parentOf(lines, lineAt(lines, offset));
  for (let step = 0; line !== -1 && step < most; step++) {
    const start = lines.contents[line] ?? 0;
    const end = lineEnd(outline, line);
    const [, found] =
      (end - start <= maxHeadingLength && pattern.exec(text.slice(start, end))) || [];
    if (found !== undefined) return found.toLowerCase();
    line = parentOf(lines, line);
  }
  return '';
}
