import { Uri, type TextDocument } from 'vscode';
import { createChainReader } from '../../evidence/chainOf.ts';
import { canonicalOf } from '../../addresses/occurrence.ts';
import { problemOf } from '../../addresses/problem.ts';
import { scanText } from '../../scan/scan.ts';
import { createLineCounter } from '../../book/lines.ts';
import type { ExactJson } from '../../api/exactJson.ts';
import { num } from '../../report/export/jsonParts.ts';
import { toolErrorText, toolText, type ToolError } from '../../report/toolResult.ts';
import { plain } from '../../words/text.ts';
import { toolProgress, toolTexts } from '../../words/tools.ts';
import type { Books } from '../book/register.ts';
import type { Calls } from '../calls/register.ts';
import { findAddressesIn } from '../documents/foundAddresses.ts';
import type { Documents } from '../documents/register.ts';
import { activeUri, chainContext } from '../documents/subject.ts';
import { rowsOf, type FoundRow } from './addressRows.ts';
import { openInWorkspace } from './workspaceFile.ts';
import { membersOf, type ToolWork } from '../../report/toolWork.ts';

interface Ports {
  readonly books: Books;
  readonly calls: Calls;
  readonly documents: Documents;
}

/** Addresses in one result; the next call continues after them. */
const maxRows = 50;
/** In UTF-16 units; the schema says it too. */
const maxTextLength = 65_536;
const maxSkipped = 100_000;

/** One page of what was found. */
interface Page {
  readonly rows: readonly FoundRow[];
  /** More follow. */
  readonly isMore: boolean;
}

/** What is read, and from where on. */
type PageRequest =
  | { readonly kind: 'file'; readonly path: string; readonly offset: number }
  | { readonly kind: 'text'; readonly text: string; readonly offset: number };

/** The addresses of a file or of a text, with what is known without a call. Costs nothing. */
export function findAddressesTool(ports: Ports): ToolWork {
  const { books, calls, documents } = ports;

  async function pageOf(
    wish: PageRequest,
    signal: AbortSignal,
  ): Promise<(Page & Place) | ToolError> {
    if (wish.kind === 'text') {
      await books.ready(undefined);
      return { ...pageOfText(wish.text, wish.offset, documents), uri: nowhere, path: null };
    }
    const opened = await openInWorkspace(wish.path);
    if (opened.kind !== 'open') return opened.error;
    const { document, path } = opened;
    await books.ready(document.uri);
    books.readNames(document.uri);
    const page = await pageOfFile(document, wish.offset, documents, signal);
    return page === undefined
      ? { kind: 'changed', message: toolTexts.changed() }
      : { ...page, uri: document.uri, path };
  }

  return {
    prepare: () => Promise.resolve({ progress: toolProgress.finding() }),
    async run(input, signal) {
      const identity = await calls.session.identity();
      const isSample = identity.kind === 'sample';
      const wish = readWish(input);
      if (wish === undefined) {
        return toolErrorText(isSample, { kind: 'badInput', message: toolTexts.badInput() });
      }
      const page = await pageOf(wish, signal);
      if (!('rows' in page)) return toolErrorText(isSample, page);
      const { rows, isMore, uri, path } = page;
      const addresses: readonly ExactJson[] = await rowsOf(rows, uri, { books, calls });
      return toolText(isSample, {
        status: 'ok',
        source: path === null ? 'given text' : 'workspace file',
        path: path === null ? null : plain(path),
        offset: num(wish.offset),
        nextOffset: isMore ? num(wish.offset + rows.length) : null,
        addresses,
      });
    },
  };
}

interface Place {
  /** Whose address books count. */
  readonly uri: Uri;
  readonly path: string | null;
}

/** In no folder: the books of all count. */
const nowhere = Uri.from({ scheme: 'untitled', path: 'text' });

function readWish(input: unknown): PageRequest | undefined {
  const { path, text, offset = 0 } = membersOf(input);
  if (typeof offset !== 'number' || !Number.isInteger(offset)) return undefined;
  if (offset < 0 || offset > maxSkipped) return undefined;
  if (typeof path === 'string' && text === undefined) return { kind: 'file', path, offset };
  const isText = typeof text === 'string' && path === undefined && text.length <= maxTextLength;
  return isText ? { kind: 'text', text, offset } : undefined;
}

/** Undefined if the file changes or closes meanwhile. */
async function pageOfFile(
  document: TextDocument,
  offset: number,
  documents: Documents,
  signal: AbortSignal,
): Promise<Page | undefined> {
  const { version } = document;
  const rows: FoundRow[] = [];
  let skipped = 0;
  for await (const portion of findAddressesIn(document, documents)) {
    for (const { range, found } of portion) {
      if (skipped++ < offset) continue;
      if (rows.length === maxRows) return { rows, isMore: true };
      rows.push({ ...found, line: range.start.line, column: range.start.character });
    }
    if (signal.aborted) break;
  }
  return document.version === version && !document.isClosed ? { rows, isMore: false } : undefined;
}

/** A text without a file: its own words name networks, then choices and settings. */
function pageOfText(text: string, offset: number, { choices }: Documents): Page {
  const chainOf = createChainReader(text, '', [], true);
  const found = scanText(text);
  const rows: FoundRow[] = [];
  const lines = createLineCounter(text);
  for (const occurrence of found.slice(0, offset + maxRows)) {
    const canonical = canonicalOf(occurrence);
    rows.push({
      occurrence,
      canonical,
      problem: problemOf(occurrence),
      chain: chainOf(occurrence, chainContext(canonical, activeUri(), choices)),
      ...lines.placeAt(occurrence.offset),
    });
  }
  return { rows: rows.slice(offset), isMore: found.length > offset + maxRows };
}
