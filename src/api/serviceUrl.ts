/**
 * Why ADDRESS_RISK_URL isn't used, and what to set instead. Never quotes the value, which may
 * contain a key.
 */
export const environmentUrlText = (problem: ServiceUrlProblem): string =>
  environmentUrlTexts[problem];

const environmentUrlTexts: Readonly<Record<ServiceUrlProblem, string>> = {
  empty:
    'ADDRESS_RISK_URL is empty. Set it to the URL of the service, such as https://risk.example.com.',
  notAUrl:
    'ADDRESS_RISK_URL is not a URL. Set it to one that begins with https://, such as https://risk.example.com.',
  notHttps:
    'ADDRESS_RISK_URL must begin with https://. Plain http exposes the key and is allowed for this machine only.',
  userInfo:
    'ADDRESS_RISK_URL has a user name or a password. Remove them, and set ADDRESS_RISK_TENANT and ADDRESS_RISK_KEY.',
  queryOrFragment: 'ADDRESS_RISK_URL has a “?” or “#”. Remove it and everything after it.',
  trailingDot: 'The host name in ADDRESS_RISK_URL ends with a dot. Remove the dot.',
};

export type ServiceUrlProblem =
  | 'empty'
  | 'notAUrl'
  | 'notHttps'
  | 'userInfo'
  | 'queryOrFragment'
  | 'trailingDot';

export type ServiceUrlReading =
  | { readonly ok: true; readonly base: string; readonly origin: string }
  | { readonly ok: false; readonly problem: ServiceUrlProblem };

/**
 * Reads a service URL (`{base_url}`). `base` has no trailing slash; credentials are bound to
 * `origin`. Plain http is for loopback only: elsewhere it would expose the key.
 */
export function readServiceUrl(input: string): ServiceUrlReading {
  const text = input.trim();
  if (text === '') return { ok: false, problem: 'empty' };
  const url = URL.parse(text);
  if (url === null || url.host === '') return { ok: false, problem: 'notAUrl' };
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'userInfo' };
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return { ok: false, problem: 'notHttps' };
  }
  if (url.search !== '' || url.hash !== '' || /[?#]$/.test(text)) {
    return { ok: false, problem: 'queryOrFragment' };
  }
  // `example.com.` is a different origin but the same host in DNS, so it could pass as a
  // look-alike.
  if (url.hostname.endsWith('.')) return { ok: false, problem: 'trailingDot' };
  let end = url.pathname.length;
  while (url.pathname.charAt(end - 1) === '/') end--;
  return { ok: true, base: url.origin + url.pathname.slice(0, end), origin: url.origin };
}

/**
 * 127.0.0.0/8, ::1, and `localhost`. `URL` has already normalized every other spelling to these.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
