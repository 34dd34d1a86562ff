import { Agent, DecoratorHandler, EnvHttpProxyAgent, request, type Dispatcher } from 'undici';
import { faultOf } from './faults.ts';
import { readResponse } from './response.ts';
import { isLoopback } from './serviceUrl.ts';
import type { Transport, WireOutcome, WireRequest } from './transport.ts';

export interface UndiciOptions {
  /** A person's own proxy; empty or left out: what the environment variables say. */
  readonly proxy?: string;
  /** Hosts that are reached without it; empty or left out: what the environment says. */
  readonly noProxy?: readonly string[];
  /** No proxy at all, whatever else is set. */
  readonly isDirect?: boolean;
  /** Certificates to trust, PEM; left out: those that Node carries. */
  readonly certificates?: () => Promise<readonly string[] | undefined>;
}

/** HTTP/2 may move a refused stream to a new connection by itself: that would be a second POST. */
const plain = { allowH2: false, pipelining: 1 } as const;
const connectTimeoutMs = 15_000;

/**
 * `request()` over an Agent of our own: measured, it sends a POST once whatever the answer is
 * (`fetch` sends it again on 421 and 307), and it leaves bodies encoded, so that a size limit
 * counts what it says.
 */
export function createUndiciTransport(options: UndiciOptions = {}): Transport {
  // What is on this machine is reached directly, or a proxy would be told of it.
  const local = new Agent({ ...plain, connect: { timeout: connectTimeoutMs } });
  let remote: Promise<Dispatcher> | undefined;

  /** What could not be set up is tried anew by the next request: the cause may be gone. */
  async function reachRemote(): Promise<Dispatcher> {
    const connecting = (remote ??= connectRemote());
    try {
      return await connecting;
    } catch (error) {
      if (remote === connecting) remote = undefined;
      throw error;
    }
  }

  async function connectRemote(): Promise<Dispatcher> {
    const ca = await options.certificates?.();
    const tls = { timeout: connectTimeoutMs, ...(ca === undefined ? {} : { ca: [...ca] }) };
    if (options.isDirect === true) return new Agent({ ...plain, connect: tls });
    const { proxy = '', noProxy = [] } = options;
    return new EnvHttpProxyAgent({
      ...plain,
      connect: tls,
      requestTls: tls,
      proxyTls: tls,
      ...(proxy === '' ? {} : { httpProxy: proxy, httpsProxy: proxy }),
      ...(noProxy.length === 0 ? {} : { noProxy: noProxy.join(',') }),
    });
  }

  return {
    async send(wire, signal, onSent) {
      let dispatcher: Dispatcher;
      try {
        dispatcher = isLoopback(new URL(wire.url).hostname) ? local : await reachRemote();
      } catch (error) {
        // Such as a proxy's URL without a scheme; nothing has left by then.
        return { ok: false, fault: { ...faultOf(error), kind: 'proxy' } };
      }
      return send(dispatcher, wire, signal, onSent);
    },
    async finish() {
      await Promise.all([local.close(), remote?.then((agent) => agent.close(), ignore)]);
    },
    async close() {
      await Promise.all([local.destroy(), remote?.then((agent) => agent.destroy(), ignore)]);
    },
  };
}

function ignore(): void {
  // What was never set up need not be let go of; its request has been told.
}

async function send(
  dispatcher: Dispatcher,
  wire: WireRequest,
  signal: AbortSignal,
  onSent: () => void,
): Promise<WireOutcome> {
  const limit = AbortSignal.timeout(wire.timeLimitMs);
  try {
    const response = await request(wire.url, {
      method: wire.method,
      headers: { authorization: wire.authorization, 'accept-encoding': 'identity' },
      signal: AbortSignal.any([signal, limit]),
      dispatcher: dispatcher.compose(announceSending(onSent)),
      headersTimeout: wire.timeLimitMs,
      bodyTimeout: wire.timeLimitMs,
    });
    return await readResponse(
      response.statusCode,
      response.headers,
      response.body,
      wire.maxBodyBytes,
    );
  } catch (error) {
    if (signal.aborted) return { ok: false, fault: { kind: 'cancelled' } };
    if (limit.aborted) return { ok: false, fault: { kind: 'timeout' } };
    return { ok: false, fault: faultOf(error) };
  }
}

/** `onRequestStart` runs on a connected socket, before the head of the request is written to it. */
function announceSending(onSent: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const announcing: Dispatcher.DispatchHandler = new DecoratorHandler(handler);
    const onRequestStart = announcing.onRequestStart?.bind(announcing);
    announcing.onRequestStart = (controller, context) => {
      onSent();
      onRequestStart?.(controller, context);
    };
    return dispatch(options, announcing);
  };
}
