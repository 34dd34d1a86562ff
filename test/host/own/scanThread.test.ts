import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import type { FolderListing } from '../../../src/folder/list.ts';
import type { PackedContents } from '../../../src/folder/encodeRows.ts';
import { eventually, openView } from '../support/addressesView.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F';

const root = (): string => {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first);
  return first.uri.fsPath;
};
/** In a folder of its own, beside what other tests leave. */
const home = 'scanThread';
const fileCount = 150;

async function write(name: string, content: string): Promise<vscode.Uri> {
  const path = join(root(), home, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return vscode.Uri.file(path);
}

/**
 * Makes a folder, and waits until VS Code reports changes in it. VS Code watches a new folder, but
 * not a subfolder created before the watch started.
 */
async function makeWatched(folder: string): Promise<void> {
  const marker = join(root(), folder, 'marker');
  await mkdir(dirname(marker), { recursive: true });
  const watcher = vscode.workspace.createFileSystemWatcher(`**/${folder}/marker`);
  let isSeen = false;
  const note = (): void => void (isSeen = true);
  let isGone = false;
  const noteGone = (): void => void (isGone = true);
  const watches = [watcher, watcher.onDidCreate(note), watcher.onDidChange(note)];
  watches.push(watcher.onDidDelete(noteGone));
  let next = 0;
  await eventually(
    async () => {
      // Once more at times: the first one may come before the watch.
      const now = performance.now();
      if (!isSeen && now > next) {
        next = now + 1_000;
        await writeFile(marker, String(now));
      }
      return isSeen;
    },
    (seen) => seen,
  );
  await rm(marker);
  await eventually(
    () => isGone,
    (gone) => gone,
  );
  for (const each of watches) each.dispose();
}

type View = ReturnType<typeof openView>;

/** Acts once a thread has read files: first it lists them. */
function onceRead(thread: Worker, act: () => void): void {
  thread.on('message', function onMessage(answer: PackedContents | FolderListing) {
    if (!('places' in answer)) return;
    thread.off('message', onMessage);
    act();
  });
}

/** The places of all addresses in this test's folder, with their networks. */
function contentsOf({ found: { inventory } }: View): string[] {
  const lines: string[] = [];
  for (const { id, place } of inventory.occurrences()) {
    if (!place.path.startsWith(`${home}/`)) continue;
    const { address, network, isAssumed } = inventory.addresses.of(id) ?? {};
    lines.push([place.path, place.line, place.column, address, network, isAssumed].join(' '));
  }
  return lines;
}

describe('the search in a thread', () => {
  let view: View | undefined;
  const threads: Worker[] = [];
  let onStart: (thread: Worker) => void = () => undefined;
  const open = (): View =>
    (view = openView(
      {},
      {
        onStart: (thread) => {
          threads.push(thread);
          onStart(thread);
        },
      },
    ));
  /** A thread that has ended has no number. */
  const areEnded = (): Promise<boolean> =>
    eventually(
      () => threads.every(({ threadId }) => threadId === -1),
      (all) => all,
    );

  before(async () => {
    for (const folder of [home, `${home}/0`]) await makeWatched(folder);
    for (let file = 0; file < fileCount; file++) {
      const text = [`"${usdc}"`, `polygon: "${weth}"`, `"eip155:987654321:${dai}"`][file % 3] ?? '';
      await write(`${file % 7}/${file}.ts`, `${'\n'.repeat(file)}${text}\n`);
    }
    // All of that is reported before what changes now.
    await makeWatched(home);
  });
  beforeEach(() => {
    threads.length = 0;
    onStart = () => undefined;
  });
  afterEach(async () => {
    view?.dispose();
    view = undefined;
    await areEnded();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(() => rm(join(root(), home), { force: true, recursive: true }));

  it('begins and ends with it, also for a change to one file', async () => {
    const seen = open();
    assert.equal(threads.length, 0);
    await seen.search();
    assert.equal(contentsOf(seen).length, fileCount);
    assert.equal(threads.length, 1);
    await areEnded();
    const { read, total } = seen.found.search.progress;
    assert.deepEqual([read, total >= fileCount], [total, true]);
    for (const [index, address] of [dai, usdc].entries()) {
      await write('0/0.ts', `"${address}"`);
      await eventually(
        () => contentsOf(seen),
        (all) => all.some((line) => line.startsWith(`${home}/0/0.ts 0 1 ${address}`)),
      );
      assert.equal(threads.length, 2 + index);
      await areEnded();
    }
  });

  it('goes on in another thread, without the file that was being read', async () => {
    const seen = open();
    await seen.search();
    const expected = contentsOf(seen);
    seen.dispose();
    threads.length = 0;
    onStart = (thread) => {
      if (threads.length === 1) onceRead(thread, () => void thread.terminate());
    };
    const other = open();
    await other.search();
    const { read, total } = other.found.search.progress;
    assert.equal(read, total);
    assert.equal(threads.length, 2);
    const failed = other.found.scanner.notes.countOf('failed');
    assert.ok(failed <= 4, `${failed} files of four requests`);
    assert.ok(contentsOf(other).length >= expected.length - failed);
    const faults = other.faults.splice(0).map((error) => (error as Error).name);
    assert.deepEqual(faults, ['ScanThreadEndedError']);
    // A later search reads everything.
    onStart = () => undefined;
    await other.search();
    assert.deepEqual(contentsOf(other), expected);
    assert.equal(other.found.scanner.notes.countOf('failed'), 0);
  });

  it('does none of its work in the extension host if all threads end, and says so', async () => {
    onStart = (thread) => void thread.terminate();
    const seen = open();
    await seen.search();
    assert.equal(threads.length, 1, 'the list of files');
    assert.deepEqual(contentsOf(seen), []);
    assert.equal(seen.found.search.progress.unlisted, 1);
    // It ends while it reads files.
    onStart = (thread) => {
      if (threads.length > 2) void thread.terminate();
      else thread.once('message', () => void thread.terminate());
    };
    threads.length = 0;
    await seen.search();
    // A response may be on its way when a thread ends.
    const failed = seen.found.scanner.notes.countOf('failed');
    assert.ok(failed > 0, 'files are left out');
    assert.ok(contentsOf(seen).length + failed >= fileCount, `${failed} files were not read`);
    for (const fault of seen.faults.splice(0)) {
      assert.equal((fault as Error).name, 'ScanThreadEndedError');
    }
  });

  it('stops at once, and the next one reads everything', async () => {
    const seen = open();
    onStart = (thread) => onceRead(thread, () => seen.found.cancel());
    const searching = seen.found.searchAll();
    await eventually(
      () => seen.found.search.progress.state,
      (state) => state === 'canceled',
    );
    await searching;
    await areEnded();
    const { read } = seen.found.search.progress;
    // 32 files are read at a time, and 4 times that is requested.
    assert.ok(read <= 4 * 32, `${read} files`);
    assert.ok(contentsOf(seen).length < fileCount);
    onStart = () => undefined;
    await seen.search();
    assert.equal(contentsOf(seen).length, fileCount);
  });

  it('stops while files are listed, and does not begin to read them', async () => {
    const seen = open();
    onStart = () => seen.found.cancel();
    await seen.found.searchAll();
    const { state, read, total } = seen.found.search.progress;
    assert.deepEqual([state, read, total], ['canceled', 0, 0]);
    await areEnded();
  });

  it('reads what the user sees, and decides networks as they are chosen', async () => {
    const file = await write('5/5.ts', `"${weth}"`);
    const document = await vscode.workspace.openTextDocument(file);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), `"${dai}"\n`));
    assert.ok(document.isDirty);
    const seen = open();
    onStart = (thread) => onceRead(thread, () => void seen.choices.remember(usdc, 'base'));
    await seen.search();
    assert.equal(threads.length, 1);
    const lines = await eventually(
      () => contentsOf(seen),
      (all) => all.filter((line) => line.includes(usdc)).every((line) => line.includes(' base ')),
    );
    assert.equal(lines.filter((line) => line.includes(usdc)).length, fileCount / 3);
    assert.deepEqual(
      lines.filter((line) => line.startsWith(`${home}/5/5.ts`)),
      [`${home}/5/5.ts 0 1 ${dai} ethereum false`, `${home}/5/5.ts 1 1 ${weth} ethereum false`],
    );
    await document.save();
  });
});
