import { EventEmitter, type Event } from 'vscode';
import { readServiceUrl, type ServiceUrlProblem } from '../../api/serviceUrl.ts';
import type { AccountRef, Connection } from '../../engine/engine.ts';
import { accountKey, sampleAccountKey } from '../../lookups/account.ts';
import type { attachSampleService } from '../../sample/attach.ts';
import type { CredentialStore } from './credentials.ts';
import type { Log } from '../shell/log.ts';
import type { Mode, ModeFile } from './mode.ts';
import { settings } from '../shell/settings.ts';

/** Which account is in use, as far as that is known without a call. */
export type Identity =
  | ({ readonly kind: 'sample' | 'service' } & AccountRef)
  | { readonly kind: 'signedOut' }
  /** There are credentials, but for a different origin than the service URL has now. */
  | { readonly kind: 'otherOrigin' }
  | { readonly kind: 'badServiceUrl'; readonly problem: ServiceUrlProblem }
  /**
   * There are credentials, but the mode file is missing or unreadable: it may have said `sample`.
   * The user chooses; no paid call is made before.
   */
  | { readonly kind: 'undecided'; readonly origin: string };

export type SignedIn = Extract<Identity, AccountRef>;

/** Whether calls can be made: a user who is signed in, or who uses sample data. */
export function isSignedIn(identity: Identity): identity is SignedIn {
  return identity.kind === 'sample' || identity.kind === 'service';
}

/** `isOtherAccount`: calls now use another account, or other credentials of the same one. */
export interface SessionChange {
  readonly isOtherAccount: boolean;
}

type SampleService = Awaited<ReturnType<typeof attachSampleService>>;

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

export function createSession(parts: {
  readonly mode: ModeFile;
  readonly credentials: CredentialStore;
  readonly attachSample: () => Promise<SampleService>;
  readonly log: Log;
}): Session {
  const { mode, credentials, log } = parts;
  const changed = new EventEmitter<SessionChange>();
  const secretWatch = credentials.onDidChange(() => refresh());
  let known: Promise<Identity> | undefined;
  /** The identity last sent to listeners. */
  let told: Identity | undefined;
  /** A change may not have reached listeners yet. */
  let isOverdue = false;
  /** Then nothing read is kept: the next call reads it again. */
  let isModeUnreadable = false;
  let unwatch: (() => void) | undefined;
  let sample: Promise<SampleService> | undefined;

  function refresh(): void {
    // Nothing was requested so far, so nothing is read now.
    if (known === undefined && told === undefined && !isOverdue) {
      changed.fire({ isOtherAccount: false });
      return;
    }
    known = undefined;
    isOverdue = true;
    identity().catch((error: unknown) => log.fault('session', error));
  }

  function identity(): Promise<Identity> {
    if (known !== undefined) return known;
    const reading = readIdentity();
    known = reading;
    reading.then(
      (read) => {
        if (known === reading) tell(read);
      },
      () => {
        if (known !== reading) return;
        // A keyring may be locked briefly: the next call tries again.
        known = undefined;
        isOverdue = true;
      },
    );
    return reading;
  }

  function tell(read: Identity): void {
    const isOtherAccount = told !== undefined && nameOf(told) !== nameOf(read);
    const isNews = isOverdue || isOtherAccount;
    told = read;
    isOverdue = false;
    if (isModeUnreadable) known = undefined;
    if (isNews) changed.fire({ isOtherAccount });
  }

  async function readIdentity(): Promise<Identity> {
    unwatch ??= mode.watch(() => refresh());
    const current = await readMode();
    if (current === 'sample') return { kind: 'sample', ...sampleAccount };
    const url = settings.serviceUrl();
    if (url === '') return { kind: 'signedOut' };
    const service = readServiceUrl(url);
    if (!service.ok) return { kind: 'badServiceUrl', problem: service.problem };
    const bound = await credentials.read();
    if (bound === undefined) return { kind: 'signedOut' };
    if (bound.origin !== service.origin) return { kind: 'otherOrigin' };
    if (current !== 'service') return { kind: 'undecided', origin: bound.origin };
    return {
      kind: 'service',
      key: accountKey(bound.origin, bound.tenantId),
      origin: bound.origin,
      credential: bound.id,
    };
  }

  async function readMode(): Promise<Mode | 'missing' | 'unreadable'> {
    try {
      const current = await mode.read();
      isModeUnreadable = false;
      return current;
    } catch (error) {
      if (!isModeUnreadable) {
        log.fault('mode', error);
        log.note('The mode file cannot be read. No paid call is made until you choose a service.');
      }
      isModeUnreadable = true;
      return 'unreadable';
    }
  }

  async function sampleConnection(): Promise<Connection> {
    const attaching = (sample ??= parts.attachSample());
    try {
      const service = await attaching;
      service.onLost(() => {
        if (sample === attaching) sample = undefined;
      });
      const { baseUrl, tenantId, apiKey } = service;
      return { base: baseUrl, tenantId, apiKey };
    } catch (error) {
      if (sample === attaching) sample = undefined;
      throw error;
    }
  }

  return {
    identity,
    async connection(account) {
      if (account.key === sampleAccountKey) return sampleConnection();
      const current = await identity();
      if (current.kind !== 'service' || nameOf(current) !== nameOf({ kind: 'service', ...account }))
        return undefined;
      const service = readServiceUrl(settings.serviceUrl());
      const bound = await credentials.read();
      // Check again next to where the key is handed out: it may be sent only to its own origin.
      if (!service.ok || bound?.origin !== service.origin) return undefined;
      if (bound.id !== account.credential || bound.origin !== account.origin) return undefined;
      const { tenantId, apiKey } = bound;
      return { base: service.base, tenantId, apiKey };
    },
    refresh,
    onDidChange: changed.event,
    dispose() {
      secretWatch.dispose();
      unwatch?.();
      changed.dispose();
      sample?.then((service) => service.dispose()).catch(() => undefined);
    },
  };
}

/** The sample service has one account, and its key is no secret. */
const sampleAccount: AccountRef = {
  key: sampleAccountKey,
  origin: sampleAccountKey,
  credential: sampleAccountKey,
};

function nameOf(identity: Identity): string {
  if (identity.kind === 'service') return `${identity.key} ${identity.credential}`;
  return identity.kind;
}
