import { relative } from 'node:path';
import { utcDate } from '../book/book.ts';
import { textOf } from '../inventory/fileText.ts';
import { allOf } from '../book/allOf.ts';
import { bookRejectionText } from '../words/book.ts';
import { findBase, type Base } from './base.ts';
import { bookFindings } from './bookFindings.ts';
import type { Finding } from './findings.ts';
import { WeighedFindings } from './weighedFindings.ts';
import {
  committedFiles,
  diskFiles,
  objectName,
  stagedFiles,
  type FolderFiles,
  type Root,
} from './folderFiles.ts';
import type { Skipped } from './filesBelow.ts';
import { readInventory, type KeyText } from './inventory.ts';
import { judgeAddresses, type Judged, type Judgment } from './judge.ts';
import { loadBook, type BookFiles, type FolderBook } from './loadBook.ts';
import { messages } from './messages.ts';
import { defaultPolicy, readPolicy, type Policy, type PolicyReading, type Rule } from './policy.ts';
import { fewestFiles, type Threads } from './portions.ts';
import { TrustedBooks } from './trust.ts';
import { runInTurns } from './turns.ts';

export interface CheckOptions {
  readonly since: string | undefined;
  readonly isStaged: boolean;
  /** Findings on what is not new too. */
  readonly isAll: boolean;
  /** Whether the change may vouch for itself. */
  readonly trustsChange: boolean;
  /** In milliseconds. */
  readonly now: number;
  /** Below the folder; empty for all. */
  readonly paths: readonly string[];
  /** Whether texts that may be keys are named, which takes time. */
  readonly namesKeyTexts: boolean;
  /** Whether the names that the code gives are read, which takes time. */
  readonly namesCode: boolean;
  /** Starts threads that run `serveFiles`; undefined for none. */
  readonly startThreads: (() => Threads) | undefined;
  /** The file that the result is written to, absolute: an earlier result in it is no code. */
  readonly output: string | undefined;
}

/** What a check found in one folder. */
export interface FolderCheck {
  readonly findings: readonly Finding[];
  /** Of each rule, also those that are only counted. */
  readonly counts: ReadonlyMap<Rule, number>;
  readonly newCount: number;
  readonly fileCount: number;
  readonly skipped: readonly Skipped[];
  readonly base: Base | undefined;
  /** Sentences on why the configuration cannot be used: then the exit code is 2. */
  readonly faults: readonly string[];
  readonly policy: Policy;
  /** Why it is the default in the place of what the book says; a sentence. */
  readonly policyFault: string | undefined;
  readonly judged: readonly Judged[];
  readonly keyTexts: readonly KeyText[];
  readonly root: Root;
}

/** More judgments of addresses, such as their stored scores. */
export type MoreJudgments = (
  judged: readonly Judged[],
  policy: Policy,
) => Promise<ReadonlyMap<Judged, readonly Judgment[]>>;

/**
 * Checks a folder, offline.
 * @throws NoBaseError, GitError
 */
export async function checkFolder(
  root: Root,
  options: CheckOptions,
  more?: MoreJudgments,
): Promise<FolderCheck> {
  const finding = findBaseFiles(root, options);
  // Git looks for the base while the files of the change are read.
  finding.catch(() => undefined);
  const files = await filesOf(root, options);
  const isLarge = files.disk !== undefined && files.paths.length >= fewestFiles;
  const threads = isLarge ? options.startThreads?.() : undefined;
  try {
    const change = await loadBook(textsOf(files), { run: runInTurns });
    const { base, baseFiles } = await finding;
    return await checkVersions({ root, base, files, baseFiles, change, threads }, options, more);
  } finally {
    threads?.close();
    files.close();
    (await finding.catch(() => undefined))?.baseFiles?.close();
  }
}

async function findBaseFiles(
  root: Root,
  options: BookOptions,
): Promise<Pick<Versions, 'base' | 'baseFiles'>> {
  const { repository, prefix } = root;
  const base = await baseOf(root, options);
  return base === undefined || repository === undefined
    ? { base, baseFiles: undefined }
    : { base, baseFiles: await committedFiles(repository, prefix, base.commit) };
}

/**
 * The policy that counts in a folder, without a check.
 * @throws NoBaseError, GitError
 */
export async function trustedPolicy(
  root: Root,
  options: BookOptions,
): Promise<Pick<FolderCheck, 'policy' | 'policyFault'>> {
  const book = await trustedBook(root, options);
  const reading = readPolicy(book.text);
  const policy = reading.kind === 'policy' ? reading.policy : defaultPolicy;
  return { policy, policyFault: policyFaultOf(book, reading) };
}

/** The text of the book that counts in a folder; empty if there is none, or if it is not used. */
export async function trustedBookText(root: Root): Promise<string> {
  const asIs = { since: undefined, isStaged: false, trustsChange: false };
  return (await trustedBook(root, asIs)).text;
}

/** Which revision's address book counts. */
type BookOptions = Pick<CheckOptions, 'since' | 'isStaged' | 'trustsChange'>;

async function trustedBook(root: Root, options: BookOptions): Promise<FolderBook> {
  const { repository, prefix } = root;
  const base = options.trustsChange ? undefined : await baseOf(root, options);
  const files =
    repository === undefined || base === undefined
      ? await diskFiles(root)
      : await committedFiles(repository, prefix, base.commit);
  try {
    return await loadBook(textsOf(files));
  } finally {
    files.close();
  }
}

async function baseOf(
  { repository }: Root,
  { since, isStaged }: BookOptions,
): Promise<Base | undefined> {
  if (repository === undefined) return undefined;
  return isStaged && since === undefined
    ? findBase(repository, 'HEAD').catch(() => undefined)
    : findBase(repository, since);
}

const pathBelow = (folder: string, file: string): string =>
  relative(folder, file).replaceAll('\\', '/');

function filesOf(root: Root, { isStaged, output }: CheckOptions): Promise<FolderFiles> {
  const { folder, repository, prefix } = root;
  if (isStaged && repository !== undefined) return stagedFiles(repository, prefix);
  return diskFiles(root, output === undefined ? undefined : pathBelow(folder, output));
}

/** The files as texts, for the book and its lists. */
const textsOf = (files: Pick<FolderFiles, 'read'>): BookFiles => ({
  async readText(path, largest) {
    const file = await files.read(path, largest);
    if (file.kind !== 'bytes') return file;
    const text = textOf(file.bytes);
    return text === undefined ? { kind: 'unreadable' } : { kind: 'text', text };
  },
});

/** The files of a base, of which those that did not change are read where they are now. */
const withSameFiles = (base: FolderFiles, files: FolderFiles): Pick<FolderFiles, 'read'> => ({
  async read(path, largest) {
    const object = base.objectOf(path);
    const file = object === undefined ? undefined : await files.read(path, largest);
    const isSame = file?.kind === 'bytes' && objectName(file.bytes, object ?? '') === object;
    return isSame ? file : base.read(path, largest);
  },
});

interface Versions {
  readonly root: Root;
  readonly base: Base | undefined;
  readonly files: FolderFiles;
  readonly baseFiles: FolderFiles | undefined;
  /** The book of the files. */
  readonly change: FolderBook;
  readonly threads: Threads | undefined;
}

async function checkVersions(
  { root, base, files, baseFiles, change, threads }: Versions,
  options: CheckOptions,
  more: MoreJudgments | undefined,
): Promise<FolderCheck> {
  const baseBook =
    baseFiles && (await loadBook(textsOf(withSameFiles(baseFiles, files)), { other: change }));
  const { trustsChange, now, isAll, isStaged, since, namesKeyTexts, namesCode } = options;
  const books = allOf(TrustedBooks.of(trustsChange ? undefined : baseBook, change));
  const reading = readPolicy(books.trusted.text);
  const policy = reading.kind === 'policy' ? reading.policy : defaultPolicy;
  const findings = new WeighedFindings(root, options, policy);
  const today = utcDate(now);
  const isEdited = baseBook !== undefined && baseBook.text !== change.text;
  for (const found of bookFindings(books, today)) {
    findings.addOfBook(found, isEdited ? 'new' : 'unchanged');
  }
  const keyTextsIn = namesKeyTexts ? (isAll ? 'all' : 'changed') : undefined;
  const inventory = await readInventory({
    ...{ folder: root.folder, files, base: baseFiles, books, keyTextsIn, namesCode, threads },
  });
  for (const each of inventory.deniedTexts) findings.addDenied(each);
  const isOnlyNew = !isAll && (since !== undefined || isStaged);
  const judging = { books, inventory, since: base?.name ?? '', today, isOnlyNew };
  const judged = [...judgeAddresses(judging)];
  const added = await more?.(judged, policy);
  for (const each of judged) {
    for (const judgment of each.judgments) findings.add(each, judgment);
    for (const judgment of added?.get(each) ?? []) findings.add(each, judgment);
  }
  return {
    ...{ findings: findings.all, counts: findings.counts, policy, judged, base, root },
    newCount: judged.filter(({ isNew }) => isNew).length,
    ...{ fileCount: inventory.fileCount, skipped: inventory.skipped, keyTexts: inventory.keyTexts },
    policyFault: policyFaultOf(books.trusted, reading),
    faults: [
      ...(change.rejection === undefined ? [] : [bookRejectionText(change.rejection)]),
      ...(reading.kind === 'wrong' ? [messages.policyWrong(reading.reason)] : []),
    ],
  };
}

function policyFaultOf({ rejection }: FolderBook, policy: PolicyReading): string | undefined {
  if (rejection !== undefined) return bookRejectionText(rejection);
  return policy.kind === 'wrong' ? messages.policyWrong(policy.reason) : undefined;
}
