import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the one service of a data folder is, and the secret by which the two sides know each other. */
export interface Lock {
  readonly port: number;
  readonly pid: number;
  readonly token: string;
}

export const lifelinePath = '/lifeline';
/** The window's random text, and its proof that it has read the lock file. */
export const nonceHeader = 'sample-nonce';
export const proofHeader = 'sample-proof';

function fileIn(dataDir: string): string {
  return join(dataDir, 'service.lock');
}

/** @returns undefined if there is no valid lock file */
export async function readLock(dataDir: string): Promise<Lock | undefined> {
  try {
    const { port, pid, token } = JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as Lock;
    const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
    const isLock = isPort && typeof pid === 'number' && typeof token === 'string';
    return isLock ? { port, pid, token } : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces whatever is there in one step, so that no window reads half a file. */
export async function writeLock(dataDir: string, lock: Lock): Promise<void> {
  const draft = `${fileIn(dataDir)}.${lock.pid}`;
  await writeFile(draft, JSON.stringify(lock), { mode: 0o600 });
  await rename(draft, fileIn(dataDir));
}

export async function removeLock(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true });
}

/**
 * A response to a nonce that takes knowledge of the lock file. The token itself is never sent: by
 * the time a stale lock file is read, its port may belong to a different program.
 */
export function proofOf(side: 'window' | 'service', token: string, nonce: string): string {
  return createHmac('sha256', token).update(`${side}:${nonce}`).digest('hex');
}

export function isProof(given: unknown, expected: string): boolean {
  const bytes = Buffer.from(typeof given === 'string' ? given : '');
  return bytes.length === expected.length && timingSafeEqual(bytes, Buffer.from(expected));
}
