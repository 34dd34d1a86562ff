import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici';

export interface RemoteOptions {
  /** The user's proxy; if empty or omitted, the environment variables apply. */
  readonly proxy?: string;
  /** Hosts reached without the proxy; if empty or omitted, the environment applies. */
  readonly noProxy?: readonly string[];
  /** No proxy at all, whatever else is set. */
  readonly isDirect?: boolean;
  /**
   * Certificates to trust, as PEM; Node's own if omitted. Undefined if they cannot be read now. The
   * signal aborts once they are no longer needed.
   */
  readonly certificates?: (signal: AbortSignal) => Promise<readonly string[] | undefined>;
  /** Monotonic milliseconds; for tests. */
  readonly now?: () => number;
}

/** Always: ignore NODE_TLS_REJECT_UNAUTHORIZED=0, which must not expose a license key. */
export const verified = { rejectUnauthorized: true } as const;

/**
 * HTTP/2 may move a refused stream to a new connection automatically: that would be a second POST. A
 * connection is for one request: a server that closes it while it is idle may take the next one with
 * it, and nothing shows that it was not read.
 */
export const plain = { allowH2: false, pipelining: 0 } as const;
export const connectTimeoutMs = 15_000;

/** How long Node's own certificates are used before the others are tried again. */
const retryCertificatesMs = 60_000;

/** Reaches services that are not on this machine; set up by the first request. */
export class RemoteDispatcher {
  readonly #options: RemoteOptions;
  readonly #now: () => number;
  readonly #closing = new AbortController();
  #loading: Promise<Dispatcher> | undefined;
  #current: Dispatcher | undefined;
  /** When to try the certificates again that could not be read. */
  #retryAt = Infinity;

  constructor(options: RemoteOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Rejects if it cannot be set up; the next request tries again, because the cause may be gone. */
  reach(): Promise<Dispatcher> {
    if (this.#current !== undefined && this.#now() < this.#retryAt) {
      return Promise.resolve(this.#current);
    }
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Lets requests in flight finish. */
  async finish(): Promise<void> {
    this.#closing.abort();
    await this.#current?.close();
  }

  /** Ends everything at once. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#current?.destroy();
  }

  async #load(): Promise<Dispatcher> {
    const { certificates } = this.#options;
    const ca = await certificates?.(this.#closing.signal);
    this.#closing.signal.throwIfAborted();
    const isMissing = certificates !== undefined && ca === undefined;
    this.#retryAt = isMissing ? this.#now() + retryCertificatesMs : Infinity;
    if (isMissing && this.#current !== undefined) return this.#current;
    this.#current?.close().catch(() => undefined);
    return (this.#current = dispatcherOf(this.#options, ca));
  }
}

function dispatcherOf(
  { isDirect, proxy = '', noProxy = [] }: RemoteOptions,
  ca: readonly string[] | undefined,
): Dispatcher {
  const tls = {
    ...verified,
    timeout: connectTimeoutMs,
    ...(ca === undefined ? {} : { ca: [...ca] }),
  };
  if (isDirect === true) return new Agent({ ...plain, connect: tls });
  return new EnvHttpProxyAgent({
    ...plain,
    connect: tls,
    requestTls: tls,
    proxyTls: tls,
    ...(proxy === '' ? {} : { httpProxy: proxy, httpsProxy: proxy }),
    ...(noProxy.length === 0 ? {} : { noProxy: noProxy.join(',') }),
  });
}
