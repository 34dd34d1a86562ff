import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Credentials } from '../api/credentials.ts';
import type { Transport } from '../api/transport.ts';
import { LedgerError } from '../ledger/faults.ts';
import type { Sql } from '../ledger/ledger.ts';
import type { Instant } from '../ledger/store.ts';
import { createScores, type Scores } from '../paid/scores.ts';
import type { SpendingDoor } from '../paid/spending.ts';
import type { TeamParts } from './doors.ts';
import { Metrics, type GaugeValues, type LiveMetrics } from './metrics.ts';
import { createGateway, type Gateway } from './gateway.ts';
import type { Answered, HandlerParts } from './http/handle.ts';
import { KeyGuard } from './http/keyGuard.ts';
import { RequestBuckets } from './http/requestBuckets.ts';
import type { SideRoutes } from './http/sideRoutes.ts';
import { JobKeeper } from './jobKeeper.ts';
import { keptLedger, watchedLedger, withPausesOnly } from './keptLedger.ts';
import { leadPage } from './leadPage.ts';
import type { Log } from './log.ts';
import { Outbox, type OutboxCalls } from './outbox.ts';
import type { ServeOptions } from './serveOptions.ts';
import type { GatewayStorage } from './storage.ts';
import { Audit } from './store/audit.ts';
import { Charges } from './store/charges.ts';
import { LostStarts, Upkeep } from './upkeep.ts';
import { MemberJobs } from './store/memberJobs.ts';
import { Members } from './store/members.ts';
import {
  connectUpstream,
  type OnUpstreamCall,
  type UpstreamAccount,
  type UpstreamOptions,
} from './upstream.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Jobs are polled for as long as a client may wait for one. */
const pollTimeoutMs = 24 * hourMs;

/** Where calls go, and what ends them. */
export interface Wire {
  readonly upstream: UpstreamOptions;
  readonly transport: Pick<Transport, 'send'>;
  /** Aborted when nothing more is sent. */
  readonly signal: AbortSignal;
}

/** What a gateway is made of. */
export interface Assembly {
  readonly gateway: Gateway;
  readonly scores: Scores;
  readonly upkeep: Upkeep;
  readonly outbox: Outbox;
  /** Takes another key of the license. */
  readonly useKey: (credentials: Credentials) => void;
  readonly handler: HandlerParts;
  readonly sideRoutes: SideRoutes;
}

export function assemble(
  options: ServeOptions,
  opened: GatewayStorage,
  log: Log,
  wire: Wire,
): Assembly {
  const metrics = new Metrics();
  const isSample = options.upstream === undefined;
  const storage = { ...opened, ledger: watchedLedger(opened.ledger, storeWatch(log, metrics)) };
  const { clock, folder } = storage;
  const sql: Sql = storage.ledger;
  const stored = { charges: new Charges(sql), jobs: new MemberJobs(sql) };
  const audit = new Audit(sql, options.auditDays);
  const onFault = (where: string, error: unknown): void => log.fault(where, error);
  const calls = outboxCalls(storage, stored);
  const outbox = new Outbox({ folder: join(folder, 'outbox'), calls, onFault });
  const ledger = keptLedger(storage.ledger, outbox, clock);
  const teamLimits = { start: options.calculations, summary: options.apiCalls };
  const live: LiveMetrics = {
    own: () => ownMetrics(storage, outbox),
    stored: () => storedMetrics(storage, stored.charges, { account: account.key, teamLimits }),
  };
  const account = meteredUpstream(wire, log, metrics);
  const ports = portsOf(options, { ledger, clock });
  const pauseMs = options.pauseMinutes * minuteMs;
  const scores = createScores({ ...ports, spending: nothingSpent });
  const keeper = new JobKeeper({ account, ports, scores, pauseMs, log });
  const gateway = createGateway({
    ...stored,
    outbox,
    account,
    ledger,
    ports,
    keeper,
    teamLimits,
    pauseMs,
    onJoin: (kind) => metrics.countJoin(kind),
  });
  return {
    gateway,
    scores,
    outbox,
    useKey(credentials) {
      account.use(credentials);
      keeper.retry();
    },
    upkeep: new Upkeep({
      ...stored,
      ledger,
      clock,
      gateway,
      keeper,
      log,
      audit,
      lostStarts: new LostStarts(sql),
      oldRows: (now) => storage.oldRows(now),
      onDeleted: (table, rows) => metrics.countDeleted(table, rows),
    }),
    handler: {
      gateway,
      members: new Members(sql),
      guard: new KeyGuard(),
      requests: requestBuckets(options),
      now: () => clock.now(),
      isLoopbackOnly: !options.isBehindProxy,
      isSample,
      onAnswer: (answered) => {
        metrics.countAnswer(answered);
        if (!answered.isFlood) log.answered(answered);
        noteAnswer(audit, answered, clock.now()).catch((error: unknown) => onFault('audit', error));
      },
      onFault: (error) => onFault('request', error),
    },
    sideRoutes: {
      isReady: () => isReady(storage),
      metrics: () => metrics.page(live),
      page: () => leadPage({ storage, account, teamLimits, own: live.own(), isSample }),
    },
  };
}

/** Scores only follow jobs here: nothing is paid for. */
const nothingSpent: SpendingDoor = {
  ask: () => Promise.resolve({ kind: 'refused', refusal: { kind: 'allowance' } }),
};

const requestBuckets = (options: ServeOptions): RequestBuckets =>
  new RequestBuckets({
    perSecond: options.requestsPerSecond,
    inFlight: options.requestsInFlight,
  });

/** Counts and logs each call to the service. */
function meteredUpstream(wire: Wire, log: Log, metrics: Metrics): UpstreamAccount {
  const { upstream, transport, signal } = wire;
  const onCall: OnUpstreamCall = (call) => {
    metrics.countUpstream(call);
    log.write('upstream', { ...call, elapsedMs: Math.round(call.elapsedMs) });
  };
  return connectUpstream(upstream, transport, onCall, signal);
}

function outboxCalls(
  { ledger }: GatewayStorage,
  { charges, jobs }: Record<'charges', Charges> & Record<'jobs', MemberJobs>,
): OutboxCalls {
  return {
    ...ledger,
    settleCharge: (...settled) => charges.settle(...settled),
    releaseCharge: (id) => charges.release(id),
    addMemberJob: (...added) => jobs.add(...added),
  };
}

/** Logs why the store cannot be used, once, and when it can be again. */
function storeWatch(log: Log, metrics: Metrics): (problem: LedgerError | undefined) => void {
  let logged: string | undefined;
  return (problem) => {
    if (problem !== undefined) metrics.countStoreError(problem);
    if (problem?.message === logged) return;
    logged = problem?.message;
    log.write(
      'store',
      logged === undefined ? { isUsable: true } : { isUsable: false, why: logged },
    );
  };
}

/** What the lookups of the extension need, with a policy for a team. */
function portsOf(
  options: ServeOptions,
  { ledger, clock }: Pick<GatewayStorage, 'ledger' | 'clock'>,
) {
  const policy = {
    riskMs: options.riskHours * hourMs,
    summaryMs: options.summaryMinutes * minuteMs,
    summaryCallsPerDay: Infinity,
    rhythm: { intervalMs: 3_000, timeoutMs: pollTimeoutMs },
  };
  return {
    ledger: withPausesOnly(ledger, () => clock.now(), options.pauseMinutes * minuteMs),
    clock,
    owner: randomUUID(),
    policy: () => policy,
    onChange: () => undefined,
  };
}

function ownMetrics({ pool }: GatewayStorage, outbox: Outbox): GaugeValues {
  const { used, waiting } = pool();
  return { poolUsed: used, poolWaiting: waiting, outbox: outbox.size };
}

async function storedMetrics(
  { ledger, clock }: GatewayStorage,
  charges: Charges,
  { account, teamLimits }: { account: string; teamLimits: TeamParts['teamLimits'] },
): Promise<GaugeValues> {
  const now = clock.now();
  const [jobs, used] = await Promise.all([ledger.listJobs(account), charges.usedByTeam(now)]);
  const open = jobs.filter(({ state }) => state === 'running' || state === 'intent');
  const oldestAt = Math.min(now, ...open.map(({ createdAt }) => createdAt));
  const { start, summary } = teamLimits;
  return {
    openJobs: open.length,
    oldestJob: (now - oldestAt) / 1000,
    unknownJobs: jobs.filter(({ state }) => state === 'unknown').length,
    ...(start !== null && { calculationsLeft: Math.max(0, start - used.start) }),
    ...(summary !== null && { apiCallsLeft: Math.max(0, summary - used.summary) }),
  };
}

/** Nothing if no member has requested an address. */
async function noteAnswer(
  audit: Audit,
  { member, request, status, charged = 0 }: Answered,
  now: Instant,
): Promise<void> {
  if (member === undefined || request === undefined || !('place' in request)) return;
  const { chain, account } = request.place;
  await audit.note({ member, endpoint: request.endpoint, chain, account, status, charged }, now);
}

async function isReady({ ledger }: GatewayStorage): Promise<boolean> {
  try {
    await ledger.query('SELECT 1 AS one');
    return true;
  } catch (error) {
    if (error instanceof LedgerError) return false;
    throw error;
  }
}
