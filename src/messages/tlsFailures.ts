import * as l10n from '@vscode/l10n';

/** A code of the system or the library, such as `ECONNREFUSED`, or the status of a proxy. */
export type Cause = string | number | undefined;

/**
 * OpenSSL’s codes for a response that isn't TLS, such as plain HTTP, where no certificate is at
 * fault.
 */
const notTls: ReadonlySet<Cause> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_UNKNOWN_PROTOCOL',
  'ERR_SSL_HTTP_REQUEST',
]);

/** Before anything was sent. */
export function tlsText(cause: Cause): string {
  if (cause === undefined) {
    return l10n.t('The certificate of the service could not be trusted. Nothing was sent.');
  }
  return notTls.has(cause)
    ? l10n.t(
        'The service does not speak TLS on this port ({0}). Nothing was sent. Check the host and the port of its URL.',
        cause,
      )
    : l10n.t('The certificate of the service could not be trusted ({0}). Nothing was sent.', cause);
}

/** A server may reject our side of the connection after it has received the request. */
export function lateTlsText(cause: Cause): string {
  return cause === undefined
    ? l10n.t('The service ended the secure connection. See the log.')
    : l10n.t('The service ended the secure connection ({0}). See the log.', cause);
}
