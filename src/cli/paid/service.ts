import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection, Engine, EngineHost, EngineSettings } from '../../engine/engine.ts';
import { createLocalEngine } from '../../engine/localEngine.ts';
import { folderStorage } from '../../engine/storage.ts';
import { startSampleService, type SampleService } from '../../sample/server.ts';
import { ledgerNoticeText } from '../../messages/storage.ts';
import type { Options } from '../../options/options.ts';
import { programFile } from '../program.ts';
import type { StoredState } from '../../paid/reports.ts';
import type { ScoreTarget } from './targets.ts';
import type { Terminal } from '../terminal.ts';
import { type CliAccount, ledgerFolder } from './account.ts';
import { chargeText } from '../../messages/usage.ts';

/** The engine of the editor in this process, over a ledger of the command line. */
export interface PaidService {
  readonly engine: Engine;
  readonly account: CliAccount;
  /** What is stored of each, in their order. */
  readStored(subjects: readonly ScoreTarget['subject'][]): Promise<readonly StoredState[]>;
  close(): Promise<void>;
}

export interface ServiceSettings {
  readonly account: CliAccount;
  /** Starts in any hour, over all processes that share the ledger; none by default. */
  readonly budget?: number;
  readonly chainIds?: Readonly<Record<string, string>>;
}

const hourMs = 3_600_000;

/** Summaries in any hour, as for commands of the editor. */
const maxSummaries = 50;

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

export function openService(
  { account, budget = 0, chainIds = {} }: ServiceSettings,
  options: Options,
  terminal: Terminal,
): PaidService {
  const folder = ledgerFolder(options, terminal);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
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
    // Proxies are those of the environment.
    network: { transport: 'undici', proxy: '', noProxy: [], isDirect: false },
  };
  const engine = createLocalEngine(
    {
      storage: folderStorage(folder),
      certificatesFile: programFile(),
      settings,
      clock: terminal.clock,
    },
    hostOf(connect, terminal),
  );
  return {
    engine,
    account,
    readStored: (subjects) =>
      engine.readStored(subjects.map((subject) => ({ account: account.ref.key, ...subject }))),
    async close() {
      await engine.close();
      await (await sample?.catch(() => undefined))?.close();
    },
  };
}

/** No one can be asked: what needs a question is not done. */
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

/** How many of the newest calls are read: enough to include all calls of a run. */
const maxCalls = 200;

/** Names the calls of a run that the team had paid for already. @param since in milliseconds */
export async function noteSharedCalls(
  { engine, account }: PaidService,
  since: number,
  terminal: Terminal,
): Promise<void> {
  const calls = await engine.listSpendings(account.ref.key, maxCalls);
  const count = calls.filter(({ at, charge }) => at >= since && charge === 'shared').length;
  if (count === 0) return;
  const [text = ''] = chargeText('shared');
  terminal.note(`${count === 1 ? '1 result' : `${count} results`} ${text}.`);
}
