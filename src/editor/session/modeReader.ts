import type { Log } from '../shell/log.ts';
import type { KnownMode } from './identity.ts';
import type { ModeFile } from '../../paths/modeFile.ts';

/** Reads the mode file, and logs once that it cannot be read. */
export class ModeReader {
  readonly #mode: Pick<ModeFile, 'read'>;
  readonly #log: Log;
  #isUnreadable = false;

  constructor(mode: Pick<ModeFile, 'read'>, log: Log) {
    this.#mode = mode;
    this.#log = log;
  }

  /** Whether the last read failed: then nothing that follows from it is kept. */
  get isUnreadable(): boolean {
    return this.#isUnreadable;
  }

  async read(): Promise<KnownMode> {
    try {
      const current = await this.#mode.read();
      this.#isUnreadable = false;
      return current;
    } catch (error) {
      if (!this.#isUnreadable) {
        this.#log.fault('mode', error);
        this.#log.note(
          'The mode file cannot be read. No paid call is made until you choose a service.',
        );
      }
      this.#isUnreadable = true;
      return 'unreadable';
    }
  }
}
