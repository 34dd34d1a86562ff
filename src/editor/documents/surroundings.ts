import * as vscode from 'vscode';
import { headReach, type Source } from '../../addresses/source.ts';

/** As much of a text as the evidence for a network looks at, in UTF-16 units. */
const reach = { before: 8_448, after: 1_024, head: 16_384 } as const;

/** How far before an address the text can decide whether it is one, in UTF-16 units. */
export const detectionReach = headReach + 256;

/** A part of a document around a place, so that the size of the document does not matter. */
export interface Surroundings {
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

/** The path and the head of the document, as the scanner and the network evidence use them. */
export function sourceOf(document: vscode.TextDocument): Source {
  let head = '';
  for (let line = 0; line < document.lineCount && head.length < reach.head; line++) {
    head += `${document.lineAt(line).text.slice(0, reach.head)}\n`;
  }
  // Outside the workspace, the folders of the path are not evidence.
  const path = vscode.workspace.asRelativePath(document.uri, false).split('/').slice(-6).join('/');
  return { head, path };
}
