import type { Worker } from 'node:worker_threads';
import type { Engine, EngineHost, EngineSettings } from '../../src/engine/engine.ts';
import { openRemoteEngine } from '../../src/engine/remoteEngine.ts';

export const account = { key: 'account', origin: 'origin', credential: 'credential' } as const;

export const engineSettings: EngineSettings = {
  policy: {
    summaryMs: 3_600_000,
    riskMs: 86_400_000,
    summaryCallsPerDay: 200,
    rhythm: { intervalMs: 1_000, timeoutMs: 15 * 60_000 },
  },
  chainIds: {},
  network: { transport: 'undici', proxy: '', noProxy: [], isDirect: true },
};

const source = (path: string): URL => new URL(`../../src/${path}`, import.meta.url);

/** An engine in a thread, the thread itself, and what it has reported. */
export interface TestEngine {
  readonly engine: Engine;
  /** All threads so far; the last one runs. */
  readonly threads: Worker[];
  readonly faults: unknown[];
}

/** Opens an engine whose calls go to a service, with its credentials. */
export function openTestEngine(
  folder: string,
  service: { readonly url: string; readonly tenant: string; readonly apiKey: string },
  changes: {
    readonly host?: Partial<EngineHost>;
    readonly settings?: Partial<EngineSettings>;
    readonly workerFile?: URL;
  } = {},
): TestEngine {
  const threads: Worker[] = [];
  const faults: unknown[] = [];
  const { url, tenant, apiKey } = service;
  const engine = openRemoteEngine(
    {
      folder,
      workerFile: changes.workerFile ?? source('engine/engine.process.ts'),
      certificatesFile: source('api/certificates.process.ts').pathname,
      settings: () => ({ ...engineSettings, ...changes.settings }),
      onStart: (worker) => threads.push(worker),
    },
    {
      connection: () => Promise.resolve({ base: url, tenantId: tenant, apiKey }),
      account: () => Promise.resolve(account),
      mayExceed: () => Promise.resolve(true),
      send: () => Promise.reject(new Error('The host sends nothing.')),
      onChange: () => undefined,
      onNotice: ({ kind }) => faults.push(kind),
      onUnknown: () => Promise.resolve(),
      mayStartAgain: () => Promise.resolve(true),
      maySendKeySized: () => Promise.resolve(false),
      onCall: () => undefined,
      onFault: (_, error) => faults.push(error),
      ...changes.host,
    },
  );
  return { engine, threads, faults };
}
