import { spawnSync } from 'node:child_process';

/**
 * Lets no file of a process grow beyond a size, as on a full disk: what is there can be overwritten.
 * (Node ignores the signal that comes with it.)
 */
export function limitFiles(bytes: number | 'unlimited', processId = process.pid): void {
  // A process that has ended meanwhile needs no limit.
  spawnSync('prlimit', ['--pid', String(processId), `--fsize=${bytes}:unlimited`]);
}
