import * as vscode from 'vscode';
import { commandIds, type AddressArgument, type CommandCall } from '../../manifest.ts';
import { isIgnored, utcDate } from '../../book/book.ts';
import { bookCommand } from '../../messages/book.ts';
import { askedFor, findAddressAt, type FoundAddress } from '../documents/subject.ts';
import type { Books } from '../book/books.ts';
import { argumentOf } from '../documents/argument.ts';
import type { Documents } from '../documents/foundAddresses.ts';

/** *Add to Address Book…* and *Ignore Address…* as quick fixes, each where it would change something. */
export function createBookActions(
  books: Books,
  { choices }: Pick<Documents, 'choices'>,
): vscode.CodeActionProvider {
  return {
    async provideCodeActions(document, { start }, { diagnostics }) {
      await books.ready(document.uri);
      const found = findAddressAt(document, start, choices);
      if (found === undefined || found.problem !== undefined) return [];
      const { denials, entries } = books.factsOf(document.uri, askedFor(found));
      const today = utcDate(Date.now());
      const argument = argumentFor(found);
      const ours = diagnostics.filter(({ code }) => code === 'lookAlike');
      return [
        ...(entries.length > 0
          ? []
          : [action(bookCommand.add(), { name: 'addToAddressBook', argument }, [])]),
        // To ignore hides a look-alike, and never a deny-list hit.
        ...(entries.some((entry) => isIgnored(entry, today)) ||
        (denials.length > 0 && ours.length === 0)
          ? []
          : [action(bookCommand.ignore(), { name: 'ignoreAddress', argument }, ours)]),
      ];
    },
  };
}

function argumentFor({ subject, chain, canonical, open }: FoundAddress): AddressArgument {
  return subject === undefined
    ? { address: canonical, candidates: open?.candidates ?? [] }
    : argumentOf({ subject, reading: chain });
}

function action(
  title: string,
  { name, argument }: CommandCall,
  diagnostics: vscode.Diagnostic[],
): vscode.CodeAction {
  const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  fix.command = { title, command: commandIds[name], arguments: [argument] };
  fix.diagnostics = diagnostics;
  return fix;
}
