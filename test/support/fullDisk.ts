import { execFileSync } from 'node:child_process';

/**
 * Lets no file of this process grow beyond a size, as on a full disk: what is there can be
 * overwritten. (Node ignores the signal that comes with it.)
 */
export function limitFiles(bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`]);
}
