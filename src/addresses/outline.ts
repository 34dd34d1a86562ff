/**
 * The structure of a text, read once from start to end: brackets, lines, indentation, comments.
 * Language-independent: what brackets and indentation enclose belongs together in all of them.
 */
export interface Outline {
  readonly text: string;
  readonly blocks: Blocks;
  readonly lines: Lines;
}

/** Pairs of brackets in the order of their opening ones. */
export interface Blocks {
  readonly opens: readonly number[];
  /** The offset of the closing bracket, or the end of the text. */
  readonly closes: readonly number[];
  /** The index of the block around each. -1 if there is none. */
  readonly parents: readonly number[];
}

export interface Lines {
  readonly starts: readonly number[];
  /** Where the content of each line starts. Equal to the next start if there is none. */
  readonly contents: readonly number[];
  /** The line that each one is indented under, or the heading of its section. -1 if there is none. */
  readonly parents: readonly number[];
  /** The comment that each line belongs to, as an index into `comments`. -1 if there is none. */
  readonly groups: readonly number[];
  /** The last comment above each line that stands alone. -1 if there is none. */
  readonly banners: readonly number[];
  readonly comments: readonly Comment[];
}

/** Adjacent lines of comments. */
export interface Comment {
  readonly start: number;
  readonly end: number;
  readonly lastLine: number;
  /** The standalone comment before it, as an index. -1 if there is none. */
  readonly previousBanner: number;
}

const closesWith = new Map([
  [0x7b, 0x7d],
  [0x5b, 0x5d],
  [0x28, 0x29],
]);

/** 1 for opening brackets, 2 for closing ones, 3 for a line break. */
const marks = new Uint8Array(0x10000);
for (const [open, close] of closesWith) {
  marks[open] = 1;
  marks[close] = 2;
}
marks[0x0a] = 3;

export function outlineOf(text: string, isMarkdown: boolean): Outline {
  const opens: number[] = [];
  const closes: number[] = [];
  const parents: number[] = [];
  const starts: number[] = [0];
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const mark = marks[code];
    if (mark === 0) continue;
    if (mark === 3) starts.push(at + 1);
    else if (mark === 1) {
      parents.push(open.at(-1) ?? -1);
      open.push(opens.push(at) - 1);
      closes.push(text.length);
    } else close(text, { opens, closes, open }, at, code);
  }
  const blocks = { opens, closes, parents };
  return { text, blocks, lines: linesOf(text, starts, blocks, isMarkdown) };
}

/** A bracket that nothing closed is closed with the one around it. One that opens nothing is text. */
function close(
  text: string,
  { opens, closes, open }: { opens: number[]; closes: number[]; open: number[] },
  at: number,
  code: number,
): void {
  const most = Math.max(0, open.length - 8);
  for (let depth = open.length - 1; depth >= most; depth--) {
    const opening = text.charCodeAt(opens[open[depth] ?? 0] ?? 0);
    if (closesWith.get(opening) !== code) continue;
    for (const block of open.splice(depth)) closes[block] = at;
    return;
  }
}

/** The innermost block around an offset. -1 if there is none. */
export function blockAt({ opens, closes, parents }: Blocks, offset: number): number {
  let low = 0;
  let high = opens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((opens[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  let block = low - 1;
  while (block !== -1 && (closes[block] ?? 0) < offset) block = parents[block] ?? -1;
  return block;
}

export function lineAt({ starts }: Lines, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

interface OpenLine {
  readonly line: number;
  readonly indent: number;
}

function linesOf(
  text: string,
  starts: readonly number[],
  blocks: Blocks,
  isMarkdown: boolean,
): Lines {
  const contents: number[] = [];
  const parents: number[] = [];
  const groups: number[] = [];
  const banners: number[] = [];
  const comments: { start: number; end: number; lastLine: number; previousBanner: number }[] = [];
  let enclosing: OpenLine[] = [];
  let banner = -1;
  let group = -1;
  let isCommentAbove = false;
  for (const [line, start] of starts.entries()) {
    const end = (starts[line + 1] ?? text.length + 1) - 1;
    const content = contentStart(text, start, end);
    contents.push(content);
    const isBlank = content >= end;
    if (isBlank || isComment(text, content, isMarkdown)) {
      if (isBlank) {
        if (isCommentAbove) banner = comments.length - 1;
        group = -1;
      } else if (isCommentAbove) {
        const last = comments.at(-1);
        if (last !== undefined) Object.assign(last, { end, lastLine: line });
      } else {
        group = comments.push({ start: content, end, lastLine: line, previousBanner: banner }) - 1;
      }
      isCommentAbove = !isBlank;
      parents.push(-1);
    } else {
      if (isCommentAbove && isDecorated(text, comments.at(-1))) banner = comments.length - 1;
      isCommentAbove = false;
      const indent = indentOf(text, start, content, { blocks, isMarkdown });
      while (enclosing.length > 0 && (enclosing.at(-1)?.indent ?? 0) >= indent) enclosing.pop();
      parents.push(enclosing.at(-1)?.line ?? -1);
      if (indent < 0) enclosing = enclosing.filter((one) => one.indent < indent);
      enclosing.push({ line, indent });
    }
    groups.push(group);
    banners.push(banner);
  }
  return { starts, contents, parents, groups, banners, comments };
}

function contentStart(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09)) at++;
  return at < end && text.charCodeAt(at) === 0x0d ? end : at;
}

function isComment(text: string, at: number, isMarkdown: boolean): boolean {
  switch (text.charCodeAt(at)) {
    case 0x2f: // slash
      return text.charCodeAt(at + 1) === 0x2f || text.charCodeAt(at + 1) === 0x2a;
    case 0x2a: // asterisk
      return !isMarkdown;
    case 0x23: // number sign
      return !isMarkdown;
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
  { blocks, isMarkdown }: { readonly blocks: Blocks; readonly isMarkdown: boolean },
): number {
  const code = text.charCodeAt(content);
  if (isMarkdown && code === 0x23) return headingLevel(text, content) - 8;
  if (code === 0x5b && isSection(text, content, blocks)) return -1;
  const isItem = (code === 0x2d || code === 0x2a) && text.charCodeAt(content + 1) === 0x20;
  return 2 * (content - start) + (isItem ? 1 : 0);
}

function headingLevel(text: string, at: number): number {
  let level = 0;
  while (level < 6 && text.charCodeAt(at + level) === 0x23) level++;
  return level;
}

/** `[networks.polygon]` alone on its line, and outside of all brackets: TOML and INI. */
function isSection(text: string, at: number, blocks: Blocks): boolean {
  const block = blockAt(blocks, at + 1);
  if (block === -1 || blocks.parents[block] !== -1 || blocks.opens[block] !== at) return false;
  return /^\[\[?[\w"'][\w .:"'-]{0,80}\]\]?[ \t\r]*(?:#.*)?$/m.test(
    text.slice(at, at + 120).split('\n', 1)[0] ?? '',
  );
}
