import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Options } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usageError.ts';

/** The first Node whose `node:sqlite` needs no flag. */
const least = [22, 13] as const;

/** @throws UsageError on a Node that cannot open a ledger */
export function requireLedger(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = least;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new UsageError(
    `This needs Node ${least.join('.')} or newer: it uses the ledger. scan, and check without --scores, run on this one (${process.versions.node}).`,
  );
}

/** Where paid results are kept: never in a folder of the editor. Sample data has one of its own. */
export function ledgerFolder(options: Options, { folder, env }: Terminal): string {
  const given = options.text('ledger');
  const shared = given === undefined ? stateFolder(env) : resolve(folder, given);
  return options.has('sample') ? join(shared, 'sample') : shared;
}

/** The user's folder for what programs keep. */
function stateFolder(env: Terminal['env']): string {
  const home = homedir();
  switch (process.platform) {
    case 'win32':
      return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'address-risk-cli');
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'address-risk-cli');
    default: {
      const given = env['XDG_STATE_HOME'] ?? '';
      return join(
        given.startsWith('/') ? given : join(home, '.local', 'state'),
        'address-risk-cli',
      );
    }
  }
}

export const hasLedger = (folder: string): boolean => existsSync(join(folder, 'ledger.sqlite'));
