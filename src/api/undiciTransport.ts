import { Agent, DecoratorHandler, EnvHttpProxyAgent, request, type Dispatcher } from 'undici';
import { faultOf } from './faults.ts';
import { readResponse } from './response.ts';
import { isLoopback } from './serviceUrl.ts';
import type { Transport, WireOutcome, WireRequest } from './transport.ts';

export interface UndiciOptions {
  /** The user's proxy; if empty or omitted, the environment variables apply. */
  readonly proxy?: string;
  /** Hosts reached without the proxy; if empty or omitted, the environment applies. */
  readonly noProxy?: readonly string[];
  /** No proxy at all, whatever else is set. */
  readonly isDirect?: boolean;
  /** Certificates to trust, as PEM; if omitted, Node's own. */
  readonly certificates?: () => Promise<readonly string[] | undefined>;
}

/** Always: ignore NODE_TLS_REJECT_UNAUTHORIZED=0, which must not expose a license key. */
const verified = { rejectUnauthorized: true } as const;

/**
 * HTTP/2 may move a refused stream to a new connection automatically: that would be a second POST.
 */
const plain = { allowH2: false, pipelining: 1 } as const;
const connectTimeoutMs = 15_000;

/**
 * `request()` over our own Agent: measured, it sends a POST once whatever the response (`fetch`
 * sends it again on 421 and 307), and it leaves bodies encoded, so that the size limit is accurate.
 */
export function createUndiciTransport(options: UndiciOptions = {}): Transport {
  // Reach services on this machine directly, so that no proxy learns of them.
  const local = new Agent({ ...plain, connect: { ...verified, timeout: connectTimeoutMs } });
  let remote: Promise<Dispatcher> | undefined;

  /** A failed setup is repeated by the next request: the cause may be gone. */
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
    const tls = {
      ...verified,
      timeout: connectTimeoutMs,
      ...(ca === undefined ? {} : { ca: [...ca] }),
    };
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
        // For example, a proxy URL without a scheme; nothing has been sent by then.
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
  // A dispatcher that was never set up needs no closing; its request has reported the fault.
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
    const onResponseStart = announcing.onResponseStart?.bind(announcing);
    announcing.onResponseStart = (controller, status, ...rest) => {
      // Interim responses (103 and its kind) come before the one that was paid for. The decorator
      // takes the first for the only one and would throw away the second.
      if (status >= 200) onResponseStart?.(controller, status, ...rest);
    };
    return dispatch(options, announcing);
  };
}
