import * as vscode from 'vscode';
import { prepareNames } from '../../networks/names.ts';
import { linesAround, scanLines } from '../../scan/lines.ts';
import { familiesOf } from '../../families/table.ts';
import { lineWith, noAddresses, type AddressLine } from '../../addresses/addressLine.ts';
import { sourceOf } from './surroundings.ts';
import { measured, nextTurn, runInTurns, turnMs } from '../../scheduler/turns.ts';

/** The length of the lines read together, in UTF-16 units. */
const portion = 16_384;

/** A longer line would block the editor. A hover still finds its addresses. */
const maxLineLength = 1_048_576;

interface Entry {
  readonly document: vscode.TextDocument;
  /** Null for a line that must be read. */
  lines: (AddressLine | null)[];
  /** The same lines as they were read last; null for one that never was. */
  before: (AddressLine | null)[];
  /** Families that the document is about. */
  families: string;
  reading: Promise<void> | undefined;
}

/** The addresses of open documents: read once, then only where an edit can have changed any. */
export type AddressIndex = ReturnType<typeof createAddressIndex>;

/** Reads a document only once it is requested. */
export function createAddressIndex() {
  const entries = new Map<vscode.TextDocument, Entry>();
  const didRead = new vscode.EventEmitter<vscode.TextDocument>();

  function entryOf(document: vscode.TextDocument): Entry {
    const known = entries.get(document);
    if (known !== undefined) return known;
    const source = sourceOf(document);
    const entry = {
      document,
      lines: unread(document.lineCount),
      before: unread(document.lineCount),
      families: familiesOf(source),
      reading: undefined,
    };
    entries.set(document, entry);
    return entry;
  }

  /** Callers during a read wait for that same read. */
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
      // Before the first address is described: at once, it would take longer than a frame.
      if (isRead(entry.lines) && hasAddresses(entry.lines)) {
        await runInTurns('scan', prepareNames());
        if (!entries.has(document)) return;
      }
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
    /** Fires when a requested document has been read, or read again. */
    onDidRead: didRead.event,
    /**
     * The addresses of each line, once all are read; undefined if the document is closed first. Valid
     * only for the document's version at that moment.
     */
    async of(document: vscode.TextDocument): Promise<readonly AddressLine[] | undefined> {
      const entry = entryOf(document);
      while (!document.isClosed) {
        const { lines } = entry;
        // A copy: the next edit changes them in place, while a caller may read them in turns.
        if (isRead(lines)) return lines.slice();
        await read(entry);
      }
      // The close event may have fired before this document was requested.
      entries.delete(document);
      return undefined;
    },
    dispose(): void {
      for (const each of subscriptions) each.dispose();
      entries.clear();
    },
  };
}

const unread = (count: number): null[] => new Array<null>(count).fill(null);

function isRead(lines: Entry['lines']): lines is AddressLine[] {
  return !lines.includes(null);
}

const hasAddresses = (lines: readonly AddressLine[]): boolean =>
  lines.some(({ addresses }) => addresses.length > 0);

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

/** Reads a line together with the unread lines after it. */
function readPortion(
  { document, lines, before }: Entry,
  from: number,
  source: ReturnType<typeof sourceOf>,
): void {
  let to = from;
  let length = 0;
  while (to < lines.length && lines[to] === null && length < portion) {
    const next = document.lineAt(to).text.length;
    if (next > maxLineLength) break;
    length += next + 1;
    to++;
  }
  if (to === from) {
    lines[from] = noAddresses;
    return;
  }
  const found = scanLines(document, from, to, source);
  for (const [index, addresses] of found.entries()) {
    const line = from + index;
    lines[line] = before[line] = lineWith(addresses, before[line]);
  }
}

/** Marks what an edit changed, and the lines around it, to be read again. */
function follow(entry: Entry, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
  const { document } = entry;
  for (const { range, text } of changes) {
    const added = unread(text.split(/\r\n|\r|\n/).length);
    entry.lines = replaced(entry.lines, range, added);
    entry.before = replaced(entry.before, range, added);
  }
  const { families } = entry;
  entry.families = familiesOf(sourceOf(document));
  if (entry.families !== families || entry.lines.length !== document.lineCount) {
    entry.lines = unread(document.lineCount);
    entry.before = unread(document.lineCount);
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

const replaced = (
  lines: readonly (AddressLine | null)[],
  { start, end }: vscode.Range,
  added: readonly null[],
): (AddressLine | null)[] => [
  ...lines.slice(0, start.line),
  ...added,
  ...lines.slice(end.line + 1),
];
