export interface Credentials {
  readonly tenant: string;
  readonly key: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads an `Authorization` header: `Basic ` and base64 of `<tenant_id>:<api_key>`
 * (service-spec.md, Authentication, 1; RFC 7617, UTF-8).
 *
 * @returns undefined for no header, another scheme, or what cannot be read
 */
export function readCredentials(header: string | undefined): Credentials | undefined {
  const token = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header ?? '')?.[1];
  if (token === undefined) return undefined;
  let pair: string;
  try {
    pair = utf8.decode(Buffer.from(token, 'base64'));
  } catch {
    return undefined;
  }
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : { tenant: pair.slice(0, colon), key: pair.slice(colon + 1) };
}
