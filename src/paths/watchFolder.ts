import { mkdirSync, watch } from 'node:fs';

export interface FolderWatch {
  /** @param name of the file in the folder; null if the system does not report it */
  readonly onChange: (name: string | null) => void;
  /** The system cannot watch the folder, or stopped watching it. Called once. */
  readonly onLost: () => void;
}

/**
 * Watches the files of a folder, which need not exist yet. Takes no time while nothing changes.
 * @returns what stops watching
 */
export function watchFolder(folder: string, { onChange, onLost }: FolderWatch): () => void {
  try {
    // Another process may create its first file.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const watcher = watch(folder, { persistent: false }, (_event, name) => onChange(name));
    watcher.on('error', () => {
      watcher.close();
      onLost();
    });
    return () => watcher.close();
  } catch {
    onLost();
    return () => undefined;
  }
}
