import * as http from 'node:http';
import * as https from 'node:https';
import * as proxyAgent from '@vscode/proxy-agent';
import { createNodeTransport } from '../../src/api/nodeTransport.ts';
import type { Transport, WireFault, WireOutcome, WireRequest } from '../../src/api/transport.ts';
import { createUndiciTransport } from '../../src/api/undiciTransport.ts';

export interface Network {
  /** PEM of what is to be trusted beside Node's own. */
  readonly ca?: string;
  readonly proxy?: string;
  readonly noProxy?: readonly string[];
  /**
   * The result of a PAC script for a URL, such as `PROXY host:1`; only VS Code's client runs one.
   */
  readonly pac?: (url: string) => Promise<string>;
}

/** VS Code's agent counts its resolutions for ten minutes; that must not keep the test waiting. */
export function letLongTimersGo(): void {
  const start = globalThis.setTimeout;
  globalThis.setTimeout = ((callback: () => void, ms?: number) => {
    const timer = start(callback, ms);
    return (ms ?? 0) > 60_000 ? timer.unref() : timer;
  }) as typeof setTimeout;
}

/** The transports that must not differ in anything that costs money. */
export const transports: readonly (readonly [string, (network: Network) => Transport])[] = [
  [
    'undici',
    ({ ca, ...rest }) =>
      createUndiciTransport({
        ...rest,
        certificates: () => Promise.resolve(ca === undefined ? undefined : [ca]),
      }),
  ],
  ['node:https', nodeWith],
  ['node:https as VS Code patches it', patchedNode],
];

/** Node's own client has no proxy; certificates come to it by its global defaults. */
export function nodeWith(
  { ca }: Network,
  plain = { http: http.request, https: https.request },
): Transport {
  const agent = ca === undefined ? undefined : new https.Agent({ ca });
  const withCa = ((url: string, options: https.RequestOptions) =>
    plain.https(url, { ...options, ...(agent && { agent }) })) as typeof https.request;
  return createNodeTransport({ http: plain.http, https: withCa });
}

export function patchedNode({ ca, proxy, noProxy = [], pac }: Network): Transport {
  const quiet = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };
  const params: proxyAgent.ProxyAgentParams = {
    resolveProxy: (url) => pac?.(url) ?? Promise.resolve(undefined),
    getProxyURL: () => proxy,
    getProxySupport: () => 'override',
    getNoProxyConfig: () => [...noProxy],
    isAdditionalFetchSupportEnabled: () => false,
    addCertificatesV1: () => false,
    addCertificatesV2: () => false,
    loadAdditionalCertificates: () => Promise.resolve([]),
    log: quiet,
    getLogLevel: () => proxyAgent.LogLevel.Off,
    proxyResolveTelemetry: ignore,
    isUseHostProxyEnabled: () => true,
    env: {},
  };
  const { resolveProxyWithRequest } = proxyAgent.createProxyResolver(params);
  const patched = {
    http: proxyAgent.createHttpPatch(params, http, resolveProxyWithRequest)
      .request as typeof http.request,
    https: proxyAgent.createHttpPatch(params, https, resolveProxyWithRequest)
      .request as typeof https.request,
  };
  if (ca === undefined) return createNodeTransport(patched);
  const withCa = ((url: string, options: https.RequestOptions) =>
    patched.https(url, { ...options, ca })) as typeof https.request;
  return createNodeTransport({ http: patched.http, https: withCa });
}

function ignore(): void {
  // A patched client reports to VS Code; here no one reads it.
}

const secret = 'Basic VEFJTlQ6VEFJTlQ=';

export async function send(
  transport: Transport,
  url: string,
  options: Partial<Pick<WireRequest, 'timeLimitMs' | 'method' | 'maxBodyBytes'>> & {
    readonly signal?: AbortSignal;
  } = {},
): Promise<{ outcome: WireOutcome; wasSent: boolean }> {
  let wasSent = false;
  const outcome = await transport.send(
    {
      method: options.method ?? 'POST',
      url,
      authorization: secret,
      timeLimitMs: options.timeLimitMs ?? 10_000,
      maxBodyBytes: options.maxBodyBytes ?? 64 * 1024,
    },
    options.signal ?? new AbortController().signal,
    () => {
      wasSent = true;
    },
  );
  return { outcome, wasSent };
}

export const faultOf = (outcome: WireOutcome): WireFault['kind'] | 'answer' =>
  outcome.ok ? 'answer' : outcome.fault.kind;
