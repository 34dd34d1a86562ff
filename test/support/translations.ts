import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setLanguage } from '../../src/words/language.ts';
import { repository } from '../harness/extension.ts';

export type Catalog = Readonly<Record<string, string>>;

export const readCatalog = (file: string): Catalog =>
  JSON.parse(readFileSync(join(repository, file), 'utf8')) as Catalog;

/** The languages that the extension is translated into, as VS Code writes their names. */
export const translatedTo: readonly string[] = globSync('l10n/bundle.l10n.*.json', {
  cwd: repository,
}).map((file) => file.split('.').at(-2) ?? '');

/** Does something while all sentences are those of a language; `en` for the ones of the code. */
export async function inLanguage(language: string, work: () => Promise<void>): Promise<void> {
  const isTranslated = language !== 'en';
  setLanguage(
    language,
    isTranslated ? readCatalog(`l10n/bundle.l10n.${language}.json`) : undefined,
  );
  try {
    await work();
  } finally {
    setLanguage('en', undefined);
  }
}
