import type { Endpoint, Failure } from '../api/failure.ts';
import type { Engine, EngineHost } from './engine.ts';
import { EngineEndedError, EngineThreads, type RemoteEngineOptions } from './engineThreads.ts';

/**
 * What happens to each method if the engine's thread ends. `read`: costs and changes nothing, or
 * nothing twice, so it is repeated. `order`: likewise, but doesn't start a thread. `once`: not
 * repeated.
 */
export const engineMethods = {
  readStored: 'read',
  readReport: 'read',
  readHistory: 'read',
  listScored: 'read',
  listOpenJobs: 'read',
  lookUp: 'once',
  score: 'once',
  rejoin: 'read',
  resume: 'read',
  check: 'once',
  listJobs: 'read',
  openJobOf: 'read',
  forgetJob: 'once',
  adoptJobId: 'once',
  noticeJob: 'read',
  listResults: 'read',
  clearResults: 'once',
  readUsage: 'read',
  listSpendings: 'read',
  readHolds: 'read',
  clearStops: 'read',
  follow: 'read',
  setActive: 'order',
  leave: 'order',
  configure: 'order',
  close: 'once',
} as const satisfies Record<keyof Engine, 'read' | 'order' | 'once'>;

/**
 * Runs the engine in its own thread, started by the first call. A thread that dies is restarted at
 * most once a second, which never sends anything again.
 */
export function openRemoteEngine(options: RemoteEngineOptions, host: EngineHost): Engine {
  const threads = new EngineThreads(options, host);
  const { orders } = threads;
  const all = calls(threads);
  return {
    ...all,
    ...paidCalls(threads, all),
    follow() {
      orders.isFollowing = true;
      return all.follow();
    },
    setActive(isActive) {
      orders.isActive = isActive;
      return all.setActive(isActive);
    },
    close: () => threads.close(),
  };
}

/** All methods, according to the table. */
function calls(threads: EngineThreads): Engine {
  const methods = Object.entries(engineMethods).map(([name, kind]) => {
    const call = (...args: unknown[]): Promise<unknown> => {
      if (kind === 'order' && !threads.isStarted) return Promise.resolve();
      return kind === 'once' ? threads.call(name, args) : threads.read(name, args);
    };
    return [name, call] as const;
  });
  return Object.fromEntries(methods) as unknown as Engine;
}

/** Calls that may have been paid for when the thread ends: nothing is started again. */
function paidCalls(threads: EngineThreads, all: Engine) {
  return {
    // It may have been sent. The user can fetch it again.
    lookUp: (request) =>
      all.lookUp(request).catch((error: unknown) => ({
        kind: 'failed',
        failure: lostAnswer('summary', error),
      })),
    check: (account, signal) =>
      all.check(account, signal).catch((error: unknown) => ({
        ok: false,
        failure: lostAnswer('status', error),
      })),
    async score(request, onEvent, signal) {
      const since = Date.now();
      try {
        return await all.score(request, onEvent, signal);
      } catch (error) {
        if (!threads.canRepeat(error)) throw error;
        return all.rejoin(request, since, onEvent, signal);
      }
    },
  } satisfies Partial<Engine>;
}

/** @throws any other error than that the thread has ended */
function lostAnswer(endpoint: Endpoint, error: unknown): Failure {
  if (!(error instanceof EngineEndedError)) throw error;
  return { kind: 'network', endpoint, wasSent: true };
}
