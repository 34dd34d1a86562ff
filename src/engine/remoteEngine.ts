import type { Endpoint, Failure } from '../api/failure.ts';
import type { Engine, EngineHost, OnScoreEvent, ScoreEnd } from './engine.ts';
import { engineMethods } from './methods.ts';
import {
  EngineEndedError,
  startThread,
  type EngineThread,
  type RemoteEngineOptions,
} from './engineThread.ts';
import { EngineThreads } from './engineThreads.ts';
import { mapMethods } from './peer.ts';

/**
 * The engine in a thread of its own, started by the first call. A thread that dies is started again
 * at most once a second; nothing is sent again by that.
 */
export function openRemoteEngine(options: RemoteEngineOptions, host: EngineHost): Engine {
  const orders: Orders = { isFollowing: false, isActive: true };
  const threads = new EngineThreads(
    (onEnd) => {
      const thread = startThread(options, host, onEnd);
      repeatOrders(orders, thread, host);
      return thread;
    },
    // Jobs are followed again without a call of the user.
    () => orders.isFollowing,
  );
  const all = calls(threads);
  return { ...all, ...paidCalls(threads, all), ...controls(threads, orders, all) };
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
      case 'once':
        return threads.call(name, args);
      case 'canceled':
        return threads.call(name, args.slice(0, -1), { signal: args.at(-1) as AbortSignal });
      case 'watched': {
        const [onEvent, signal] = args.slice(-2) as [OnScoreEvent, AbortSignal];
        return threads.call(name, args.slice(0, -2), { onEvent, signal });
      }
    }
  }) as unknown as Engine;
}

/** What may be paid for, if the thread ends meanwhile: nothing is started again. */
function paidCalls(threads: EngineThreads, all: Engine) {
  const rejoin: Engine['rejoin'] = (request, since, onEvent, signal) =>
    threads.read('rejoin', [request, since], { onEvent, signal }) as Promise<ScoreEnd>;
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
        return rejoin({ account, subject, aggregator }, since, onEvent, signal);
      }
    },
    rejoin,
    resume: (account, jobId, onEvent, signal) =>
      threads.read('resume', [account, jobId], { onEvent, signal }) as Promise<ScoreEnd>,
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

/** What the next thread must know, and what none is started for. */
function controls(threads: EngineThreads, orders: Orders, all: Engine) {
  const ifStarted = (work: () => Promise<void>): Promise<void> => threads.ifStarted(work);
  return {
    follow() {
      orders.isFollowing = true;
      return all.follow();
    },
    setActive(isActive) {
      orders.isActive = isActive;
      return ifStarted(() => all.setActive(isActive));
    },
    leave: () => ifStarted(() => all.leave()),
    configure: (settings) => ifStarted(() => all.configure(settings)),
    close: () => threads.close(),
  } satisfies Partial<Engine>;
}
