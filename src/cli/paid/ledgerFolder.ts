import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Options } from '../../options/options.ts';
import type { Terminal } from '../terminal.ts';

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
