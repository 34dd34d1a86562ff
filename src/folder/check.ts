import { utcDate } from '../book/book.ts';
import { drain } from '../book/drain.ts';
import type { LoadedList } from '../book/facts.ts';
import { pathFrom } from '../paths/inside.ts';
import { runInTurns } from '../scheduler/turns.ts';
import { textsOf } from './folderText.ts';
import { bookRejectionText } from '../messages/book.ts';
import type { Base } from './base.ts';
import {
  bookFindings,
  booksBelow,
  WeighedFindings,
  type DeniedPlace,
  type Finding,
} from './findings.ts';
import {
  committedFiles,
  diskFiles,
  stagedFiles,
  type FolderFiles,
  type Root,
} from './folderFiles.ts';
import type { Skipped } from './list.ts';
import { FolderReading, type KeyText } from './readFolder.ts';
import { judgeAddresses, type Judged, type Judgment } from './judge.ts';
import { loadBook, noBook, type FolderBook, type RunSteps } from '../book/loadBook.ts';
import { findingTexts } from '../messages/findings.ts';
import { defaultPolicy, readPolicy, type Policy, type Rule } from './policy.ts';
import { minFiles, type Threads } from './threads.ts';
import { isRequestedIn, type RequestedRoot } from './roots.ts';
import { TrustedBooks, withAllEntries } from '../book/trustedBooks.ts';

export interface CheckOptions {
  /** Whether the index is checked, and not the disk. */
  readonly isStaged: boolean;
  /** Whether only what is new gets findings, besides deny lists. */
  readonly isOnlyNew: boolean;
  /** Whether the change may vouch for itself. */
  readonly trustsChange: boolean;
  /** In milliseconds. */
  readonly now: number;
  /** In which files texts that may be keys are named, which takes time. */
  readonly keyTextsIn: 'all' | 'changed' | undefined;
  /** Whether the names that the code gives are read, which takes time. */
  readonly namesCode: boolean;
  /** Starts threads that run `serveFiles`; undefined for none. */
  readonly startThreads: (() => Threads) | undefined;
  /** Files and folders that the command writes, absolute: earlier output isn't code. */
  readonly written: readonly string[];
}

/** Result of a check in one folder. */
export interface FolderCheck {
  readonly findings: readonly Finding[];
  /** Addresses that break each rule, also one that is only counted: a placeholder is never `new`. */
  readonly counts: ReadonlyMap<Rule, number>;
  readonly fileCount: number;
  readonly skipped: readonly Skipped[];
  readonly base: Base | undefined;
  /** Whether there is an address book, also if only the change has one. */
  readonly hasBook: boolean;
  /** Whether the book of the change is the one that counted. */
  readonly isSelfJudged: boolean;
  /** Sentences on why the configuration cannot be used: then the exit code is 2. */
  readonly faults: readonly string[];
  readonly policy: Policy;
  /** Why the default replaces the book's policy; a sentence. */
  readonly policyFault: string | undefined;
  readonly judged: readonly Judged[];
  /** The judgments that count for each address, including addresses that `judged` leaves out. */
  readonly broken: ReadonlyMap<Judged, readonly Judgment[]>;
  readonly deniedTexts: readonly DeniedPlace[];
  /** Parts of the address books and their lists that cannot be read. */
  readonly bookProblems: readonly string[];
  readonly keyTexts: readonly KeyText[];
  readonly root: Root;
}

/** More judgments of addresses, such as their stored scores. */
export type MoreJudgments = (
  judged: readonly Judged[],
  policy: Policy,
) => Promise<ReadonlyMap<Judged, readonly Judgment[]>>;

/** Checks a folder, offline. @throws GitError */
export async function checkFolder(
  requested: RequestedRoot,
  options: CheckOptions,
  more?: MoreJudgments,
): Promise<FolderCheck> {
  const { root } = requested;
  const startFor = (count: number): Threads | undefined =>
    options.isStaged || count < minFiles ? undefined : options.startThreads?.();
  // They load their program while the folder is listed.
  let threads = startFor(requested.baseCount);
  let files: FolderFiles | undefined;
  const opening = openVersions(requested, options);
  // Git lists the base while the files of the change are read.
  opening.catch(() => undefined);
  try {
    files = await filesOf(root, options);
    threads ??= startFor(files.paths.length);
    const versions = { ...(await opening), files, threads };
    return await checkVersions(requested, versions, options, more);
  } finally {
    threads?.close();
    files?.close();
    const opened = await opening.catch(() => undefined);
    opened?.judgeFiles?.close();
    opened?.baseFiles?.close();
  }
}

/** Opens the files of the judging revision and of the one that defines what is new. */
async function openVersions(
  { root: { repository, ...root }, base }: RequestedRoot,
  { trustsChange }: Pick<CheckOptions, 'trustsChange'>,
): Promise<Pick<Versions, 'judgeFiles' | 'baseFiles'>> {
  if (base === undefined || repository === undefined) {
    return { judgeFiles: undefined, baseFiles: undefined };
  }
  const at = (commit: string): Promise<FolderFiles> =>
    committedFiles({ ...root, repository }, commit);
  const { commit, judge } = base;
  const judgeFiles = trustsChange ? undefined : at(judge.commit);
  const baseFiles = judge.commit === commit && judgeFiles !== undefined ? judgeFiles : at(commit);
  const [first, second] = await Promise.all([judgeFiles, baseFiles]);
  return { judgeFiles: first, baseFiles: second };
}

/** The policy that counts in a folder, without a check. @throws GitError */
export async function trustedPolicy(
  requested: RequestedRoot,
  options: Pick<CheckOptions, 'trustsChange'>,
): Promise<Pick<FolderCheck, 'policy' | 'policyFault'>> {
  return judgingPolicy(await trustedBook(requested, options));
}

/** The book that counts in a folder. @throws GitError */
export async function trustedBook(
  requested: RequestedRoot,
  options: Pick<CheckOptions, 'trustsChange'>,
): Promise<FolderBook> {
  const { judgeFiles, baseFiles } = await openVersions(requested, options);
  const files = judgeFiles ?? (await diskFiles(requested.root));
  try {
    return await loadBook(textsOf(files));
  } finally {
    files.close();
    baseFiles?.close();
  }
}

function filesOf(root: Root, { isStaged, written }: CheckOptions): Promise<FolderFiles> {
  const { folder, repository } = root;
  if (isStaged && repository !== undefined) return stagedFiles({ ...root, repository });
  return diskFiles(
    root,
    written.map((path) => pathFrom(folder, path)),
  );
}

interface Versions {
  readonly files: FolderFiles;
  /** Undefined where nothing but the files can judge. */
  readonly judgeFiles: FolderFiles | undefined;
  readonly baseFiles: FolderFiles | undefined;
  readonly threads: Threads | undefined;
}

async function checkVersions(
  { root, base, paths, above }: RequestedRoot,
  versions: Versions,
  { now, isOnlyNew, keyTextsIn, namesCode }: CheckOptions,
  more: MoreJudgments | undefined,
): Promise<FolderCheck> {
  const { files, baseFiles, threads } = versions;
  const isRequested = isRequestedIn(paths);
  const reads = { isRequested, keyTextsIn, namesCode, threads };
  const folder = { folder: root.folder, files, base: baseFiles, ...reads };
  // Threads need only the rules and lists of the book, so they read files while this one checks its entries.
  const lists = await denyListsAbove(root, base, above);
  const outline = threads && (await booksOf(versions, lists, false));
  const early = outline && new FolderReading(folder, outline);
  const books = outline ? await withAllEntries(outline, run) : await booksOf(versions, lists, true);
  const { change } = books;
  const { policy, policyFault } = judgingPolicy(books.trusted);
  const findings = new WeighedFindings(root, policy);
  const today = utcDate(now);
  const isEdited = books.origin.text !== change.text;
  for (const found of bookFindings(books, { today, isBelow: above.length > 0 })) {
    findings.addOfBook(found, isEdited ? 'new' : 'unchanged');
  }
  // Where the change is trusted, its books are.
  const before = versions.judgeFiles === undefined ? undefined : baseFiles;
  for (const found of before === undefined ? [] : booksBelow(files.paths, before)) {
    if (isRequested(found.path)) findings.addOfBook(found, 'new');
  }
  const inventory = await (early ?? new FolderReading(folder, books)).inventory(books);
  for (const each of inventory.unread) findings.addUnread(each);
  for (const each of inventory.deniedTexts) findings.addDenied(each);
  const judging = { books, inventory, since: base?.name ?? '', today, isOnlyNew };
  const judged = [...judgeAddresses(judging)].flatMap((each) => requestedOf(each, isRequested));
  const added = await more?.(judged, policy);
  for (const each of judged) {
    findings.add(each, [...each.judgments, ...(added?.get(each) ?? [])]);
  }
  const faults = [rejectionOf(books.trusted), rejectionOf(change), policyFault];
  return {
    findings: findings.all,
    counts: findings.counts,
    broken: findings.broken,
    deniedTexts: findings.deniedTexts,
    bookProblems: findings.bookProblems,
    policy,
    policyFault,
    base,
    root,
    hasBook: books.trusted.isThere || change.isThere,
    isSelfJudged: versions.judgeFiles === undefined,
    // Skip addresses that may be keys everywhere, and those found only in the book: no other
    // finding is about them.
    judged: judged.filter(({ address }) => address.isShown && address.isUsed),
    fileCount: inventory.fileCount,
    skipped: inventory.skipped,
    keyTexts: inventory.keyTexts,
    faults: [...new Set(faults.filter((fault) => fault !== undefined))],
  };
}

/** An address with its requested places; nothing if it has none. */
function requestedOf(judged: Judged, isRequested: (path: string) => boolean): Judged[] {
  const { address } = judged;
  const places = address.places.filter(({ path }) => isRequested(path));
  if (places.length === address.places.length) return [judged];
  return places.length === 0 ? [] : [{ ...judged, address: { ...address, places } }];
}

/** Keep working while waiting for Git. */
const run: RunSteps = (steps) => runInTurns('book', steps);

async function booksOf(
  { files, judgeFiles, baseFiles }: Pick<Versions, 'files' | 'judgeFiles' | 'baseFiles'>,
  above: readonly LoadedList[],
  hasEntries: boolean,
): Promise<TrustedBooks> {
  const load = (from: FolderFiles, other: FolderBook): Promise<FolderBook> =>
    loadBook(textsOf(from), { run, other, hasEntries });
  const change = await load(files, noBook);
  const judge = judgeFiles && (await load(judgeFiles, change));
  const hasGoneOn = judge !== undefined && baseFiles !== undefined && baseFiles !== judgeFiles;
  const origin = hasGoneOn ? await load(baseFiles, change) : judge;
  return drain(TrustedBooks.of(judge, change, { above, ...(origin && { origin }) }));
}

/**
 * Deny lists of the books in parent folders, at the judging revision: a nested book adds to them
 * and removes none. Problems with them are findings of the parent folder.
 */
async function denyListsAbove(
  { repository, ...root }: Root,
  base: Base | undefined,
  above: readonly string[],
): Promise<LoadedList[]> {
  if (base === undefined || repository === undefined) return [];
  const found: LoadedList[] = [];
  for (const prefix of above) {
    const at = { ...root, repository, prefix, others: [] };
    const files = await committedFiles(at, base.judge.commit);
    try {
      const { lists } = await loadBook(textsOf(files), { run, hasEntries: false });
      for (const { list, reference } of lists) {
        if (reference.kind !== 'deny') continue;
        const path = pathFrom(root.prefix, prefix + reference.path);
        found.push({ list, reference: { ...reference, path } });
      }
    } finally {
      files.close();
    }
  }
  return found;
}

const rejectionOf = ({ rejection }: FolderBook): string | undefined =>
  rejection && bookRejectionText(rejection);

/** The policy of a book, or the default and why it is that. */
function judgingPolicy(book: FolderBook): Pick<FolderCheck, 'policy' | 'policyFault'> {
  const reading = readPolicy(book.text);
  if (reading.kind === 'policy') return { policy: reading.policy, policyFault: rejectionOf(book) };
  const policyFault = rejectionOf(book) ?? findingTexts.policyWrong(reading.reason);
  return { policy: defaultPolicy, policyFault };
}
