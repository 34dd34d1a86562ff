import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Answered } from './http/handle.ts';
import type { OnUpstreamCall } from './upstream.ts';

/** What is counted only when someone looks. */
export interface LiveFigures {
  readonly openJobs: () => Promise<number>;
  readonly unknownJobs: () => Promise<number>;
  /** Connections of the pool of the store that are in use, and requests that wait for one. */
  readonly pool: () => { readonly used: number; readonly waiting: number };
}

/** What `/metrics` shows: counts alone, without members and addresses. */
export class Figures {
  readonly #registry = new Registry();
  readonly #requests: Counter<'endpoint' | 'status'>;
  readonly #seconds: Histogram<'endpoint'>;
  readonly #upstream: Counter<'endpoint' | 'result'>;
  readonly #results: Counter<'charged'>;

  constructor(live: LiveFigures) {
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: 'gateway_requests_total',
      help: 'Requests of members, by endpoint and status.',
      labelNames: ['endpoint', 'status'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'gateway_request_seconds',
      help: 'Time to respond.',
      labelNames: ['endpoint'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 30],
      registers,
    });
    this.#upstream = new Counter({
      name: 'gateway_upstream_calls_total',
      help: 'Calls of the service, by endpoint and result.',
      labelNames: ['endpoint', 'result'],
      registers,
    });
    this.#results = new Counter({
      name: 'gateway_results_total',
      help: 'Starts and summaries, by whether they were charged. The rest was shared.',
      labelNames: ['charged'],
      registers,
    });
    this.#gauge('gateway_open_jobs', 'Jobs whose result is waited for.', live.openJobs);
    this.#gauge('gateway_unknown_jobs', 'Lost starts that need an operator.', live.unknownJobs);
    this.#gauge('gateway_pool_used', 'Connections of the store in use.', () => live.pool().used);
    this.#gauge(
      'gateway_pool_waiting',
      'Requests that wait for a connection of the store.',
      () => live.pool().waiting,
    );
  }

  countAnswer({ endpoint, status, elapsedMs, charged }: Answered): void {
    this.#requests.inc({ endpoint, status });
    this.#seconds.observe({ endpoint }, elapsedMs / 1000);
    const isResult = status === 200 && (endpoint === 'start' || endpoint === 'summary');
    if (isResult) this.#results.inc({ charged: String(charged ?? 'unknown') });
  }

  countUpstream({ endpoint, result }: Parameters<OnUpstreamCall>[0]): void {
    this.#upstream.inc({ endpoint, result });
  }

  async page(): Promise<{ readonly type: string; readonly body: string }> {
    return { type: this.#registry.contentType, body: await this.#registry.metrics() };
  }

  #gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const gauge: Gauge = new Gauge({
      ...{ name, help, registers: [this.#registry] },
      collect: async () => gauge.set(await read()),
    });
  }
}
