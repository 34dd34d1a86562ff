import { mkdirSync, unwatchFile, watch, watchFile } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether the sample service is in use; a file, so that every window of a person sees the same. */
export interface ModeFile {
  /** @throws where that cannot be told: then nobody may take it for the paid service */
  isSample(): Promise<boolean>;
  enterSample(): Promise<void>;
  leaveSample(): Promise<void>;
  /** Calls back when another window has entered or left it; gives what ends that. */
  watch(onChange: () => void): () => void;
}

const fileName = 'mode.json';
/** How often the file is looked at where the system watches no folder for us. */
const lookMs = 500;

/** @param folder the extension's global storage */
export function modeFile(folder: string): ModeFile {
  const file = join(folder, fileName);
  return {
    async isSample() {
      let text: string;
      try {
        text = await readFile(file, 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
        throw error;
      }
      const mode: unknown = JSON.parse(text);
      if (typeof mode === 'object' && mode !== null && 'mode' in mode && mode.mode === 'sample') {
        return true;
      }
      throw new Error('The mode is none that is known.');
    },
    async enterSample() {
      await mkdir(folder, { recursive: true });
      const draft = `${file}.${process.pid}`;
      await writeFile(draft, `${JSON.stringify({ mode: 'sample' })}\n`);
      await rename(draft, file);
    },
    leaveSample: () => rm(file, { force: true }),
    watch(onChange) {
      // A function of its own, by which watching ends for this caller alone.
      const look = (): void => onChange();
      const lookNowAndThen = (): void => {
        watchFile(file, { interval: lookMs, persistent: false }, look);
      };
      let end = (): void => undefined;
      try {
        // The folder may not be there yet, and another window may be the one to need it first.
        mkdirSync(folder, { recursive: true });
        const watcher = watch(folder, (_event, name) => {
          if (name === fileName) look();
        });
        watcher.on('error', () => {
          watcher.close();
          lookNowAndThen();
        });
        end = () => watcher.close();
      } catch {
        lookNowAndThen();
      }
      return () => {
        end();
        unwatchFile(file, look);
      };
    },
  };
}
