import { createHash } from 'node:crypto';
import { apiKeyProblem, tenantIdProblem, type Credentials } from '../../api/credentials.ts';
import { readServiceUrl, environmentUrlText } from '../../api/serviceUrl.ts';
import type { AccountRef, Connection, EngineHost, EngineSettings } from '../../engine/engine.ts';
import { accountKey, sampleAccountKey } from '../../paid/account.ts';
import { keyFrom, writeProblem, type Terminal } from '../terminal.ts';
import { type Options, UsageError } from '../../options/options.ts';
import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../paths/makeFolder.ts';
import { createLocalEngine } from '../../engine/localEngine.ts';
import { startSampleService, type SampleService } from '../../sample/server.ts';
import { ledgerNoticeText } from '../../messages/storage.ts';
import { programFile } from '../program.ts';
import type { StoredState } from '../../paid/reports.ts';
import type { ScoreTarget } from './targets.ts';
import { chargeNotes } from '../../messages/usage.ts';

/** The account whose results are read, and whose license is used. */
export interface CliAccount {
  readonly ref: AccountRef;
  readonly isSample: boolean;
  /** Undefined if results can only be read: no key was given, or the service is the sample one. */
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
 * @throws UsageError for an unusable account, without quoting it
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

/** Whether it has a key; without one, results are only read. */
export const canPay = ({ isSample, connection }: CliAccount): boolean =>
  isSample || connection !== undefined;

/** @throws UsageError without credentials, or without a key for a service */
export function payingAccount(options: Options, terminal: Terminal): CliAccount {
  const account = accountOf(options, terminal);
  if (account === undefined || !canPay(account)) {
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

/** The folder for paid results, never one of the editor. Sample data has a separate one. */
export function ledgerFolder(options: Options, { folder, env }: Terminal): string {
  const given = options.text('ledger');
  const shared = given === undefined ? stateFolder(env) : resolve(folder, given);
  return options.has('sample') ? join(shared, 'sample') : shared;
}

/** The user's folder for what programs keep. */
function stateFolder(env: Terminal['env']): string {
  const home = homedir();
  const given = env['XDG_STATE_HOME'] ?? '';
  const parents: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
    win32: env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'),
    darwin: join(home, 'Library', 'Application Support'),
  };
  const usual = given.startsWith('/') ? given : join(home, '.local', 'state');
  return join(parents[process.platform] ?? usual, 'address-risk-cli');
}

export const hasLedger = (folder: string): boolean => existsSync(join(folder, 'ledger.sqlite'));

export const noLedgerText = (folder: string): string =>
  `There is no ledger in ${JSON.stringify(folder)}.`;

/**
 * Creates the folder of the ledger.
 * @throws UsageError if that fails, or if nothing can be written there
 */
function prepareFolder(folder: string): void {
  try {
    makeFolder(folder);
    // An existing ledger can be read even where it cannot be written.
    if (!hasLedger(folder)) accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    // All folders above were created, or are there.
    const isRefused = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const why = isRefused ? 'it cannot be created' : writeProblem(error);
    throw new UsageError(
      `Nothing can be kept in ${JSON.stringify(folder)}: ${why}. Choose another folder with --ledger.`,
    );
  }
}

export type PaidService = ReturnType<typeof openService>;

export interface ServiceSettings {
  readonly account: CliAccount;
  /** Starts per hour, across all processes that share the ledger; unlimited by default. */
  readonly budget?: number;
  readonly chainIds?: Readonly<Record<string, string>>;
}

const hourMs = 3_600_000;

/** Summaries in any hour, as for commands of the editor. */
export const maxSummaries = 50;

/** How long a calculation of the sample service takes. */
const sampleJobSeconds = 1;

/** Closes the service when the work has ended. */
export async function withService<Result>(
  settings: ServiceSettings,
  options: Options,
  terminal: Terminal,
  work: (service: PaidService) => Promise<Result>,
): Promise<Result> {
  const service = openService(settings, options, terminal);
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

/**
 * The engine of the editor in this process, over a ledger of the command line.
 * @throws UsageError if its folder cannot be used
 */
export function openService(
  { account, budget = 0, chainIds = {} }: ServiceSettings,
  options: Options,
  terminal: Terminal,
) {
  const folder = ledgerFolder(options, terminal);
  prepareFolder(folder);
  // Started by the first call. Its data outlast it.
  let sample: Promise<SampleService> | undefined;
  const connect = async (): Promise<Connection | undefined> => {
    if (!account.isSample) return account.connection;
    const data = join(folder, 'service');
    sample ??= startSampleService({ data, jobSeconds: sampleJobSeconds });
    const { url, tenant, apiKey } = await sample;
    return { base: url, tenantId: tenant, apiKey };
  };
  const settings: EngineSettings = {
    policy: {
      summaryMs: hourMs,
      riskMs: (options.number('fresh-hours') ?? 24) * hourMs,
      summaryCallsPerDay: 0,
      rhythm: { intervalMs: 3_000, timeoutMs: (options.number('timeout') ?? 15) * 60_000 },
      waitsSince: terminal.clock.now(),
      fixedAllowances: { start: budget, summary: maxSummaries },
    },
    chainIds,
    // Proxies come from the environment.
    network: { transport: 'undici', proxy: '', noProxy: [], isDirect: false },
  };
  const engine = createLocalEngine(
    {
      folder,
      certificatesFile: programFile(),
      settings,
      clock: terminal.clock,
    },
    hostOf(connect, terminal),
  );
  return {
    engine,
    account,
    /** Options of the command. */
    options,
    terminal,
    /** Stored results, in the order of the subjects. */
    readStored: (subjects: readonly ScoreTarget['subject'][]): Promise<readonly StoredState[]> =>
      engine.readStored(subjects.map((subject) => ({ account: account.ref.key, ...subject }))),
    async close(): Promise<void> {
      await engine.close();
      await (await sample?.catch(() => undefined))?.close();
    },
  };
}

/** There is no one to ask, so calls that need a question are not made. */
function hostOf(connect: () => Promise<Connection | undefined>, terminal: Terminal): EngineHost {
  const no = (): Promise<boolean> => Promise.resolve(false);
  return {
    connection: connect,
    // Jobs of other processes are theirs to follow.
    account: () => Promise.resolve(undefined),
    mayExceed: no,
    mayStartAgain: no,
    maySendKeySized: no,
    send: () => Promise.resolve({ ok: false, fault: { kind: 'network' } }),
    onNotice: (notice) => terminal.note(ledgerNoticeText(notice)),
    onChange: () => undefined,
    onCall: () => undefined,
    onUnknown: () => Promise.resolve(),
    // Its message could quote what was sent.
    onFault: (where) => terminal.note(`address-risk: a fault in ${where}.`),
  };
}

/** Newest calls to read: twice the largest budget, since other runs may have added some. */
const maxCalls = 20_000;

/** Names the calls of a run that the team had paid for already. @param since in milliseconds */
export async function noteSharedCalls(
  { engine, account, terminal }: PaidService,
  since: number,
): Promise<void> {
  const calls = await engine.listSpendings(account.ref.key, maxCalls);
  const count = calls.filter(({ at, charge }) => at >= since && charge === 'shared').length;
  if (count === 0) return;
  const [text = ''] = chargeNotes('shared');
  terminal.note(`${count === 1 ? '1 result' : `${count} results`} ${text}.`);
}
