import { isComment, lineFrom, lineStart } from '../text/lines.ts';
import { readOnce } from '../text/once.ts';
import { isValue } from '../text/steps.ts';
import { kindOfName, kindOfProse, type NameKind, type Place } from './words.ts';

/** How much of a line can contain a label, in UTF-16 units. */
const maxLineLength = 240;

/** How far a comment after a value belongs to it, in UTF-16 units. */
const commentReach = 160;

const maxLines = 160;

/** The comment on the line above an offset. */
export function commentOf(text: string, at: number, floor: number): NameKind | undefined {
  const line = lineBefore(text, lineStart(text, at, floor) - 1, floor);
  if (line === undefined) return undefined;
  const trimmed = line.text.trim();
  return isComment(trimmed) ? kindOfProse(trimmed) : undefined;
}

/** The file that a shell writes to: `> secret.key`, `>> seed.txt`, `| tee private.key`. */
const redirect = /(?:>{1,2}|\btee(?: -a)?) {0,3}["']?([\w./~$-]{2,80})/;

/** The kind of a file's content, judging by its name. */
function kindOfFile(path: string): NameKind | undefined {
  const file = path.slice(path.lastIndexOf('/') + 1);
  if (/\.(?:key|pem|wif|seed|prv|priv|keypair)$/i.test(file))
    return /pub/i.test(file) ? undefined : 'key';
  return kindOfName(file.replace(/\.\w{1,8}$/, ''), true);
}

/** The target of a shell redirection on the value's own line. */
export function fileAfter(text: string, end: number): NameKind | undefined {
  const [, path = ''] =
    /^["']? {0,3}(?:>{1,2}|\| {0,3}tee(?: -a)?) {0,3}["']?([\w./~$-]{2,80})/.exec(
      text.slice(end, end + 120),
    ) ?? [];
  return path === '' ? undefined : kindOfFile(path);
}

/** `"…" // private key`, `"…", "privateKey"`, `… (private key)`, `…,secret`. */
export function labelAfter(text: string, end: number): NameKind | undefined {
  const rest = lineFrom(text, end, commentReach);
  const mark = rest.search(/\/\/|\/\*|<!--| #| --(?!\w)|;;/);
  const between = mark === -1 ? '' : rest.slice(0, mark);
  if (mark !== -1 && !hasValue(between) && !/[:=]/.test(between)) {
    const comment = rest.slice(mark);
    const kind = hasValue(comment) ? undefined : kindOfProse(comment);
    if (kind !== undefined) return kind;
  }
  const plain = mark === -1 ? rest : between;
  const [closers = ''] = /^["'`)\]]{0,6}/.exec(plain) ?? [];
  const [separator = ''] =
    /^(?:\s{0,3}(?:=>|->|<-|[,:;|\u2190-])\s{0,3}|\t|\s{1,3}(?=\(|is |are |as ))/.exec(
      plain.slice(closers.length),
    ) ?? [];
  if (separator === '') return undefined;
  return ofSibling(plain.slice(closers.length + separator.length), closers !== '');
}

/** A name that is itself a value, not the name of the value after it. */
function ofSibling(text: string, isInCode: boolean): NameKind | undefined {
  const [, content = '', next = ''] = /^["'`]([^"'`]{2,60})["'`]\s{0,3}(.?)/.exec(text) ?? [];
  if (content !== '') return next === ':' || next === '=' ? undefined : kindOfName(content, true);
  const [, spoken, words = '', after = ''] =
    /^(\(|is |are |as )?([\w -]{2,60})(.?)/.exec(text) ?? [];
  if (spoken !== undefined) return after === ':' || after === '=' ? undefined : kindOfProse(words);
  return !isInCode && /^[,;|]?$/.test(after) ? kindOfName(words, true) : undefined;
}

function hasValue(text: string): boolean {
  return text.split(/[^0-9A-Za-z]+/).some(isValue);
}

interface Line {
  readonly text: string;
  /** The offset of the line break before it. */
  readonly before: number;
}

/**
 * The line that ends at a line break. Undefined before the first line, or if it is too far away.
 */
function lineBefore(text: string, lineBreak: number, floor: number): Line | undefined {
  if (lineBreak < 0 || lineBreak < floor) return undefined;
  const start = lineStart(text, lineBreak, floor);
  return { text: text.slice(start, Math.min(lineBreak, start + maxLineLength)), before: start - 1 };
}

/** The line above a value. */
interface LineAbove {
  /** The offset of the line break before it. */
  readonly before: number;
  readonly trimmed: string;
  readonly indent: number;
  readonly section: string | undefined;
  readonly isComment: boolean;
  readonly isValueAlone: boolean;
  readonly hasValue: boolean;
  /** Its meaning for a value directly below, and for the block that it heads. */
  readonly kinds: Map<string, NameKind | undefined>;
}

function lineAbove(text: string, lineBreak: number, floor: number): LineAbove | undefined {
  const line = lineBefore(text, lineBreak, floor);
  if (line === undefined) return undefined;
  const trimmed = line.text.trim();
  const section = /^\[{1,2}["']?([^\][]{1,80})["']?\]{1,2}$/.exec(trimmed)?.[1];
  return {
    before: line.before,
    trimmed,
    indent: indentOf(line.text),
    section: section !== undefined && isValue(section) ? undefined : section,
    isComment: isComment(trimmed),
    isValueAlone: isValueAlone(trimmed),
    hasValue: hasValue(trimmed),
    kinds: new Map(),
  };
}

/** Lines to remember: more than one value reads, so the lines it shares with the next are still there. */
const maxRemembered = 1_024;

/** The lines of one text above its values, by the line breaks at their ends: each is above many values. */
export class LinesAbove {
  readonly #known = new Map<number, LineAbove>();

  ending(text: string, lineBreak: number, floor: number): LineAbove | undefined {
    const known = this.#known.get(lineBreak);
    if (known !== undefined && known.before + 1 > floor) return known;
    const line = lineAbove(text, lineBreak, floor);
    // A line that starts at the limit may be cut off.
    if (line === undefined || line.before + 1 <= floor) return line;
    if (this.#known.size === maxRemembered) this.#known.clear();
    this.#known.set(lineBreak, line);
    return line;
  }
}

/**
 * The text above a value that can name it: a comment, a label that ends in a colon, the parents of
 * an indented line, the section of a file without brackets.
 */
export function labelAbove(
  { text, start, floor }: Place,
  linesAbove: LinesAbove,
): NameKind | undefined {
  const own = lineStart(text, start, floor);
  let indent = indentOf(text.slice(own, Math.min(start, own + maxLineLength)));
  let isAdjacent = true;
  /**
   * Whether each line since the comment has a value, so that the comment can apply to all of them.
   */
  let isOfRun = true;
  let line = linesAbove.ending(text, own - 1, floor);
  for (let count = 0; line !== undefined && count < maxLines; count++) {
    if (line.trimmed !== '') {
      if (line.section !== undefined) return kindOfName(line.section, true);
      const isParent = line.indent < indent;
      if (isParent && isOfSecret(line.trimmed, text, line.before)) return 'key';
      const kind = isAdjacent || isParent ? kindOfLine(line, isAdjacent, isParent) : undefined;
      if (kind !== undefined) return kind;
      if (isParent) indent = line.indent;
      if (!isAdjacent && isOfRun && line.isComment) {
        return manyKeys.test(line.trimmed) ? kindOfProse(line.trimmed) : undefined;
      }
      isAdjacent &&= line.isValueAlone || line.isComment;
      isOfRun &&= isAdjacent || line.hasValue;
    } else if (!isAdjacent && indent === 0) return undefined;
    line = linesAbove.ending(text, line.before, floor);
  }
  return undefined;
}

function kindOfLine(line: LineAbove, isAdjacent: boolean, isParent: boolean): NameKind | undefined {
  const key = `${isAdjacent} ${isParent}`;
  return readOnce(line.kinds, key, () => ofLineAbove(line.trimmed, { isAdjacent, isParent }));
}

/** The entries of a Kubernetes Secret. */
function isOfSecret(line: string, text: string, before: number): boolean {
  if (line === 'stringData:') return true;
  return (
    line === 'data:' && /^kind:\s{0,3}Secret\b/m.test(text.slice(Math.max(0, before - 640), before))
  );
}

const manyKeys = /(?:keys|secrets|seeds|mnemonics)\b/i;

function ofLineAbove(
  line: string,
  { isAdjacent, isParent }: { readonly isAdjacent: boolean; readonly isParent: boolean },
): NameKind | undefined {
  if (isComment(line)) return isAdjacent ? kindOfProse(line) : undefined;
  if (/^(?:if|for|while|else|elif|with|try|except|def|async|match|case|return)\b/.test(line)) {
    return undefined;
  }
  // A here-document: the text below goes to the file that this line names.
  if (isAdjacent && /<<[-~]?\s?["']?\w/.test(line)) {
    const [, path = ''] = redirect.exec(line) ?? [];
    if (path !== '') return kindOfFile(path);
  }
  // A variable without a value names nothing below it.
  if (/^\w{1,60}=$/.test(line)) return undefined;
  const isLabel = /[:=](?:\s{1,3}[>|&!][\w+-]{0,30})?$/.test(line) && !/[({]/.test(line);
  if (isLabel && isParent) return kindOfName(lastName(line));
  const isWords = line.length <= 80 && /^[\w\s*_`'"-]{1,80}:?$/.test(line);
  return isAdjacent && (isLabel || isWords) && !isValueAlone(line)
    ? kindOfName(line, true)
    : undefined;
}

/** The last key in `- alice: { key: ` and similar lines. */
function lastName(line: string): string {
  return line.slice(line.lastIndexOf(',') + 1);
}

/** A line with only values and list punctuation. */
function isValueAlone(line: string): boolean {
  return line
    .split(/[^0-9A-Za-z]+/)
    .every((word) => word.length <= 2 || (word.length >= 24 && /\d/.test(word)));
}

/** A list item is deeper than the list's name, even if both start in one column. */
function indentOf(line: string): number {
  const spaces = line.length - line.trimStart().length;
  return /^\s*- /.test(line) ? spaces + 1 : spaces;
}
