import * as vscode from 'vscode';
import { isIgnored, utcDate, type BookEntry } from '../../book/book.ts';
import type { AddressFacts } from '../../book/facts.ts';
import { denialText, ignoreText, nameTexts, reviewText } from '../../words/book.ts';
import { newTexts } from '../../words/newness.ts';
import { plain } from '../../words/text.ts';
import { askedFor } from '../book/asked.ts';
import type { Books } from '../book/register.ts';
import type { Documents } from '../documents/register.ts';
import { findAddressAt, rangeAt, type FoundAddress } from '../documents/subject.ts';
import { measuredAnswer } from '../documents/turns.ts';
import type { NewAddresses } from '../inventory/newAddresses.ts';
import { settings } from '../shell/settings.ts';
import { escaped, markdown } from './hoverText.ts';

/**
 * What the files of the workspace say of an address. A hover of its own, because VS Code shows each
 * as it arrives: this one waits for no call, and needs no account.
 */
export function createBookHoverProvider({
  books,
  documents: { choices },
  newAddresses,
}: {
  readonly books: Books;
  readonly documents: Pick<Documents, 'choices'>;
  readonly newAddresses: Pick<NewAddresses, 'of' | 'need'>;
}): vscode.HoverProvider {
  async function provide(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    await books.ready(document.uri);
    const found = findAddressAt(document, position, choices);
    if (found === undefined) return undefined;
    books.readNames(document.uri);
    const facts = books.factsOf(document.uri, askedFor(found));
    const lines = [
      ...bookLines(facts, {
        hasNames: settings.names(document.uri) !== 'off',
        today: utcDate(Date.now()),
      }),
      ...newLines(document.uri, found, newAddresses),
    ];
    if (facts.entries.length === 0 && found.problem === undefined) newAddresses.need(document.uri);
    if (lines.length === 0) return undefined;
    return new vscode.Hover(markdown(lines), rangeAt(document, position, found.occurrence));
  }
  return {
    provideHover: (document, position) =>
      measuredAnswer('hover', () => provide(document, position)),
  };
}

/** Of what is known by now; a later hover may know more. */
function newLines(
  uri: vscode.Uri,
  { canonical, occurrence: { family }, chain }: FoundAddress,
  newAddresses: Pick<NewAddresses, 'of'>,
): string[] {
  const known = newAddresses.of(uri, { canonical, family, network: chain.chain });
  if (known === undefined) return [];
  const { kind, since } = known;
  return [escaped(kind === 'new' ? newTexts.since(since) : newTexts.unknownSince(since))];
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
