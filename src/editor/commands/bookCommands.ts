import * as vscode from 'vscode';
import { networkNamed } from '../../networks/networks.ts';
import { utcDate, type BookEntry, type BookRejection, type Ignore } from '../../book/book.ts';
import { addParts, editBook, type NewEntry, type NewRule } from '../../book/editBook.ts';
import { isDate, longest } from '../../book/shapes.ts';
import { bookCommand, bookRejectionText, ignoreAddedText } from '../../messages/book.ts';
import { denialText } from '../../messages/denials.ts';
import { networkTitle } from '../../messages/networks.ts';
import { namedAddress, plain, shortAddress } from '../../messages/text.ts';
import { areIgnored, type AddressFacts, type KnownName } from '../../book/facts.ts';
import type { WatchedBook } from '../book/watchedBook.ts';
import { likenessOf } from '../book/likeness.ts';
import { writeBook, writeDenyRow, type WriteOutcome } from '../book/writeBook.ts';
import { addressMeant } from '../documents/argument.ts';
import { activeFile, codeNameIn } from '../documents/surroundings.ts';
import { allAddressesIn, wrongNetworksAmong, type Documents } from '../documents/foundAddresses.ts';
import { isAssumed } from '../documents/assumedNetwork.ts';
import { isPayable } from '../../evidence/reasons.ts';
import type { Revisions } from '../git/revisions.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import {
  activeUri,
  askedFor,
  chooseOpen,
  type DocumentAddress,
  type ReasonedSubject,
} from '../documents/subject.ts';
import { dialogs } from '../shell/dialogs.ts';
import { askForText, type Notifier } from '../shell/shell.ts';
import type { Services } from '../services.ts';
import { addEntries, chooseEntries, type Candidate, type Doubt } from '../../book/firstBook.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import { batchTexts } from '../../messages/batches.ts';
import { addAll } from '../../messages/firstBook.ts';
import type { Books } from '../book/books.ts';
import { nameOffered } from './chosenAddress.ts';

/** In days: the suggested duration of an ignore. */
const usualIgnore = 90;

/** Write an entry: for the address of the argument, else for the one at the caret. */
export function bookCommands(
  services: Pick<Services, 'books' | 'documents' | 'revisions' | 'shell'>,
) {
  const { books, documents, revisions, shell } = services;
  const { notifier } = shell;

  async function run(argument: unknown, mode: keyof typeof askers): Promise<void> {
    const uri = folderOf(argument) ?? activeUri();
    const chosen = await subjectOf(argument, documents.choices, notifier);
    if (chosen === undefined) return;
    const [book, family] = [books.bookFor(uri), networkNamed(chosen.subject.chain)?.family];
    if (book === undefined || family === undefined) {
      notifier.refuse(family ? bookCommand.noFolder() : bookCommand.unknownNetwork());
      return;
    }
    // The watcher may not have reported its newest version yet.
    await book.readAgain();
    const { address: text, chain: network } = chosen.subject;
    const asked = { text, family, network };
    const facts = books.factsOf(book.uri, asked);
    const { denials, entries, names } = facts;
    const likeness = likenessOf(book.uri, asked, books, facts)?.text;
    // The code of an imitation calls it like what it imitates.
    const ofCode =
      likeness === undefined ? await nameOffered(chosen, book.uri, services) : undefined;
    const isVerified = ({ source: { kind } }: KnownName): boolean =>
      likeness === undefined || kind === 'book' || kind === 'list';
    const name = names.find(isVerified)?.name ?? ofCode;
    // To ignore one that only looks like another is an answer to that.
    const [doubt = mode === 'add' ? likeness : undefined] = denials.map(denialText);
    if (doubt !== undefined && !(await agreesTo(text, doubt, denials.length > 0))) return;
    const by = reviewerOf(book, revisions);
    const entry = await askers[mode](chosen, { entry: entries[0], name, by });
    if (entry === undefined) return;
    // A list may have got it while the user typed.
    await book.readAgain();
    const [late] = books.factsOf(book.uri, asked).denials;
    if (late && denials.length === 0 && !(await agreesTo(text, denialText(late), true))) return;
    const outcome = await writeBook(book, (old) => editBook(old, entry));
    await report(outcome, book, notifier);
    if (outcome.kind === 'written') tellIgnored(entry, books.factsOf(book.uri, asked), notifier);
  }

  async function addToDenyList(argument: unknown): Promise<void> {
    const meant = addressMeant(argument, documents.choices);
    const book = books.bookFor(folderOf(argument) ?? activeUri());
    if (meant.kind !== 'address' || book === undefined) {
      notifier.refuse(meant.kind === 'address' ? bookCommand.noFolder() : bookCommand.noAddress());
      return;
    }
    // A row of a deny list counts on every network, so no one is asked for the network.
    const { address, family } = meant.open;
    const prompt = bookCommand.denyReason(shortAddress(address));
    const reason = await ask(bookCommand.denyTitle(), prompt, {
      value: '',
      most: longest.reason,
      check: (value) => (value === '' ? bookCommand.needsReason() : undefined),
    });
    if (reason === undefined) return;
    await book.readAgain();
    const row = { address, reason: reason.replaceAll(/\s+/g, ' '), date: utcDate(Date.now()) };
    const outcome = await writeDenyRow(book, row);
    if (outcome.kind === 'listed') {
      const [name] = books.factsOf(book.uri, { text: address, family, network: undefined }).names;
      const who = namedAddress(address, name && plain(name.name)).join(' · ');
      notifier.inform(bookCommand.denied(who, outcome.path));
    } else if (outcome.kind === 'notWritten') notifier.refuse(bookCommand.listNotWritten());
    else await report(outcome, book, notifier);
  }

  return {
    addToDenyList,
    addAllInFile: () => addAllInFile(services),
    addToAddressBook: (argument: unknown) => run(argument, 'add'),
    ignoreAddress: (argument: unknown) => run(argument, 'ignore'),
  };
}

/** Nothing changes on screen until the base revision has the ignore. */
function tellIgnored({ ignore }: NewEntry, facts: AddressFacts, notifier: Notifier): void {
  if (ignore === undefined || areIgnored(facts, utcDate(Date.now()))) return;
  notifier.inform(ignoreAddedText(ignore));
}

/** Asks before an address is listed that is on a deny list, or looks like another one. */
async function agreesTo(address: string, doubt: string, isDenied: boolean): Promise<boolean> {
  const button = bookCommand.addAnyway();
  const detail = isDenied ? bookCommand.addDeniedDetail() : bookCommand.addDetail(address);
  return (await dialogs.ask(doubt, detail, button)) === button;
}

/** An open folder, if the argument names one; anything else is ignored. */
function folderOf(argument: unknown): vscode.Uri | undefined {
  if (typeof argument !== 'object' || argument === null || !('folder' in argument))
    return undefined;
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.find(({ uri }) => uri.toString() === argument.folder)?.uri;
}

/** Facts about an address before asking the user. */
interface Known {
  readonly entry: BookEntry | undefined;
  readonly name: string | undefined;
  /** Who reviews it; undefined if Git has no name for the user. */
  readonly by: Promise<string | undefined>;
}

/** The name that Git writes into commits of the folder. */
async function reviewerOf(
  { folder }: WatchedBook,
  revisions: Pick<Revisions, 'repositoryOf'>,
): Promise<string | undefined> {
  try {
    const repository = await revisions.repositoryOf(folder);
    const name = (await repository?.api.getConfig('user.name'))?.trim() ?? '';
    return name === '' || name.length > longest.by ? undefined : name;
  } catch {
    // Git has no value for it.
    return undefined;
  }
}

/** An entry has the network that the user picked, or that something names; never an assumed one. */
async function subjectOf(
  argument: unknown,
  choices: ChainChoices,
  notifier: Notifier,
): Promise<ReasonedSubject | undefined> {
  const meant = addressMeant(argument, choices);
  if (meant.kind !== 'address') {
    notifier.refuse(meant.kind === 'none' ? bookCommand.noAddress() : meant.text);
    return undefined;
  }
  const { located, open } = meant;
  return located === undefined || isAssumed(located) ? chooseOpen(open, choices) : located;
}

async function askForEntry(
  { subject }: ReasonedSubject,
  known: Known,
): Promise<NewEntry | undefined> {
  const { address, chain } = subject;
  const title = bookCommand.addShort();
  const name = await ask(title, bookCommand.name(shortAddress(address), networkTitle(chain)), {
    value: known.name ?? '',
    most: longest.name,
  });
  if (name === undefined) return undefined;
  const note = await ask(title, bookCommand.note(), {
    value: known.entry?.note ?? '',
    most: longest.note,
  });
  if (note === undefined) return undefined;
  const add = { label: bookCommand.doAdd() };
  const addAndIgnore = {
    label: bookCommand.addAndIgnore(),
    detail: bookCommand.addAndIgnoreDetail(),
  };
  const picked = await dialogs.pick([add, addAndIgnore], { title });
  if (picked === undefined) return undefined;
  const ignore = picked === addAndIgnore ? await askForIgnore(known.entry?.ignore) : null;
  if (ignore === undefined) return undefined;
  const reviewedBy = await known.by;
  return {
    address,
    network: chain,
    ...(name !== '' && { name }),
    ...(note !== '' && { note }),
    ...(reviewedBy !== undefined && { reviewedBy }),
    reviewedAt: utcDate(Date.now()),
    ...(ignore !== null && { ignore }),
  };
}

const askers = {
  add: askForEntry,
  async ignore({ subject }: ReasonedSubject, { entry }: Known): Promise<NewEntry | undefined> {
    const ignore = await askForIgnore(entry?.ignore);
    return ignore && { address: subject.address, network: subject.chain, ignore };
  },
};

async function askForIgnore(known: Ignore | undefined): Promise<Ignore | undefined> {
  const title = bookCommand.ignoreTitle();
  const reason = await ask(title, bookCommand.reason(), {
    value: known?.reason ?? '',
    most: longest.reason,
    check: (value) => (value === '' ? bookCommand.needsReason() : undefined),
  });
  if (reason === undefined) return undefined;
  const now = Date.now();
  const until = await ask(title, bookCommand.until(), {
    value: utcDate(now + usualIgnore * 86_400_000),
    most: longest.name,
    check: (value) =>
      isDate(value) && value >= utcDate(now) ? undefined : bookCommand.needsDate(),
  });
  return until === undefined ? undefined : { reason, until };
}

function ask(
  title: string,
  prompt: string,
  options: {
    readonly value: string;
    /** In UTF-16 units. */
    readonly most: number;
    readonly check?: (value: string) => string | undefined;
  },
): Promise<string | undefined> {
  const { value, most, check } = options;
  const checkAll = (text: string): string | undefined =>
    text.length > most ? bookCommand.tooLong() : check?.(text);
  return askForText({ title, prompt, value, check: checkAll });
}

/**
 * Writes rules into the book of a folder. @returns whether they were written; otherwise the user
 * has seen why
 */
export const rulesWriter =
  ({ books, shell: { notifier } }: Pick<Services, 'books' | 'shell'>) =>
  async ({ uri }: vscode.WorkspaceFolder, rules: readonly NewRule[]): Promise<boolean> => {
    const book = books.bookFor(uri);
    if (book === undefined) return false;
    const parts = { member: 'networks', parts: rules } as const;
    const outcome = await writeBook(book, (old) => addParts(old, parts));
    await report(outcome, book, notifier);
    return outcome.kind === 'written';
  };

async function report(outcome: WriteOutcome, book: WatchedBook, notifier: Notifier): Promise<void> {
  switch (outcome.kind) {
    case 'written':
      return;
    case 'notWritten':
      notifier.refuse(bookCommand.notWritten());
      return;
    case 'rejected':
      notifier.refuse(bookCommand.rejected(bookRejectionText(outcome.rejection)));
      await show(book.uri, outcome.rejection);
  }
}

/** Opens the book at its problem; a book that is too large, or isn't a file, cannot be opened. */
async function show(uri: vscode.Uri, rejection: BookRejection): Promise<void> {
  if (!('line' in rejection)) return;
  const place = new vscode.Range(rejection.line, 0, rejection.line, 0);
  await vscode.window.showTextDocument(uri, { selection: place });
}

type BookPorts = Pick<Services, 'books' | 'documents' | 'shell'>;

/**
 * Adds the addresses of the open file to the address book as one change, by the rules of
 * `address-risk init`. Addresses with warnings are left out, and named before and after.
 */
async function addAllInFile(ports: BookPorts): Promise<void> {
  const { books, shell } = ports;
  const { notifier } = shell;
  const document = activeFile();
  const book = document && books.bookFor(document.uri);
  if (document === undefined) notifier.refuse(batchTexts.noFile());
  else if (book === undefined) notifier.refuse(bookCommand.noFolder());
  else if (books.isOwnFile(document.uri)) notifier.refuse(addAll.isBook());
  else await addFrom(document, book, ports);
}

async function addFrom(
  document: vscode.TextDocument,
  book: WatchedBook,
  { books, documents, shell: { notifier } }: BookPorts,
): Promise<void> {
  // The watcher may not have reported its newest version yet.
  await book.readAgain();
  const { entries, leftOut } = chooseEntries(await newIn(document, books, documents));
  const named = addAll.leftOut(leftOut);
  if (entries.length === 0) {
    notifier.inform([addAll.none(), ...named].join('\n'));
    return;
  }
  const button = addAll.yes();
  const detail = [addAll.detail(), ...named].join('\n');
  if ((await dialogs.ask(addAll.question(entries.length), detail, button)) !== button) return;
  const outcome = await writeBook(book, (old) => addEntries(old, entries));
  await report(outcome, book, notifier);
  if (outcome.kind !== 'written') return;
  await vscode.window.showTextDocument(book.uri);
  notifier.inform([addAll.done(entries.length), ...named].join('\n'));
}

/** The addresses of a file that are not in the book, each once on its network. */
async function newIn(
  document: vscode.TextDocument,
  books: Books,
  documents: Documents,
): Promise<Candidate[]> {
  const all = await allAddressesIn(document, documents);
  if (all === undefined) return document.isClosed ? [] : newIn(document, books, documents);
  const candidates = new Map<string, Candidate>();
  const wrong = wrongNetworksAmong(all);
  for (const found of all) {
    // A placeholder belongs to no one.
    if (found.problem?.kind === 'placeholder') continue;
    const candidate = candidateOf(document, found, books, wrong.has(found));
    const { chain, occurrence } = found;
    const name = subjectName({ address: occurrence.text, chain: chain.chain ?? '' });
    const known = candidates.get(name);
    const isBetter = known === undefined || known.doubt === 'uncertain';
    if (candidate !== undefined && isBetter) candidates.set(name, candidate);
  }
  return [...candidates.values()];
}

/** Undefined for one that the book has. */
function candidateOf(
  document: vscode.TextDocument,
  found: DocumentAddress,
  books: Books,
  isOnWrongNetwork: boolean,
): Candidate | undefined {
  const asked = askedFor(found);
  const facts = books.factsOf(document.uri, asked);
  if (facts.entries.length > 0) return undefined;
  const network = asked.network ?? null;
  const known = facts.names[0]?.name;
  const inCode = books.nameInCode(document.uri, asked, codeNameIn(document, found.range));
  const isWrong = found.problem?.kind === 'checksum';
  const isLike = likenessOf(document.uri, asked, books, facts) !== undefined;
  const doubts: readonly (readonly [Doubt, boolean])[] = [
    ['deny', facts.denials.length > 0],
    ['look-alike', isLike],
    ['wrong-network', isOnWrongNetwork],
    ['checksum', isWrong],
    ['uncertain', network !== null && !isPayable(found.chain)],
  ];
  return {
    address: isWrong ? found.occurrence.text : found.canonical,
    network,
    knownName: isLike ? undefined : known,
    codeName: inCode?.namesake === undefined ? inCode?.name : undefined,
    doubt: doubts.find(([, applies]) => applies)?.[0],
    place: `${vscode.workspace.asRelativePath(document.uri)}:${found.range.start.line + 1}`,
  };
}
