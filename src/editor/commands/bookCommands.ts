import * as vscode from 'vscode';
import { networkNamed, type Family } from '../../networks/networks.ts';
import { utcDate, type BookEntry, type BookRejection, type Ignore } from '../../book/book.ts';
import type { NewEntry, NewRule } from '../../book/editBook.ts';
import { isDate, longest } from '../../book/shapes.ts';
import { bookCommand, bookRejectionText } from '../../words/book.ts';
import { addressProblemText } from '../../words/inputs.ts';
import { networkWithReason } from '../../words/networkReasons.ts';
import { namedAddress, plain, shortAddress } from '../../words/text.ts';
import type { KnownName } from '../../book/facts.ts';
import type { FolderBook } from '../book/folderBook.ts';
import { likenessOf } from '../book/likeness.ts';
import type { Books } from '../book/books.ts';
import { writeDenyRow, writeEntry, writeParts, type WriteOutcome } from '../book/writeBook.ts';
import { readArgument } from '../documents/argument.ts';
import { codeNameIn } from '../documents/surroundings.ts';
import { findInOpenFiles } from '../documents/openFiles.ts';
import { isAssumed } from '../documents/assumedNetwork.ts';
import type { Revisions } from '../git/revisions.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import type { Documents } from '../documents/foundAddresses.ts';
import {
  activeUri,
  chooseNetwork,
  chooseOpen,
  findAddressAtCaret,
  type ReasonedSubject,
} from '../documents/subject.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Notifier } from '../shell/notifier.ts';
import type { Shell } from '../shell/shell.ts';
import { addAllInFile } from './addAllInFile.ts';
import type { Handlers } from './handlers.ts';

/** In days: what the box for the end of an ignore offers. */
const usualIgnore = 90;

/** Write an entry: for the address of the argument, else for the one at the caret. */
export function bookCommands(ports: {
  readonly books: Books;
  readonly documents: Documents;
  readonly revisions: Pick<Revisions, 'repositoryOf'>;
  readonly shell: Shell;
}): Pick<Handlers, 'addToAddressBook' | 'addAllInFile' | 'addToDenyList' | 'ignoreAddress'> {
  const { books, documents, revisions, shell } = ports;
  const { notifier } = shell;

  async function run(
    argument: unknown,
    ask: (chosen: ReasonedSubject, known: Known) => Promise<NewEntry | undefined>,
  ): Promise<void> {
    const uri = folderOf(argument) ?? activeUri();
    const chosen = await subjectOf(argument, documents.choices, notifier);
    if (chosen === undefined) return;
    const book = books.bookFor(uri);
    const family = networkNamed(chosen.subject.chain)?.family;
    if (book === undefined || family === undefined) {
      const isKnown = family !== undefined;
      notifier.refuse(isKnown ? bookCommand.noFolder() : bookCommand.unknownNetwork());
      return;
    }
    // The watcher may not have reported its newest version yet.
    await book.readAgain();
    const { address: text, chain: network } = chosen.subject;
    const asked = { text, family, network };
    const facts = books.factsOf(book.uri, asked);
    const { entries, names } = facts;
    const likeness = likenessOf(book.uri, asked, books, facts)?.text;
    // The code of an imitation calls it like what it imitates.
    const ofCode = likeness === undefined ? await nameInOpenFiles(chosen, documents) : undefined;
    const isVerified = ({ source: { kind } }: KnownName): boolean =>
      likeness === undefined || kind === 'book' || kind === 'list';
    const name = names.find(isVerified)?.name ?? ofCode;
    const entry = await ask(chosen, { entry: entries[0], name, by: reviewerOf(book, revisions) });
    if (entry === undefined || !(await agreesTo(entry, likeness))) return;
    await report(await writeEntry(book, entry), book, notifier);
  }

  async function addToDenyList(argument: unknown): Promise<void> {
    const asked = addressOf(argument, documents.choices);
    const book = books.bookFor(folderOf(argument) ?? activeUri());
    if (asked === undefined || book === undefined) {
      notifier.refuse(asked === undefined ? bookCommand.noAddress() : bookCommand.noFolder());
      return;
    }
    const { address, family } = asked;
    const prompt = bookCommand.denyReason(shortAddress(address));
    const reason = await askForText(bookCommand.denyTitle(), prompt, {
      ...{ value: '', most: longest.reason },
      check: (value) => (value === '' ? bookCommand.needsDenyReason() : undefined),
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
    addAllInFile: () =>
      addAllInFile({ books, documents, notifier, report: (...end) => report(...end, notifier) }),
    addToAddressBook: (argument) => run(argument, askForEntry),
    ignoreAddress: (argument) =>
      run(argument, async ({ subject }, { entry }) => {
        const ignore = await askForIgnore(entry?.ignore);
        return ignore && { address: subject.address, network: subject.chain, ignore };
      }),
  };
}

/** Asks before an address is listed that looks like another one. */
async function agreesTo(entry: NewEntry, likeness: string | undefined): Promise<boolean> {
  if (likeness === undefined || entry.ignore !== undefined) return true;
  const { address } = entry;
  const button = bookCommand.addAnyway();
  return (await dialogs.ask(likeness, bookCommand.addDetail(address), button)) === button;
}

/** What the code calls an address, where it is first open: offered, and saved only by the user. */
async function nameInOpenFiles(
  { subject: { address, chain }, reading }: ReasonedSubject,
  documents: Documents,
): Promise<string | undefined> {
  const family = networkNamed(chain)?.family ?? 'evm';
  const isAssumed = reading?.reason === 'assumed';
  const onNetwork = { canonical: address, family, network: chain, isAssumed };
  const { first } = await findInOpenFiles(onNetwork, 1, documents);
  const [place] = first;
  const document = vscode.workspace.textDocuments.find(
    ({ uri }) => uri.toString() === place?.uri.toString(),
  );
  return place && document && codeNameIn(document, place.range)?.name;
}

/** That of an open folder, which an argument may name; any other is ignored. */
function folderOf(argument: unknown): vscode.Uri | undefined {
  if (typeof argument !== 'object' || argument === null || !('folder' in argument))
    return undefined;
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.find(({ uri }) => uri.toString() === argument.folder)?.uri;
}

/** A row of a deny list counts on every network, so none is asked for. */
function addressOf(
  argument: unknown,
  choices: ChainChoices,
): { readonly address: string; readonly family: Family } | undefined {
  const given = readArgument(argument, choices);
  if (given.kind === 'open') return given.open;
  if (given.kind === 'subject') {
    const family = networkNamed(given.subject.chain)?.family;
    return family && { address: given.subject.address, family };
  }
  const found = given.kind === 'none' ? findAddressAtCaret(choices) : undefined;
  if (found === undefined || found.problem !== undefined) return undefined;
  return { address: found.canonical, family: found.occurrence.family };
}

/** What is known about an address before the user is asked. */
interface Known {
  readonly entry: BookEntry | undefined;
  readonly name: string | undefined;
  /** Who reviews it; undefined if Git has no name for the user. */
  readonly by: Promise<string | undefined>;
}

/** The name that Git writes into commits of the folder. */
async function reviewerOf(
  { folder }: FolderBook,
  revisions: Pick<Revisions, 'repositoryOf'>,
): Promise<string | undefined> {
  try {
    const repository = await revisions.repositoryOf(folder);
    const name = (await repository?.getConfig('user.name'))?.trim() ?? '';
    return name === '' || name.length > longest.by ? undefined : name;
  } catch {
    // Git has no value for it.
    return undefined;
  }
}

async function subjectOf(
  argument: unknown,
  choices: ChainChoices,
  notifier: Notifier,
): Promise<ReasonedSubject | undefined> {
  const given = readArgument(argument, choices);
  switch (given.kind) {
    case 'refused':
      notifier.refuse(given.text);
      return undefined;
    case 'subject':
      return certain(given, choices);
    case 'open':
      return chooseOpen(given.open, choices);
    case 'none': {
      const found = findAddressAtCaret(choices);
      if (found === undefined || found.problem !== undefined) {
        notifier.refuse(
          found?.problem === undefined
            ? bookCommand.noAddress()
            : addressProblemText(found.problem),
        );
        return undefined;
      }
      return certain(await chooseNetwork(found, choices), choices);
    }
  }
}

/** An entry has the network that the user picked, or that something names; never an assumed one. */
async function certain(
  chosen: ReasonedSubject | undefined,
  choices: ChainChoices,
): Promise<ReasonedSubject | undefined> {
  if (chosen === undefined || !isAssumed(chosen)) return chosen;
  const { address, chain } = chosen.subject;
  const family = networkNamed(chain)?.family ?? 'evm';
  return chooseOpen({ address, family, candidates: [] }, choices);
}

async function askForEntry(
  { subject, reading }: ReasonedSubject,
  known: Known,
): Promise<NewEntry | undefined> {
  const { address, chain } = subject;
  const title = bookCommand.addTitle();
  const name = await askForText(
    title,
    bookCommand.name(shortAddress(address), networkWithReason(chain, reading)),
    { value: known.name ?? '', most: longest.name },
  );
  if (name === undefined) return undefined;
  const note = await askForText(title, bookCommand.note(), {
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
    ...{ address, network: chain },
    ...(name !== '' && { name }),
    ...(note !== '' && { note }),
    ...(reviewedBy !== undefined && { reviewedBy }),
    reviewedAt: utcDate(Date.now()),
    ...(ignore !== null && { ignore }),
  };
}

async function askForIgnore(known: Ignore | undefined): Promise<Ignore | undefined> {
  const title = bookCommand.ignoreTitle();
  const reason = await askForText(title, bookCommand.reason(), {
    value: known?.reason ?? '',
    most: longest.reason,
    check: (value) => (value === '' ? bookCommand.needsReason() : undefined),
  });
  if (reason === undefined) return undefined;
  const now = Date.now();
  const until = await askForText(title, bookCommand.until(), {
    value: utcDate(now + usualIgnore * 86_400_000),
    most: longest.name,
    check: (value) =>
      isDate(value) && value >= utcDate(now) ? undefined : bookCommand.needsDate(),
  });
  return until === undefined ? undefined : { reason, until };
}

async function askForText(
  title: string,
  prompt: string,
  options: {
    readonly value: string;
    /** In UTF-16 units. */
    readonly most: number;
    readonly check?: (value: string) => string | undefined;
  },
): Promise<string | undefined> {
  const text = await dialogs.input({
    ...{ title, prompt, value: options.value },
    check: (value) =>
      value.trim().length > options.most ? bookCommand.tooLong() : options.check?.(value.trim()),
  });
  return text?.trim();
}

/** Writes rules into the book of a folder. @returns whether they are written; else the user was told */
export const rulesWriter =
  ({ books, shell: { notifier } }: { readonly books: Books; readonly shell: Shell }) =>
  async ({ uri }: vscode.WorkspaceFolder, rules: readonly NewRule[]): Promise<boolean> => {
    const book = books.bookFor(uri);
    if (book === undefined) return false;
    const outcome = await writeParts(book, { member: 'networks', parts: rules });
    await report(outcome, book, notifier);
    return outcome.kind === 'written';
  };

async function report(outcome: WriteOutcome, book: FolderBook, notifier: Notifier): Promise<void> {
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

/** Opens the book where it is wrong; one that is too large or no file cannot be opened. */
async function show(uri: vscode.Uri, rejection: BookRejection): Promise<void> {
  if (!('line' in rejection)) return;
  const place = new vscode.Range(rejection.line, 0, rejection.line, 0);
  await vscode.window.showTextDocument(uri, { selection: place });
}
