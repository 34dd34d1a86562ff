import * as l10n from '@vscode/l10n';

/**
 * The one state of this room, as the bundle is in @vscode/l10n. Rejected: passing the language to
 * every function; each caller up to the surfaces would carry it for `ago` alone.
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
  // A page in English says so to screen readers, whatever the language of VS Code is.
  language = bundle === undefined ? 'en' : tag;
  l10n.config({ contents: { ...bundle } });
}

/** A BCP 47 tag. */
export function currentLanguage(): string {
  return language;
}
