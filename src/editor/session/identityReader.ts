import type { Memento } from 'vscode';
import type { Log } from '../shell/log.ts';
import type { CredentialStore } from './credentials.ts';
import { readIdentity, type Identity } from './identity.ts';
import type { ModeFile } from '../../paths/modeFile.ts';
import { ModeReader } from './modeReader.ts';

/** Where it is read from who is signed in. */
export interface IdentityParts {
  readonly mode: ModeFile;
  readonly credentials: CredentialStore;
  readonly log: Log;
  /** Keeps which account was in use last. */
  readonly memory: Pick<Memento, 'get' | 'update'>;
}

const lastAccount = 'lastAccount';

/** Reads who is signed in, and never one part of it from before a change and another from after it. */
export class IdentityReader {
  readonly #parts: IdentityParts;
  readonly #mode: ModeReader;
  readonly #onChange: () => void;
  readonly #secretWatch: { dispose(): unknown };
  #unwatchMode: (() => void) | undefined;
  /** The last change; it never rejects. */
  #changing: Promise<void> = Promise.resolve();

  /** @param onChange the secret has changed, or the mode that was read; in any window */
  constructor(parts: IdentityParts, onChange: () => void) {
    this.#parts = parts;
    this.#mode = new ModeReader(parts.mode, parts.log);
    this.#onChange = onChange;
    this.#secretWatch = parts.credentials.onDidChange(onChange);
  }

  /** Whether the mode could not be read: then nothing that follows from it is kept. */
  get isUnreadable(): boolean {
    return this.#mode.isUnreadable;
  }

  /** Waits for the end of a change. */
  async read(): Promise<Identity> {
    this.#unwatchMode ??= this.#parts.mode.watch(this.#onChange);
    for (;;) {
      const changing = this.#changing;
      await changing;
      const read = await readIdentity(await this.#mode.read(), this.#parts.credentials);
      if (this.#changing === changing) return this.#withLast(read);
    }
  }

  /** Credentials may be gone for any reason: what they brought is stored all the same. */
  async #withLast(read: Identity): Promise<Identity> {
    const { memory } = this.#parts;
    const last = memory.get<string>(lastAccount);
    if (read.kind === 'signedOut') return { ...read, last };
    if (read.kind === 'service' && read.key !== last) await memory.update(lastAccount, read.key);
    return read;
  }

  /** One change after the other. */
  change(steps: () => Promise<void>): Promise<void> {
    const changed = this.#changing.then(steps);
    this.#changing = changed.catch(() => undefined);
    return changed;
  }

  dispose(): void {
    this.#secretWatch.dispose();
    this.#unwatchMode?.();
  }
}
