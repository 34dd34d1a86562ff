/** Lines of a text that has no outline, and the comments on them. */

/** The start of the line that an offset is on, or `floor` if that is after it. */
export function lineStart(text: string, offset: number, floor: number): number {
  // Not `lastIndexOf`: a line can be as long as a file.
  let at = offset;
  while (at > floor && text.charCodeAt(at - 1) !== 0x0a) at--;
  return at;
}

/** The rest of a line, as far as it counts. @param most in UTF-16 units */
export function lineFrom(text: string, start: number, most: number): string {
  const line = text.slice(start, start + most);
  const end = line.search(/[\r\n]/);
  return end === -1 ? line : line.slice(0, end);
}

const comment = /^(?:\/\/|\/\*|\*|#|--|<!--|;|%|"""|'''|REM\b|>)/;

/** Whether a line without blanks around it is a comment, in any language. */
export const isComment = (line: string): boolean => comment.test(line);

/** The end of a line, or the start of the comment at its end. */
export function endOfCode(text: string, end: number, floor: number): number {
  const start = lineStart(text, end, Math.max(floor, end - 160));
  const mark = text.slice(start, end).search(/(?:^|\s)(?:\/\/|#\s|--\s)/);
  return mark === -1 ? end : start + mark;
}
