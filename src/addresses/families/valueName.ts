/** How far before a value its name can start, in UTF-16 units. */
const nameReach = 60;

/** What is between a name and its value: quotes, blanks, assignment, the bracket of a call. */
const isBetween = new Uint8Array(0x80);
for (const mark of '"\'`:=(> \t\r\n\v\f') isBetween[mark.charCodeAt(0)] = 1;

const isInName = new Uint8Array(0x80);
for (const mark of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$-!')
  isInName[mark.charCodeAt(0)] = 1;

interface Name {
  readonly name: string;
  readonly start: number;
  /** Whether a bracket, a colon, or an equals sign assigns the value to it. */
  readonly isAssigned: boolean;
}

/** The identifier, or the last word, before a value. Empty if another character is between. */
export function nameBefore(text: string, end: number): Name {
  const floor = Math.max(0, end - nameReach);
  let at = end;
  let isAssigned = false;
  // Some characters of other scripts are blanks.
  for (let code; at > floor && ((code = text.charCodeAt(at - 1)) > 0x7e || isBetween[code]); at--) {
    if (code === 0x3a || code === 0x3d || code === 0x28) isAssigned = true;
  }
  let start = at;
  while (start > floor && isInName[text.charCodeAt(start - 1)]) start--;
  return { name: text.slice(start, at), start, isAssigned };
}
