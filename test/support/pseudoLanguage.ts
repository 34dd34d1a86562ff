import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../harness/extension.ts';

/**
 * A language in which each sentence of the catalog is in brackets and each word is 40 % longer, as
 * in translations. Text without brackets doesn't come from the catalog.
 */
export const pseudoLanguage = 'qps-ploc';

const [open, close] = ['⟦', '⟧'];

/** The bundle of all sentences of the code. */
export const pseudoBundle = (): Catalog => translated('l10n/bundle.l10n.json');

/** Files that a translation adds to the extension's folder. */
export function pseudoFiles(): Readonly<Record<string, string>> {
  return {
    [`l10n/bundle.l10n.${pseudoLanguage}.json`]: JSON.stringify(pseudoBundle()),
    [`package.nls.${pseudoLanguage}.json`]: JSON.stringify(translated('package.nls.json')),
  };
}

type Catalog = Readonly<Record<string, string>>;

function translated(file: string): Catalog {
  const catalog = JSON.parse(readFileSync(join(repository, file), 'utf8')) as Catalog;
  return Object.fromEntries(Object.entries(catalog).map(([key, text]) => [key, pseudo(text)]));
}

export function pseudo(sentence: string): string {
  const longer = sentence.replaceAll(
    /(?<!\{)\b\p{L}+/gu,
    (word) => word + word.slice(0, Math.ceil(word.length * 0.4)),
  );
  return `${open}${longer}${close}`;
}

/**
 * The remainder of a text without its sentences, whose placeholders may contain other sentences.
 */
export function outsideOfSentences(text: string): string {
  let depth = 0;
  let outside = '';
  for (const character of text) {
    if (character === open) depth++;
    else if (character === close) depth--;
    else if (depth === 0) outside += character;
  }
  return outside;
}
