export type ServiceUrlProblem =
  'empty' | 'notAUrl' | 'notHttps' | 'userInfo' | 'queryOrFragment' | 'trailingDot';

export type ServiceUrlReading =
  | { readonly ok: true; readonly base: string; readonly origin: string }
  | { readonly ok: false; readonly problem: ServiceUrlProblem };

/**
 * Reads a service URL (`{base_url}`). `base` has no slash at its end; `origin` is what credentials
 * are bound to. Plain http is for loopback alone: anywhere else it would show the key to the wire.
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
  // `example.com.` is another origin to a browser and the same host to DNS: a look-alike by design.
  if (url.hostname.endsWith('.')) return { ok: false, problem: 'trailingDot' };
  return { ok: true, base: url.origin + url.pathname.replace(/\/+$/, ''), origin: url.origin };
}

/** 127.0.0.0/8, ::1 and `localhost`. `URL` has already turned every other spelling into these. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
