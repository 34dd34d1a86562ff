import {
  HttpServiceClient,
  observedClient,
  readJobId,
  type JobIds,
  type ServiceClient,
} from '../api/client.ts';
import type { Endpoint, Failure, Outcome } from '../api/failure.ts';
import type { Transport } from '../api/transport.ts';
import { sampleAccountKey, type ConnectedAccount } from '../paid/account.ts';
import {
  OtherAccountError,
  type AccountRef,
  type EngineHost,
  type EngineSettings,
  type LoggedFailure,
} from './engine.ts';

interface AccountParts {
  readonly host: Pick<EngineHost, 'connection' | 'onCall' | 'onFault'>;
  readonly transport: Pick<Transport, 'send'>;
  readonly settings: () => EngineSettings;
}

type CredentialSession = ReturnType<typeof newCredentialSession>;

/** The accounts that calls were made for since the user signed in, with their credentials. */
export class Accounts {
  readonly #parts: AccountParts;
  #clients = new Map<string, Promise<HttpServiceClient>>();
  #stay: CredentialSession = newCredentialSession();

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** @throws OtherAccountError if it is no longer the account in use; then nothing is sent */
  async open(account: AccountRef): Promise<ConnectedAccount> {
    const stay = this.#stay;
    const isSample = account.key === sampleAccountKey;
    // The sample service is looked for at each call: it may have ended and another started since.
    const connect = isSample
      ? () => connectTo(this.#parts, account)
      : await this.#clientOf(account).then((client) => () => Promise.resolve(client));
    if (stay !== this.#stay) throw new OtherAccountError();
    return {
      ...account,
      client: accountClient(connect, stay, this.#parts.host),
      signal: stay.end.signal,
      serviceChain: (network) => this.serviceChain(account, network),
    };
  }

  /** The service's identifier for one of our networks. */
  serviceChain({ key }: Pick<AccountRef, 'key'>, network: string): string {
    if (key === sampleAccountKey) return network;
    return this.#parts.settings().chainIds[network] ?? network;
  }

  /** Seals and opens job IDs of an account. */
  async jobIds(account: AccountRef): Promise<JobIds> {
    return account.key === sampleAccountKey ? sampleJobIds : this.#clientOf(account);
  }

  /** Reads the connection again for the next call. */
  reconnect(): void {
    this.#clients = new Map();
  }

  /**
   * Forgets all credentials. Resolves when no call with them is in flight: of those already sent, the
   * responses are still read for a few seconds.
   */
  async leave(): Promise<void> {
    const { end, inFlight } = this.#stay;
    this.#stay = newCredentialSession();
    this.reconnect();
    end.abort();
    await Promise.allSettled(inFlight);
  }

  #clientOf(account: AccountRef): Promise<HttpServiceClient> {
    const name = JSON.stringify([account.key, account.credential]);
    const own = this.#clients;
    let client = own.get(name);
    if (client === undefined) {
      client = connectTo(this.#parts, account);
      own.set(name, client);
      client.catch(() => own.delete(name));
    }
    return client;
  }
}

/** The sample service puts no credential into an ID. */
const sampleJobIds: JobIds = { adopt: readJobId, reveal: (jobId) => jobId };

/** From a sign-in to the next sign-out. */
function newCredentialSession() {
  return { end: new AbortController(), inFlight: new Set<Promise<unknown>>() };
}

async function connectTo(
  { host, transport }: AccountParts,
  account: AccountRef,
): Promise<HttpServiceClient> {
  const connection = await host.connection(account);
  if (connection === undefined) throw new OtherAccountError();
  const { base, tenantId, apiKey } = connection;
  return new HttpServiceClient({ transport, base, credentials: { tenantId, apiKey } });
}

type Work<T> = (client: ServiceClient, signal: AbortSignal) => Promise<Outcome<T>>;

/** The calls of an account until the user leaves it, each with an entry in the log. */
function accountClient(
  connect: () => Promise<ServiceClient>,
  { end, inFlight }: CredentialSession,
  host: Pick<EngineHost, 'onCall' | 'onFault'>,
): ServiceClient {
  /** An aborted signal sends nothing. */
  function call<T>(endpoint: Endpoint, signal: AbortSignal, work: Work<T>): Promise<Outcome<T>> {
    const either = AbortSignal.any([signal, end.signal]);
    const calling = connect().then(
      (client) => work(client, either),
      (error: unknown): Outcome<T> => {
        host.onFault('sample service', error);
        return { ok: false, failure: { kind: 'sampleService', endpoint, wasSent: false } };
      },
    );
    inFlight.add(calling);
    return calling.finally(() => inFlight.delete(calling));
  }

  const unlogged: ServiceClient = {
    start: (target, signal, deadline) =>
      call('start', signal, (client, either) => client.start(target, either, deadline)),
    status: (id, signal, deadline) =>
      call('status', signal, (client, either) => client.status(id, either, deadline)),
    summary: (target, signal, deadline) =>
      call('summary', signal, (client, either) => client.summary(target, either, deadline)),
    async check(signal, deadline) {
      const outcome = await call('status', signal, (client, either) =>
        client.check(either, deadline),
      );
      const result = outcome.ok ? `responded with ${outcome.value.status}` : outcome.failure.kind;
      host.onCall({ kind: 'check', result });
      return outcome;
    },
  };
  return observedClient(unlogged, (endpoint, outcome, elapsedMs) => {
    const failure = outcome.ok ? undefined : loggedFailure(outcome.failure);
    const { requestId } = outcome.ok ? outcome.value : outcome.failure;
    host.onCall({ kind: 'call', endpoint, failure, requestId, elapsedMs });
  });
}

function loggedFailure({ kind, wasSent, status, code }: Failure): LoggedFailure {
  return { kind, wasSent, status, code };
}
