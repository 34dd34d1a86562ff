import { EventEmitter, type Event } from 'vscode';
import type { AccountRef, Connection } from '../../engine/engine.ts';
import { sampleAccountKey } from '../../lookups/account.ts';
import { connectionOf, nameOf, type Identity } from './identity.ts';
import { IdentityReader, type IdentityParts } from './identityReader.ts';
import type { SampleLink } from './sampleService.ts';

/** What has changed about who is signed in. */
export interface SessionChange {
  /** Calls now use another account, or other credentials of the same one. */
  readonly isOtherAccount: boolean;
}

/** Who is signed in, as far as that is known without a call. */
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
export interface SessionParts extends IdentityParts {
  readonly sample: Pick<SampleLink, 'connection' | 'dispose'>;
}

/** Who is signed in, as read from settings, the mode file, and the secret storage. */
export class CurrentSession implements Session {
  readonly #parts: SessionParts;
  readonly #reader: IdentityReader;
  readonly #changed = new EventEmitter<SessionChange>();
  readonly onDidChange: Event<SessionChange> = this.#changed.event;
  #known: Promise<Identity> | undefined;
  /** The identity last sent to listeners. */
  #reported: Identity | undefined;
  /** A change may not have reached listeners yet. */
  #isOverdue = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#reader = new IdentityReader(parts, () => this.refresh());
  }

  /**
   * Writes what the identity is read from, in several steps. Who asks meanwhile in this window gets
   * the identity after the last one.
   */
  async change(steps: () => Promise<void>): Promise<void> {
    this.#known = undefined;
    try {
      await this.#reader.change(steps);
    } finally {
      this.refresh();
    }
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
    const reading = this.#reader.read();
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
    if (account.key === sampleAccountKey) return this.#parts.sample.connection();
    if (nameOf(await this.identity()) !== nameOf({ kind: 'service', ...account })) return undefined;
    return connectionOf(account, this.#parts.credentials);
  }

  dispose(): void {
    this.#reader.dispose();
    this.#changed.dispose();
    this.#parts.sample.dispose();
  }

  #report(read: Identity): void {
    const reported = this.#reported;
    const isOtherAccount = reported !== undefined && nameOf(reported) !== nameOf(read);
    const isNews = this.#isOverdue || isOtherAccount;
    this.#reported = read;
    this.#isOverdue = false;
    if (this.#reader.isUnreadable) this.#known = undefined;
    if (isNews) this.#changed.fire({ isOtherAccount });
  }
}
