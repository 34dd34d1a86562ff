import { randomUUID } from 'node:crypto';
import type { CheckOutcome } from '../api/client.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Instant, PaidKind, SubjectKey } from '../ledger/store.ts';
import type { ConnectedAccount } from './account.ts';
import type { Clock } from './clock.ts';
import type { Policy } from './policy.ts';
import { createReports, type Reports } from './reports.ts';
import { createScores, type Scores } from './scores.ts';
import { checkService } from './serviceCheck.ts';
import { createSpendingDoor } from './spending.ts';
import type { Summaries } from './summaries.ts';
import { WindowSummaries } from './windowSummaries.ts';

/** The one door to everything that is stored or can be fetched. */
export interface Lookups {
  readonly reports: Reports;
  readonly summaries: Summaries;
  readonly scores: Scores;
  check(account: ConnectedAccount, signal: AbortSignal): Promise<CheckOutcome>;
}

export function createLookups(options: {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly policy: () => Policy;
  /** The identifier that the service of an account takes for a network. */
  readonly sentChain?: (key: SubjectKey) => string;
  readonly onChange: (subject: SubjectKey) => void;
  /** Asks the user whether commands may make as many calls again. */
  readonly mayExceed: (kind: PaidKind) => Promise<boolean>;
  /** Asks whether to start a calculation whose score may have been lost with a damaged file. */
  readonly mayStartAgain: (
    subject: Pick<SubjectKey, 'address' | 'chain'>,
    lostAt: Instant,
  ) => Promise<boolean>;
  /** Asks whether to send an address that could as well be a private key. */
  readonly maySendKeySized: (subject: Pick<SubjectKey, 'address' | 'chain'>) => Promise<boolean>;
}): Lookups {
  const { ledger, clock, policy } = options;
  const spending = createSpendingDoor(options);
  const ports = { ...options, spending, owner: randomUUID() };
  return {
    reports: createReports(ledger, clock, policy, options.sentChain),
    summaries: new WindowSummaries(ports),
    scores: createScores({ ...ports, riskMs: () => policy().riskMs }),
    check: (account, signal) => checkService(ports, account, signal),
  };
}
