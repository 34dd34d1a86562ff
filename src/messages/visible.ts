/**
 * Invisible characters, and those that change how other text looks. U+2800 is a Braille pattern
 * without dots.
 */
const unseen = /[\u2800\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Starts a CI system's command anywhere on a log line. */
const command = /##(vso)?\[/g;

/** Text of the service as it is, with what cannot be seen shown by its number: `⟨U+202E⟩`. */
export function visible(text: string): string {
  return text
    .replace(unseen, (character) => {
      const number = character.codePointAt(0) ?? 0;
      return `⟨U+${number.toString(16).toUpperCase().padStart(4, '0')}⟩`;
    })
    .replace(command, '⟨U+0023⟩#$1[');
}

/** JSON with the same values, in which all of that is escaped. */
export function jsonText(value: unknown, space = 0): string {
  const text = JSON.stringify(value, null, space);
  const escaped = (unit: string): string =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text
    .replace(unseen, (all) =>
      all === '\n'
        ? all
        : Array.from({ length: all.length }, (_, at) => escaped(all.charAt(at))).join(''),
    )
    .replace(command, '\\u0023#$1[');
}
