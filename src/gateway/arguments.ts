import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OptionSpec, Options } from '../options/options.ts';
import { UsageError } from '../options/usageError.ts';
import type { GatewayStorage, StorageOptions } from './storage.ts';

/** A command of an operator. */
export interface StoreCommand {
  readonly storage: StorageOptions;
  /** What only reads, or changes what is there, creates no store. */
  readonly mayCreateStore?: boolean;
  /** @returns the lines that it prints */
  readonly run: (storage: GatewayStorage) => Promise<string[]>;
}

const data: OptionSpec = {
  name: 'data',
  value: 'DIR',
  help: 'The folder of the store, for one process. Else DATABASE_URL names a PostgreSQL.',
};

const secrets: OptionSpec = {
  name: 'secrets',
  value: 'DIR',
  help: 'Files with the credentials of the service.',
};

/** What every command takes to find the store. */
export const storeSpecs: readonly OptionSpec[] = [data, secrets];

export const limitSpecs: readonly OptionSpec[] = [
  { name: 'calculations', value: 'N/day', help: 'The most calculations per day (UTC).' },
  { name: 'api-calls', value: 'N/day', help: 'The most API calls per day (UTC).' },
];

/** The options of a gateway that serves. */
export const serveSpecs: readonly OptionSpec[] = [
  data,
  { name: 'port', value: 'PORT', range: [0, 65_535], help: 'A free one by default.' },
  { name: 'sample', help: 'The sample service is behind it: made-up data, at no cost.' },
  secrets,
  {
    name: 'risk-hours',
    value: 'N',
    range: [0, 8_760],
    help: 'How long a score is shared (default: 24).',
  },
  {
    name: 'summary-minutes',
    value: 'N',
    range: [0, 525_600],
    help: 'How long a summary is shared (default: 60).',
  },
  { name: 'listen', value: 'ADDRESS', help: 'Where it listens (default: 127.0.0.1).' },
  {
    name: 'admin',
    value: '[ADDRESS:]PORT',
    help: 'A port for the page of the lead, /metrics, /healthz, and /readyz. Has no password.',
  },
  { name: 'tls-cert', value: 'FILE', help: 'The certificate, for https. Read again on a change.' },
  { name: 'tls-key', value: 'FILE', help: 'The key of the certificate.' },
  { name: 'behind-proxy', help: 'Accept plain http from a proxy in front.' },
  { name: 'trust-proxy', help: 'The same as --behind-proxy.' },
  {
    name: 'pause-minutes',
    value: 'N',
    range: [0, 1_440],
    help: 'How long no new call is made after the service said 402 (default: 10).',
  },
  ...limitSpecs,
  {
    name: 'connections',
    value: 'N',
    range: [1, 100_000],
    help: 'The most connections of this process (default: 10,000).',
  },
  {
    name: 'requests-per-second',
    value: 'N',
    range: [1, 100_000],
    help: 'The most requests of one member (default: 100).',
  },
  {
    name: 'requests-in-flight',
    value: 'N',
    range: [1, 10_000],
    help: 'The most requests of one member at a time (default: 64).',
  },
  {
    name: 'audit-days',
    value: 'N',
    range: [0, 3_650],
    help: 'How long to keep who requested which address (default: 0, not at all).',
  },
  { name: 'log-addresses', help: 'Write addresses to the log.' },
];

/** npm runs scripts in the package's folder; what a person names is beside them. */
export function calledFrom(): string {
  return process.env['INIT_CWD'] ?? '.';
}

/** @throws {UsageError} if it cannot be read */
export function readText(file: string): string {
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
