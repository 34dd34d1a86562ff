import type { Endpoint, Failure } from '../api/failure.ts';
import type { Engine, EngineHost } from './engine.ts';
import { EngineEndedError, EngineThreads, type RemoteEngineOptions } from './engineThreads.ts';

/**
 * What becomes of each method if the engine's thread ends. `read` costs and changes nothing, or nothing
 * twice: it is repeated. `order` is the same, and no thread is started for it. `once` is not repeated.
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
 * The engine in a thread of its own, started by the first call. A thread that dies is started again
 * at most once a second; nothing is sent again by that.
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

/** Every method, as the table says. */
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

/** What may be paid for, if the thread ends meanwhile: nothing is started again. */
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
