import { randomUUID } from 'node:crypto';
import { createServiceClient, type CheckOutcome, type ServiceClient } from '../api/client.ts';
import type { Credentials } from '../api/credentials.ts';
import type { Transport } from '../api/transport.ts';
import type { LedgerNotice } from '../ledger/keeper.ts';
import { openLedger, type Ledger } from '../ledger/ledger.ts';
import type { PaidKind, SubjectKey } from '../ledger/store.ts';
import type { Account } from './account.ts';
import { systemClock, type Clock } from './clock.ts';
import { checkConnection } from './connection.ts';
import type { Policy } from './policy.ts';
import { createReports, type Reports } from './reports.ts';
import { createScores, type Scores } from './scores.ts';
import { createSpendingDoor } from './spending.ts';
import { createSummaries, type Summaries } from './summaries.ts';

/** The one door to everything that is stored or can be fetched. */
export interface Desk {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly reports: Reports;
  readonly summaries: Summaries;
  readonly scores: Scores;
  connect(base: string, credentials: Credentials): ServiceClient;
  check(account: Account, signal: AbortSignal): Promise<CheckOutcome>;
  dispose(): Promise<void>;
}

export function openDesk(options: {
  /** The folder of the ledger file. */
  readonly folder: string;
  /** The built `ledger.process.ts`. */
  readonly workerFile: string | URL;
  readonly transport: Pick<Transport, 'send' | 'close'>;
  readonly policy: () => Policy;
  readonly onNotice: (notice: LedgerNotice) => void;
  readonly onChange: (subject: SubjectKey) => void;
  /** Asks the user whether commands may make as many calls again. */
  readonly mayExceed: (kind: PaidKind) => Promise<boolean>;
}): Desk {
  const ledger = openLedger(options);
  const basics = { ...options, ledger, clock: systemClock };
  const spending = createSpendingDoor(basics);
  const ports = { ...basics, spending, owner: randomUUID() };
  const summaries = createSummaries(ports);
  const scores = createScores({ ...ports, riskMs: () => options.policy().riskMs });
  return {
    ledger,
    clock: systemClock,
    reports: createReports(ledger, systemClock, options.policy),
    summaries,
    scores,
    connect: (base, credentials) =>
      createServiceClient({ transport: options.transport, base, credentials }),
    check: (account, signal) => checkConnection(ports, account, signal),
    async dispose() {
      await Promise.all([summaries.leave(), scores.leave()]);
      await options.transport.close();
      await ledger.close();
    },
  };
}
