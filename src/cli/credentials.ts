import { readSync } from 'node:fs';
import { UsageError } from '../options/usageError.ts';

/** What the environment has of an account. It is taken out of it before anything is started. */
export interface GivenCredentials {
  readonly url: string | undefined;
  readonly tenant: string | undefined;
  readonly key: string | undefined;
}

const names = {
  url: 'ADDRESS_RISK_URL',
  tenant: 'ADDRESS_RISK_TENANT',
  key: 'ADDRESS_RISK_KEY',
} as const;

/** Takes the credentials out of an environment, so that no process that is started from it has them. */
export function takeCredentials(env: Record<string, string | undefined>): GivenCredentials {
  const take = (name: string): string | undefined => {
    const value = env[name];
    Reflect.deleteProperty(env, name);
    return value === '' ? undefined : value;
  };
  return { url: take(names.url), tenant: take(names.tenant), key: take(names.key) };
}

/** An environment with the credentials that were taken out of it, for what reads them there. */
export function withCredentials(
  env: Readonly<Record<string, string | undefined>>,
  { url, tenant, key }: GivenCredentials,
): Record<string, string | undefined> {
  return { ...env, [names.url]: url, [names.tenant]: tenant, [names.key]: key };
}

/** In bytes. */
const maxKeyLength = 4_096;

/** Reads a key from an open file, such as a pipe that a CI system fills. @throws UsageError */
export function keyFrom(fd: number): string {
  const buffer = Buffer.alloc(maxKeyLength);
  let length = 0;
  try {
    for (let read = -1; read !== 0 && length < maxKeyLength; length += read) {
      read = readSync(fd, buffer, length, maxKeyLength - length, null);
    }
  } catch {
    throw new UsageError(`--key-fd: nothing can be read from ${fd}.`);
  }
  const text = buffer.toString('utf8', 0, length);
  buffer.fill(0);
  return text.replace(/\r?\n$/, '');
}
