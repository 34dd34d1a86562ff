import { randomUUID } from 'node:crypto';
import type { Ledger } from '../ledger/ledger.ts';
import { openLedger } from '../ledger/openLedger.ts';
import type { SubjectKey } from '../ledger/store.ts';
import { hasSpellings, storedKey } from '../paid/storedKey.ts';
import { dayOf, systemClock, type Clock } from '../paid/clock.ts';
import { maxUnanswered, type Policy } from '../paid/policy.ts';
import type { StoredPart } from '../paid/ports.ts';
import { checkService } from '../paid/pollTurn.ts';
import { createReports } from '../paid/reports.ts';
import { createScores, type Scores } from '../paid/scores.ts';
import { WindowSpendingDoor } from '../paid/spending.ts';
import { WindowSummaries } from '../paid/windowSummaries.ts';
import { withoutIdStates } from '../risk/jobState.ts';
import { Accounts } from './accounts.ts';
import type { EndOf, Engine, EngineHost, EngineSettings } from './engine.ts';
import { JobWatch } from './jobWatch.ts';
import { LazyNetwork } from './network.ts';

export interface EngineOptions {
  /** Of the ledger, which all of the user's windows share. */
  readonly folder: string;
  /** The built `certificates.process.ts`. */
  readonly certificatesFile: string;
  readonly settings: EngineSettings;
  /** The system clock by default. */
  readonly clock?: Clock;
}

/** An engine in this thread. It opens the ledger and the network on first use. */
export function createLocalEngine(options: EngineOptions, host: EngineHost): Engine {
  let { settings } = options;
  const { folder, certificatesFile, clock = systemClock } = options;
  const ledger = openLedger(folder, (notice) => host.onNotice(notice));
  const network = new LazyNetwork(host, certificatesFile, settings.network);
  const accounts = new Accounts({ host, transport: network, settings: () => settings });
  const policy = (): Policy => settings.policy;
  const ports = {
    ledger,
    clock,
    policy,
    owner: randomUUID(),
    spending: new WindowSpendingDoor({ ledger, clock, policy, user: host }),
    // Surfaces may have another spelling of its address.
    onChange: (subject: SubjectKey, part: StoredPart) =>
      host.onChange(hasSpellings(subject) ? undefined : subject, part),
  };
  const scores = createScores(ports);
  const summaries = new WindowSummaries(ports);
  const watch = new JobWatch({ folder, host, ledger, accounts, scores });
  async function leave(): Promise<void> {
    await Promise.all([accounts.leave(), scores.leave(), summaries.ended()]);
  }
  return {
    ...createReports(ledger, clock, policy, ({ account, chain }) =>
      accounts.serviceChain({ key: account }, chain),
    ),
    ...storedRows(ledger, accounts, clock),
    ...paidCalls(scores, summaries, accounts),
    async check(account, signal) {
      return checkService({ ledger, clock }, await accounts.open(account), signal);
    },
    follow: () => watch.followJobs(),
    setActive: (isActive) => watch.setActive(isActive),
    leave,
    configure(next) {
      settings = next;
      // The URL of an account's service may have changed within its origin.
      accounts.reconnect();
      network.configure(next.network);
      return Promise.resolve();
    },
    async close() {
      watch.stop();
      await leave();
      await network.close();
      await ledger.close();
    },
  };
}

/** Reads and changes of the ledger that need no call. */
function storedRows(ledger: Ledger, accounts: Accounts, clock: Clock) {
  const { forgetJob, listResults, clearResults } = ledger;
  return {
    forgetJob,
    listResults,
    clearResults,
    openJobOf: (key, aggregator) => ledger.openJobOf(storedKey(key), aggregator),
    listSpendings: (account, limit, subject) =>
      ledger.listSpendings(account, limit, subject && storedKey(subject)),
    async listJobs(account) {
      const jobs = await ledger.listJobs(account.key);
      const hasIds = jobs.some(({ jobId }) => jobId !== null);
      const jobIds = hasIds ? await accounts.jobIds(account) : undefined;
      return jobs.map((job) => ({
        ...job,
        shownId: job.jobId === null ? null : (jobIds?.reveal(job.jobId) ?? null),
      }));
    },
    async noticeJob(id) {
      await ledger.overrideJob(id, { isNoticed: true }, clock.now());
    },
    async adoptJobId(account, id, text) {
      const jobId = (await accounts.jobIds(account)).adopt(text);
      if (jobId === undefined) return 'notAnId';
      const change = { state: 'detached', jobId, isNoticed: true } as const;
      const job = await ledger.overrideJob(id, change, clock.now(), withoutIdStates);
      return job?.jobId === jobId ? 'adopted' : 'changed';
    },
    readUsage: (account) => ledger.readUsage(account, dayOf(clock.now())),
    async readHolds({ key, credential }) {
      const [stops, unanswered] = await Promise.all([
        ledger.readStops(key, credential),
        ledger.countUnanswered(key),
      ]);
      return { stops, isUnreliable: unanswered >= maxUnanswered };
    },
    async clearStops(account) {
      await ledger.clearStops(account, 'summary');
      await ledger.clearStops(account, 'risk');
    },
  } satisfies Partial<Engine>;
}

function paidCalls(scores: Scores, summaries: WindowSummaries, accounts: Accounts) {
  return {
    async lookUp({ account, subject, source }) {
      return endOf(await summaries.look(await accounts.open(account), subject, source));
    },
    async score(request, onEvent, signal) {
      const account = await accounts.open(request.account);
      return endOf(await scores.score({ ...request, account }, onEvent, signal));
    },
    async rejoin(request, since, onEvent, signal) {
      const account = await accounts.open(request.account);
      return endOf(await scores.rejoin({ ...request, account }, since, onEvent, signal));
    },
    async resume(account, jobId, onEvent, signal) {
      const opened = await accounts.open(account);
      return endOf(await scores.resume(opened, jobId, onEvent, signal));
    },
  } satisfies Partial<Engine>;
}

function endOf<Outcome extends { readonly kind: string }>(outcome: Outcome): EndOf<Outcome> {
  return outcome.kind === 'value' ? { kind: 'value' } : (outcome as EndOf<Outcome>);
}
