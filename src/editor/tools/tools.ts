import * as vscode from 'vscode';
import type { ToolName } from '../../manifest.ts';
import {
  toolErrorText,
  type ToolWork,
  factsJson,
  inert,
  membersOf,
  networkJson,
  riskJson,
  toolText,
  type ToolError,
} from '../../agents/toolResult.ts';
import { deniedTextsIn } from '../../agents/deniedTexts.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { faultSentence } from '../../messages/message.ts';
import type { Services } from '../services.ts';
import type { Log } from '../shell/shell.ts';
import { lookUpTool, scoreTool } from './paidTools.ts';
import { createChainReader } from '../../evidence/chainOf.ts';
import { canonicalOf, checksumOf } from '../../addresses/occurrence.ts';
import { problemOf } from '../../addresses/problem.ts';
import { scanText } from '../../scan/scan.ts';
import { createLineCounter } from '../../book/lines.ts';
import type { ExactJson } from '../../api/exactJson.ts';
import { num } from '../../report/export/exactText.ts';
import { plain } from '../../messages/text.ts';
import { toolProgress, toolTexts } from '../../messages/tools.ts';
import type { Calls } from '../calls/calls.ts';
import { findAddressesIn, type Documents } from '../documents/foundAddresses.ts';
import { activeUri, chainContext, askedFor, type DocumentAddress } from '../documents/subject.ts';
import { isKeySizedHex } from '../../keys/hexAccounts.ts';
import type { SubjectKey } from '../../ledger/store.ts';
import { riskOf, type Risk } from '../../report/risk.ts';
import { storedKeyOf, type Identity, scaleOf } from '../session/session.ts';
import { settings } from '../shell/settings.ts';
import { isAbsolute, relative, sep } from 'node:path';
import { pathBelow } from '../../book/paths.ts';
import { watchVersion } from '../documents/surroundings.ts';
import { readInFolder } from '../book/folderFile.ts';
import { maxFileSize } from '../../folder/fileText.ts';

/** A tool as VS Code calls it. */
interface Tool {
  prepareInvocation(
    options: Pick<vscode.LanguageModelToolInvocationPrepareOptions<unknown>, 'input'>,
  ): Promise<vscode.PreparedToolInvocation>;
  invoke(
    options: Pick<vscode.LanguageModelToolInvocationOptions<unknown>, 'input'>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult>;
}

export type Tools = Readonly<Record<ToolName, Tool>>;

/**
 * The agents' tools. The entry point registers them, because VS Code may call one at activation.
 */
export function createTools(
  services: Pick<Services, 'books' | 'calls' | 'documents' | 'shell'>,
): Tools {
  const { log } = services.shell;
  return {
    findAddresses: toolOf(findAddressesTool(services), log),
    lookUp: toolOf(lookUpTool(services), log),
    scoreRisk: toolOf(scoreTool(services), log),
  };
}

function toolOf(work: ToolWork, log: Log): Tool {
  return {
    async prepareInvocation({ input }) {
      const { progress, question } = await work.prepare(input);
      return {
        invocationMessage: literally(progress),
        ...(question !== undefined && {
          confirmationMessages: { title: question.title, message: literally(question.text) },
        }),
      };
    },

    async invoke({ input }, token) {
      const abort = new AbortController();
      const watch = token.onCancellationRequested(() => abort.abort());
      if (token.isCancellationRequested) abort.abort();
      let text: string;
      try {
        text = await work.run(input, abort.signal);
      } catch (error) {
        log.fault('tool', error);
        text = toolErrorText(false, { kind: 'fault', message: faultSentence().text });
      } finally {
        watch.dispose();
      }
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}

/** VS Code reads a plain string as Markdown, and evidence quotes a file. */
function literally(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(text);
}

type FindPorts = Pick<Services, 'books' | 'calls' | 'documents'>;

/** Addresses in one result; the next call continues after them. */
const maxRows = 50;
/** In UTF-16 units, as in the schema. */
const maxTextLength = 65_536;
const maxSkipped = 100_000;

/** One page of what was found. */
interface Page {
  readonly rows: readonly FoundRow[];
  /** More follow. */
  readonly isMore: boolean;
  /** The searched text, and the offsets of its addresses. */
  readonly searched: { readonly text: string; readonly known: ReadonlySet<number> };
}

/** The text to read, and where to start. */
type PageRequest =
  | { readonly kind: 'file'; readonly path: string; readonly offset: number }
  | { readonly kind: 'text'; readonly text: string; readonly offset: number };

/** The addresses of a file or of a text, with what is known without a call. Costs nothing. */
export function findAddressesTool(ports: FindPorts): ToolWork {
  const { books, calls, documents } = ports;

  async function pageOf(
    request: PageRequest,
    signal: AbortSignal,
  ): Promise<(Page & { readonly uri: vscode.Uri; readonly path: string | null }) | ToolError> {
    if (request.kind === 'text') {
      await books.ready(undefined);
      return { ...pageOfText(request.text, request.offset, documents), uri: nowhere, path: null };
    }
    const opened = await openInWorkspace(request.path);
    if ('message' in opened) return opened;
    const { document, path } = opened;
    await books.ready(document.uri);
    books.readNames(document.uri);
    const page = await pageOfFile(document, request.offset, documents, signal);
    return page === undefined
      ? { kind: 'changed', message: toolTexts.changed() }
      : { ...page, uri: document.uri, path };
  }

  async function deniedIn({ text, known }: Page['searched'], uri: vscode.Uri, path: string | null) {
    const search = path !== null && books.isOwnFile(uri) ? [] : books.denySearch(uri);
    const found = await runInTurns('addresses', deniedTextsIn(text, search, { known, path }));
    return {
      deniedTexts: found.rows.map(({ line, column, denyListHits }) => {
        return { line: num(line), column: num(column), denyListHits };
      }),
      deniedTextCount: num(found.count),
    };
  }

  return {
    prepare: () => Promise.resolve({ progress: toolProgress.finding() }),
    async run(input, signal) {
      const identity = await calls.session.identity();
      const isSample = identity.kind === 'sample';
      const request = readRequest(input);
      if (request === undefined) {
        return toolErrorText(isSample, { kind: 'badInput', message: toolTexts.badInput() });
      }
      const page = await pageOf(request, signal);
      if (!('rows' in page)) return toolErrorText(isSample, page);
      const { rows, isMore, uri, path, searched } = page;
      const addresses: readonly ExactJson[] = await addressRows(rows, uri, ports);
      return toolText(isSample, {
        status: 'ok',
        source: path === null ? 'given text' : 'workspace file',
        path: path === null ? null : plain(path),
        offset: num(request.offset),
        nextOffset: isMore ? num(request.offset + rows.length) : null,
        addresses,
        ...(await deniedIn(searched, uri, path)),
      });
    },
  };
}

/** In no folder: the books of all count. */
const nowhere = vscode.Uri.from({ scheme: 'untitled', path: 'text' });

function readRequest(input: unknown): PageRequest | undefined {
  const { path, text, offset = 0 } = membersOf(input);
  if (typeof offset !== 'number' || !Number.isInteger(offset)) return undefined;
  if (offset < 0 || offset > maxSkipped) return undefined;
  if (typeof path === 'string' && text === undefined) return { kind: 'file', path, offset };
  const isText = typeof text === 'string' && path === undefined && text.length <= maxTextLength;
  return isText ? { kind: 'text', text, offset } : undefined;
}

/** Undefined if the file changes or closes meanwhile. */
async function pageOfFile(
  document: vscode.TextDocument,
  offset: number,
  documents: Documents,
  signal: AbortSignal,
): Promise<Page | undefined> {
  const isSame = watchVersion(document);
  const rows: FoundRow[] = [];
  const known = new Set<number>();
  for (const [line, { addresses }] of ((await documents.index.of(document)) ?? []).entries()) {
    for (const { offset } of addresses) {
      known.add(document.offsetAt(new vscode.Position(line, offset)));
    }
  }
  const searched = { text: document.getText(), known };
  let skipped = 0;
  for await (const found of findAddressesIn(document, documents)) {
    if (signal.aborted) break;
    if (skipped++ < offset) continue;
    if (rows.length === maxRows) return { rows, isMore: true, searched };
    const { line, character: column } = found.range.start;
    rows.push({ ...found, line, column });
  }
  return isSame() ? { rows, isMore: false, searched } : undefined;
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
  const known = new Set(found.map((each) => each.offset));
  const isMore = found.length > offset + maxRows;
  return { rows: rows.slice(offset), isMore, searched: { text, known } };
}

/** A found address with its place, which counts from 0. */
interface FoundRow extends Pick<DocumentAddress, 'occurrence' | 'canonical' | 'problem' | 'chain'> {
  readonly line: number;
  readonly column: number;
}

/** Facts about found addresses: from the text, the address books, and stored results. */
async function addressRows(
  found: readonly FoundRow[],
  uri: vscode.Uri,
  { books, calls }: FindPorts,
): Promise<readonly ExactJson[]> {
  const identity = await calls.session.identity();
  const risks = await storedRisks(found, identity, calls);
  const how = {
    aggregator: settings.aggregator(),
    scale: scaleOf(identity),
    isSample: identity.kind === 'sample',
  };
  return found.map((row, index): ExactJson => {
    const { canonical: address, chain, occurrence } = row;
    const asked = askedFor(row);
    const place = { line: num(row.line + 1), column: num(row.column + 1) };
    // A model provider would see it, so possible private keys stay here.
    if (isKeySizedHex(address)) return { ...place, withheld: toolTexts.withheld() };
    return {
      ...place,
      address,
      family: occurrence.family,
      ...networkJson(chain.chain, chain),
      ...(chain.candidates.length > 1 && { candidates: chain.candidates }),
      checksum: checksumOf(occurrence),
      placeholder: occurrence.placeholder,
      ...inert(factsJson({ ...books.factsOf(uri, asked), inCode: books.nameInCode(uri, asked) })),
      storedScore: inert(riskJson(risks[index] ?? null, how)),
    };
  });
}

/** In their order; null without a stored score. */
async function storedRisks(
  found: readonly FoundRow[],
  identity: Identity,
  { openEngine }: Calls,
): Promise<readonly (Risk | null)[]> {
  const account = storedKeyOf(identity);
  if (account === undefined) return [];
  const keys = found.map(({ canonical, chain }): SubjectKey | null =>
    chain.chain === null ? null : { account, address: canonical, chain: chain.chain },
  );
  const asked = keys.filter((key) => key !== null);
  if (asked.length === 0) return [];
  const heads = (await (await openEngine()).readStored(asked)).values();
  const aggregator = settings.aggregator();
  return keys.map((key) => (key === null ? null : riskOf(heads.next().value, key, aggregator)));
}

/**
 * Opens a text file that is really in a folder of the workspace: no parent, no link that leads out,
 * no pipe.
 * @param path of a folder of the vscode.workspace, or absolute
 */
async function openInWorkspace(
  path: string,
): Promise<{ readonly document: vscode.TextDocument; readonly path: string } | ToolError> {
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const below = pathIn(folder, path);
    if (below === undefined) continue;
    const file = await readInFolder(folder.uri, below, maxFileSize);
    if (file.kind === 'tooLarge') {
      const message = toolTexts.fileTooLarge(maxFileSize / 1_048_576);
      return { kind: 'fileTooLarge', message };
    }
    if (file.kind !== 'text') continue;
    const document = await openText(vscode.Uri.joinPath(folder.uri, below));
    if (document !== undefined) return { document, path: below };
  }
  return { kind: 'noFile', message: toolTexts.noFile() };
}

/** Of several folders, a path may begin with the name of one, as VS Code shows it. */
function pathIn({ uri, name }: vscode.WorkspaceFolder, path: string): string | undefined {
  if (isAbsolute(path)) return pathBelow(relative(uri.fsPath, path).replaceAll(sep, '/'));
  const isMany = (vscode.workspace.workspaceFolders ?? []).length > 1;
  const own = isMany && path.startsWith(`${name}/`) ? path.slice(name.length + 1) : path;
  return pathBelow(own);
}

/** Undefined for what VS Code does not read as text. */
async function openText(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}
