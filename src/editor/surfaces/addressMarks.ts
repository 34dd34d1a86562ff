import * as vscode from 'vscode';
import { isIgnored, utcDate } from '../../book/book.ts';
import type { LookAlike } from '../../book/lookAlikes.ts';
import { markedDifference } from '../../book/lookAlikes.ts';
import { canonicalOf, type Occurrence } from '../../addresses/occurrence.ts';
import { denialText, lookAlikeText } from '../../words/book.ts';
import { askedFor } from '../book/asked.ts';
import type { Books } from '../book/register.ts';
import type { AddressLine } from '../documents/addressLine.ts';
import type { Documents } from '../documents/register.ts';
import { describeAddress } from '../documents/subject.ts';
import { rangeFrom, sourceOf } from '../documents/surroundings.ts';
import { runInTurns } from '../documents/turns.ts';
import { isForeign } from '../documents/isForeign.ts';

/** Problems of one file; more would not be read. */
const mostDiagnostics = 1_000;

/** A problem shows no more look-alikes of one address. */
const mostLookAlikes = 2;

/** Marks addresses on deny lists and addresses that look like others, in open documents. */
export function createAddressMarks(books: Books, { index, choices }: Documents): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('addressRisk.addresses');
  const feeds = createDocumentFeeds(books);
  /** Lines that nothing is known of: after an edit, only others are looked at. */
  let quiet = new WeakSet<AddressLine>();

  async function mark(document: vscode.TextDocument): Promise<void> {
    if (isForeign(document)) return;
    const lines = (await index.of(document)) ?? [];
    feeds.follow(document, lines);
    if (lines.every(({ addresses }) => addresses.length === 0)) {
      collection.delete(document.uri);
      return;
    }
    await books.ready(document.uri);
    const path = sourceOf(document).path ?? '';
    const marks = { document, path, books, choices, quiet };
    const found = await runInTurns('diagnostics', problemsIn(marks, lines));
    // After an edit, another read is requested already.
    if (found !== undefined) collection.set(document.uri, found);
  }

  function markInTime(document: vscode.TextDocument): void {
    // No caller waits for this, and the next edit tries again.
    mark(document).catch(() => collection.delete(document.uri));
  }
  const markAll = (): void => {
    quiet = new WeakSet();
    vscode.workspace.textDocuments.forEach(markInTime);
  };
  const subscriptions = [
    collection,
    feeds,
    vscode.workspace.onDidOpenTextDocument(markInTime),
    index.onDidRead(markInTime),
    vscode.workspace.onDidCloseTextDocument((document) => {
      collection.delete(document.uri);
      feeds.forget(document);
    }),
    books.onDidChange(markAll),
    books.lookAlikes.onDidChange(markAll),
    choices.onDidChange(markAll),
  ];
  markAll();
  return vscode.Disposable.from(...subscriptions);
}

/** In milliseconds without an edit: while the user types, no address is complete. */
const pauseMs = 500;

/** Feeds the addresses of open documents to the search for look-alikes: at once, then at pauses. */
function createDocumentFeeds({ lookAlikes }: Books) {
  const timers = new Map<string, NodeJS.Timeout | undefined>();
  return {
    follow({ uri }: vscode.TextDocument, lines: readonly AddressLine[]): void {
      const name = uri.toString();
      const feed = (): void => lookAlikes.feed(`document ${name}`, () => knownIn(lines));
      const isFirst = !timers.has(name);
      clearTimeout(timers.get(name));
      timers.set(name, isFirst ? undefined : setTimeout(feed, pauseMs));
      if (isFirst) feed();
    },
    forget({ uri }: vscode.TextDocument): void {
      const name = uri.toString();
      clearTimeout(timers.get(name));
      if (timers.delete(name)) lookAlikes.feed(`document ${name}`, () => []);
    },
    dispose(): void {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

function* knownIn(lines: readonly AddressLine[]) {
  for (const { addresses } of lines) {
    for (const { text: address, family, placeholder } of addresses) {
      if (placeholder === null) yield { address, family };
    }
  }
}

interface Marks {
  readonly document: vscode.TextDocument;
  readonly path: string;
  readonly books: Books;
  readonly choices: Documents['choices'];
  readonly quiet: WeakSet<AddressLine>;
}

/** Yields behind each address: a line may have tens of thousands. Undefined after an edit. */
function* problemsIn(
  marks: Marks,
  lines: readonly AddressLine[],
): Generator<void, vscode.Diagnostic[] | undefined> {
  const { document, quiet } = marks;
  const { version } = document;
  const found: vscode.Diagnostic[] = [];
  for (const [line, read] of lines.entries()) {
    if (quiet.has(read)) continue;
    let isQuiet = true;
    for (const occurrence of read.addresses) {
      if (document.version !== version || document.isClosed) return undefined;
      const problems = problemsOf(marks, line, occurrence);
      if (problems !== undefined) {
        isQuiet = false;
        found.push(...problems);
      }
      if (found.length >= mostDiagnostics) return found;
      yield;
    }
    if (isQuiet) quiet.add(read);
  }
  return found;
}

/** Undefined if nothing is known of the address on any network. */
function problemsOf(
  marks: Marks,
  line: number,
  occurrence: Occurrence,
): vscode.Diagnostic[] | undefined {
  const { document, path, books, choices } = marks;
  const { text, family, offset } = occurrence;
  const isDenied =
    books.factsOf(document.uri, { text, family, network: undefined }).denials.length > 0;
  const alike =
    occurrence.placeholder === null ? books.lookAlikes.of({ address: text, family }) : [];
  // The network takes far longer than both, and most addresses do not need it.
  if (!isDenied && alike.length === 0) return undefined;
  const range = rangeFrom(new vscode.Position(line, offset), occurrence);
  const found = describeAddress(document, { start: range.start, occurrence, path }, choices);
  const { denials, entries } = books.factsOf(document.uri, askedFor(found));
  const today = utcDate(Date.now());
  // Of this address alone: one that is ignored must not hide what imitates it.
  const shown = entries.some((entry) => isIgnored(entry, today)) ? [] : alike;
  return [
    ...denials.map((denial) =>
      problem(range, denialText(denial), {
        severity: vscode.DiagnosticSeverity.Error,
        code: 'denyList',
      }),
    ),
    ...shown.slice(0, mostLookAlikes).map((other) =>
      problem(range, textFor(found.canonical, other), {
        severity: vscode.DiagnosticSeverity.Warning,
        code: 'lookAlike',
      }),
    ),
  ];
}

function textFor(canonical: string, { address, family, how }: LookAlike): string {
  const other = canonicalOf({ text: address, family });
  return lookAlikeText(how, markedDifference(canonical, other));
}

function problem(
  range: vscode.Range,
  text: string,
  { severity, code }: { readonly severity: vscode.DiagnosticSeverity; readonly code: string },
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, text, severity);
  diagnostic.source = 'Address Risk';
  diagnostic.code = code;
  return diagnostic;
}
