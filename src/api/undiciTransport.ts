import { Agent, DecoratorHandler, type Dispatcher } from 'undici';
import { CallEnd } from './callEnd.ts';
import { faultOf } from './faults.ts';
import {
  connectTimeoutMs,
  plain,
  RemoteDispatcher,
  verified,
  type RemoteOptions,
} from './remoteDispatcher.ts';
import { readResponse } from './response.ts';
import { isLoopback } from './serviceUrl.ts';
import {
  headersOf,
  isLate,
  LateError,
  type Transport,
  type WireFault,
  type WireOutcome,
  type WireRequest,
} from './transport.ts';

/**
 * `request()` over our own Agent: measured, it sends a POST once whatever the response (`fetch`
 * sends it again on 421 and 307), and it leaves bodies encoded, so that we decode up to a limit.
 */
export function createUndiciTransport(options: RemoteOptions = {}): Transport {
  // Services on this machine are reached directly, so that no proxy learns of them.
  const local = new Agent({ ...plain, connect: { ...verified, timeout: connectTimeoutMs } });
  const remote = new RemoteDispatcher(options);
  const inFlight = new Set<Promise<unknown>>();

  async function sendWithin(wire: WireRequest, end: CallEnd, onSent: () => void) {
    let dispatcher: Dispatcher;
    try {
      const isLocal = isLoopback(new URL(wire.url).hostname);
      dispatcher = isLocal ? local : await end.race(remote.reach());
    } catch (error) {
      return { ok: false, fault: setupFaultOf(error, end) } as const;
    }
    return send(dispatcher, wire, end, onSent);
  }

  /** Nothing has been sent at this point. */
  function setupFaultOf(error: unknown, end: CallEnd): WireFault {
    if (end.signal.aborted) return end.faultOf(error);
    // For example, a proxy URL without a scheme.
    return remote.isClosed ? { kind: 'network' } : { ...faultOf(error), kind: 'proxy' };
  }

  return {
    send(wire, signal, onSent) {
      const sending = sendWithin(wire, new CallEnd(signal, wire.timeLimitMs), onSent);
      inFlight.add(sending);
      return sending.finally(() => inFlight.delete(sending));
    },
    async finish() {
      await Promise.allSettled(inFlight);
      await Promise.all([local.close(), remote.finish()]);
    },
    async close() {
      await Promise.all([local.destroy(), remote.close()]);
    },
  };
}

async function send(
  dispatcher: Dispatcher,
  wire: WireRequest,
  end: CallEnd,
  onSent: () => void,
): Promise<WireOutcome> {
  try {
    const { origin, pathname, search } = new URL(wire.url);
    const requesting = dispatcher.compose(announceSending(wire, onSent)).request({
      origin,
      path: `${pathname}${search}`,
      method: wire.method,
      headers: headersOf(wire),
      signal: end.signal,
      headersTimeout: wire.timeLimitMs,
      bodyTimeout: wire.timeLimitMs,
    });
    const { statusCode: status, headers, body } = await end.race(requesting);
    return await readResponse({ status, headers, body }, wire.maxBodyBytes, (error) =>
      end.faultOf(error),
    );
  } catch (error) {
    return { ok: false, fault: end.faultOf(error) };
  }
}

/** `onRequestStart` runs on a connected socket, before the head of the request is written to it. */
function announceSending(
  wire: WireRequest,
  onSent: () => void,
): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const announcing: Dispatcher.DispatchHandler = new DecoratorHandler(handler);
    const onRequestStart = announcing.onRequestStart?.bind(announcing);
    announcing.onRequestStart = (controller, context) => {
      onRequestStart?.(controller, context);
      // A call that ended while it was connecting is aborted here, and nothing is written.
      if (controller.aborted) return;
      if (isLate(wire)) controller.abort(new LateError());
      else onSent();
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
