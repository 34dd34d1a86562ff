import { isOutsideWorkspace } from './isOutsideWorkspace.ts';
import * as vscode from 'vscode';
import type { Occurrence } from '../../addresses/occurrence.ts';
import type { Source } from '../../families/source.ts';
import { headReach } from '../../text/parts.ts';
import type { NameInCode } from '../../book/facts.ts';
import { codeNameAt } from '../../evidence/codeName.ts';
import { FolderIds } from '../../paths/folderIds.ts';

/** As much of a text as the evidence for a network looks at, in UTF-16 units. */
const reach = { before: 8_448, after: 1_024, head: 16_384 } as const;

/** How far before an address the text can decide whether it is one, in UTF-16 units. */
export const detectionReach = headReach + 256;

/** A part of a document around a place, so that the size of the document does not matter. */
interface Surroundings {
  readonly text: string;
  /** Offset of the place within `text`. */
  readonly offset: number;
}

/**
 * The text around a position.
 *
 * @param reachBefore in UTF-16 units
 */
export function surroundingsOf(
  document: vscode.TextDocument,
  position: vscode.Position,
  reachBefore: number = reach.before,
): Surroundings {
  const line = document.lineAt(position.line).text;
  // A line may be as long as a file.
  const start = Math.max(0, position.character - reachBefore);
  let text = line.slice(start, position.character + reach.after);
  let offset = position.character - start;
  if (start === 0) {
    for (let above = position.line - 1; above >= 0 && offset < reachBefore; above--) {
      const next = document.lineAt(above).text.slice(-reachBefore);
      text = `${next}\n${text}`;
      offset += next.length + 1;
    }
  }
  for (let below = position.line + 1; below < document.lineCount; below++) {
    if (text.length - offset >= reach.after) break;
    text += `\n${document.lineAt(below).text.slice(0, reach.after)}`;
  }
  return { text, offset };
}

/** The position of an offset of `text` that is not after the position at `offset`. */
export function positionBefore(
  position: vscode.Position,
  { text, offset }: Surroundings,
  at: number,
): vscode.Position {
  const between = text.slice(at, offset).split('\n').length - 1;
  if (between === 0) return position.translate(0, at - offset);
  return new vscode.Position(position.line - between, at - (text.lastIndexOf('\n', at - 1) + 1));
}

/** The place of an address that starts at a position. Lists of bytes can have several lines. */
export function rangeFrom(start: vscode.Position, { text }: Occurrence): vscode.Range {
  const last = text.lastIndexOf('\n');
  if (last === -1) return new vscode.Range(start, start.translate(0, text.length));
  const line = start.line + text.split('\n').length - 1;
  return new vscode.Range(start, new vscode.Position(line, text.length - last - 1));
}

/** The path and the head of the document, as the scanner and the network evidence use them. */
export function sourceOf(document: vscode.TextDocument): Source {
  let head = '';
  for (let line = 0; line < document.lineCount && head.length < reach.head; line++) {
    head += `${document.lineAt(line).text.slice(0, reach.head)}\n`;
  }
  return { head, path: evidencePathOf(document, relativePathOf(document)) };
}

/** File extensions that evidence depends on, by language. */
const endsOfLanguages: Readonly<Record<string, string>> = {
  ...{ plaintext: '.txt', markdown: '.md', html: '.html', csv: '.csv' },
  ...{ json: '.json', jsonc: '.jsonc', yaml: '.yaml', toml: '.toml' },
};

const relativePathOf = ({ uri }: vscode.TextDocument): string =>
  vscode.workspace.asRelativePath(uri, false);

/** A text without a file is read as the file that it would be saved as. */
function evidencePathOf({ isUntitled, languageId }: vscode.TextDocument, path: string): string {
  // Outside the workspace, the folders of the path are not evidence.
  const nearest = path.split('/').slice(-6).join('/');
  return isUntitled && !nearest.includes('.')
    ? `${nearest}${endsOfLanguages[languageId] ?? ''}`
    : nearest;
}

const digitCount = 40;

/**
 * Replaces an address with another one. A prefix before the digits of an EVM address, such as a
 * network's short name, stays.
 */
export function replacementAt({ start, end }: vscode.Range, address: string): vscode.TextEdit {
  const isEvm = /^0x[\da-f]{40}$/i.test(address);
  const range = new vscode.Range(isEvm ? end.translate(0, -digitCount) : start, end);
  return vscode.TextEdit.replace(range, isEvm ? address.slice(-digitCount) : address);
}

/** The document of a file, if it is open. */
export function documentOf(uri: vscode.Uri | undefined): vscode.TextDocument | undefined {
  const name = uri?.toString();
  return vscode.workspace.textDocuments.find((each) => each.uri.toString() === name);
}

/** The file in the active editor; undefined for what the user did not write. */
export function activeFile(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document === undefined || isOutsideWorkspace(document) ? undefined : document;
}

/** Returns a check that a document is still open and unchanged. */
export function watchVersion(document: vscode.TextDocument): () => boolean {
  const { version } = document;
  return () => document.version === version && !document.isClosed;
}

/** The same at a place, if its file is open. */
export function codeNameAtPlace(place: vscode.Location | undefined): NameInCode | undefined {
  const document = documentOf(place?.uri);
  return place && document && codeNameIn(document, place.range);
}

/** The unverified name of the address at a place in code, with that place. */
export function codeNameIn(
  document: vscode.TextDocument,
  range: vscode.Range,
): NameInCode | undefined {
  const { text, offset } = surroundingsOf(document, range.start);
  const length = document.getText(range).length;
  const name = codeNameAt(text, offset, length);
  if (name === undefined) return undefined;
  return { name, path: vscode.workspace.asRelativePath(document.uri), line: range.start.line + 1 };
}

const known = new Map<string, FolderIds>();

/** The chain IDs of the folders that a file is in. Undefined if it is in no folder on the disk. */
function folderIdsOf(uri: vscode.Uri): FolderIds | undefined {
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (root?.scheme !== 'file' || uri.scheme !== 'file') return undefined;
  const ids = known.get(root.fsPath) ?? new FolderIds(root.fsPath);
  known.set(root.fsPath, ids);
  return ids;
}

/** The path of a document in its folder, as it names a network. */
export function networkPathOf(document: vscode.TextDocument): string {
  const path = relativePathOf(document);
  return evidencePathOf(document, folderIdsOf(document.uri)?.byId(path) ?? path);
}

export function problemAt(
  range: vscode.Range,
  text: string,
  { severity, code }: { readonly severity: vscode.DiagnosticSeverity; readonly code: string },
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, text, severity);
  diagnostic.source = 'Address Risk';
  diagnostic.code = code;
  return diagnostic;
}
