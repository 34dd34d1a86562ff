import * as vscode from 'vscode';
import { readServiceUrl, type ServiceUrlProblem } from '../../api/serviceUrl.ts';
import type { AccountRef, Connection } from '../../engine/engine.ts';
import { accountKey, sampleAccountKey } from '../../paid/account.ts';
import { settings } from '../shell/settings.ts';
import type { Mode, ModeFile } from '../../paths/modeFile.ts';
import { randomUUID } from 'node:crypto';
import type { Credentials } from '../../api/credentials.ts';
import { sampleScale, type RiskScale } from '../../report/scale.ts';
import { runLogged, type Log, type Notifier } from '../shell/shell.ts';

/** Which account is in use, as far as that is known without a call. */
export type Identity =
  | ({ readonly kind: 'sample' | 'service' } & AccountRef)
  /** `last`: the account in use before, whose stored results are still shown. */
  | { readonly kind: 'signedOut'; readonly last?: string | undefined }
  /** There are credentials, but for a different origin than the service URL has now. */
  | { readonly kind: 'otherOrigin' }
  | { readonly kind: 'badServiceUrl'; readonly problem: ServiceUrlProblem }
  /**
   * Credentials exist, but the mode file is missing or unreadable and may have meant `sample`. The
   * user chooses; until then, no paid call is made.
   */
  | { readonly kind: 'undecided'; readonly origin: string };

/** An account that calls can be made for. */
export type SignedIn = Extract<Identity, AccountRef>;

/** Whether calls can be made: a user who is signed in, or who uses sample data. */
export function isSignedIn(identity: Identity): identity is SignedIn {
  return identity.kind === 'sample' || identity.kind === 'service';
}

/** The service in use, as far as the mode file is readable. */
export type KnownMode = Mode | 'missing' | 'unreadable';

/** The account whose stored results are shown, even after signing out of it. */
export function storedKeyOf(identity: Identity): string | undefined {
  if (isSignedIn(identity)) return identity.key;
  return identity.kind === 'signedOut' ? identity.last : undefined;
}

/** Reads settings and the secret; keeps nothing of the secret but its ID. */
export async function readIdentity(
  mode: KnownMode,
  credentials: Pick<CredentialStore, 'read'>,
): Promise<Identity> {
  if (mode === 'sample') return { kind: 'sample', ...sampleAccount };
  const url = settings.serviceUrl();
  if (url === '') return { kind: 'signedOut' };
  const service = readServiceUrl(url);
  if (!service.ok) return { kind: 'badServiceUrl', problem: service.problem };
  const bound = await credentials.read();
  if (bound === undefined) return { kind: 'signedOut' };
  const { origin, tenantId, id } = bound;
  if (origin !== service.origin) return { kind: 'otherOrigin' };
  if (mode !== 'service') return { kind: 'undecided', origin };
  return { kind: 'service', key: accountKey(origin, tenantId), origin, credential: id };
}

/** The connection of an account whose credentials are stored and belong to the service URL. */
export async function connectionOf(
  account: AccountRef,
  credentials: Pick<CredentialStore, 'read'>,
): Promise<Connection | undefined> {
  const service = readServiceUrl(settings.serviceUrl());
  const bound = await credentials.read();
  // Check again next to where the key is handed out: it may be sent only to its own origin.
  if (!service.ok || bound?.origin !== service.origin) return undefined;
  if (bound.id !== account.credential || bound.origin !== account.origin) return undefined;
  const { tenantId, apiKey } = bound;
  return { base: service.base, tenantId, apiKey };
}

/** Identifies an account together with its credential. */
export function nameOf(identity: Identity): string {
  if (identity.kind === 'service') return `${identity.key} ${identity.credential}`;
  return identity.kind;
}

/** The sample service has a single account with a public key. */
const sampleAccount: AccountRef = {
  key: sampleAccountKey,
  origin: sampleAccountKey,
  credential: sampleAccountKey,
};

/** Credentials with the one origin they belong to. */
interface BoundCredentials extends Credentials {
  readonly origin: string;
  /** Identifies this pair in the ledger without revealing it. */
  readonly id: string;
}

const secretName = 'addressRisk.credentials';

/**
 * One secret for the whole pair: two could be read as the ID of one tenant with the key of another.
 */
export type CredentialStore = ReturnType<typeof credentialStore>;

/**
 * @param secrets encrypted by the system and shared by all windows of the user; in a browser, each
 * window keeps using what it has read
 * @param mode tells all windows which credentials the user signed out of
 */
export function credentialStore(secrets: vscode.SecretStorage, mode: Pick<ModeFile, 'isEnded'>) {
  const read = async (): Promise<BoundCredentials | undefined> => {
    const bound = parse(await secrets.get(secretName));
    return bound !== undefined && (await mode.isEnded(bound.id)) ? undefined : bound;
  };
  return {
    read,
    /** Returns false if the storage did not keep it, for example without a keyring. */
    async save(origin: string, { tenantId, apiKey }: Credentials): Promise<boolean> {
      const bound: BoundCredentials = { origin, tenantId, apiKey, id: randomUUID() };
      await secrets.store(secretName, JSON.stringify({ v: 1, ...bound }));
      return (await read())?.id === bound.id;
    },
    async remove(): Promise<void> {
      await secrets.delete(secretName);
    },
    onDidChange: (listener: () => void): vscode.Disposable =>
      secrets.onDidChange(({ key }) => {
        if (key === secretName) listener();
      }),
  };
}

function parse(secret: string | undefined): BoundCredentials | undefined {
  if (secret === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(secret);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { v, origin, tenantId, apiKey, id } = value as Record<string, unknown>;
  const isWhole =
    v === 1 &&
    typeof origin === 'string' &&
    typeof tenantId === 'string' &&
    typeof apiKey === 'string' &&
    typeof id === 'string';
  return isWhole ? { origin, tenantId, apiKey, id } : undefined;
}

/** The scale in an address book's policy. */
let scaleOfBooks = (): RiskScale | null => null;

/**
 * The scale of an account's scores: the sample service has its own; otherwise the user's setting,
 * else the policy of a folder's address book. Null if there is none.
 */
export function scaleOf({ kind }: Pick<Identity, 'kind'>): RiskScale | null {
  if (kind === 'sample') return sampleScale;
  const reading = settings.riskScale();
  if (reading.kind === 'none') return scaleOfBooks();
  return reading.kind === 'scale' ? reading.scale : null;
}

/** Lets address books provide a scale. All surfaces read stored results again when it changes. */
export function followScaleOfBooks(
  books: { readonly scale: RiskScale | null; readonly onDidChange: vscode.Event<void> },
  session: { refresh(): void },
): vscode.Disposable {
  let known = '';
  scaleOfBooks = () => books.scale;
  return books.onDidChange(() => {
    const now = JSON.stringify(books.scale);
    if (now !== known) session.refresh();
    known = now;
  });
}

/** A change of the signed-in account. */
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
  readonly memory: Pick<vscode.Memento, 'get' | 'update'>;
  readonly sample: { connection(): Promise<Connection>; dispose(): void };
}

const lastAccount = 'lastAccount';

/** Who is signed in, as read from settings, the mode file, and the secret storage. */
export class CurrentSession {
  readonly #parts: SessionParts;
  readonly #changed = new vscode.EventEmitter<SessionChange>();
  readonly onDidChange: vscode.Event<SessionChange> = this.#changed.event;
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
  async change<Result>(steps: () => Promise<Result>): Promise<Result> {
    this.#known = undefined;
    // One change after the other.
    const changed = this.#changing.then(steps);
    this.#changing = changed.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await changed;
    } finally {
      this.refresh();
    }
  }

  /** Forgets what was read; the next call reads it again. */
  refresh(): void {
    // Nothing was requested so far, so don't read anything now.
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
   * The destination and credentials for an account's calls, of which no copy is kept here;
   * undefined if it is no longer in use. Starts the sample service for its own account.
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

  /** Credentials may disappear for any reason; their results stay stored. */
  async #withLast(read: Identity): Promise<Identity> {
    const { memory } = this.#parts;
    const last = memory.get<string>(lastAccount);
    if (read.kind === 'signedOut') return { ...read, last };
    if (read.kind === 'service' && read.key !== last) await memory.update(lastAccount, read.key);
    return read;
  }
}

/** The account in use; undefined if there is none, after showing the user how to sign in. */
export async function requireSignedIn(
  session: Pick<Session, 'identity'>,
  notifier: Pick<Notifier, 'signedOut'>,
): Promise<SignedIn | undefined> {
  const identity = await session.identity();
  if (isSignedIn(identity)) return identity;
  notifier.signedOut(identity);
  return undefined;
}

/** The key of the account in use, if any. */
export async function accountInUse(
  session: Pick<Session, 'identity'>,
): Promise<string | undefined> {
  const identity = await session.identity();
  return isSignedIn(identity) ? identity.key : undefined;
}
