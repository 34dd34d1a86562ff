import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { apiKeyProblem, tenantIdProblem } from '../api/credentials.ts';
import { isLoopback, readServiceUrl, environmentUrlText } from '../api/serviceUrl.ts';
import { UsageError, readOptions, type Options } from '../options/options.ts';
import { gatewayHelp, serveSpecs } from './arguments.ts';
import type { StorageOptions } from './storage.ts';
import type { UpstreamOptions } from './upstream.ts';

export type ServeOptions = ReturnType<typeof readServeOptions>;

/** @throws {UsageError} for an option that is unknown or makes no sense, or a missing credential */
export function readServeOptions(args: readonly string[], env: NodeJS.ProcessEnv) {
  const options = readOptions({ options: serveSpecs, help: gatewayHelp }, args);
  const host = options.text('listen') ?? '127.0.0.1';
  const secrets = options.text('secrets');
  const readTls = tlsReader(options.text('tls-cert'), options.text('tls-key'));
  const isBehindProxy = options.has('behind-proxy') || options.has('trust-proxy');
  if (!isLoopbackHost(host) && readTls === undefined && !isBehindProxy) {
    throw new UsageError(
      'Keys must not cross a network in plain text: give --tls-cert and --tls-key, or --behind-proxy.',
    );
  }
  const readUpstream = options.has('sample') ? undefined : () => upstreamOf(env, secrets);
  return {
    storage: storageOptionsOf(options, env),
    /** Undefined for the sample service. */
    upstream: readUpstream?.(),
    /** Reads them again where they are in files; undefined where they cannot change. */
    readUpstream: secrets === undefined ? undefined : readUpstream,
    listening: {
      host,
      /** 0 takes a free one. */
      port: options.number('port') ?? 0,
      /** Undefined for plain http. */
      tls: readTls?.(),
      maxConnections: options.number('connections') ?? 10_000,
      /** How long a client may take to send the head of a request, in milliseconds. */
      slowestHeadMs: 10_000,
    },
    /** Reads the certificate again; undefined for plain http. */
    readTls,
    /** The port of those who run it; undefined for none. */
    admin: adminOf(options.text('admin')),
    /** Whether a proxy in front takes requests from other machines. */
    isBehindProxy,
    riskHours: options.number('risk-hours') ?? 24,
    summaryMinutes: options.number('summary-minutes') ?? 60,
    pauseMinutes: options.number('pause-minutes') ?? 10,
    calculations: limitIn(options, 'calculations') ?? null,
    apiCalls: limitIn(options, 'api-calls') ?? null,
    requestsPerSecond: options.number('requests-per-second') ?? 100,
    requestsInFlight: options.number('requests-in-flight') ?? 64,
    auditDays: options.number('audit-days') ?? 0,
    logsAddresses: options.has('log-addresses'),
  };
}

/** @param host as `--listen` takes it: an IPv6 address without brackets */
export function isLoopbackHost(host: string): boolean {
  return isLoopback(host.includes(':') ? `[${host}]` : host);
}

/** A port of this machine, or an address and a port. */
function adminOf(text: string | undefined) {
  if (text === undefined) return undefined;
  const [, ipv6, name = ipv6 ?? '127.0.0.1', digits] =
    /^(?:\[([^\]]+)\]:|([^:]+):)?(\d+)$/.exec(text) ?? [];
  const port = Number(digits);
  if (!(port <= 65_535)) throw new UsageError('--admin takes PORT or ADDRESS:PORT.');
  const limits = { maxConnections: 100, slowestHeadMs: 10_000 };
  return { ...limits, host: name, port, tls: undefined as TlsFiles | undefined };
}

const waysToService =
  'Set ADDRESS_RISK_URL, ADDRESS_RISK_TENANT, and ADDRESS_RISK_KEY, or name a folder with files of these names with --secrets DIR, or use --sample for made-up data.';

/** From the environment, or from the files of a secret mount with the same names. */
function upstreamOf(env: NodeJS.ProcessEnv, secrets: string | undefined): UpstreamOptions {
  const read = (name: string): string => {
    const file = secrets === undefined ? undefined : resolve(calledFrom(), secrets, name);
    const value = (env[name] ?? (file === undefined ? '' : readText(file))).trim();
    const isInFile = env[name] === undefined && file !== undefined;
    if (value !== '') return value;
    throw new UsageError(isInFile ? `${file} is empty.` : `${name} is not set. ${waysToService}`);
  };
  const url = readServiceUrl(read('ADDRESS_RISK_URL'));
  if (!url.ok) throw new UsageError(environmentUrlText(url.problem));
  const credentials = { tenantId: read('ADDRESS_RISK_TENANT'), apiKey: read('ADDRESS_RISK_KEY') };
  if (tenantIdProblem(credentials.tenantId) !== undefined) {
    throw new UsageError('ADDRESS_RISK_TENANT cannot be a tenant ID.');
  }
  if (apiKeyProblem(credentials.apiKey) !== undefined) {
    throw new UsageError('ADDRESS_RISK_KEY cannot be an API key.');
  }
  return { base: url.base, origin: url.origin, credentials, isSample: false };
}

/** PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
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

/** npm runs scripts in the package's folder, but users name paths relative to their own. */
function calledFrom(): string {
  return process.env['INIT_CWD'] ?? '.';
}

/** @throws {UsageError} if it cannot be read */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`${file} cannot be read.`);
  }
}

/** @throws {UsageError} if no store is named */
export function storageOptionsOf(options: Options, env: NodeJS.ProcessEnv): StorageOptions {
  const folder = options.text('data');
  const secretsFolder = options.text('secrets');
  const file =
    env['DATABASE_URL_FILE'] ??
    (secretsFolder === undefined ? undefined : databaseUrlFile(secretsFolder));
  const databaseUrl =
    env['DATABASE_URL'] ?? (file === undefined ? undefined : readText(file).trim());
  if (databaseUrl === undefined && folder === undefined) {
    throw new UsageError(
      'Name a folder with --data DIR, or set DATABASE_URL or DATABASE_URL_FILE, or put DATABASE_URL into --secrets DIR.',
    );
  }
  return { databaseUrl, data: folder === undefined ? undefined : resolve(calledFrom(), folder) };
}

/** Undefined if the secrets have none. @throws {UsageError} if they cannot be read */
function databaseUrlFile(secretsFolder: string): string | undefined {
  const folder = resolve(calledFrom(), secretsFolder);
  try {
    return readdirSync(folder).includes('DATABASE_URL')
      ? resolve(folder, 'DATABASE_URL')
      : undefined;
  } catch {
    throw new UsageError(`${folder} cannot be read.`);
  }
}

/**
 * Units per day, as `20` or `20/day`; null for `any`, and undefined if none is given.
 * @throws {UsageError}
 */
export function limitIn(options: Options, name: string): number | null | undefined {
  const text = options.text(name);
  if (text === undefined) return undefined;
  if (text === 'any') return null;
  const units = text.replace(/\/day$/, '');
  if (/^\d{1,10}$/.test(units) && Number(units) <= 1_000_000_000) return Number(units);
  throw new UsageError(
    `--${name} takes units per day from 0 to 1000000000, such as 500 or 20/day.`,
  );
}
