import { EventEmitter, type Event } from 'vscode';
import type { ServiceClient } from '../api/client.ts';
import type { Endpoint, Outcome } from '../api/failure.ts';
import { readServiceUrl, type ServiceUrlProblem } from '../api/serviceUrl.ts';
import { accountKey, sampleAccountKey, type Account } from '../lookups/account.ts';
import type { Desk } from '../lookups/desk.ts';
import type { attachSampleService } from '../sample/attach.ts';
import type { BoundCredentials, CredentialStore } from './credentials.ts';
import { loggedClient, type Log } from './log.ts';
import type { ModeFile } from './mode.ts';
import { settings } from './settings.ts';

/** Whom the service takes us for, as far as it can be known without asking anyone. */
export type Identity =
  | { readonly kind: 'sample'; readonly key: string }
  | { readonly kind: 'service'; readonly key: string; readonly credentials: BoundCredentials }
  | { readonly kind: 'signedOut' }
  /** Credentials are there, but for another origin than the service URL names now. */
  | { readonly kind: 'otherOrigin' }
  | { readonly kind: 'badServiceUrl'; readonly problem: ServiceUrlProblem };

export type SignedIn = Extract<Identity, { key: string }>;

/**
 * While it cannot be told whether sample mode is on, nobody is signed in: what was meant for the
 * sample service must not be paid for. Never kept, so that the next question looks again.
 */
const nobody: Identity = { kind: 'signedOut' };

/** Whether it is another account, or other credentials of the same, that calls are made for now. */
export interface SessionChange {
  readonly isOtherAccount: boolean;
}

type SampleService = Awaited<ReturnType<typeof attachSampleService>>;

export interface Session {
  /** Reads no network; the secret on first use. */
  identity(): Promise<Identity>;
  /** The account to ask; starts the sample service in sample mode. */
  account(identity: SignedIn): Promise<Account>;
  /** Forgets what was read; the next question looks again. */
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
  /** The one that listeners know of. */
  let told: Identity | undefined;
  /** Something may have changed that listeners have not been told of. */
  let isOverdue = false;
  let unwatch: (() => void) | undefined;
  let sample: Promise<SampleService> | undefined;

  function refresh(): void {
    // Nothing was asked so far: then nothing is read now either.
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
        // A keyring may be locked for a moment: the next question tries again.
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
    if (read === nobody) known = undefined;
    if (isNews) changed.fire({ isOtherAccount });
  }

  async function readIdentity(): Promise<Identity> {
    unwatch ??= mode.watch(() => refresh());
    try {
      if (await mode.isSample()) return { kind: 'sample', key: sampleAccountKey };
    } catch (error) {
      if (told !== nobody) {
        log.fault('mode', error);
        log.note('Whether sample mode is on cannot be read: no call is made until it can.');
      }
      return nobody;
    }
    const url = settings.serviceUrl();
    if (url === '') return { kind: 'signedOut' };
    const service = readServiceUrl(url);
    if (!service.ok) return { kind: 'badServiceUrl', problem: service.problem };
    const bound = await credentials.read();
    if (bound === undefined) return { kind: 'signedOut' };
    if (bound.origin !== service.origin) return { kind: 'otherOrigin' };
    return {
      kind: 'service',
      key: accountKey(bound.origin, bound.tenantId),
      credentials: bound,
    };
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

  /** Finds the service anew for every call: it may have ended, and another begun, in between. */
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
      // Asked again here, next to where the key is used: it goes to the origin it was given for.
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
