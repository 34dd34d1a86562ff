/** What is not seen, or changes how other text is seen. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text of the service as it is, with what cannot be seen shown by its number: `⟨U+202E⟩`. */
export function visible(text: string): string {
  return text.replace(unseen, (character) => {
    const number = character.codePointAt(0) ?? 0;
    return `⟨U+${number.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}
