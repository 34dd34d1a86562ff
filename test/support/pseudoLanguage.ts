import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../harness/extension.ts';

/**
 * A language in which each sentence of the catalog is in brackets and each word four tenths longer,
 * as translations are. What is shown without brackets is not from the catalog.
 */
export const pseudoLanguage = 'qps-ploc';

const [open, close] = ['⟦', '⟧'];

/** The bundle of all sentences of the code. */
export function pseudoBundle(): Readonly<Record<string, string>> {
  const bundle = JSON.parse(
    readFileSync(join(repository, 'l10n', 'bundle.l10n.json'), 'utf8'),
  ) as Readonly<Record<string, string>>;
  return Object.fromEntries(Object.keys(bundle).map((key) => [key, pseudo(key)]));
}

function pseudo(sentence: string): string {
  const longer = sentence.replaceAll(
    /(?<!\{)\b\p{L}+/gu,
    (word) => word + '~'.repeat(Math.ceil(word.length * 0.4)),
  );
  return `${open}${longer}${close}`;
}

/** What remains of a text without its sentences, whose placeholders may hold other ones. */
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
