import * as vscode from 'vscode';
import { eventually } from '../../harness/waiting.ts';

/** Below what a test may take, so that it fails with this as its cause. */
const patienceMs = 15_000;

const opened = new WeakSet<vscode.TextDocument>();

/** Without the kind of line breaks, which VS Code makes one in all of a document. */
const plain = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/**
 * A new document with a text. VS Code gives it the name of one that it has just closed, and while the
 * host does not know of that yet, it returns the closed one, with its text.
 */
export function openText(content: string, language?: string): Promise<vscode.TextDocument> {
  return eventually(
    'a new document',
    async () => {
      const document = await vscode.workspace.openTextDocument({
        content,
        ...(language !== undefined && { language }),
      });
      if (opened.has(document) || plain(document.getText()) !== plain(content)) return undefined;
      opened.add(document);
      return document;
    },
    patienceMs,
  );
}
