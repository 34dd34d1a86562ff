import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Transport } from '../api/transport.ts';
import { LedgerError } from '../ledger/faults.ts';
import type { Sql } from '../ledger/ledger.ts';
import type { JobRow } from '../ledger/store.ts';
import { createScores, type Scores } from '../lookups/scores.ts';
import { Figures } from './figures.ts';
import { createGateway, type Gateway } from './gateway.ts';
import type { Answered, HandlerParts } from './http/handle.ts';
import { MemberRequests } from './http/memberLimits.ts';
import type { SideRoutes } from './http/sideRoutes.ts';
import { JobKeeper } from './jobKeeper.ts';
import { keptLedger } from './keptLedger.ts';
import type { Log } from './log.ts';
import { Outbox, type OutboxCalls } from './outbox.ts';
import { withPausesOnly } from './quietStops.ts';
import type { ServeOptions } from './serveOptions.ts';
import type { GatewayStorage } from './storage.ts';
import { Audit, type AuditEntry } from './store/audit.ts';
import { Charges } from './store/charges.ts';
import { LostStarts } from './store/lostStarts.ts';
import { MemberJobs } from './store/memberJobs.ts';
import { Members } from './store/members.ts';
import { Upkeep } from './upkeep.ts';
import { connectUpstream, type UpstreamOptions } from './upstream.ts';

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
  readonly handler: HandlerParts;
  readonly sideRoutes: SideRoutes;
}

export function assemble(
  options: ServeOptions,
  storage: GatewayStorage,
  log: Log,
  wire: Wire,
): Assembly {
  const { clock, folder } = storage;
  const sql: Sql = storage.ledger;
  const tidy = (now: number): Promise<void> => storage.tidy(now);
  const stored = { charges: new Charges(sql), jobs: new MemberJobs(sql) };
  const audit = new Audit(sql, options.auditDays);
  const onFault = (where: string, error: unknown): void => log.fault(where, error);
  const calls: OutboxCalls = {
    ...storage.ledger,
    settleCharge: (...settled) => stored.charges.settle(...settled),
    releaseCharge: (id) => stored.charges.release(id),
    addMemberJob: (...added) => stored.jobs.add(...added),
  };
  const outbox = new Outbox({ folder: join(folder, 'outbox'), calls, onFault });
  const ledger = keptLedger(storage.ledger, outbox, clock);
  const figures = figuresOf(storage, () => account.key);
  const account = connectUpstream(
    wire.upstream,
    wire.transport,
    (call) => {
      figures.countUpstream(call);
      log.write('upstream', { ...call, elapsedMs: Math.round(call.elapsedMs) });
    },
    wire.signal,
  );
  const ports = portsOf(options, { ledger, clock });
  const pauseMs = options.pauseMinutes * minuteMs;
  // They only follow jobs: nothing is paid for.
  const refused = { kind: 'refused', refusal: { kind: 'allowance' } } as const;
  const scores = createScores({ ...ports, spending: { ask: () => Promise.resolve(refused) } });
  const onLost = ({ id }: JobRow): void => log.write('startLost', { job: id });
  const keeper = new JobKeeper({ account, ports, scores, pauseMs, onLost, onFault });
  const teamLimits = { start: options.calculations, summary: options.apiCalls };
  const gateway = createGateway({
    ...{ ...stored, outbox, account, ledger, ports, keeper, teamLimits, pauseMs },
  });
  const lostStarts = new LostStarts(sql);
  const onAnswer = (answered: Answered): void => {
    figures.countAnswer(answered);
    log.answered(answered);
    const entry = auditEntryOf(answered);
    if (entry !== undefined) {
      audit.note(entry, clock.now()).catch((error: unknown) => log.fault('audit', error));
    }
  };
  return {
    gateway,
    scores,
    outbox,
    upkeep: new Upkeep({ ...stored, ledger, clock, gateway, keeper, log, audit, lostStarts, tidy }),
    handler: {
      gateway,
      members: new Members(sql),
      requests: new MemberRequests({
        perSecond: options.requestsPerSecond,
        inFlight: options.requestsInFlight,
      }),
      now: () => clock.now(),
      isLoopbackOnly: !options.isBehindProxy,
      isSample: options.upstream === undefined,
      onAnswer,
      onFault: (error) => log.fault('request', error),
    },
    sideRoutes: { isReady: () => isReady(storage), metrics: () => figures.page() },
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

function figuresOf({ ledger, pool }: GatewayStorage, account: () => string): Figures {
  const countOf = async (isCounted: (job: JobRow) => boolean): Promise<number> =>
    (await ledger.listJobs(account())).filter(isCounted).length;
  return new Figures({
    openJobs: () => countOf(({ state }) => state === 'running' || state === 'intent'),
    unknownJobs: () => countOf(({ state }) => state === 'unknown'),
    pool,
  });
}

/** Undefined if no member has requested an address. */
function auditEntryOf({ member, request, status, charged = 0 }: Answered): AuditEntry | undefined {
  if (member === undefined || request === undefined || !('place' in request)) return undefined;
  const { chain, account } = request.place;
  return { member, endpoint: request.endpoint, chain, account, status, charged };
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
