import { homedir } from 'node:os';
import { Uri, workspace } from 'vscode';
import { dialogs } from './dialogs.ts';
import type { Shell } from './shell.ts';

/** Asks for a file, and writes a table into it. */
export async function saveCsv(
  texts: { readonly title: string; readonly name: string; readonly failed: string },
  contents: () => Promise<string>,
  { log, notifier }: Shell,
): Promise<void> {
  // A name without a folder would be written into the root of the file system.
  const folder = workspace.workspaceFolders?.[0]?.uri ?? Uri.file(homedir());
  const file = await dialogs.save({
    title: texts.title,
    defaultUri: Uri.joinPath(folder, texts.name),
    filters: { CSV: ['csv'] },
  });
  if (file === undefined) return;
  const text = await contents();
  try {
    await workspace.fs.writeFile(file, new TextEncoder().encode(text));
  } catch (error) {
    log.fault('export', error);
    notifier.refuse(texts.failed);
  }
}
