import * as vscode from 'vscode';
import { createHoverProvider } from '../../../src/editor/surfaces/hover.ts';
import { createLocalHoverProvider } from '../../../src/editor/surfaces/localHover.ts';
import { noBooks } from './noBooks.ts';
import { noNewAddresses } from './noNewAddresses.ts';

const none = new vscode.CancellationTokenSource().token;

/** The texts of both hovers at a position, without escapes and without a book. */
export function hoverTexts(
  ports: Parameters<typeof createHoverProvider>[0] &
    Omit<Parameters<typeof createLocalHoverProvider>[0], 'books' | 'newAddresses'>,
): (document: vscode.TextDocument, position: vscode.Position) => Promise<string> {
  const providers = [
    createLocalHoverProvider({ ...ports, books: noBooks, newAddresses: noNewAddresses }),
    createHoverProvider(ports),
  ];
  return async (document, position) => {
    const hovers = await Promise.all(
      providers.map(async (provider) => provider.provideHover(document, position, none)),
    );
    return hovers
      .flatMap((hover) => (hover?.contents ?? []) as vscode.MarkdownString[])
      .map(({ value }) => value.replaceAll('\\', ''))
      .join('\n');
  };
}
