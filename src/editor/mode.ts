import { watch } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether the sample service is in use; a file, so that every window of a person sees the same. */
export interface ModeFile {
  isSample(): Promise<boolean>;
  enterSample(): Promise<void>;
  leaveSample(): Promise<void>;
  /** Calls back when another window has entered or left it; gives what ends that. */
  watch(onChange: () => void): () => void;
}

const fileName = 'mode.json';

/** @param folder the extension's global storage */
export function modeFile(folder: string): ModeFile {
  const file = join(folder, fileName);
  return {
    async isSample() {
      try {
        const mode: unknown = JSON.parse(await readFile(file, 'utf8'));
        return (
          typeof mode === 'object' && mode !== null && 'mode' in mode && mode.mode === 'sample'
        );
      } catch {
        return false;
      }
    },
    async enterSample() {
      await mkdir(folder, { recursive: true });
      const draft = `${file}.${process.pid}`;
      await writeFile(draft, `${JSON.stringify({ mode: 'sample' })}\n`);
      await rename(draft, file);
    },
    leaveSample: () => rm(file, { force: true }),
    watch(onChange) {
      try {
        const watcher = watch(folder, (_event, name) => {
          if (name === fileName) onChange();
        });
        watcher.on('error', () => watcher.close());
        return () => watcher.close();
      } catch {
        // No such folder yet: nobody has entered sample mode, and this window would make it.
        return () => undefined;
      }
    },
  };
}
