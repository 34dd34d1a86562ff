import type { Endpoint, Failure } from '../api/failure.ts';
import type { Engine, EngineHost } from './engine.ts';
import { EngineEndedError, EngineThreads, type RemoteEngineOptions } from './engineThreads.ts';
import { engineMethods } from './methods.ts';
import { mapMethods } from './peer.ts';

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
  return mapMethods(engineMethods, (name, kind) => (...args: unknown[]) => {
    if (kind === 'order' && !threads.isStarted) return Promise.resolve();
    return kind === 'once' ? threads.call(name, args) : threads.read(name, args);
  }) as unknown as Engine;
}

/** What may be paid for, if the thread ends meanwhile: nothing is started again. */
function paidCalls(threads: EngineThreads, all: Engine) {
  return {
    // It may have been sent. The user can fetch it again.
    lookUp: (request) =>
      all.lookUp(request).catch(unlessEnded({ kind: 'failed', failure: lostAnswer('summary') })),
    check: (account, signal) =>
      all
        .check(account, signal)
        .catch(unlessEnded({ kind: 'failed', failure: lostAnswer('status') })),
    async score(request, onEvent, signal) {
      const since = Date.now();
      try {
        return await all.score(request, onEvent, signal);
      } catch (error) {
        if (!threads.canRepeat(error)) throw error;
        const { account, subject, aggregator } = request;
        return all.rejoin({ account, subject, aggregator }, since, onEvent, signal);
      }
    },
  } satisfies Partial<Engine>;
}

function lostAnswer(endpoint: Endpoint): Failure {
  return { kind: 'network', endpoint, wasSent: true };
}

function unlessEnded<T>(end: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof EngineEndedError) return end;
    throw error;
  };
}
