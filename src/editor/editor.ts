import type { ExtensionContext } from 'vscode';
import { registerBatches } from './batch/register.ts';
import { registerBooks } from './book/register.ts';
import { registerCalls, type CallsRoom } from './calls/register.ts';
import { registerCommands } from './commands/register.ts';
import { registerDocuments } from './documents/register.ts';
import { registerAddresses } from './inventory/register.ts';
import { registerReport } from './report/register.ts';
import { registerSession } from './session/register.ts';
import { registerShell } from './shell/shell.ts';
import { registerSurfaces } from './surfaces/register.ts';
import { createTools, type Tools } from './tools/register.ts';

/** The rooms, as the entry sees them. */
export interface OpenEditor extends Pick<CallsRoom, 'close'> {
  readonly tools: Tools;
}

/** Builds the rooms, each from those before it. Nothing here reads a secret or the network. */
export function openEditor(context: ExtensionContext): OpenEditor {
  const own = <Room extends { dispose(): unknown }>(room: Room): Room => {
    context.subscriptions.push(room);
    return room;
  };
  const shell = own(registerShell());
  const session = own(registerSession({ context, shell }));
  const books = own(registerBooks());
  const documents = own(registerDocuments({ context, books }));
  const calls = own(registerCalls({ context, session, shell }));
  const reports = own(registerReport({ context, calls, shell }));
  own(registerSurfaces({ books, calls, documents, shell }));
  const addresses = own(registerAddresses({ books, calls, documents, shell }));
  const batches = own(registerBatches({ calls, shell }));
  own(registerCommands({ addresses, batches, books, calls, documents, reports, shell }));
  return { close: () => calls.close(), tools: createTools({ books, calls, documents, shell }) };
}
