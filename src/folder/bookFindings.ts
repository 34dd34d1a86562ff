import { bookFile, isIgnored } from '../book/book.ts';
import type { LoadedList } from '../book/facts.ts';
import { bookRejectionText, listProblemText, partProblemText } from '../messages/book.ts';
import type { FolderBook } from '../book/loadBook.ts';
import { findingTexts } from '../messages/findings.ts';
import { readPolicy } from './policy.ts';
import { removedLists, type TrustedBooks } from '../book/trustedBooks.ts';

/** What is wrong with the books, or what the change does to them. */
export interface BookFinding {
  /** Below the folder. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  /** Something cannot be read. Else it is a notice, which never fails. */
  readonly isProblem: boolean;
}

/** @param base its own book where there is a base revision, even if the change is trusted */
export function bookFindings(books: TrustedBooks, today: string): BookFinding[] {
  const { change, trusted } = books;
  const found: BookFinding[] = [...problemsOf(change)];
  if (trusted !== change) found.push(...changesOf(books));
  for (const { line, ignore } of change.book.entries) {
    if (ignore?.until === undefined || isIgnored({ ignore }, today)) continue;
    found.push(notice(line, findingTexts.ignoreExpired(ignore.until)));
  }
  return found;
}

const problem = (line: number, message: string, path = bookFile): BookFinding => ({
  path,
  line: line + 1,
  message,
  isProblem: true,
});

const notice = (line: number, message: string): BookFinding => ({
  ...problem(line, message),
  isProblem: false,
});

function problemsOf({ rejection, book, lists, text }: FolderBook): BookFinding[] {
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

function changesOf(books: TrustedBooks): BookFinding[] {
  const { change, trusted, origin } = books;
  const found: BookFinding[] = [];
  if (trusted.rejection !== undefined) {
    found.push(problem(0, findingTexts.baseRejected(bookRejectionText(trusted.rejection))));
  }
  const known = new Set(change.lists.flatMap(listProblem).map(({ message }) => message));
  for (const { line, message } of trusted.lists.flatMap(listProblem)) {
    // What judges is not read in full, so no result of the check is complete.
    if (!known.has(message)) found.push(problem(line - 1, findingTexts.ofBase(message)));
  }
  if (change.rejection !== undefined) return found;
  if (origin.isThere && !change.isThere) return [...found, notice(0, findingTexts.bookRemoved())];
  for (const { name } of removedLists(books)) found.push(notice(0, findingTexts.listRemoved(name)));
  if (JSON.stringify(policyParts(origin)) !== JSON.stringify(policyParts(change))) {
    found.push(notice(0, findingTexts.policyChanged()));
  }
  return found;
}

function policyParts({ text }: FolderBook): unknown {
  const policy = readPolicy(text);
  if (policy.kind === 'wrong') return policy.reason;
  const { severities, levels, scale, aggregator, chainIds } = policy.policy;
  return [[...severities].sort(), levels, scale, aggregator, Object.entries(chainIds).sort()];
}
