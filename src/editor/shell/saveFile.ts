import { homedir } from 'node:os';
import { join } from 'node:path';
import { commands, env, UIKind, Uri, workspace } from 'vscode';
import { exportPick } from '../../messages/exports.ts';
import { dialogs } from './dialogs.ts';
import { runLogged, type Shell } from './shell.ts';

interface FileToSave {
  /** Of the dialog. */
  readonly title: string;
  /** Suggested. */
  readonly name: string;
  /** Written once the user has chosen a file. */
  readonly contents: () => string | Promise<string>;
}

/** Asks for a file, writes it, and offers to open it. */
export async function saveFile(
  { log, notifier }: Shell,
  { title, name, contents }: FileToSave,
): Promise<void> {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const file = await dialogs.save({
    title,
    // Not the workspace: there, the addresses of the file would count as code.
    defaultUri: Uri.file(join(homedir(), name)),
    filters: { [extension.toUpperCase()]: [extension] },
  });
  if (file === undefined) return;
  const text = await contents();
  try {
    await workspace.fs.writeFile(file, new TextEncoder().encode(text));
  } catch (error) {
    log.fault('export', error);
    notifier.refuse(exportPick.failed());
    return;
  }
  runLogged(log, 'export', offer(file));
}

/** Does not wait for an answer before the export ends: the notification may stay for long. */
async function offer(file: Uri): Promise<void> {
  const [open, show] = [exportPick.open(), exportPick.showInFolder()];
  // Elsewhere, the file is on another machine than its user.
  const isHere = file.scheme === 'file' && env.remoteName === undefined;
  const hasFolder = isHere && env.uiKind === UIKind.Desktop;
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const picked = await dialogs.inform(exportPick.done(name), open, ...(hasFolder ? [show] : []));
  if (picked === show) await commands.executeCommand('revealFileInOS', file);
  if (picked !== open) return;
  if (hasFolder && file.path.endsWith('.html')) await env.openExternal(file);
  else await commands.executeCommand('vscode.open', file);
}
