import { unwatchFile, watchFile } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './replaceFile.ts';
import { watchFolder } from './watchFolder.ts';

/** Which service is in use: the sample service, or the one the user signed in to. */
export type Mode = 'sample' | 'service';

/** The mode in a file, so that all windows of a user share it. */
export interface ModeFile {
  /**
   * `missing` proves nothing: there is no file before the first sign-in, and a deleted one may have
   * said `sample`.
   * @throws if the file cannot be read; that must not count as the paid service
   */
  read(): Promise<Mode | 'missing'>;
  /** The ID of the credentials that the user signed out of last, in any window. */
  ended(): Promise<string | undefined>;
  /** @param ended what is missing stays as it is */
  save(mode: Mode, ended?: string): Promise<void>;
  /** Calls back when another window enters or leaves sample mode; returns what stops watching. */
  watch(onChange: () => void): () => void;
}

const fileName = 'mode.json';
/** How often to check the file if the system cannot watch the folder. */
const lookMs = 500;

/** @param folder the extension's global storage */
export function modeFile(folder: string): ModeFile {
  const file = join(folder, fileName);

  async function ended(): Promise<string | undefined> {
    const text = await readFile(file, 'utf8').catch(() => '');
    // Of a damaged file too: what it ended stays so.
    return /"ended":"([\w-]+)"/.exec(text)?.[1];
  }
  return {
    async read() {
      let text: string;
      try {
        text = await readFile(file, 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'missing';
        throw error;
      }
      const mode: unknown = JSON.parse(text);
      if (typeof mode === 'object' && mode !== null && 'mode' in mode) {
        if (mode.mode === 'sample' || mode.mode === 'service') return mode.mode;
      }
      throw new Error('The mode file says nothing that is known.');
    },
    ended,
    async save(mode, signedOutOf) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const text = JSON.stringify({ mode, ended: signedOutOf ?? (await ended()) });
      await replaceFile(file, `${text}\n`, 0o600);
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
