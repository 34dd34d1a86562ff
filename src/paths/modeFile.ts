import { unwatchFile, watchFile } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './replaceFile.ts';
import { watchFolder } from './watchFolder.ts';

/** Which service is in use: the sample service, or the one the user signed in to. */
export type Mode = 'sample' | 'service';

/** The mode in a file, so that all windows of a user share it. */
export interface ModeFile {
  /**
   * `missing` proves nothing: there is no file before the first sign-in, and a deleted one may have
   * meant `sample`.
   * @throws if the file cannot be read; that must not count as the paid service
   */
  read(): Promise<Mode | 'missing'>;
  save(mode: Mode): Promise<void>;
  /**
   * Whether the user signed out of the credentials with this ID, in any window.
   * @throws if that cannot be read; then nothing may be sent with them
   */
  isEnded(id: string): Promise<boolean>;
  /** To be followed by `save`, which the other windows notice. */
  end(id: string): Promise<void>;
  /** Calls back when another window enters or leaves sample mode; returns what stops watching. */
  watch(onChange: () => void): () => void;
}

const fileName = 'mode.json';
/** How often to check the file if the system cannot watch the folder. */
const lookMs = 500;

/** @param folder the extension's global storage */
export function modeFile(folder: string): ModeFile {
  const file = join(folder, fileName);

  const makeFolder = () => mkdir(folder, { recursive: true, mode: 0o700 });
  // A file for each, so that windows that sign out at once do not replace what the other one wrote.
  const endOf = (id: string) => join(folder, `ended-${encodeURIComponent(id)}`);
  const isMissing = (error: unknown) =>
    error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return {
    async read() {
      let text: string;
      try {
        text = await readFile(file, 'utf8');
      } catch (error) {
        if (isMissing(error)) return 'missing';
        throw error;
      }
      const mode: unknown = JSON.parse(text);
      if (typeof mode === 'object' && mode !== null && 'mode' in mode) {
        if (mode.mode === 'sample' || mode.mode === 'service') return mode.mode;
      }
      throw new Error('The mode file says nothing that is known.');
    },
    async save(mode) {
      await makeFolder();
      await replaceFile(file, `${JSON.stringify({ mode })}\n`, 0o600);
    },
    async isEnded(id) {
      try {
        await stat(endOf(id));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async end(id) {
      await makeFolder();
      await writeFile(endOf(id), '', { mode: 0o600 });
    },
    watch(onChange) {
      // A separate function for each caller, so that it ends watching for that caller only.
      const look = (): void => onChange();
      const end = watchFolder(folder, {
        onChange(name) {
          if (name === fileName) look();
        },
        onLost: () => watchFile(file, { interval: lookMs, persistent: false }, look),
      });
      return () => {
        end();
        unwatchFile(file, look);
      };
    },
  };
}
