import { isLetterOrDigit } from '../text/characters.ts';
import { setOf } from '../text/words.ts';

/** The text between two runs of letters and digits. */
export interface Glue {
  /** The offset after it, where the next run starts. Read backward: where the previous run ends. */
  readonly at: number;
  /** Whether it joins the runs: an operator, adjacent strings, a tag, or invisible characters. */
  readonly isJoin: boolean;
  readonly text: string;
}

/** In UTF-16 units: longer than any glue with a comment that we have seen. */
const longest = 96;

/** Words of code that join texts and name nothing. */
const joining = setOf(
  'concat join append push add plus str string br wbr b f r u hex span shy nbsp zwj zwnj ' +
    'zerowidthspace zws i em strong',
);

/** How a run can start that is the end of an escape: `\n`, `\u200b`, `\x20`, `%20`. */
const escapes =
  /^(?:\\(?:u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[abfnrtv0e])|%(?:[0-9a-fA-F]{2}))/;

/** Soft hyphens, joiners, direction marks, and variation selectors: all invisible. */
const invisible =
  /\u00ad|\u034f|\u061c|\u180e|[\u200b-\u200f]|[\u2028-\u202f]|[\u2060-\u206f]|[\ufe00-\ufe0f]|\ufeff/;

/**
 * The glue after an offset: punctuation, blanks, escapes, entities, tags, and comments, up to a
 * letter or digit outside them.
 */
export function glueAfter(text: string, from: number): Glue | undefined {
  // The usual cases: the end of the text, or a name.
  const part = text.slice(from, from + longest);
  let at = 0;
  let hasEscape = false;
  while (at < part.length) {
    const skipped = skip(part, at);
    if (skipped === at) break;
    hasEscape ||= skipped > at + 1 && isJoining(part.slice(at, skipped));
    at = skipped;
  }
  if (at === 0 || at >= part.length) return undefined;
  return glueOf(part.slice(0, at), from + at, hasEscape);
}

/** Whether an escape, an entity, or a tag joins what it is between. A line break in a string does not. */
const isJoining = (unit: string): boolean => /^[\\%&<]/.test(unit) && !/^\\[nrt]$/.test(unit);

/**
 * Skips one separator character, or a whole escape, entity, tag, or comment. Returns `at` if there
 * is none.
 */
function skip(part: string, at: number): number {
  const character = part.charAt(at);
  if (character === '\\' || character === '%') {
    const [escape] = escapes.exec(part.slice(at, at + 10)) ?? [];
    return at + (escape?.length ?? 1);
  }
  if (character === '&') {
    const [entity] = /^&#?\w{2,24};/.exec(part.slice(at, at + 28)) ?? [];
    return at + (entity?.length ?? 1);
  }
  if (character === '<') {
    const [tag] = /^<(?:!--[^>]{0,60}--|\/?[A-Za-z][^<>]{0,60})>/.exec(part.slice(at)) ?? [];
    return at + (tag?.length ?? 1);
  }
  if (character === '/' || character === '#') {
    const [comment] = /^(?:\/\*[^*]{0,80}\*\/|(?:\/\/|# )[^\n]{0,80}\n)/.exec(part.slice(at)) ?? [];
    return at + (comment?.length ?? 1);
  }
  if (!isLetterOrDigit(part.charCodeAt(at))) return at + 1;
  let end = at;
  while (end < part.length && isLetterOrDigit(part.charCodeAt(end))) end++;
  // A literal's prefix, or a call that joins. Hex digits are never skipped.
  const word = part.slice(at, end).toLowerCase();
  const next = part.charCodeAt(end);
  const isOpened = next === 0x28 || next === 0x22 || next === 0x27;
  return joining.has(word) && isOpened ? end : at;
}

/** The glue before an offset. Escapes end in letters and digits, so this looks for all of them. */
export function glueBefore(text: string, from: number): Glue | undefined {
  const start = Math.max(0, from - longest);
  const part = text.slice(start, from);
  let at = part.length;
  let hasEscape = false;
  while (at > 0) {
    const [ending] =
      /(?:\\u\{[0-9a-fA-F]{1,6}\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[abfnrtv0e]|%[0-9a-fA-F]{2}|&#?\w{2,24};|<\/?[A-Za-z][^<>]{0,60}>|\/\*[^*]{0,60}\*\/)$/.exec(
        part.slice(Math.max(0, at - 72), at),
      ) ?? [];
    if (ending !== undefined) {
      hasEscape ||= isJoining(ending);
      at -= ending.length;
      continue;
    }
    if (isLetterOrDigit(part.charCodeAt(at - 1))) {
      const [word = ''] = /[a-z]{1,6}$/i.exec(part.slice(Math.max(0, at - 6), at)) ?? [];
      const isCalled = /^[("']/.test(part.slice(at, at + 1));
      if (
        !isCalled ||
        !joining.has(word.toLowerCase()) ||
        !/[^0-9A-Za-z]/.test(part.charAt(at - word.length - 1))
      )
        break;
      at -= word.length;
      continue;
    }
    if (part.charCodeAt(at - 1) === 0x0a) {
      const comment = /\/\/[^\n]{0,60}$/.exec(part.slice(Math.max(0, at - 64), at - 1))?.[0];
      at -= comment?.length ?? 0;
    }
    at--;
  }
  if (at === 0 || at === part.length) return undefined;
  return glueOf(part.slice(at), start + at, hasEscape);
}

function glueOf(written: string, at: number, hasEscape: boolean): Glue {
  // Code in a string has its quotes and line breaks behind backslashes, which join nothing.
  const text = written.replace(/\\(?:n|r|t|(["'`]))/g, '$1');
  const isListed = /[,;|]/.test(text);
  const isOperator = /[+~^\\]|\.\.|["'] ?[.&%*] ?["']|\|\||<>|\$\{|concat|append|join|push/i.test(
    text,
  );
  const isSideBySide = /["'`]\s*["'`]/.test(text) && !isListed;
  const isHidden = hasEscape || invisible.test(text);
  return { at, text, isJoin: isOperator || isSideBySide || isHidden };
}
