import * as l10n from '@vscode/l10n';

/**
 * The only state in this room, like the bundle in @vscode/l10n. Rejected: passing the language to
 * every function, since all callers up to the surfaces would carry it just for `ago`.
 */
let language = 'en';

/**
 * Sets the language of all sentences. Call it before the first one; without it they are English.
 * @param bundle the translations by English sentence; undefined for English
 */
export function setLanguage(
  tag: string,
  bundle: Readonly<Record<string, string>> | undefined,
): void {
  // An English page declares its language to screen readers, whatever VS Code's language is.
  language = bundle === undefined ? 'en' : tag;
  l10n.config({ contents: { ...bundle } });
}

/** A BCP 47 tag. */
export function currentLanguage(): string {
  return language;
}
