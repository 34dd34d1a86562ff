import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from '../sample/usageError.ts';
import type { StorageOptions } from './storage.ts';

/** An option with a value. */
export const text = { type: 'string' } as const;

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

/** What every command takes to find the store. */
export const storeOptions = { data: text, secrets: text };

/** @throws {UsageError} if no store is named */
export function storageOptionsOf(
  { data, secrets }: { readonly [Name in keyof typeof storeOptions]?: string | undefined },
  env: NodeJS.ProcessEnv,
): StorageOptions {
  const file =
    env['DATABASE_URL_FILE'] ?? (secrets === undefined ? undefined : databaseUrlFile(secrets));
  const databaseUrl =
    env['DATABASE_URL'] ?? (file === undefined ? undefined : readText(file).trim());
  if (databaseUrl === undefined && data === undefined) {
    throw new UsageError(
      'Name a folder with --data DIR, or set DATABASE_URL or DATABASE_URL_FILE, or put DATABASE_URL into --secrets DIR.',
    );
  }
  return { databaseUrl, data: data === undefined ? undefined : resolve(calledFrom(), data) };
}

/** Undefined if the secrets have none. @throws {UsageError} if they cannot be read */
function databaseUrlFile(secrets: string): string | undefined {
  const folder = resolve(calledFrom(), secrets);
  try {
    return readdirSync(folder).includes('DATABASE_URL')
      ? resolve(folder, 'DATABASE_URL')
      : undefined;
  } catch {
    throw new UsageError(`${folder} cannot be read.`);
  }
}

/** @throws {UsageError} */
export function wholeNumber(
  name: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most)) {
    throw new UsageError(`--${name} takes a whole number from ${least} to ${most}.`);
  }
  return value;
}

/** @throws {UsageError} */
export function choice<Value extends string>(
  name: string,
  text: string,
  values: readonly Value[],
): Value {
  const value = values.find((each) => each === text);
  if (value === undefined) throw new UsageError(`--${name} is one of: ${values.join(', ')}`);
  return value;
}

/**
 * Units per day, as `20` or `20/day`; null for `any`, or if none is given.
 * @throws {UsageError}
 */
export function limit(name: string, text: string | undefined): number | null {
  if (text === undefined || text === 'any') return null;
  const units = text.replace(/\/day$/, '');
  if (/^\d{1,10}$/.test(units) && Number(units) <= 1_000_000_000) return Number(units);
  throw new UsageError(
    `--${name} takes units per day from 0 to 1000000000, such as 500 or 20/day.`,
  );
}

/** @throws {UsageError} for an option that is unknown, or has no value */
export function parsed<Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [, unvalued] =
      /^Option '(--[\w-]+)(?: <value>)?' argument (?:missing|is ambiguous)/.exec(error.message) ??
      [];
    if (unvalued !== undefined) throw new UsageError(`${unvalued} needs a value.`);
    // Node explains itself in further sentences, and on further lines.
    const [first = ''] = error.message.split(/\.\s|\n/, 1);
    throw new UsageError(`${first.replace(/\.$/, '')}.`);
  }
}
