import { LateError, type WireFault } from './transport.ts';

const tlsCode =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_|HOSTNAME_MISMATCH|CRL_|EPROTO)/;
const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/**
 * The fault behind an error of undici or Node. Only its code is kept: messages of HTTP stacks quote
 * headers and URLs, which contain secrets.
 */
export function faultOf(error: unknown): WireFault {
  if (error instanceof LateError) return { kind: 'late' };
  const code = codeOf(error);
  if (code === undefined) return { kind: 'network' };
  if (tlsCode.test(code)) return { kind: 'tls', code };
  if (timeoutCodes.has(code)) return { kind: 'timeout', code };
  // Without our signal, undici aborts only when a proxy rejects the tunnel.
  if (code.startsWith('UND_ERR_PRX') || code === 'UND_ERR_ABORTED') return { kind: 'proxy', code };
  return { kind: 'network', code };
}

/** Searches `cause`, and the errors of each address of a host. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause;
  const own = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // undici wraps some socket errors; the cause is more specific.
  return own === undefined || own === 'UND_ERR_SOCKET' ? (codeOf(inner) ?? own) : own;
}
