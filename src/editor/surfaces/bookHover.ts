import * as vscode from 'vscode';
import { isIgnored, utcDate, type BookEntry } from '../../book/book.ts';
import type { AddressFacts } from '../../book/facts.ts';
import { denialText, ignoreText, nameTexts, reviewText } from '../../words/book.ts';
import { plain } from '../../words/text.ts';
import { askedFor } from '../book/asked.ts';
import type { Books } from '../book/register.ts';
import type { Documents } from '../documents/register.ts';
import { findAddressAt, rangeAt } from '../documents/subject.ts';
import { measuredAnswer } from '../documents/turns.ts';
import { settings } from '../shell/settings.ts';
import { escaped, markdown } from './hoverText.ts';

/**
 * What the files of the workspace say of an address. A hover of its own, because VS Code shows each
 * as it arrives: this one waits for no call, and needs no account.
 */
export function createBookHoverProvider(
  books: Books,
  { choices }: Pick<Documents, 'choices'>,
): vscode.HoverProvider {
  async function provide(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    await books.ready(document.uri);
    const found = findAddressAt(document, position, choices);
    if (found === undefined) return undefined;
    books.readNames(document.uri);
    const facts = books.factsOf(document.uri, askedFor(found));
    const lines = bookLines(facts, {
      hasNames: settings.names(document.uri) !== 'off',
      today: utcDate(Date.now()),
    });
    if (lines.length === 0) return undefined;
    return new vscode.Hover(markdown(lines), rangeAt(document, position, found.occurrence));
  }
  return {
    provideHover: (document, position) =>
      measuredAnswer('hover', () => provide(document, position)),
  };
}

/** Deny-list hits first; each fact is a line. */
export function bookLines(
  { denials, entries, names }: AddressFacts,
  { hasNames, today }: { readonly hasNames: boolean; readonly today: string },
): string[] {
  const loud = denials.map(
    (denial) => `⛔ **${escaped(denialText(denial))}** ${escaped(plain(denial.path))}`,
  );
  if (!hasNames) return loud;
  return [
    ...loud,
    ...names.map((known) => {
      const { name, source } = nameTexts(known);
      return `**${escaped(name)}** · ${escaped(source)}`;
    }),
    ...entries.flatMap((entry) => entryLines(entry, today)).map(escaped),
  ];
}

function entryLines(entry: BookEntry, today: string): string[] {
  const { note, ignore } = entry;
  const review = reviewText(entry);
  return [
    ...(review === null ? [] : [review]),
    ...(note === undefined ? [] : [plain(note)]),
    ...(ignore === undefined ? [] : [ignoreText(ignore, isIgnored(entry, today))]),
  ];
}
