import { EventEmitter, type Event } from 'vscode';
import type { ServiceClient } from '../api/client.ts';
import type { Endpoint, Outcome } from '../api/failure.ts';
import { readServiceUrl, type ServiceUrlProblem } from '../api/serviceUrl.ts';
import { accountKey, sampleAccountKey, type Account } from '../lookups/account.ts';
import type { Desk } from '../lookups/desk.ts';
import type { attachSampleService } from '../sample/attach.ts';
import type { BoundCredentials, CredentialStore } from './credentials.ts';
import { loggedClient, type Log } from './log.ts';
import type { Mode, ModeFile } from './mode.ts';
import { settings } from './settings.ts';

/** Which account is in use, as far as that is known without a call. */
export type Identity =
  | { readonly kind: 'sample'; readonly key: string }
  | { readonly kind: 'service'; readonly key: string; readonly credentials: BoundCredentials }
  | { readonly kind: 'signedOut' }
  /** There are credentials, but for a different origin than the service URL has now. */
  | { readonly kind: 'otherOrigin' }
  | { readonly kind: 'badServiceUrl'; readonly problem: ServiceUrlProblem }
  /**
   * There are credentials, but the mode file is missing or unreadable: it may have said `sample`.
   * The user chooses; no paid call is made before.
   */
  | { readonly kind: 'undecided'; readonly origin: string };

export type SignedIn = Extract<Identity, { key: string }>;

/** `isOtherAccount`: calls now use another account, or other credentials of the same one. */
export interface SessionChange {
  readonly isOtherAccount: boolean;
}

type SampleService = Awaited<ReturnType<typeof attachSampleService>>;

export interface Session {
  /** Reads no network; the secret on first use. */
  identity(): Promise<Identity>;
  /** The account to call; starts the sample service in sample mode. */
  account(identity: SignedIn): Promise<Account>;
  /** Forgets what was read; the next call reads it again. */
  refresh(): void;
  readonly onDidChange: Event<SessionChange>;
  dispose(): void;
}

export function createSession(parts: {
  readonly mode: ModeFile;
  readonly credentials: CredentialStore;
  readonly openDesk: () => Promise<Desk>;
  readonly attachSample: () => Promise<SampleService>;
  readonly log: Log;
}): Session {
  const { mode, credentials, openDesk, log } = parts;
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
    if (current === 'sample') return { kind: 'sample', key: sampleAccountKey };
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
      credentials: bound,
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

  async function sampleClient(): Promise<ServiceClient> {
    sample ??= parts.attachSample().then((service) => {
      service.onLost(() => {
        sample = undefined;
      });
      return service;
    });
    const service = await sample;
    return (await openDesk()).connect(service.baseUrl, service);
  }

  /** Finds the service for every call: it may have ended and another started since. */
  async function sampleCall<T>(
    endpoint: Endpoint,
    call: (client: ServiceClient) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    let client: ServiceClient;
    try {
      client = await sampleClient();
    } catch (error) {
      sample = undefined;
      log.fault('sample service', error);
      return { ok: false, failure: { kind: 'sampleService', endpoint, wasSent: false } };
    }
    return call(client);
  }

  const sampleServiceClient: ServiceClient = {
    start: (...args) => sampleCall('start', (client) => client.start(...args)),
    status: (...args) => sampleCall('status', (client) => client.status(...args)),
    // The sample service puts no credential into an ID.
    reveal: (jobId) => jobId,
    summary: (...args) => sampleCall('summary', (client) => client.summary(...args)),
    async check(signal) {
      const outcome = await sampleCall('status', async (client) => ({
        ok: true,
        value: await client.check(signal),
      }));
      return outcome.ok ? outcome.value : { kind: 'failed', failure: outcome.failure };
    },
  };

  return {
    identity,
    async account(identity) {
      if (identity.kind === 'sample') {
        return {
          key: identity.key,
          origin: sampleAccountKey,
          credential: sampleAccountKey,
          client: loggedClient(sampleServiceClient, log),
          serviceChain: (network) => network,
        };
      }
      const service = readServiceUrl(settings.serviceUrl());
      const { origin, id } = identity.credentials;
      // Check again next to where the key is used: it may be sent only to its own origin.
      if (!service.ok || service.origin !== origin) throw new Error('The origin has changed.');
      const client = (await openDesk()).connect(service.base, identity.credentials);
      return {
        key: identity.key,
        origin,
        credential: id,
        client: loggedClient(client, log),
        serviceChain: (network) => settings.serviceChain(network),
      };
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

function nameOf(identity: Identity): string {
  if (identity.kind === 'service') return `${identity.key} ${identity.credentials.id}`;
  return identity.kind;
}
