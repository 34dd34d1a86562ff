import { EventEmitter, type Event } from 'vscode';
import type { AccountRef, Connection } from '../../engine/engine.ts';
import { sampleAccountKey } from '../../lookups/account.ts';
import type { Log } from '../shell/log.ts';
import type { CredentialStore } from './credentials.ts';
import { connectionOf, nameOf, readIdentity, type Identity } from './identity.ts';
import type { ModeFile } from './mode.ts';
import { ModeReader } from './modeReader.ts';
import type { SampleLink } from './sampleService.ts';

/** `isOtherAccount`: calls now use another account, or other credentials of the same one. */
/** Who is signed in, as far as that is known without a call. */
export interface SessionChange {
  readonly isOtherAccount: boolean;
}

export interface Session {
  /** Reads no network; the secret on first use. */
  identity(): Promise<Identity>;
  /**
   * Where calls of an account go, with its credentials, of which no copy is kept here; undefined if
   * it is no longer in use. Starts the sample service if the account is its own.
   */
  connection(account: AccountRef): Promise<Connection | undefined>;
  /** Forgets what was read; the next call reads it again. */
  refresh(): void;
  readonly onDidChange: Event<SessionChange>;
  dispose(): void;
}

/** Where a session reads who is signed in. */
export interface SessionParts {
  readonly mode: ModeFile;
  readonly credentials: CredentialStore;
  readonly sample: Pick<SampleLink, 'connection' | 'dispose'>;
  readonly log: Log;
}

/** Who is signed in, as read from settings, the mode file, and the secret storage. */
export class CurrentSession implements Session {
  readonly #parts: SessionParts;
  readonly #mode: ModeReader;
  readonly #changed = new EventEmitter<SessionChange>();
  readonly #secretWatch: { dispose(): unknown };
  #unwatchMode: (() => void) | undefined;
  #known: Promise<Identity> | undefined;
  /** The identity last sent to listeners. */
  #reported: Identity | undefined;
  /** A change may not have reached listeners yet. */
  #isOverdue = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#mode = new ModeReader(parts.mode, parts.log);
    this.#secretWatch = parts.credentials.onDidChange(() => this.refresh());
  }

  get onDidChange(): Event<SessionChange> {
    return this.#changed.event;
  }

  refresh(): void {
    // Nothing was requested so far, so nothing is read now.
    if (this.#known === undefined && this.#reported === undefined && !this.#isOverdue) {
      this.#changed.fire({ isOtherAccount: false });
      return;
    }
    this.#known = undefined;
    this.#isOverdue = true;
    this.identity().catch((error: unknown) => this.#parts.log.fault('session', error));
  }

  identity(): Promise<Identity> {
    if (this.#known !== undefined) return this.#known;
    const reading = this.#read();
    this.#known = reading;
    reading.then(
      (read) => {
        if (this.#known === reading) this.#report(read);
      },
      () => {
        if (this.#known !== reading) return;
        // A keyring may be locked briefly: the next call tries again.
        this.#known = undefined;
        this.#isOverdue = true;
      },
    );
    return reading;
  }

  async connection(account: AccountRef): Promise<Connection | undefined> {
    const { credentials, sample } = this.#parts;
    if (account.key === sampleAccountKey) return sample.connection();
    if (nameOf(await this.identity()) !== nameOf({ kind: 'service', ...account })) return undefined;
    return connectionOf(account, credentials);
  }

  dispose(): void {
    this.#secretWatch.dispose();
    this.#unwatchMode?.();
    this.#changed.dispose();
    this.#parts.sample.dispose();
  }

  async #read(): Promise<Identity> {
    this.#unwatchMode ??= this.#parts.mode.watch(() => this.refresh());
    return readIdentity(await this.#mode.read(), this.#parts.credentials);
  }

  #report(read: Identity): void {
    const reported = this.#reported;
    const isOtherAccount = reported !== undefined && nameOf(reported) !== nameOf(read);
    const isNews = this.#isOverdue || isOtherAccount;
    this.#reported = read;
    this.#isOverdue = false;
    if (this.#mode.isUnreadable) this.#known = undefined;
    if (isNews) this.#changed.fire({ isOtherAccount });
  }
}
