import { workspace, type Range, type TextDocument } from 'vscode';
import type { NameInCode } from '../../book/facts.ts';
import { codeNameAt } from '../../text/codeName.ts';
import { surroundingsOf } from './surroundings.ts';

/** What the code calls the address at a place, which no one has verified; with the place. */
export function codeNameIn(document: TextDocument, range: Range): NameInCode | undefined {
  const { text, offset } = surroundingsOf(document, range.start);
  const length = document.getText(range).length;
  const name = codeNameAt(text, offset, length);
  if (name === undefined) return undefined;
  return { name, path: workspace.asRelativePath(document.uri), line: range.start.line + 1 };
}
