import type { Endpoint, Failure } from '../api/failure.ts';
import type { Engine, EngineHost, OnScoreEvent } from './engine.ts';
import {
  EngineEndedError,
  EngineThreads,
  startThread,
  type EngineThread,
  type RemoteEngineOptions,
} from './engineThreads.ts';
import { engineMethods } from './methods.ts';
import { mapMethods } from './peer.ts';

/**
 * The engine in a thread of its own, started by the first call. A thread that dies is started again
 * at most once a second; nothing is sent again by that.
 */
export function openRemoteEngine(options: RemoteEngineOptions, host: EngineHost): Engine {
  const orders: Orders = { isFollowing: false, isActive: true };
  const threads = new EngineThreads({
    start(onEnd) {
      const thread = startThread(options, host, onEnd);
      repeatOrders(orders, thread, host);
      return thread;
    },
    // Jobs are followed again without a call of the user.
    isNeeded: () => orders.isFollowing,
  });
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

/** What the threads were told to do since the first one; a new thread is told again. */
interface Orders {
  isFollowing: boolean;
  isActive: boolean;
}

function repeatOrders(
  { isFollowing, isActive }: Orders,
  { peer }: EngineThread,
  host: EngineHost,
): void {
  const report = (error: unknown): void => {
    if (!(error instanceof EngineEndedError)) host.onFault('resume', error);
  };
  if (!isActive) peer.call('setActive', [false]).catch(report);
  if (isFollowing) peer.call('follow', []).catch(report);
}

/** Every method, as the table says. */
function calls(threads: EngineThreads): Engine {
  return mapMethods(engineMethods, (name, kind) => (...args: unknown[]) => {
    switch (kind) {
      case 'read':
        return threads.read(name, args);
      case 'order':
        return threads.isStarted ? threads.read(name, args) : Promise.resolve();
      case 'once':
        return threads.call(name, args);
      case 'canceled':
        return threads.call(name, args.slice(0, -1), { signal: args.at(-1) as AbortSignal });
      case 'watched':
      case 'rewatched': {
        const [onEvent, signal] = args.slice(-2) as [OnScoreEvent, AbortSignal];
        const given = [name, args.slice(0, -2), { onEvent, signal }] as const;
        return kind === 'watched' ? threads.call(...given) : threads.read(...given);
      }
    }
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
