import { createHash } from 'node:crypto';
import { apiKeyProblem, tenantIdProblem, type Credentials } from '../../api/credentials.ts';
import { readServiceUrl } from '../../api/serviceUrl.ts';
import { environmentUrlText } from '../../api/serviceUrlText.ts';
import type { AccountRef, Connection } from '../../engine/engine.ts';
import { accountKey, sampleAccountKey } from '../../paid/account.ts';
import { keyFrom } from '../credentials.ts';
import type { Options } from '../../options/options.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../../options/usageError.ts';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Whose stored results are read, and whose license is used. */
export interface CliAccount {
  readonly ref: AccountRef;
  readonly isSample: boolean;
  /** Undefined if results can be read alone: no key was given, or the service is the sample one. */
  readonly connection: Connection | undefined;
}

const sampleAccount: CliAccount = {
  ref: { key: sampleAccountKey, origin: sampleAccountKey, credential: sampleAccountKey },
  isSample: true,
  connection: undefined,
};

/**
 * The account of a command line.
 * @returns undefined if none was given
 * @throws UsageError for one that cannot be used; it quotes nothing of it
 */
export function accountOf(options: Options, { credentials }: Terminal): CliAccount | undefined {
  if (options.has('sample')) return sampleAccount;
  const { url, tenant } = credentials;
  if (url === undefined && tenant === undefined) return undefined;
  if (url === undefined || tenant === undefined) {
    throw new UsageError('Set both ADDRESS_RISK_URL and ADDRESS_RISK_TENANT.');
  }
  const service = readServiceUrl(url);
  if (!service.ok) throw new UsageError(environmentUrlText(service.problem));
  if (tenantIdProblem(tenant) !== undefined) {
    throw new UsageError('ADDRESS_RISK_TENANT cannot be used.');
  }
  const { base, origin } = service;
  const fd = options.number('key-fd');
  const apiKey = fd === undefined ? credentials.key : keyFrom(fd);
  if (apiKey === undefined) {
    const ref = { key: accountKey(origin, tenant), origin, credential: '' };
    return { ref, isSample: false, connection: undefined };
  }
  if (apiKeyProblem(apiKey) !== undefined) throw new UsageError('The API key cannot be used.');
  const given = { tenantId: tenant, apiKey };
  const ref = { key: accountKey(origin, tenant), origin, credential: credentialOf(origin, given) };
  return { ref, isSample: false, connection: { base, ...given } };
}

/** @throws UsageError without credentials, or without a key for a service */
export function payingAccount(options: Options, terminal: Terminal): CliAccount {
  const account = accountOf(options, terminal);
  if (account === undefined || (!account.isSample && account.connection === undefined)) {
    throw new UsageError(
      'No credentials: set ADDRESS_RISK_URL, ADDRESS_RISK_TENANT, and ADDRESS_RISK_KEY (or --key-fd N), or use --sample.',
    );
  }
  return account;
}

/** The same in every run: a job of an earlier one is resumed with the key that started it. */
function credentialOf(origin: string, { tenantId, apiKey }: Credentials): string {
  return createHash('sha256')
    .update(JSON.stringify(['credential', origin, tenantId, apiKey]))
    .digest('hex')
    .slice(0, 16);
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
