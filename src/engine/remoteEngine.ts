import type { Engine, EngineHost, OnScoreEvent, ScoreEnd } from './engine.ts';
import {
  EngineEndedError,
  startThread,
  type EngineThread,
  type RemoteEngineOptions,
} from './engineThread.ts';
import { EngineThreads } from './engineThreads.ts';

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
  return { ...storedState(threads), ...paidCalls(threads), ...controls(threads, orders) };
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

function storedState(threads: EngineThreads) {
  return {
    readHeads: (keys) => threads.read('readHeads', [keys]),
    readReport: (key) => threads.read('readReport', [key]),
    readHistory: (key) => threads.read('readHistory', [key]),
    listScored: (...args) => threads.read('listScored', args),
    listOpenJobs: (...args) => threads.read('listOpenJobs', args),
    listJobs: (account) => threads.read('listJobs', [account]),
    openJobOf: (...args) => threads.read('openJobOf', args),
    listResults: (...args) => threads.read('listResults', args),
    readUsage: (account) => threads.read('readUsage', [account]),
    listSpendings: (...args) => threads.read('listSpendings', args),
    listSpendingsOf: (...args) => threads.read('listSpendingsOf', args),
    readHolds: (account) => threads.read('readHolds', [account]),
    forgetJob: (...args) => threads.call('forgetJob', args),
    noticeJob: (id) => threads.read('noticeJob', [id]),
    adoptJobId: (...args) => threads.call('adoptJobId', args),
    clearResults: () => threads.call('clearResults', []),
    clearStops: (account) => threads.read('clearStops', [account]),
  } satisfies Partial<Engine>;
}

function paidCalls(threads: EngineThreads) {
  /** After the thread has ended: waits for what it had started, and starts nothing. */
  async function rejoin(
    request: Parameters<Engine['rejoin']>[0],
    since: number,
    onEvent: OnScoreEvent,
    signal: AbortSignal,
  ): Promise<ScoreEnd> {
    for (;;) {
      try {
        return await threads.call('rejoin', [request, since], { signal, onEvent });
      } catch (error) {
        if (!threads.canRepeat(error)) throw error;
      }
    }
  }

  return {
    async lookUp(request) {
      try {
        return await threads.call('lookUp', [request]);
      } catch (error) {
        if (!(error instanceof EngineEndedError)) throw error;
        // It may have been sent. The user can fetch it again.
        return { kind: 'failed', failure: { kind: 'network', endpoint: 'summary', wasSent: true } };
      }
    },
    async score(request, onEvent, signal) {
      const since = Date.now();
      try {
        return await threads.call('score', [request], { signal, onEvent });
      } catch (error) {
        if (!threads.canRepeat(error)) throw error;
        const { account, subject, aggregator } = request;
        return rejoin({ account, subject, aggregator }, since, onEvent, signal);
      }
    },
    rejoin,
    async resume(account, jobId, onEvent, signal) {
      for (;;) {
        try {
          return await threads.call('resume', [account, jobId], { signal, onEvent });
        } catch (error) {
          if (!threads.canRepeat(error)) throw error;
        }
      }
    },
    async check(account, signal) {
      try {
        return await threads.call('check', [account], { signal });
      } catch (error) {
        if (!(error instanceof EngineEndedError)) throw error;
        return { kind: 'failed', failure: { kind: 'network', endpoint: 'status', wasSent: true } };
      }
    },
  } satisfies Partial<Engine>;
}

function controls(threads: EngineThreads, orders: Orders) {
  return {
    async follow() {
      orders.isFollowing = true;
      await threads.read('follow', []);
    },
    async setActive(isActive) {
      orders.isActive = isActive;
      await threads.ifStarted(() => threads.read('setActive', [isActive]));
    },
    leave: () => threads.ifStarted(() => threads.read('leave', [])),
    configure: (settings) => threads.ifStarted(() => threads.read('configure', [settings])),
    close: () => threads.close(),
  } satisfies Partial<Engine>;
}
