import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createUndiciTransport } from '../api/undiciTransport.ts';
import { LedgerError } from '../ledger/faults.ts';
import { createScores } from '../paid/scores.ts';
import { UsageError } from '../options/options.ts';
import { lockFile } from '../paths/lockFile.ts';
import { makeFolder } from '../paths/makeFolder.ts';
import { startSampleService, type SampleService } from '../sample/server.ts';
import type { Team } from './doors.ts';
import { createGateway } from './gateway.ts';
import { handlerOf, type Answered } from './http/handle.ts';
import { answersOf, openServer } from './http/server.ts';
import { keptLedger, watchedLedger, withPausesOnly, Outbox } from './outbox.ts';
import { leadPage } from './leadPage.ts';
import type { Log, LogFields } from './log.ts';
import { Metrics, type GaugeValues } from './metrics.ts';
import { isLoopbackHost, type ServeOptions, type TlsFiles } from './serveOptions.ts';
import type { GatewayStorage, StorageOptions } from './storage.ts';
import { Charges } from './store/charges.ts';
import { addMemberJob, addToAudit, oldAudit } from './store/requests.ts';
import { StoreProblem } from './storeProblem.ts';
import { JobKeeper, Upkeep } from './upkeep.ts';
import {
  connectUpstream,
  type OnUpstreamCall,
  type UpstreamAccount,
  type UpstreamOptions,
} from './upstream.ts';

interface Watched<Value> {
  /** The event of the log. */
  readonly event: 'key' | 'certificate';
  readonly initial: Value;
  /** From its files, as they are now. @throws {UsageError} if they cannot be used */
  readonly read: () => Value;
  /**
   * Uses newly read values from now on.
   * @returns fields for the log
   * @throws {UsageError} if the gateway cannot use them while running
   */
  readonly use: (value: Value) => LogFields;
  readonly log: Log;
}

const lookMs = 1_000;

/**
 * Takes what is in files while the gateway runs. It looks at the files, because what the system reports
 * of changes differs by file system, and misses secrets that are mounted.
 */
export function watchFiles<Value>({ event, initial, read, use, log }: Watched<Value>) {
  let inUse = JSON.stringify(initial);
  /**
   * The last read value: a file may be incomplete during a write, so it counts once it is stable.
   */
  let seen = inUse;
  /** The value of the last log line. */
  let judged = inUse;
  let timer: NodeJS.Timeout | undefined;

  function look(isRequested: boolean): void {
    let isRead = false;
    try {
      const value = read();
      isRead = true;
      const text = JSON.stringify(value);
      const isSettled = isRequested || text === seen;
      seen = text;
      if (!isSettled || (text === judged && !isRequested)) return;
      judged = text;
      if (text === inUse) throw new UsageError(`The ${event} is the one in use.`);
      const taken = use(value);
      inUse = text;
      log.write(event, { isChanged: true, ...taken });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      // A file that is being replaced may be missing for a moment.
      if (isRead || isRequested) log.write(event, { isChanged: false, why: error.message });
    }
  }

  return {
    start: () => void (timer = setInterval(() => look(false), lookMs).unref()),
    stop: () => clearInterval(timer),
    /** Reads them now, and logs what they are good for. */
    reload: () => look(true),
  };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Jobs are polled for as long as a client may wait for one. */
const pollTimeoutMs = 24 * hourMs;

export type RunningGateway = Awaited<ReturnType<typeof serve>>;

/** @throws {UsageError} if the address cannot be listened on */
export async function serve(options: ServeOptions, storage: GatewayStorage, log: Log) {
  const unlock = lockOf(options.storage);
  const { upstream, service } = await upstreamOf(options);
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
    for (const each of watched) each.stop();
    await upkeep.stop();
    await gateway.ended();
    life.abort();
    await scores.leave();
    await team.outbox.close();
    await transport.finish();
    await service?.close();
    unlock();
  };
  let listening: Awaited<ReturnType<typeof openServer>> | undefined;
  try {
    const { listening: main, admin, readUpstream } = options;
    const sideRoutes = sideRoutesOf(team, options, storage, metrics);
    const onAnswer = (answered: Answered): void => noteAnswer(team, options, metrics, answered);
    const handler = handlerOf(team, gateway, options, onAnswer);
    const { onFault } = handler;
    const members = answersOf(sideRoutes, handler.isLoopbackOnly, handler);
    const own = (listening = await openServer(main, members, onFault));
    const watching =
      admin &&
      (await openServer(admin, answersOf(sideRoutes, isLoopbackHost(admin.host)), onFault));
    upkeep.start();
    // Credentials of the environment cannot change.
    if (readUpstream !== undefined) secrets.start();
    watched.push(...watchCertificate(options, own, log));
    return {
      url: own.url,
      /** Undefined without a port for those who run it. */
      adminUrl: watching?.url,
      /** Reads the secrets and the certificate again. */
      reload: () => watched.forEach((each) => each.reload()),
      /**
       * Stops accepting requests and finishes those in progress, so that no paid call is cut off.
       * Jobs remain for another process, or for the next start.
       */
      async close() {
        await own.close();
        await end();
        await watching?.close();
      },
    };
  } catch (error) {
    await listening?.close();
    await end();
    throw error;
  }
}

/** Gives renewed certificates to a server that has them in files. */
function watchCertificate(
  { listening: { tls }, readTls }: ServeOptions,
  server: Awaited<ReturnType<typeof openServer>>,
  log: Log,
) {
  if (tls === undefined || readTls === undefined) return [];
  const use = (files: TlsFiles) => ({ until: server.useCertificate(files) });
  const watch = watchFiles({ event: 'certificate', initial: tls, read: readTls, log, use });
  watch.start();
  return [watch];
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
      addToAudit: (...added) => addToAudit(sql, ...added),
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
    onJoin: (kind) => metrics.joins.inc({ kind }),
  };
}

/** The work for a team, with and without requests. */
function workOf(
  team: Team,
  { auditDays }: ServeOptions,
  storage: GatewayStorage,
  metrics: Metrics,
) {
  const scores = createScores({
    ...team.ports,
    // Jobs are only followed here, never paid for.
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
    onDeleted: (table, rows) => metrics.deleted.inc({ table }, rows),
  });
  return { scores, keeper, gateway, upkeep };
}

/** Routes for operators. */
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
  const canRead = async (): Promise<boolean> => {
    try {
      await team.sql.query('SELECT 1 AS one');
      return true;
    } catch (error) {
      if (error instanceof LedgerError) return false;
      throw error;
    }
  };
  let reading: Promise<boolean> | undefined;
  return {
    /** One query for all requests at the same time, since anyone may ask without a key. */
    isReady: () => (reading ??= canRead().finally(() => (reading = undefined))),
    metrics: () => metrics.page(team, own()),
    page: () => leadPage(team, own(), upstream === undefined),
  };
}

/** Logs why the store cannot be used, once, and when it can be again. */
function storeWatch(log: Log, metrics: Metrics): (problem: LedgerError | undefined) => void {
  let logged: string | undefined;
  return (problem) => {
    if (problem !== undefined) metrics.storeErrors.inc({ reason: problem.reason });
    if (problem?.message === logged) return;
    logged = problem?.message;
    log.write(
      'store',
      logged === undefined ? { isUsable: true } : { isUsable: false, why: logged },
    );
  };
}

/** In the audit record, whose columns take no NULL: the response to the call was lost. */
const unknownCharge = -1;

/** Counts an answer, and writes it to the log and, if a member has requested an address, to the record of that. */
function noteAnswer(
  { sql, log, outbox, ports }: Team,
  { auditDays, logsAddresses }: ServeOptions,
  metrics: Metrics,
  answered: Answered,
): void {
  metrics.countAnswer(answered);
  const { id, endpoint, status, elapsedMs, charged, member, request, isFlood } = answered;
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
    id,
    member,
    endpoint: wanted.endpoint,
    chain,
    account,
    status,
    charged: charged ?? unknownCharge,
  };
  const now = ports.clock.now();
  addToAudit(sql, entry, now).catch((error: unknown) => {
    if (error instanceof LedgerError) outbox.keep([['addToAudit', entry, now]]);
    else log.fault('audit', error);
  });
}

/**
 * PostgreSQL is there for several gateways, and files for one.
 * @returns what releases the folder
 */
function lockOf({ databaseUrl, data }: StorageOptions): () => void {
  if (databaseUrl !== undefined || data === undefined) return () => undefined;
  makeFolder(data);
  const unlock = lockFile(join(data, 'gateway.lock'));
  if (unlock !== undefined) return unlock;
  const text = `Another gateway runs on ${data}. Stop it first, or use PostgreSQL, which several share.`;
  throw new StoreProblem('busy', text);
}

/** The service behind the gateway, which may be a sample service of its own. */
async function upstreamOf({
  upstream,
  storage: { data },
}: ServeOptions): Promise<{ upstream: UpstreamOptions; service?: SampleService }> {
  if (upstream !== undefined) return { upstream };
  const service = await startSampleService({
    data: data === undefined ? undefined : join(data, 'sample'),
  });
  const { url, tenant, apiKey } = service;
  const credentials = { tenantId: tenant, apiKey };
  return { service, upstream: { base: url, origin: url, credentials, isSample: true } };
}
