import { createServiceClient, readJobId, type ServiceClient } from '../api/client.ts';
import type { Endpoint, Failure, Outcome } from '../api/failure.ts';
import type { Transport } from '../api/transport.ts';
import { sampleAccountKey, type ConnectedAccount } from '../lookups/account.ts';
import {
  OtherAccountError,
  type AccountRef,
  type CallEntry,
  type EngineHost,
  type EngineSettings,
  type LoggedFailure,
} from './engine.ts';

interface AccountParts {
  readonly host: Pick<EngineHost, 'connection' | 'onCall' | 'onFault'>;
  readonly transport: Pick<Transport, 'send'>;
  readonly settings: () => EngineSettings;
}

/** The accounts that calls were made for since the user signed in, with their credentials. */
export class Accounts {
  readonly #parts: AccountParts;
  #clients = new Map<string, Promise<ServiceClient>>();

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** @throws OtherAccountError if it is no longer the account in use: then nothing is sent */
  async open(account: AccountRef): Promise<ConnectedAccount> {
    const { host, settings } = this.#parts;
    const isSample = account.key === sampleAccountKey;
    const client = isSample
      ? sampleClient(() => connect(this.#parts, account), host)
      : await this.#clientOf(account);
    return {
      ...account,
      client: loggedClient(client, (entry) => host.onCall(entry)),
      serviceChain: (network) => (isSample ? network : (settings().chainIds[network] ?? network)),
    };
  }

  /** Forgets all credentials. */
  clear(): void {
    this.#clients = new Map();
  }

  #clientOf(account: AccountRef): Promise<ServiceClient> {
    const name = JSON.stringify([account.key, account.credential]);
    const own = this.#clients;
    let client = own.get(name);
    if (client === undefined) {
      client = connect(this.#parts, account);
      own.set(name, client);
      client.catch(() => own.delete(name));
    }
    return client;
  }
}

async function connect(
  { host, transport }: AccountParts,
  account: AccountRef,
): Promise<ServiceClient> {
  const connection = await host.connection(account);
  if (connection === undefined) throw new OtherAccountError();
  const { base, tenantId, apiKey } = connection;
  return createServiceClient({ transport, base, credentials: { tenantId, apiKey } });
}

/** Finds the sample service for every call: it may have ended and another started since. */
function sampleClient(
  connect: () => Promise<ServiceClient>,
  host: Pick<EngineHost, 'onFault'>,
): ServiceClient {
  async function call<T>(
    endpoint: Endpoint,
    work: (client: ServiceClient) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    let client: ServiceClient;
    try {
      client = await connect();
    } catch (error) {
      host.onFault('sample service', error);
      return { ok: false, failure: { kind: 'sampleService', endpoint, wasSent: false } };
    }
    return work(client);
  }

  return {
    start: (...args) => call('start', (client) => client.start(...args)),
    status: (...args) => call('status', (client) => client.status(...args)),
    // The sample service puts no credential into an ID.
    reveal: (jobId) => jobId,
    adopt: readJobId,
    summary: (...args) => call('summary', (client) => client.summary(...args)),
    async check(signal) {
      const outcome = await call('status', async (client) => ({
        ok: true,
        value: await client.check(signal),
      }));
      return outcome.ok ? outcome.value : { kind: 'failed', failure: outcome.failure };
    },
  };
}

/** The same client, with an entry for every call. */
function loggedClient(client: ServiceClient, onCall: (entry: CallEntry) => void): ServiceClient {
  async function logged<T>(endpoint: Endpoint, call: Promise<Outcome<T>>): Promise<Outcome<T>> {
    const began = performance.now();
    const outcome = await call;
    onCall({
      kind: 'call',
      endpoint,
      failure: outcome.ok ? undefined : loggedFailure(outcome.failure),
      elapsedMs: performance.now() - began,
    });
    return outcome;
  }

  return {
    start: (...args) => logged('start', client.start(...args)),
    status: (...args) => logged('status', client.status(...args)),
    reveal: (sealedId) => client.reveal(sealedId),
    adopt: (text) => client.adopt(text),
    summary: (...args) => logged('summary', client.summary(...args)),
    async check(signal) {
      const outcome = await client.check(signal);
      const result =
        outcome.kind === 'answered' ? `responded with ${outcome.status}` : outcome.failure.kind;
      onCall({ kind: 'check', result });
      return outcome;
    },
  };
}

function loggedFailure({ kind, wasSent, status, code }: Failure): LoggedFailure {
  return {
    kind,
    wasSent,
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
  };
}
