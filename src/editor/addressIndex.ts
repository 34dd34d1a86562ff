import * as vscode from 'vscode';
import { linesAround, scanLines } from '../addresses/lines.ts';
import type { Occurrence } from '../addresses/occurrence.ts';
import { problemOf } from '../addresses/problem.ts';
import { isSolanaSource } from '../addresses/solanaEvidence.ts';
import { sourceOf } from './surroundings.ts';
import { measured, nextTurn, turnMs } from './turns.ts';

/** What one line holds. Most hold nothing, and share an object that says so. */
export class AddressLine {
  /** Their offsets are counted from the beginning of the line. */
  readonly addresses: readonly Occurrence[];
  #wrong: readonly Occurrence[] | undefined;

  constructor(addresses: readonly Occurrence[]) {
    this.addresses = addresses;
  }

  /** Those whose checksum is wrong by every rule. Keccak takes its time, so each is asked once. */
  get wrong(): readonly Occurrence[] {
    return (this.#wrong ??= this.addresses.filter(isWrong));
  }

  /** The first that is neither a placeholder nor misspelled. */
  get firstUsable(): Occurrence | undefined {
    return this.addresses.find(
      (address) => address.placeholder === null && !this.wrong.includes(address),
    );
  }
}

function isWrong(address: Occurrence): boolean {
  return problemOf(address)?.kind === 'checksum';
}

/** The addresses of open documents: read once, and after an edit where it can have changed any. */
export interface AddressIndex {
  /**
   * The addresses of each line, once all are read; undefined where the document is closed first.
   * True of the document's version at that moment, and to be let go with it.
   */
  of(document: vscode.TextDocument): Promise<readonly AddressLine[] | undefined>;
  /** Tells of documents of which somebody has asked that they are read, or read again. */
  readonly onDidRead: vscode.Event<vscode.TextDocument>;
  dispose(): void;
}

/** Lines that are read together, by their length in UTF-16 units. */
const portion = 16_384;

/** A call takes so many arguments without trouble. */
const mostArguments = 1_024;

/** A longer line would hold up the editor; a hover finds its addresses all the same. */
const longestLine = 1_048_576;

const nothing = new AddressLine([]);

interface Entry {
  readonly document: vscode.TextDocument;
  /** Null where a line is to be read. */
  lines: (AddressLine | null)[];
  isOfSolana: boolean;
  reading: Promise<void> | undefined;
}

export function createAddressIndex(): AddressIndex {
  const entries = new Map<vscode.TextDocument, Entry>();
  const didRead = new vscode.EventEmitter<vscode.TextDocument>();

  function entryOf(document: vscode.TextDocument): Entry {
    const known = entries.get(document);
    if (known !== undefined) return known;
    const lines = unread(document.lineCount);
    const isOfSolana = isSolanaSource(sourceOf(document));
    const entry = { document, lines, isOfSolana, reading: undefined };
    entries.set(document, entry);
    return entry;
  }

  /** All who ask while it is going on wait for the same reading. */
  function read(entry: Entry): Promise<void> {
    entry.reading ??= readInTurns(entry).finally(() => (entry.reading = undefined));
    return entry.reading;
  }

  async function readInTurns(entry: Entry): Promise<void> {
    const { document } = entry;
    while (!isRead(entry.lines)) {
      await nextTurn();
      if (document.isClosed) return;
      measured('scan', () => readOneTurn(entry));
    }
    didRead.fire(document);
  }

  const subscriptions = [
    didRead,
    vscode.workspace.onDidChangeTextDocument((change) => {
      const entry = entries.get(change.document);
      if (entry === undefined || change.contentChanges.length === 0) return;
      measured('edit', () => follow(entry, change.contentChanges));
      read(entry).catch(() => entries.delete(entry.document));
    }),
    vscode.workspace.onDidCloseTextDocument((document) => entries.delete(document)),
  ];

  return {
    onDidRead: didRead.event,
    async of(document) {
      const entry = entryOf(document);
      while (!document.isClosed) {
        const { lines } = entry;
        if (isRead(lines)) return lines;
        await read(entry);
      }
      // Its closing may have been told of before it was asked for here.
      entries.delete(document);
      return undefined;
    },
    dispose() {
      for (const each of subscriptions) each.dispose();
      entries.clear();
    },
  };
}

const unread = (count: number): null[] => new Array<null>(count).fill(null);

function isRead(lines: Entry['lines']): lines is AddressLine[] {
  return !lines.includes(null);
}

function readOneTurn(entry: Entry): void {
  const { document, lines } = entry;
  const source = sourceOf(document);
  const end = performance.now() + turnMs;
  let line = lines.indexOf(null);
  while (line !== -1 && performance.now() < end) {
    readPortion(entry, line, source);
    line = lines.indexOf(null, line);
  }
}

/** Reads a line, and with it those behind it that are to be read too. */
function readPortion(
  { document, lines }: Entry,
  from: number,
  source: ReturnType<typeof sourceOf>,
): void {
  let to = from;
  let length = 0;
  while (to < lines.length && lines[to] === null && length < portion) {
    const next = document.lineAt(to).text.length;
    if (next > longestLine) break;
    length += next + 1;
    to++;
  }
  if (to === from) {
    lines[from] = nothing;
    return;
  }
  const found = scanLines(document, from, to, source);
  for (const [index, addresses] of found.entries()) {
    lines[from + index] = addresses.length === 0 ? nothing : new AddressLine(addresses);
  }
}

/** Marks what an edit has changed, and what stands around it, to be read again. */
function follow(entry: Entry, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
  const { document } = entry;
  for (const { range, text } of changes) {
    const added = unread(text.split(/\r\n|\r|\n/).length);
    const { lines } = entry;
    const { start, end } = range;
    // In place, where it can be: a key is pressed more often than a file is pasted.
    if (added.length <= mostArguments) {
      lines.splice(start.line, end.line - start.line + 1, ...added);
    } else {
      entry.lines = [...lines.slice(0, start.line), ...added, ...lines.slice(end.line + 1)];
    }
  }
  const wasOfSolana = entry.isOfSolana;
  entry.isOfSolana = isSolanaSource(sourceOf(document));
  if (entry.isOfSolana !== wasOfSolana || entry.lines.length !== document.lineCount) {
    entry.lines = unread(document.lineCount);
    return;
  }
  const { lines } = entry;
  for (let line = lines.indexOf(null); line !== -1; line = lines.indexOf(null, line)) {
    let after = line + 1;
    while (after < lines.length && lines[after] === null) after++;
    const { from, to } = linesAround(document, line, after);
    lines.fill(null, from, to);
    line = to;
  }
}
