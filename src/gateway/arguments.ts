import { readFileSync } from 'node:fs';
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

/** @throws {UsageError} if no store is named */
export function storageOptionsOf(data: string | undefined, env: NodeJS.ProcessEnv): StorageOptions {
  const file = env['DATABASE_URL_FILE'];
  const databaseUrl =
    env['DATABASE_URL'] ?? (file === undefined ? undefined : readText(file).trim());
  if (databaseUrl === undefined && data === undefined) {
    throw new UsageError(
      'Name a folder with --data DIR, or set DATABASE_URL or DATABASE_URL_FILE.',
    );
  }
  return { databaseUrl, data: data === undefined ? undefined : resolve(calledFrom(), data) };
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
  return wholeNumber(name, text.replace(/\/day$/, ''), 0, 1_000_000_000) ?? null;
}

/** @throws {UsageError} for an option that is unknown, or has no value */
export function parsed<Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The options cannot be read.');
  }
}
