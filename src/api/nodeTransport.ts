// Without `node:`: VS Code provides its patched modules under these names.
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'http';
import { request as requestHttps } from 'https';
import type { Socket } from 'net';
import { TLSSocket } from 'tls';
import { CallEnd } from './callEnd.ts';
import { readResponse } from './response.ts';
import {
  headersOf,
  isLate,
  LateError,
  type Transport,
  type WireOutcome,
  type WireRequest,
} from './transport.ts';

/**
 * Node's own client without our agent, so that VS Code's patched one handles PAC scripts, Kerberos,
 * and system certificates. It follows no redirect and sends a POST once.
 */
export function createNodeTransport(requesters: Requesters = own): Transport {
  return {
    send: (...call) => send(requesters, ...call),
    finish: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** `request` of `http` and of `https`; tests pass patched ones. */
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
  const end = new CallEnd(signal, wire.timeLimitMs);
  const isTls = isHttps(wire);
  try {
    const request = (isTls ? requesters.https : requesters.http)(wire.url, {
      method: wire.method,
      headers: headersOf(wire),
      // Ignore NODE_TLS_REJECT_UNAUTHORIZED=0: it must not expose a license key.
      ...(isTls && { rejectUnauthorized: true }),
      signal: end.signal,
    });
    // As with undici, for one request; an agent of our own would bypass the proxy of VS Code's.
    request.shouldKeepAlive = false;
    const response = await end.race(answerOf(request, wire, onSent));
    const { statusCode: status = 0, headers } = response;
    return await readResponse({ status, headers, body: response }, wire.maxBodyBytes, (error) =>
      end.faultOf(error),
    );
  } catch (error) {
    return { ok: false, fault: end.faultOf(error) };
  }
}

function isHttps({ url }: WireRequest): boolean {
  return url.startsWith('https:');
}

function answerOf(
  request: ClientRequest,
  wire: WireRequest,
  onSent: () => void,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('socket', (socket) => {
    whenWritable(socket, isHttps(wire), (problem) => {
      if (problem !== undefined) request.destroy(problem);
      else if (isLate(wire)) request.destroy(new LateError());
      // A call that ended before its connection was made sends nothing.
      else if (!request.destroyed) onSent();
    });
  });
  request.on('response', resolve);
  // Keep the listener: later errors would go unhandled.
  request.on('error', reject);
  // After status 101 the socket is closed, and no other event ends the call.
  request.on('close', () => reject(Object.assign(new Error('Closed.'), { code: 'ECONNRESET' })));
  request.end();
  return promise;
}

/** A certificate that was not accepted, even if Node was configured not to require one. */
class UnauthorizedError extends Error {
  readonly code: string;

  constructor({ authorizationError }: TLSSocket) {
    super('The certificate is not trusted.');
    // Declared as an Error, but holds the code of one.
    this.code = String(authorizationError);
  }
}

/**
 * Calls back before the first byte of the request can leave: on a TLS connection, at the end of the
 * handshake. A proxy that rejects a tunnel responds on a plain socket: then nothing was sent. The
 * certificate is checked here again, because a patched client may reuse a connection that did not
 * require one. (Node rejects at this point too, and sends nothing before it.)
 */
function whenWritable(
  socket: Socket,
  isTls: boolean,
  call: (problem?: UnauthorizedError) => void,
): void {
  if (!isTls) {
    if (socket.connecting) socket.once('connect', () => call());
    else call();
  } else if (socket instanceof TLSSocket) {
    const check = (): void => call(socket.authorized ? undefined : new UnauthorizedError(socket));
    if (isHandshaken(socket)) check();
    else socket.once('secureConnect', check);
  }
}

/**
 * Resolves a handshake either way, even if certificates are not required: a reused socket may turn
 * out unauthorized and still carry the request immediately.
 */
function isHandshaken(socket: TLSSocket): boolean {
  return !socket.connecting && (socket.authorized || Boolean(socket.authorizationError));
}
