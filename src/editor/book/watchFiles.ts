import { Disposable, RelativePattern, workspace, type Uri, type WorkspaceFolder } from 'vscode';

/** Reports files of a folder that were created, changed, or deleted. */
export function watchFiles(
  folder: WorkspaceFolder,
  pattern: string,
  report: (uri: Uri) => void,
): Disposable {
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, pattern));
  return Disposable.from(
    watcher,
    watcher.onDidChange(report),
    watcher.onDidCreate(report),
    watcher.onDidDelete(report),
  );
}
