import * as vscode from 'vscode';
import { utcDate } from '../../book/book.ts';
import { areIgnored, listingOf, type AddressFacts } from '../../book/facts.ts';
import { imitated, type LookAlike } from '../../book/lookAlikeParts.ts';
import { isImitator } from '../../book/looksLike.ts';
import { markedDifference } from '../../book/lookAlikes.ts';
import { canonicalOf, type Occurrence } from '../../addresses/occurrence.ts';
import {
  crowdText,
  imitatesText,
  lookedLikeText,
  onlyLooksLikeText,
  replaceText,
  comparedTexts,
} from '../../messages/book.ts';
import { plain, shortAddress } from '../../messages/text.ts';
import { addressReader, askedFor, findAddressAt } from '../documents/subject.ts';
import { likenessOf } from '../book/likeness.ts';
import type { Books } from '../book/books.ts';
import type { AddressLine } from '../../addresses/addressLine.ts';
import { problemAt, watchVersion } from '../documents/surroundings.ts';
import type { Documents } from '../documents/foundAddresses.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import {
  type AddressProblems,
  createDocumentMarks,
  mostDrawn,
  offerReplacements,
  type Replacement,
} from './documentMarks.ts';

const lookAlikeCode = 'lookAlike';

/** Whether an address has such a problem now, which VS Code shows above a hover. */
export const hasLookAlikeProblem = (
  { uri }: vscode.TextDocument,
  range: vscode.Range,
  text: string,
): boolean =>
  vscode.languages
    .getDiagnostics(uri)
    .some(
      (each) =>
        each.code === lookAlikeCode && each.range.isEqual(range) && each.message.startsWith(text),
    );

/** A problem shows no more look-alikes of one address. */
const maxLookAlikes = 2;

/** Marks addresses that look like others, in open documents. */
export function createLookAlikeMarks(
  problems: AddressProblems,
  books: Books,
  { index, choices }: Documents,
): vscode.Disposable {
  const feeds = createDocumentFeeds(books);
  /** Lines that nothing is known of: after an edit, only others are looked at. */
  let quiet = new WeakSet<AddressLine>();
  const change = new vscode.EventEmitter<void>();
  const forgetLines = (): void => {
    quiet = new WeakSet();
    change.fire();
  };
  return vscode.Disposable.from(
    createDocumentMarks(index, {
      ...{ problems, kind: lookAlikeCode },
      async find(document, lines) {
        await books.ready(document.uri);
        feeds.follow(document, lines);
        const read = addressReader(document, choices);
        return runInTurns('diagnostics', problemsIn({ document, read, books, quiet }, lines));
      },
      forget: (document) => feeds.forget(document),
      changes: [change.event],
    }),
    feeds,
    change,
    offerReplacements(lookAlikeCode, (document, start) =>
      replacements(document, start, { books, choices }),
    ),
    books.onDidChange(forgetLines),
    books.lookAlikes.onDidChange(forgetLines),
    choices.onDidChange(forgetLines),
  );
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
  readonly read: ReturnType<typeof addressReader>;
  readonly books: Books;
  readonly quiet: WeakSet<AddressLine>;
}

/** Yields behind each address: a line may have tens of thousands. Undefined after an edit. */
function* problemsIn(
  marks: Marks,
  lines: readonly AddressLine[],
): Generator<void, vscode.Diagnostic[] | undefined> {
  const { document, books, quiet } = marks;
  const isSame = watchVersion(document);
  if (books.isOwnFile(document.uri)) return [];
  const found: vscode.Diagnostic[] = [];
  const crowds = new Set<string>();
  for (const [line, read] of lines.entries()) {
    if (quiet.has(read)) continue;
    let isQuiet = true;
    for (const occurrence of read.addresses) {
      if (!isSame()) return undefined;
      const problems = problemsOf(marks, line, occurrence, crowds);
      if (problems !== undefined) {
        isQuiet = false;
        found.push(...problems);
      }
      if (found.length >= mostDrawn) return found;
      yield;
    }
    if (isQuiet) quiet.add(read);
  }
  return found;
}

/**
 * Undefined if no address looks like it.
 * @param crowds the names of those that the document has a problem for
 */
function problemsOf(
  { document, read, books }: Marks,
  line: number,
  occurrence: Occurrence,
  crowds: Set<string>,
): vscode.Diagnostic[] | undefined {
  const { text, family, placeholder } = occurrence;
  if (placeholder !== null) return undefined;
  const known = { address: text, family };
  const alike = books.lookAlikes.of(known);
  const crowd = books.lookAlikes.crowdOf(known);
  // The network takes far longer than both, and most addresses do not need it.
  const token = imitated(known, alike);
  if (alike.length === 0 && crowd === undefined && token === undefined) return undefined;
  const found = read(line, occurrence);
  const { range } = found;
  const asked = askedFor(found);
  const facts = books.factsOf(document.uri, asked);
  // For this address only: an ignored one must not hide its imitations.
  if (areIgnored(facts, utcDate(Date.now()))) return [];
  const { Hint, Warning } = vscode.DiagnosticSeverity;
  // The one that others are made to look like gets a hint at most.
  const isImitated = likenessOf(document.uri, asked, books, facts) === undefined;
  const factsOfOther = ({ address, family }: LookAlike): AddressFacts =>
    books.factsOf(document.uri, { text: address, family, network: undefined });
  const others = {
    isDenied: facts.denials.length > 0,
    isReviewed: (other: LookAlike) => listingOf(factsOfOther(other)) === 'listed',
    isNewer: (other: LookAlike) => books.lookAlikes.isNewer(other, known),
  };
  const isImitatedBy = (other: LookAlike): boolean => isImitated || isImitator(other, others);
  // VS Code shows hints above errors of a place, and the deny list comes first.
  const isHinted = !others.isDenied;
  const warningOf = (isHint: boolean) => ({
    severity: isHint ? Hint : Warning,
    code: lookAlikeCode,
  });
  const warning = warningOf(isImitated);
  const textFor = (other: LookAlike): string => {
    const name = factsOfOther(other).names[0]?.name;
    const canonical = canonicalOf({ text: other.address, family: other.family });
    const text = isImitatedBy(other)
      ? lookedLikeText()
      : onlyLooksLikeText(other.how, name ?? shortAddress(canonical));
    const [own, differing] = markedDifference(found.canonical, canonical);
    const rows = [
      [comparedTexts.own(), own],
      [plain(name ?? comparedTexts.other()), differing],
    ] as const;
    const width = Math.max(...rows.map(([title]) => columnsOf(title)));
    const padded = rows.map(([title, marked]) => {
      return `${title}${' '.repeat(width - columnsOf(title))}  ${marked}`;
    });
    return [text, ...padded].join('\n');
  };
  // Once per crowd: a change could add thousands.
  const isOfCrowd = crowd !== undefined && !crowds.has(crowd.name) && (isHinted || !isImitated);
  const first = isOfCrowd ? crowd : undefined;
  if (first !== undefined) crowds.add(first.name);
  return [
    ...(token === undefined ? [] : [problemAt(range, imitatesText(token), warning)]),
    ...(first === undefined ? [] : [problemAt(range, crowdText(first.size), warning)]),
    ...alike
      .filter((other) => isHinted || !isImitatedBy(other))
      .slice(0, maxLookAlikes)
      .map((other) => problemAt(range, textFor(other), warningOf(isImitatedBy(other)))),
  ];
}

/** How wide a text is in a font whose letters take one column, and whose letters of East Asia two. */
const columnsOf = (text: string): number =>
  text.replaceAll(/[\u3000-\u303f\uff01-\uff60\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu, '  ')
    .length;

/** The reviewed address, or the token of this network, that an address looks like. */
function replacements(
  document: vscode.TextDocument,
  start: vscode.Position,
  { books, choices }: { readonly books: Books; readonly choices: Documents['choices'] },
): Replacement[] {
  const found = findAddressAt(document, start, choices);
  if (found === undefined) return [];
  const asked = { ...askedFor(found), assumed: found.chain.chain ?? undefined };
  const original = likenessOf(document.uri, asked, books)?.original;
  if (original?.isTrusted !== true) return [];
  return [{ title: replaceText(original), address: original.address }];
}
