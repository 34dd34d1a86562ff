// Without `node:`: these are the names under which VS Code hands out its patched modules.
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'http';
import { request as requestHttps } from 'https';
import type { Socket } from 'net';
import { TLSSocket } from 'tls';
import { faultOf } from './faults.ts';
import { readResponse } from './response.ts';
import type { Transport, WireOutcome, WireRequest } from './transport.ts';

/**
 * Node's own client without an agent of ours, so that VS Code's patched one serves proxies found
 * by script, Kerberos and the system's certificates. It follows no redirect, decodes nothing and
 * sends a POST once.
 */
export function createNodeTransport(requesters: Requesters = own): Transport {
  return {
    send: (...call) => send(requesters, ...call),
    finish: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** `request` of `http` and of `https`; tests hand in patched ones. */
export interface Requesters {
  readonly http: typeof requestHttp;
  readonly https: typeof requestHttps;
}

const own: Requesters = { http: requestHttp, https: requestHttps };

async function send(
  requesters: Requesters,
  wire: WireRequest,
  signal: AbortSignal,
  onSent: () => void,
): Promise<WireOutcome> {
  const limit = AbortSignal.timeout(wire.timeLimitMs);
  const isTls = wire.url.startsWith('https:');
  try {
    const request = (isTls ? requesters.https : requesters.http)(wire.url, {
      method: wire.method,
      headers: { authorization: wire.authorization, 'accept-encoding': 'identity' },
      signal: AbortSignal.any([signal, limit]),
    });
    const response = await answerOf(request, isTls, onSent);
    return await readResponse(
      response.statusCode ?? 0,
      response.headers,
      response,
      wire.maxBodyBytes,
    );
  } catch (error) {
    if (signal.aborted) return { ok: false, fault: { kind: 'cancelled' } };
    if (limit.aborted) return { ok: false, fault: { kind: 'timeout' } };
    return { ok: false, fault: faultOf(error) };
  }
}

function answerOf(
  request: ClientRequest,
  isTls: boolean,
  onSent: () => void,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('socket', (socket) => whenWritable(socket, isTls, onSent));
  request.on('response', resolve);
  // It stays, or what comes after the answer would have nobody to hear it.
  request.on('error', reject);
  request.end();
  return promise;
}

/**
 * Calls back before the first byte of the request can leave: on a TLS connection with the end of
 * the handshake. A proxy that refuses a tunnel answers on a plain socket: then nothing was sent.
 */
function whenWritable(socket: Socket, isTls: boolean, onSent: () => void): void {
  if (!isTls) {
    if (socket.connecting) socket.once('connect', onSent);
    else onSent();
  } else if (socket instanceof TLSSocket) {
    if (isHandshaken(socket)) onSent();
    else socket.once('secureConnect', onSent);
  }
}

/**
 * A handshake ends with one of the two, also where certificates are not insisted on: then a socket
 * that is used again is not authorized, and yet carries the request at once.
 */
function isHandshaken(socket: TLSSocket): boolean {
  return !socket.connecting && (socket.authorized || Boolean(socket.authorizationError));
}
