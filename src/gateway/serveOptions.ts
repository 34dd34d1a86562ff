import { resolve } from 'node:path';
import { apiKeyProblem, tenantIdProblem } from '../api/credentials.ts';
import { isLoopback, readServiceUrl } from '../api/serviceUrl.ts';
import { UsageError } from '../sample/usageError.ts';
import {
  calledFrom,
  limit,
  parsed,
  readText,
  storageOptionsOf,
  storeOptions,
  text,
  wholeNumber,
} from './arguments.ts';
import type { ListenOptions, TlsFiles } from './http/server.ts';
import type { StorageOptions } from './storage.ts';
import type { UpstreamOptions } from './upstream.ts';

export interface ServeOptions {
  readonly storage: StorageOptions;
  /** Undefined for the sample service. */
  readonly upstream: UpstreamOptions | undefined;
  /** Reads them again where they are in files; undefined where they cannot change. */
  readonly readUpstream: (() => UpstreamOptions) | undefined;
  readonly listening: ListenOptions;
  /** Reads the certificate again; undefined for plain http. */
  readonly readTls: (() => TlsFiles) | undefined;
  /** The port of those who run it; undefined for none. */
  readonly admin: ListenOptions | undefined;
  /** Whether a proxy in front takes requests from other machines. */
  readonly isBehindProxy: boolean;
  readonly riskHours: number;
  readonly summaryMinutes: number;
  readonly pauseMinutes: number;
  readonly calculations: number | null;
  readonly apiCalls: number | null;
  readonly requestsPerSecond: number;
  readonly requestsInFlight: number;
  readonly auditDays: number;
  readonly logsAddresses: boolean;
}

const flag = { type: 'boolean', default: false } as const;
const options = {
  ...{ ...storeOptions, sample: flag, port: text, listen: text, admin: text },
  ...{ 'tls-cert': text, 'tls-key': text, 'behind-proxy': flag, 'trust-proxy': flag },
  ...{ 'risk-hours': text, 'summary-minutes': text, 'pause-minutes': text },
  ...{ calculations: text, 'api-calls': text, connections: text },
  ...{ 'requests-per-second': text, 'requests-in-flight': text },
  ...{ 'audit-days': text, 'log-addresses': flag },
};

/** @throws {UsageError} for an option that is unknown or makes no sense, or a missing credential */
export function readServeOptions(args: readonly string[], env: NodeJS.ProcessEnv): ServeOptions {
  const { values } = parsed({ args: [...args], options });
  const host = values.listen ?? '127.0.0.1';
  const readTls = tlsReader(values['tls-cert'], values['tls-key']);
  const isBehindProxy = values['behind-proxy'] || values['trust-proxy'];
  const isLocal = isLoopbackHost(host);
  if (!isLocal && readTls === undefined && !isBehindProxy) {
    throw new UsageError(
      'Keys must not cross a network in plain text: give --tls-cert and --tls-key, or --behind-proxy.',
    );
  }
  const maxConnections = wholeNumber('connections', values.connections, 1, 100_000) ?? 10_000;
  const port = wholeNumber('port', values.port, 0, 65_535) ?? 0;
  return {
    storage: storageOptionsOf(values, env),
    upstream: values.sample ? undefined : upstreamOf(env, values.secrets),
    readUpstream:
      values.sample || values.secrets === undefined
        ? undefined
        : () => upstreamOf(env, values.secrets),
    listening: { host, port, tls: readTls?.(), maxConnections, slowestHeadMs: 10_000 },
    readTls,
    admin: adminOf(values.admin),
    isBehindProxy: isBehindProxy || !isLocal,
    riskHours: wholeNumber('risk-hours', values['risk-hours'], 0, 8_760) ?? 24,
    summaryMinutes: wholeNumber('summary-minutes', values['summary-minutes'], 0, 525_600) ?? 60,
    pauseMinutes: wholeNumber('pause-minutes', values['pause-minutes'], 0, 1_440) ?? 10,
    calculations: limit('calculations', values.calculations),
    apiCalls: limit('api-calls', values['api-calls']),
    requestsPerSecond:
      wholeNumber('requests-per-second', values['requests-per-second'], 1, 100_000) ?? 100,
    requestsInFlight:
      wholeNumber('requests-in-flight', values['requests-in-flight'], 1, 10_000) ?? 64,
    auditDays: wholeNumber('audit-days', values['audit-days'], 0, 3_650) ?? 0,
    logsAddresses: values['log-addresses'],
  };
}

/** @param host as `--listen` takes it: an IPv6 address without brackets */
export function isLoopbackHost(host: string): boolean {
  return isLoopback(host.includes(':') ? `[${host}]` : host);
}

/** A port of this machine, or an address and a port. */
function adminOf(text: string | undefined): ListenOptions | undefined {
  if (text === undefined) return undefined;
  const [, ipv6, name = ipv6 ?? '127.0.0.1', digits] =
    /^(?:\[([^\]]+)\]:|([^:]+):)?(\d+)$/.exec(text) ?? [];
  if (digits === undefined) throw new UsageError('--admin takes PORT or ADDRESS:PORT.');
  const port = wholeNumber('admin', digits, 0, 65_535) ?? 0;
  return { host: name, port, tls: undefined, maxConnections: 100, slowestHeadMs: 10_000 };
}

/** From the environment, or from the files of a secret mount with the same names. */
function upstreamOf(env: NodeJS.ProcessEnv, secrets: string | undefined): UpstreamOptions {
  const read = (name: string): string => {
    const file = secrets === undefined ? undefined : resolve(calledFrom(), secrets, name);
    const value = (env[name] ?? (file === undefined ? '' : readText(file))).trim();
    const isInFile = env[name] === undefined && file !== undefined;
    if (value === '') throw new UsageError(isInFile ? `${file} is empty.` : `${name} is not set.`);
    return value;
  };
  const url = readServiceUrl(read('ADDRESS_RISK_URL'));
  if (!url.ok) throw new UsageError(`ADDRESS_RISK_URL cannot be used (${url.problem}).`);
  const credentials = { tenantId: read('ADDRESS_RISK_TENANT'), apiKey: read('ADDRESS_RISK_KEY') };
  if (tenantIdProblem(credentials.tenantId) !== undefined) {
    throw new UsageError('ADDRESS_RISK_TENANT cannot be a tenant ID.');
  }
  if (apiKeyProblem(credentials.apiKey) !== undefined) {
    throw new UsageError('ADDRESS_RISK_KEY cannot be an API key.');
  }
  return { base: url.base, origin: url.origin, credentials, isSample: false };
}

function tlsReader(
  cert: string | undefined,
  key: string | undefined,
): (() => TlsFiles) | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw new UsageError('--tls-cert and --tls-key go together.');
  }
  const files = { cert: resolve(calledFrom(), cert), key: resolve(calledFrom(), key) };
  return () => ({ cert: readText(files.cert), key: readText(files.key) });
}
