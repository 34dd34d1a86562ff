import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createUndiciTransport } from '../api/undiciTransport.ts';
import { LedgerError } from '../ledger/faults.ts';
import { createScores } from '../paid/scores.ts';
import { UsageError } from '../options/usageError.ts';
import { lockFolder } from '../sample/folderLock.ts';
import { startSampleService, type SampleService } from '../sample/server.ts';
import type { Team } from './doors.ts';
import { createGateway, type Gateway } from './gateway.ts';
import type { Answered, HandlerParts } from './http/handle.ts';
import { KeyGuard } from './http/keyGuard.ts';
import { RequestBuckets } from './http/requestBuckets.ts';
import { adminAnswer, listen, memberAnswer, type TlsFiles } from './http/server.ts';
import { keptLedger, watchedLedger, withPausesOnly } from './keptLedger.ts';
import { leadPage } from './leadPage.ts';
import type { Log } from './log.ts';
import { Metrics, type GaugeValues } from './metrics.ts';
import { Outbox } from './outbox.ts';
import { isLoopbackHost, type ServeOptions } from './serveOptions.ts';
import type { GatewayStorage, StorageOptions } from './storage.ts';
import { Charges } from './store/charges.ts';
import { Members } from './store/members.ts';
import { addMemberJob, addToAudit, oldAudit } from './store/requests.ts';
import { StoreProblem } from './storeProblem.ts';
import { JobKeeper, Upkeep } from './upkeep.ts';
import {
  connectUpstream,
  type OnUpstreamCall,
  type UpstreamAccount,
  type UpstreamOptions,
} from './upstream.ts';
import { watchFiles } from './watchedFiles.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Jobs are polled for as long as a client may wait for one. */
const pollTimeoutMs = 24 * hourMs;

export interface RunningGateway {
  readonly url: string;
  /** Undefined without a port for those who run it. */
  readonly adminUrl: string | undefined;
  /** Reads the secrets and the certificate again. */
  reload(): void;
  /**
   * Takes no new requests and lets those in progress end: nothing that costs is cut off. Jobs stay as
   * they are for another process, or for the next start.
   */
  close(): Promise<void>;
}

/** @throws {UsageError} if the address cannot be listened on */
export async function serve(
  options: ServeOptions,
  storage: GatewayStorage,
  log: Log,
): Promise<RunningGateway> {
  const unlock = lockOf(options.storage);
  const { upstream, service } =
    options.upstream === undefined
      ? await startSample(options.storage)
      : { upstream: options.upstream, service: undefined };
  const transport = createUndiciTransport();
  const life = new AbortController();
  const metrics = new Metrics();
  const onCall: OnUpstreamCall = (call) => {
    metrics.countUpstream(call);
    log.write('upstream', { ...call, elapsedMs: Math.round(call.elapsedMs) });
  };
  const account = connectUpstream(upstream, transport, onCall, life.signal);
  const team = teamOf(options, storage, { account, metrics, log });
  const { scores, keeper, gateway, upkeep } = workOf(team, options, storage, metrics);
  const secrets = watchFiles({
    event: 'key',
    initial: upstream,
    read: options.readUpstream ?? (() => upstream),
    log,
    use({ base, credentials }) {
      if (base !== upstream.base || credentials.tenantId !== upstream.credentials.tenantId) {
        throw new UsageError('Another URL or tenant needs a restart.');
      }
      account.use(credentials);
      keeper.retry();
      return {};
    },
  });
  const watched = [secrets];
  const end = async (): Promise<void> => {
    upkeep.stop();
    for (const each of watched) each.stop();
    await gateway.ended();
    life.abort();
    await scores.leave();
    await team.outbox.close();
    await transport.finish();
    await service?.close();
    unlock();
  };
  try {
    const { listening: main, admin, readTls, readUpstream } = options;
    const sideRoutes = sideRoutesOf(team, options, storage, metrics);
    const handler = handlerOf(team, gateway, options, metrics);
    const { onFault } = handler;
    const listening = await listen(main, memberAnswer(handler, sideRoutes), onFault);
    const isLocal = admin !== undefined && isLoopbackHost(admin.host);
    const watching = admin && (await listen(admin, adminAnswer(sideRoutes, isLocal), onFault));
    upkeep.start();
    // Credentials of the environment cannot change.
    if (readUpstream !== undefined) secrets.start();
    if (main.tls !== undefined && readTls !== undefined) {
      const use = (tls: TlsFiles) => ({ until: listening.useCertificate(tls) });
      const files = { event: 'certificate', initial: main.tls, read: readTls, log, use } as const;
      const certificate = watchFiles(files);
      certificate.start();
      watched.push(certificate);
    }
    return {
      url: listening.url,
      adminUrl: watching?.url,
      reload: () => watched.forEach((each) => each.reload()),
      async close() {
        await listening.close();
        await end();
        await watching?.close();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

function teamOf(
  options: ServeOptions,
  { ledger: stored, clock, folder }: GatewayStorage,
  {
    account,
    metrics,
    log,
  }: { readonly account: UpstreamAccount; readonly metrics: Metrics; readonly log: Log },
): Team {
  const sql = watchedLedger(stored, storeWatch(log, metrics));
  const charges = new Charges(sql);
  const outbox = new Outbox(
    join(folder, 'outbox'),
    {
      ...sql,
      settleCharge: (...settled) => charges.settle(...settled),
      releaseCharge: (id) => charges.release(id),
      addMemberJob: (...added) => addMemberJob(sql, ...added),
    },
    (where, error) => log.fault(where, error),
  );
  const ledger = keptLedger(sql, outbox, clock);
  const pauseMs = options.pauseMinutes * minuteMs;
  const policy = {
    riskMs: options.riskHours * hourMs,
    summaryMs: options.summaryMinutes * minuteMs,
    summaryCallsPerDay: Infinity,
    rhythm: { intervalMs: 3_000, timeoutMs: pollTimeoutMs },
  };
  return {
    account,
    sql,
    ledger,
    charges,
    outbox,
    pauseMs,
    log,
    ports: {
      ledger: withPausesOnly(ledger, () => clock.now(), pauseMs),
      clock,
      owner: randomUUID(),
      policy: () => policy,
      onChange: () => undefined,
    },
    teamLimits: { start: options.calculations, summary: options.apiCalls },
    onJoin: (kind) => metrics.countJoin(kind),
  };
}

/** What works for a team, with requests and without. */
function workOf(
  team: Team,
  { auditDays }: ServeOptions,
  storage: GatewayStorage,
  metrics: Metrics,
) {
  const scores = createScores({
    ...team.ports,
    // They only follow jobs here: nothing is paid for.
    spending: {
      ask: () => Promise.resolve({ kind: 'refused', refusal: { kind: 'allowance' } }),
    },
  });
  const keeper = new JobKeeper(team, scores);
  const gateway = createGateway(team, (job) => keeper.follow(job));
  const upkeep = new Upkeep({
    ...team,
    gateway,
    keeper,
    oldRows: (now) => [oldAudit(auditDays, now), ...storage.oldRows(now)],
    onDeleted: (table, rows) => metrics.countDeleted(table, rows),
  });
  return { scores, keeper, gateway, upkeep };
}

function handlerOf(
  team: Team,
  gateway: Gateway,
  options: ServeOptions,
  metrics: Metrics,
): HandlerParts {
  const { requestsPerSecond: perSecond, requestsInFlight: inFlight } = options;
  return {
    gateway,
    members: new Members(team.sql),
    guard: new KeyGuard(),
    requests: new RequestBuckets({ perSecond, inFlight }),
    now: () => team.ports.clock.now(),
    isLoopbackOnly: !options.isBehindProxy,
    isSample: options.upstream === undefined,
    onAnswer(answered) {
      metrics.countAnswer(answered);
      noteAnswer(team, options, answered);
    },
    onFault: (error) => team.log.fault('request', error),
  };
}

/** What those who run it look at. */
function sideRoutesOf(
  team: Team,
  { upstream }: ServeOptions,
  { pool }: GatewayStorage,
  metrics: Metrics,
) {
  const own = (): GaugeValues => {
    const { used, waiting } = pool();
    return { poolUsed: used, poolWaiting: waiting, outbox: team.outbox.size };
  };
  return {
    async isReady() {
      try {
        await team.sql.query('SELECT 1 AS one');
        return true;
      } catch (error) {
        if (error instanceof LedgerError) return false;
        throw error;
      }
    },
    metrics: () => metrics.page(team, own()),
    page: () => leadPage(team, own(), upstream === undefined),
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

/** Writes an answer to the log and, if a member has requested an address, to the record of that. */
function noteAnswer(
  { sql, log, ports }: Team,
  { auditDays, logsAddresses }: ServeOptions,
  { id, endpoint, status, elapsedMs, charged, member, request, isFlood }: Answered,
): void {
  const wanted = request !== undefined && 'place' in request ? request : undefined;
  if (!isFlood) {
    const ms = Math.round(elapsedMs);
    const place = logsAddresses &&
      wanted && { network: wanted.place.chain, address: wanted.place.account };
    log.write('request', { id, endpoint, status, ms, charged, member, ...place });
  }
  if (auditDays === 0 || member === undefined || wanted === undefined) return;
  const { chain, account } = wanted.place;
  const entry = {
    member,
    endpoint: wanted.endpoint,
    chain,
    account,
    status,
    charged: charged ?? 0,
  };
  addToAudit(sql, entry, ports.clock.now()).catch((error: unknown) => log.fault('audit', error));
}

/**
 * PostgreSQL is there for several gateways, and files for one.
 * @returns what releases the folder
 */
function lockOf({ databaseUrl, data }: StorageOptions): () => void {
  if (databaseUrl !== undefined || data === undefined) return () => undefined;
  const unlock = lockFolder(data, 'gateway.lock');
  if (unlock !== undefined) return unlock;
  const text = `Another gateway runs on ${data}. Stop it first, or use PostgreSQL, which several share.`;
  throw new StoreProblem('busy', text);
}

async function startSample({
  data,
}: StorageOptions): Promise<{ service: SampleService; upstream: UpstreamOptions }> {
  const service = await startSampleService({
    data: data === undefined ? undefined : join(data, 'sample'),
  });
  const { url, tenant, apiKey } = service;
  const credentials = { tenantId: tenant, apiKey };
  return { service, upstream: { base: url, origin: url, credentials, isSample: true } };
}
