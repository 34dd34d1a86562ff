import { sampleAccountKey } from '../lookups/account.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { dayOf, systemClock, type Clock } from '../lookups/clock.ts';
import { mostUnanswered } from '../lookups/policy.ts';
import { createLookups, type Lookups } from '../lookups/lookups.ts';
import type { ScoreOutcome } from '../lookups/scoreRun.ts';
import type { SummaryOutcome } from '../lookups/summaries.ts';
import { withoutIdStates } from '../risk/jobState.ts';
import { Accounts } from './accounts.ts';
import type {
  Engine,
  EngineHost,
  EngineSettings,
  OnScoreEvent,
  ScoreEnd,
  ShownJob,
  SummaryEnd,
} from './engine.ts';
import { JobWatch } from './jobWatch.ts';
import { createNetwork } from './network.ts';
import type { EngineStorage } from './storage.ts';

export interface EngineOptions {
  readonly storage: EngineStorage;
  /** The built `certificates.process.ts`. */
  readonly certificatesFile: string;
  readonly settings: EngineSettings;
  /** That of the system by default. */
  readonly clock?: Clock;
}

/** The parts of an engine that several of its methods use. */
interface Parts {
  readonly ledger: Ledger;
  readonly lookups: Lookups;
  readonly accounts: Accounts;
  readonly clock: Clock;
}

/** An engine in this thread. It opens the ledger and the network on first use. */
export function createLocalEngine(options: EngineOptions, host: EngineHost): Engine {
  let { settings } = options;
  const { storage, certificatesFile, clock = systemClock } = options;
  const ledger = storage.open((notice) => host.onNotice(notice));
  const network = createNetwork(host, certificatesFile, settings.network);
  const accounts = new Accounts({ host, transport: network, settings: () => settings });
  const lookups = createLookups({
    ledger,
    clock,
    policy: () => settings.policy,
    sentChain: ({ account, chain }) =>
      account === sampleAccountKey ? chain : (settings.chainIds[chain] ?? chain),
    onChange: (subject) => host.onChange(subject),
    mayExceed: (kind) => host.mayExceed(kind),
    mayStartAgain: (...args) => host.mayStartAgain(...args),
    maySendKeySized: (subject) => host.maySendKeySized(subject),
  });
  const watch = new JobWatch({ storage, host, ledger, accounts, scores: lookups.scores });
  const parts: Parts = { ledger, lookups, accounts, clock };
  return {
    ...storedState(parts),
    ...paidCalls(parts),
    follow: () => watch.followJobs(),
    setActive: (isActive) => watch.setActive(isActive),
    async leave() {
      await Promise.all([accounts.leave(), lookups.scores.leave(), lookups.summaries.ended()]);
    },
    configure(next) {
      settings = next;
      // The URL of an account's service may have changed within its origin.
      accounts.reconnect();
      network.configure(next.network);
      return Promise.resolve();
    },
    async close() {
      watch.stop();
      await Promise.all([accounts.leave(), lookups.scores.leave(), lookups.summaries.ended()]);
      await network.close();
      await ledger.close();
    },
  };
}

/** What is read or changed in the ledger without a call. */
function storedState({ ledger, lookups, accounts, clock }: Parts) {
  const { reports } = lookups;
  return {
    readHeads: (keys) => Promise.all(keys.map((key) => reports.readHeads(key))),
    readReport: (key) => reports.read(key),
    readHistory: (key) => reports.readHistory(key),
    listScored: (account, addresses, aggregator) =>
      reports.scoredOf(account, addresses, aggregator),
    listOpenJobs: (account, aggregator) => reports.openJobsOf(account, aggregator),
    async listJobs(account) {
      const jobs = await ledger.listJobs(account.key);
      if (!jobs.some(({ jobId }) => jobId !== null)) return jobs.map(withoutId);
      const jobIds = await accounts.jobIds(account);
      return jobs.map((job) => ({
        ...job,
        shownId: job.jobId === null ? null : (jobIds.reveal(job.jobId) ?? null),
      }));
    },
    openJobOf: (key, aggregator) => ledger.openJobOf(key, aggregator),
    forgetJob: (id, whileIn) => ledger.forgetJob(id, whileIn),
    noticeJob: (id) => ledger.noticeJob(id),
    async adoptJobId(account, id, text) {
      const jobId = (await accounts.jobIds(account)).adopt(text);
      if (jobId === undefined) return 'notAnId';
      const change = { state: 'detached', jobId, isNoticed: true } as const;
      const job = await ledger.overrideJob(id, change, clock.now(), withoutIdStates);
      return job?.jobId === jobId ? 'adopted' : 'changed';
    },
    listResults: (account, limit) => ledger.listResults(account, limit),
    clearResults: () => ledger.clearResults(),
    readUsage: (account) => ledger.readUsage(account, dayOf(clock.now())),
    listSpendings: (account, limit) => ledger.listSpendings(account, limit),
    listSpendingsOf: (key, limit) => ledger.listSpendingsOf(key, limit),
    async readHolds({ key, credential }) {
      const [stops, unanswered] = await Promise.all([
        ledger.readStops(key, credential),
        ledger.countUnanswered(key),
      ]);
      return { stops, isUnreliable: unanswered >= mostUnanswered };
    },
    async clearStops(account) {
      await ledger.clearStops(account, 'summary');
      await ledger.clearStops(account, 'risk');
    },
  } satisfies Partial<Engine>;
}

function withoutId(job: Omit<ShownJob, 'shownId'>): ShownJob {
  return { ...job, shownId: null };
}

function paidCalls({ lookups, accounts }: Parts) {
  const { scores, summaries } = lookups;
  return {
    async lookUp({ account, subject, source }) {
      return summaryEnd(await summaries.look(await accounts.open(account), subject, source));
    },
    async score(request, onEvent, signal) {
      const account = await accounts.open(request.account);
      const onAccepted = (): void => onEvent({ kind: 'accepted' });
      return scoreEnd(
        await scores.score({ ...request, account, onAccepted }, progressTo(onEvent), signal),
      );
    },
    async rejoin({ account, subject, aggregator }, since, onEvent, signal) {
      const opened = await accounts.open(account);
      const request = { account: opened, subject, aggregator, since };
      return scoreEnd(await scores.rejoin(request, progressTo(onEvent), signal));
    },
    async resume(account, jobId, onEvent, signal) {
      const opened = await accounts.open(account);
      return scoreEnd(await scores.resume(opened, jobId, progressTo(onEvent), signal));
    },
    async check(account, signal) {
      return lookups.check(await accounts.open(account), signal);
    },
  } satisfies Partial<Engine>;
}

function progressTo(onEvent: OnScoreEvent) {
  return (progress: Parameters<Parameters<Lookups['scores']['score']>[1]>[0]): void =>
    onEvent({ kind: 'progress', progress });
}

function summaryEnd(outcome: SummaryOutcome): SummaryEnd {
  switch (outcome.kind) {
    case 'value':
      return { kind: 'value' };
    case 'refused':
      return { kind: 'refused', refusal: outcome.refusal };
    case 'failed':
      return { kind: 'failed', failure: outcome.failure };
  }
}

function scoreEnd(outcome: ScoreOutcome): ScoreEnd {
  return outcome.kind === 'value' ? { kind: 'value' } : outcome;
}
