import { EventEmitter, type Event, type Memento } from 'vscode';
import type { AccountRef, Connection } from '../../engine/engine.ts';
import { sampleAccountKey } from '../../paid/account.ts';
import {
  connectionOf,
  nameOf,
  readIdentity,
  isSignedIn,
  type Identity,
  type KnownMode,
  type SignedIn,
  type CredentialStore,
} from './identity.ts';
import { runLogged, type Log, type Notifier } from '../shell/shell.ts';
import type { ModeFile } from '../../paths/modeFile.ts';

/** What has changed about who is signed in. */
export interface SessionChange {
  /** Calls now use another account, or other credentials of the same one. */
  readonly isOtherAccount: boolean;
}

/** Who is signed in, as far as that is known without a call. */
export type Session = Pick<CurrentSession, 'identity' | 'connection' | 'refresh' | 'onDidChange'>;

/** Where a session reads who is signed in. */
export interface SessionParts {
  readonly mode: ModeFile;
  readonly credentials: CredentialStore;
  readonly log: Log;
  /** Keeps which account was in use last. */
  readonly memory: Pick<Memento, 'get' | 'update'>;
  readonly sample: { connection(): Promise<Connection>; dispose(): void };
}

const lastAccount = 'lastAccount';

/** Who is signed in, as read from settings, the mode file, and the secret storage. */
export class CurrentSession {
  readonly #parts: SessionParts;
  readonly #changed = new EventEmitter<SessionChange>();
  readonly onDidChange: Event<SessionChange> = this.#changed.event;
  #known: Promise<Identity> | undefined;
  /** The identity last sent to listeners. */
  #reported: Identity | undefined;
  /** A change may not have reached listeners yet. */
  #isOverdue = false;
  /** Whether the mode could not be read: then nothing that follows from it is kept. */
  #isUnreadable = false;
  readonly #secretWatch: { dispose(): unknown };
  #unwatchMode: (() => void) | undefined;
  /** The last change; it never rejects. */
  #changing: Promise<void> = Promise.resolve();

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#secretWatch = parts.credentials.onDidChange(() => this.refresh());
  }

  /**
   * Writes what the identity is read from, in several steps. Who asks meanwhile in this window gets
   * the identity after the last one.
   */
  async change(steps: () => Promise<void>): Promise<void> {
    this.#known = undefined;
    // One change after the other.
    const changed = this.#changing.then(steps);
    this.#changing = changed.catch(() => undefined);
    try {
      await changed;
    } finally {
      this.refresh();
    }
  }

  /** Forgets what was read; the next call reads it again. */
  refresh(): void {
    // Nothing was requested so far, so nothing is read now.
    if (this.#known === undefined && this.#reported === undefined && !this.#isOverdue) {
      this.#changed.fire({ isOtherAccount: false });
      return;
    }
    this.#known = undefined;
    this.#isOverdue = true;
    runLogged(this.#parts.log, 'session', this.identity());
  }

  /** Reads no network; the secret on first use. */
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

  /**
   * Where calls of an account go, with its credentials, of which no copy is kept here; undefined if
   * it is no longer in use. Starts the sample service if the account is its own.
   */
  async connection(account: AccountRef): Promise<Connection | undefined> {
    if (account.key === sampleAccountKey) return this.#parts.sample.connection();
    if (nameOf(await this.identity()) !== nameOf({ kind: 'service', ...account })) return undefined;
    return connectionOf(account, this.#parts.credentials);
  }

  dispose(): void {
    this.#secretWatch.dispose();
    this.#unwatchMode?.();
    this.#changed.dispose();
    this.#parts.sample.dispose();
  }

  #report(read: Identity): void {
    const reported = this.#reported;
    const isOtherAccount = reported !== undefined && nameOf(reported) !== nameOf(read);
    const isNews = this.#isOverdue || isOtherAccount;
    this.#reported = read;
    this.#isOverdue = false;
    if (this.#isUnreadable) this.#known = undefined;
    if (isNews) this.#changed.fire({ isOtherAccount });
  }

  /** Waits for the end of a change, so that no part is from before it and another from after it. */
  async #read(): Promise<Identity> {
    this.#unwatchMode ??= this.#parts.mode.watch(() => this.refresh());
    for (;;) {
      const changing = this.#changing;
      await changing;
      const read = await readIdentity(await this.#readMode(), this.#parts.credentials);
      if (this.#changing === changing) return this.#withLast(read);
    }
  }

  /** Logs once that the file cannot be read. */
  async #readMode(): Promise<KnownMode> {
    const { mode, log } = this.#parts;
    try {
      const current = await mode.read();
      this.#isUnreadable = false;
      return current;
    } catch (error) {
      if (!this.#isUnreadable) {
        log.fault('mode', error);
        log.note('The mode file cannot be read. No paid call is made until you choose a service.');
      }
      this.#isUnreadable = true;
      return 'unreadable';
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
}

/** The account in use; undefined if there is none: then the user was told how to get one. */
export async function requireSignedIn(
  session: Pick<Session, 'identity'>,
  notifier: Pick<Notifier, 'signedOut'>,
): Promise<SignedIn | undefined> {
  const identity = await session.identity();
  if (isSignedIn(identity)) return identity;
  notifier.signedOut(identity);
  return undefined;
}

/** The key of the account in use; undefined if there is none. */
export async function accountInUse(
  session: Pick<Session, 'identity'>,
): Promise<string | undefined> {
  const identity = await session.identity();
  return isSignedIn(identity) ? identity.key : undefined;
}
