import { createHash } from 'node:crypto';
import { bookFile, isIgnored } from '../book/book.ts';
import type { LoadedList } from '../book/facts.ts';
import type { FolderBook } from '../book/loadBook.ts';
import { changesOf, type BookChange, type TrustedBooks } from '../book/trustedBooks.ts';
import { bookRejectionText, listProblemText, partProblemText } from '../messages/book.ts';
import { deniedTextText } from '../messages/denials.ts';
import { findingTexts } from '../messages/findings.ts';
import { visible } from '../messages/visible.ts';
import type { FolderFiles, Root } from './folderFiles.ts';
import type { Judged, Judgment } from './judge.ts';
import type { Skipped } from './list.ts';
import { readPolicy, type Policy, type Rule, type Severity } from './policy.ts';
import type { DeniedText } from './readFolder.ts';

/** One finding, in the one shape that every format has. */
export interface Finding {
  readonly rule: Rule;
  readonly level: Severity;
  /**
   * With slashes, below the top of the repository; without one, below the folder. Of several, from the
   * folder of the user.
   */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units; 0 for a whole line. */
  readonly length: number;
  /** Null for one about the address book. */
  readonly address: string | null;
  /** Null if it is unknown. */
  readonly network: string | null;
  /** On one line, without what cannot be seen. */
  readonly message: string;
  /** The same while the finding moves to other lines. */
  readonly fingerprint: string;
  readonly state: 'new' | 'unchanged';
}

/** The parts of a finding. */
interface FindingParts extends Omit<Finding, 'fingerprint'> {
  /** Distinguishes two findings of one rule on one address in one file. */
  readonly detail?: string | undefined;
}

export function findingOf({ detail = '', ...parts }: FindingParts): Finding {
  const { rule, path, address, network, message } = parts;
  const what = address === null ? message : '';
  const name = JSON.stringify([rule, path, address, network, detail, what]);
  const fingerprint = createHash('sha256').update(name).digest('hex').slice(0, 32);
  return { ...parts, message: visible(message), fingerprint };
}

/** Position of a finding that isn't about an address: the start of a line. */
const noAddress = { column: 1, length: 0, address: null, network: null } as const;

/** Place of a denied text that isn't an address. The text itself is never repeated. */
export interface DeniedPlace {
  readonly path: string;
  readonly line: number;
  readonly messages: readonly string[];
}

/** Applies the policy to judgments about addresses and books, and counts the findings. */
export class WeighedFindings {
  readonly all: Finding[] = [];
  readonly counts = new Map<Rule, number>();
  readonly broken = new Map<Judged, readonly Judgment[]>();
  readonly deniedTexts: DeniedPlace[] = [];
  /** Parts of the books that cannot be read, regardless of the policy. */
  readonly bookProblems: string[] = [];
  readonly #prefix: string;
  readonly #policy: Policy;

  constructor({ shownPrefix }: Root, policy: Policy) {
    this.#prefix = shownPrefix;
    this.#policy = policy;
  }

  addOfBook({ path, line, message, kind }: BookFinding, state: Finding['state']): void {
    this.#count('book');
    if (kind === 'problem') this.bookProblems.push(`${this.#prefix}${path}:${line}: ${message}`);
    const level = kind === 'notice' ? 'warning' : this.#policy.severities.get('book');
    this.#report({ rule: 'book', level, path, line, ...noAddress, message, state });
  }

  addUnread({ path, reason }: Skipped): void {
    this.#count('unread');
    const level = this.#policy.severities.get('unread');
    const message = findingTexts.unread(reason);
    this.#report({ rule: 'unread', level, path, line: 1, ...noAddress, message, state: 'new' });
  }

  addDenied({ path, line, column, length, denials, isChanged, isNew }: DeniedText): void {
    // A row of its own list, or text of a book that the base revision has.
    const counting = denials.filter(
      (denial) => denial.path !== path && (path !== bookFile || isChanged),
    );
    if (counting.length === 0) return;
    this.#count('deny');
    for (const denial of counting) {
      this.#report({
        rule: 'deny',
        level: this.#policy.severities.get('deny'),
        path,
        line,
        ...noAddress,
        column,
        length,
        message: deniedTextText(denial),
        state: isNew ? 'new' : 'unchanged',
        detail: `${denial.list} ${denial.path}`,
      });
    }
    const messages = counting.map(deniedTextText);
    this.deniedTexts.push({ path: this.#prefix + path, line, messages });
  }

  /** Counts an address once for each rule, however many lists have it. */
  add(judged: Judged, judgments: readonly Judgment[]): void {
    const broken = judgments.filter((judgment) => this.#add(judged, judgment));
    if (broken.length > 0) this.broken.set(judged, broken);
    for (const rule of new Set(broken.map((each) => each.rule))) this.#count(rule);
  }

  /** @returns whether it counts anywhere */
  #add({ address, isNew }: Judged, judgment: Judgment): boolean {
    const { rule, message, detail, countsAt } = judgment;
    const places = address.places.filter(countsAt);
    const level = judgment.level ?? this.#policy.severities.get(rule);
    const { network } = address;
    const spelled = address.isChecksumWrong ? address.text : address.canonical;
    for (const { path, line, column, length, count, isHidden } of places) {
      const more = isHidden ? findingTexts.hidden() : findingTexts.network(network);
      const sentences = [message, more, findingTexts.places(count)];
      this.#report({
        rule,
        level,
        path,
        line,
        column,
        length,
        address: isHidden ? null : spelled,
        network: isHidden ? null : network,
        state: isNew ? 'new' : 'unchanged',
        // The hash distinguishes texts that are not shown.
        detail: isHidden ? `${detail ?? ''} ${spelled}` : detail,
        message: sentences.filter((sentence) => sentence !== '').join(' '),
      });
    }
    return places.length > 0;
  }

  /** @param parts with a path below the folder; only counted without a level */
  #report(parts: Omit<FindingParts, 'level'> & { readonly level: Severity | undefined }): void {
    const { level } = parts;
    if (level === undefined) return;
    this.all.push(findingOf({ ...parts, level, path: this.#prefix + parts.path }));
  }

  #count(rule: Rule): void {
    this.counts.set(rule, (this.counts.get(rule) ?? 0) + 1);
  }
}

/** A problem with a book, or a change to it. */
export interface BookFinding {
  /** Below the folder. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  /** `problem`: something cannot be read. `judge`: another book will count. A notice never fails. */
  readonly kind: 'problem' | 'judge' | 'notice';
}

/** @param isBelow whether a folder above has a book, too */
export function bookFindings(
  books: TrustedBooks,
  { today, isBelow }: { readonly today: string; readonly isBelow: boolean },
): BookFinding[] {
  const { change, trusted } = books;
  const found: BookFinding[] = [...problemsOf(change)];
  if (trusted !== change) found.push(...changeFindings(books, isBelow));
  for (const { line, ignore } of change.book.entries) {
    if (ignore?.until === undefined || isIgnored({ ignore }, today)) continue;
    found.push(notice(line, findingTexts.ignoreExpired(ignore.until)));
  }
  return found;
}

/**
 * Books that the change adds in subfolders, which will judge there from the next change on. Books
 * of a submodule are unknown if the base revision cannot be read.
 */
export function booksBelow(
  now: readonly string[],
  before: Pick<FolderFiles, 'paths' | 'missingModules'>,
): BookFinding[] {
  const had = new Set(before.paths);
  const isKnown = (path: string): boolean =>
    !before.missingModules.some((each) => path.startsWith(`${each.path}/`));
  return now
    .filter((path) => path.endsWith(`/${bookFile}`) && !had.has(path) && isKnown(path))
    .map((path) => ({ path, line: 1, message: findingTexts.bookAddedBelow(), kind: 'judge' }));
}

const problem = (line: number, message: string): BookFinding => ({
  path: bookFile,
  line: line + 1,
  message,
  kind: 'problem',
});

const notice = (line: number, message: string): BookFinding => ({
  ...problem(line, message),
  kind: 'notice',
});

/** Problems with reading a book and its lists. */
export function problemsOf({ rejection, book, lists, text }: FolderBook): BookFinding[] {
  if (rejection !== undefined) {
    const line = 'line' in rejection ? rejection.line : 0;
    return [problem(line, bookRejectionText(rejection))];
  }
  const policy = readPolicy(text);
  return [
    ...book.problems.map((part) => problem(part.line, partProblemText(part.problem))),
    ...lists.flatMap(listProblem),
    ...(policy.kind === 'wrong' ? [problem(0, findingTexts.policyWrong(policy.reason))] : []),
  ];
}

function listProblem({ reference, list }: LoadedList): BookFinding[] {
  if (list.problem === undefined) return [];
  const text = findingTexts.list(
    reference.name,
    reference.path,
    listProblemText(list.problem, reference.isFetched),
  );
  return [problem(reference.line, text)];
}

function changeFindings(books: TrustedBooks, isBelow: boolean): BookFinding[] {
  const { change, trusted, origin } = books;
  const found = changesOf(books).map((each) => changeFinding(each, isBelow));
  const known = new Set(change.lists.flatMap(listProblem).map(({ message }) => message));
  for (const { line, message } of trusted.lists.flatMap(listProblem)) {
    // The judging book isn't fully readable, so the check is incomplete.
    if (!known.has(message)) found.push(problem(line - 1, findingTexts.ofBase(message)));
  }
  const isGone = origin.isThere && !change.isThere;
  if (change.rejection !== undefined || isGone) return found;
  const differs = (partsOf: (book: FolderBook) => unknown): boolean =>
    JSON.stringify(partsOf(origin)) !== JSON.stringify(partsOf(change));
  if (differs(policyParts)) {
    found.push(
      notice(0, origin.isThere ? findingTexts.policyChanged() : findingTexts.policyAdded()),
    );
  }
  // A new book has nothing to compare, and all of its entries are new.
  if (origin.isThere && differs(ruleParts)) found.push(notice(0, findingTexts.rulesChanged()));
  return found;
}

function changeFinding(change: BookChange, isBelow: boolean): BookFinding {
  switch (change.kind) {
    case 'baseRejected':
      return problem(0, findingTexts.baseRejected(bookRejectionText(change.rejection)));
    case 'bookRemoved':
      return isBelow
        ? { ...problem(0, findingTexts.bookRemovedBelow()), kind: 'judge' }
        : notice(0, findingTexts.bookRemoved());
    case 'listRemoved':
      return notice(0, findingTexts.listRemoved(change.name));
  }
}

/** In order: of several that match, the last one counts. */
const ruleParts = ({ book }: FolderBook): unknown =>
  book.rules.map(({ files, network }) => [files, network]);

function policyParts({ text }: FolderBook): unknown {
  const policy = readPolicy(text);
  if (policy.kind === 'wrong') return policy.reason;
  const { severities, levels, scale, aggregator, chainIds } = policy.policy;
  return [[...severities].sort(), levels, scale, aggregator, Object.entries(chainIds).sort()];
}
