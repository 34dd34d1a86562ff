import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { trackedBelow } from '../folder/folderFiles.ts';
import { filesBelow } from '../folder/list.ts';
import { noPathText } from '../folder/roots.ts';
import { GitError } from '../git/runGit.ts';
import { Threads, threadsFor } from '../folder/threads.ts';
import { gitText } from './checkReport.ts';
import { type Options, exitCodes, UsageError } from '../options/options.ts';
import { programFile } from './program.ts';
import { formatOf, rowsInThreads } from './scanRows.ts';
import { skippedText, type Terminal } from './terminal.ts';

/** Only detection: reads files, prints addresses, sends nothing. */
export async function runScan(options: Options, terminal: Terminal): Promise<number> {
  const { operands } = options;
  if (operands.length === 0) throw new UsageError('scan needs a PATH.');
  const { files, isComplete } = await listed(terminal, operands);
  const isRead = await print(terminal, files, options.text('format') ?? 'json');
  return isRead && isComplete ? exitCodes.ok : exitCodes.usage;
}

/**
 * Lists the files that the arguments name, each once; reports those that are missing or unreadable.
 */
async function listed(
  terminal: Terminal,
  paths: readonly string[],
): Promise<{ readonly files: readonly string[]; readonly isComplete: boolean }> {
  const missing = paths.filter((path) => isMissing(resolve(terminal.folder, path)));
  for (const path of missing) terminal.note(`address-risk: ${noPathText(path)}`);
  const files = new Set<string>();
  let isComplete = missing.length === 0;
  for (const path of paths.filter((each) => !missing.includes(each))) {
    const listing = filesBelow(terminal.folder, path);
    for (const file of listing.files) files.add(file);
    for (const skipped of listing.skipped) terminal.note(skippedText(skipped));
    if (listing.skipped.length > 0) isComplete = false;
    const { start } = listing;
    if (start === undefined) continue;
    const names = new Set(listing.files.map((file) => file.slice(start.length)));
    try {
      for (const file of await trackedBelow(resolve(terminal.folder, path), names)) {
        files.add(start + file);
      }
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      isComplete = false;
      terminal.note(
        `Files that Git tracks and .gitignore matches were not read. ${gitText(error)}`,
      );
    }
  }
  return { files: [...files].sort(), isComplete };
}

/** Whether nothing exists at a path, as opposed to something that cannot be examined. */
function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** Prints the rows. False where a file could not be read. */
async function print(
  terminal: Terminal,
  files: readonly string[],
  format: string,
): Promise<boolean> {
  const { head, separator, end } = formatOf(format);
  const threads = new Threads(programFile(), 'scan', 0);
  const work = rowsInThreads({ folder: terminal.folder, format }, files, (bytes) =>
    threads.startUpTo(threadsFor(bytes)),
  );
  let isComplete = true;
  let before = head;
  try {
    for await (const { rows, notes } of threads.results(work)) {
      for (const note of notes) terminal.note(note);
      if (notes.length > 0) isComplete = false;
      if (rows === '') continue;
      await terminal.write(before + rows);
      before = separator;
    }
  } finally {
    threads.close();
  }
  await terminal.write((before === separator ? '' : before) + end);
  return isComplete;
}
