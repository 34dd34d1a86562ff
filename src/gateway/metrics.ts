import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { LedgerError } from '../ledger/faults.ts';
import type { PaidKind } from '../ledger/store.ts';
import { isResumable } from '../risk/jobState.ts';
import type { Team } from './doors.ts';
import type { Answered } from './http/handle.ts';
import type { Page } from './http/server.ts';
import { everyone } from './store/charges.ts';
import type { OnUpstreamCall } from './upstream.ts';

/** Values that are read on demand: the name and help text of each metric. */
const gauges = {
  up: ['gateway_store_up', 'Whether the store can be read: 1 or 0.'],
  openJobs: ['gateway_open_jobs', 'Jobs whose result is waited for.'],
  oldestJob: ['gateway_oldest_open_job_seconds', 'Age of the oldest open job, 0 without one.'],
  unknownJobs: ['gateway_unknown_jobs', 'Lost starts that need an operator.'],
  calculationsLeft: [
    'gateway_team_calculations_left',
    'Calculations that the team may start today; none without a limit.',
  ],
  apiCallsLeft: [
    'gateway_team_api_calls_left',
    'API calls that the team may make today; none without a limit.',
  ],
  poolUsed: ['gateway_pool_used', 'Connections of the store in use.'],
  poolWaiting: ['gateway_pool_waiting', 'Requests that wait for a connection of the store.'],
  outbox: ['gateway_outbox_entries', 'What was paid for and waits for the store, of this process.'],
} as const;

/** Without what is not known. */
export type GaugeValues = { readonly [Name in keyof typeof gauges]?: number };

const secondBuckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 30];

/** The content of `/metrics`: only counts, without members and addresses. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = this.#counter(
    'gateway_requests_total',
    'Requests of members, by endpoint and status.',
    ['endpoint', 'status'],
  );
  readonly #seconds = this.#histogram('gateway_request_seconds', 'Time to respond.');
  readonly #results = this.#counter(
    'gateway_results_total',
    'Starts and summaries, by whether they were charged. The rest was shared.',
    ['charged'],
  );
  readonly joins = this.#counter(
    'gateway_joins_total',
    'Requests that got what another one in progress has fetched.',
    ['kind'],
  );
  readonly #upstream = this.#counter(
    'gateway_upstream_calls_total',
    'Calls of the service, by endpoint and result.',
    ['endpoint', 'result'],
  );
  readonly #upstreamSeconds = this.#histogram(
    'gateway_upstream_seconds',
    'Time until the service has responded.',
  );
  readonly storeErrors = this.#counter(
    'gateway_store_errors_total',
    'What the store could not do, by reason.',
    ['reason'],
  );
  readonly deleted = this.#counter(
    'gateway_deleted_rows_total',
    'Rows deleted because of their age, by table.',
    ['table'],
  );
  readonly #gauges = Object.entries(gauges).map(([key, [name, help]]) => ({
    key: key as keyof GaugeValues,
    gauge: new Gauge({ name, help, registers: [this.#registry] }),
  }));

  constructor() {
    // From the start: a rate needs a zero to begin at.
    for (const kind of ['start', 'summary'] as const) this.joins.inc({ kind }, 0);
    this.storeErrors.inc({ reason: 'busy' }, 0);
  }

  countAnswer({ endpoint, status, elapsedMs, charged }: Answered): void {
    this.#requests.inc({ endpoint, status });
    this.#seconds.observe({ endpoint }, elapsedMs / 1000);
    const isResult = status === 200 && (endpoint === 'start' || endpoint === 'summary');
    if (isResult) this.#results.inc({ charged: String(charged ?? 'unknown') });
  }

  countUpstream({ endpoint, result, elapsedMs }: Parameters<OnUpstreamCall>[0]): void {
    this.#upstream.inc({ endpoint, result });
    this.#upstreamSeconds.observe({ endpoint }, elapsedMs / 1000);
  }

  /** @param own of this process */
  async page(team: Team, own: GaugeValues): Promise<Page> {
    const values: GaugeValues = { ...own, ...(await storedValues(team)) };
    for (const { key, gauge } of this.#gauges) {
      const value = values[key];
      // An unknown value isn't zero.
      if (value === undefined) gauge.remove({});
      else gauge.set(value);
    }
    return { type: this.#registry.contentType, body: await this.#registry.metrics() };
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]) {
    return new Counter<Label>({ name, help, labelNames, registers: [this.#registry] });
  }

  #histogram(name: string, help: string) {
    const labelNames = ['endpoint'] as const;
    return new Histogram({
      name,
      help,
      labelNames,
      buckets: secondBuckets,
      registers: [this.#registry],
    });
  }
}

/** While the store cannot be read, its values are unknown, but no others. */
async function storedValues({
  account,
  charges,
  ledger,
  ports,
  teamLimits,
}: Team): Promise<GaugeValues> {
  const now = ports.clock.now();
  try {
    const [jobs, used] = await Promise.all([
      ledger.listJobs(account.key),
      charges.usedOn(now, everyone),
    ]);
    const open = jobs.filter(({ state }) => state === 'intent' || isResumable(state));
    const oldestAt = Math.min(now, ...open.map(({ createdAt }) => createdAt));
    const leftOf = (kind: PaidKind): number =>
      Math.max(0, (teamLimits[kind] ?? 0) - (used.get(`${kind} ${everyone}`) ?? 0));
    return {
      up: 1,
      openJobs: open.length,
      oldestJob: (now - oldestAt) / 1000,
      unknownJobs: jobs.filter(({ state }) => state === 'unknown').length,
      ...(teamLimits.start !== null && { calculationsLeft: leftOf('start') }),
      ...(teamLimits.summary !== null && { apiCallsLeft: leftOf('summary') }),
    };
  } catch (error) {
    if (error instanceof LedgerError) return { up: 0 };
    throw error;
  }
}
