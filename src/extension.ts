import type { ExtensionContext } from 'vscode';
import { registerCalls, type CallsRoom } from './editor/calls/register.ts';
import { registerCommands } from './editor/commands/register.ts';
import { registerDocuments } from './editor/documents/register.ts';
import { registerReport } from './editor/report/register.ts';
import { registerSession } from './editor/session/register.ts';
import { registerShell } from './editor/shell/shell.ts';
import { registerSurfaces } from './editor/surfaces/register.ts';

/** Set by `activate` for `deactivate`, whose promise is all that VS Code waits for. */
let running: CallsRoom | undefined;

/** Builds the rooms, each from those before it. Nothing here reads a secret or the network. */
export function activate(context: ExtensionContext): void {
  const own = <Room extends { dispose(): unknown }>(room: Room): Room => {
    context.subscriptions.push(room);
    return room;
  };
  const shell = own(registerShell());
  const session = own(registerSession({ context, shell }));
  const documents = own(registerDocuments({ context }));
  const calls = own(registerCalls({ context, session, shell }));
  const reports = own(registerReport({ context, calls, shell }));
  own(registerSurfaces({ calls, documents, shell }));
  own(registerCommands({ calls, documents, reports, shell }));
  running = calls;
}

/** Releases what this window holds, so that another one need not wait for it. */
export async function deactivate(): Promise<void> {
  await running?.close();
}
