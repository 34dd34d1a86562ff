import { isLetterOrDigit } from './characters.ts';

/** How far before a value its name can start, in UTF-16 units. */
const nameReach = 60;

/** 1 for what is between a name and its value: quotes, blanks, assignment, the bracket of a call. */
const isBetween = new Uint8Array(0x80);
for (const mark of '"\'`:=(> \t\r\n\v\f') isBetween[mark.charCodeAt(0)] = 1;

interface Name {
  readonly name: string;
  readonly start: number;
  /** Whether a bracket, a colon, or an equals sign assigns the value to it. */
  readonly isAssigned: boolean;
}

/**
 * The identifier, or the last word, that touches a value, on this line or the one above. Empty if
 * another character is between. `segmentBefore` reads on where this one stops.
 */
export function nameBefore(text: string, end: number): Name {
  const floor = Math.max(0, end - nameReach);
  let at = end;
  // Some characters of other scripts are blanks.
  for (let code; at > floor && ((code = text.charCodeAt(at - 1)) > 0x7e || isBetween[code]);) at--;
  let start = at;
  while (start > floor && isInName(text.charCodeAt(start - 1))) start--;
  return { name: text.slice(start, at), start, isAssigned: /[:=(]/.test(text.slice(at, end)) };
}

const isInName = (code: number): boolean =>
  isLetterOrDigit(code) || '_$-!'.includes(String.fromCharCode(code));
