import { memorySpendings } from './memorySpendings.ts';
import { afterTurn, endOfTurn, isAlive, turnDecision } from './leases.ts';
import {
  leaseMs,
  sendWithinMs,
  type CallRow,
  type Claim,
  type Instant,
  type JobChange,
  type JobRow,
  type NewJob,
  type ResultHead,
  type Stop,
  type Store,
  type StoredResult,
  type SubjectKey,
  type Tick,
} from './store.ts';
import { besides, openStates, type JobState } from '../risk/jobState.ts';

/** The ledger of one window, for hosts without `node:sqlite`: it ends with the window. */
export function createMemoryStore(): Store {
  const results = new Map<string, StoredResult>();
  const jobs = new Map<string, JobRow>();
  const turns = new Map<string, Tick>();
  const waiters = new Map<string, Map<string, { since: Tick; seen: Tick }>>();
  const holders = new Map<string, { owner: string; leaseUntil: Tick }>();
  const failures = new Map<string, CallRow>();
  const usage = new Map<string, number>();
  const stops = new Map<string, Stop>();

  const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);
  const subjectOf = ({ account, address, chain }: SubjectKey): string =>
    keyOf(account, address, chain);
  const headsOf = (account: string): ResultHead[] =>
    [...results.values()]
      .filter((result) => result.account === account)
      .sort((a, b) => b.receivedAt - a.receivedAt)
      .map(({ account, chain, address, part, receivedAt }) => ({
        ...{ account, chain, address, part, receivedAt },
      }));
  const newestFirst = (account?: string): JobRow[] =>
    [...jobs.values()]
      .reverse()
      .filter((job) => account === undefined || job.account === account)
      .sort((a, b) => b.createdAt - a.createdAt);

  function put(id: string, change: JobChange & Partial<JobRow>): JobRow | null {
    const job = jobs.get(id);
    if (job === undefined) return null;
    const changed = { ...job, ...change };
    jobs.set(id, changed);
    return changed;
  }
  const held = ({ owner, tick }: Claim) => ({ owner, leaseUntil: tick + leaseMs });
  const letGo = { owner: null, leaseUntil: 0 };

  const countUsage: Store['countUsage'] = (account, day, kind, source, limit) => {
    const key = keyOf(account, day, kind, source);
    const count = usage.get(key) ?? 0;
    if (count >= (limit ?? Infinity)) return false;
    usage.set(key, count + 1);
    return true;
  };
  const uncountUsage: Store['uncountUsage'] = (account, day, kind, source) => {
    const key = keyOf(account, day, kind, source);
    usage.set(key, Math.max(0, (usage.get(key) ?? 0) - 1));
  };

  const store: Store = {
    ...memorySpendings({ countUsage, uncountUsage }),
    readResult: (key, part) => results.get(keyOf(subjectOf(key), part)) ?? null,
    listResultsOf: (account, addresses) =>
      headsOf(account).filter(({ address }) => addresses.includes(address)),
    listResults: (account, limit) => headsOf(account).slice(0, limit),
    saveResult(result) {
      results.set(keyOf(subjectOf(result), result.part), result);
    },
    clearResults() {
      const { size } = results;
      results.clear();
      for (const { id, state } of jobs.values()) {
        if (state === 'done' || state === 'rejected') jobs.delete(id);
      }
      return size;
    },

    beginJob(job, claim) {
      const existing = store.openJobOf(job, job.aggregator);
      if (existing !== null) return { isNew: false, job: existing };
      const begun = { ...intentOf(job, claim.now), ...held(claim) };
      jobs.set(job.id, begun);
      return { isNew: true, job: begun };
    },
    readJob: (id) => jobs.get(id) ?? null,
    listJobs: newestFirst,
    openJobOf: (key, aggregator) =>
      newestFirst(key.account).find(
        (job) =>
          subjectOf(job) === subjectOf(key) &&
          job.aggregator === aggregator &&
          (openStates as readonly JobState[]).includes(job.state),
      ) ?? null,
    claimJob(id, claim) {
      const job = jobs.get(id);
      if (job === undefined || (job.owner !== claim.owner && isAlive(job, claim.tick))) return null;
      return put(id, held(claim));
    },
    changeJob(id, change, claim) {
      if (jobs.get(id)?.owner !== claim.owner) return null;
      return put(id, { ...change, ...held(claim), updatedAt: claim.now });
    },
    settleJob(id, change, claim, result) {
      if (result !== undefined) store.saveResult(result);
      else if (jobs.get(id)?.owner !== claim.owner) return null;
      return put(id, { ...change, ...letGo, updatedAt: claim.now });
    },
    overrideJob(id, change, now, whileIn) {
      const job = jobs.get(id);
      if (job === undefined || whileIn?.includes(job.state) === false) return job ?? null;
      return put(id, { ...change, ...letGo, updatedAt: now });
    },
    keepJob(job, change, now) {
      const known = jobs.get(job.id);
      const isLate = known === undefined && store.openJobOf(job, job.aggregator) !== null;
      const kept: JobRow = {
        ...(known ?? intentOf(job, now)),
        ...change,
        ...letGo,
        state: isLate ? besides(change.state) : change.state,
        updatedAt: now,
      };
      jobs.set(job.id, kept);
      return kept;
    },
    forgetJob(id, whileIn) {
      const job = jobs.get(id);
      if (whileIn !== undefined && job?.state !== whileIn) return false;
      return jobs.delete(id);
    },
    noticeJob(id) {
      const isTold = jobs.get(id)?.isNoticed ?? true;
      put(id, { isNoticed: true });
      return !isTold;
    },
    settleOrphans(now, tick) {
      for (const job of newestFirst()) {
        if (job.state === 'intent' && !isAlive(job, tick)) {
          store.overrideJob(job.id, { state: 'unknown' }, now);
        }
      }
      return newestFirst().filter((job) => job.state === 'unknown' && !job.isNoticed);
    },

    takeTurn(account, waiter, since, tick) {
      const rivals = waiters.get(account) ?? new Map<string, { since: Tick; seen: Tick }>();
      waiters.set(account, rivals);
      rivals.delete(waiter);
      const nextAt = turns.get(account) ?? null;
      const waitMs = turnDecision(nextAt, [...rivals.values()], since, tick);
      if (waitMs > 0) {
        rivals.set(waiter, { since, seen: tick });
        return { isGranted: false, waitMs };
      }
      turns.set(account, endOfTurn(tick));
      holders.set(keyOf('turn', account), { owner: waiter, leaseUntil: endOfTurn(tick) });
      return { isGranted: true, sendBefore: tick + sendWithinMs };
    },
    renewTurn(account, waiter, tick) {
      if (holders.get(keyOf('turn', account))?.owner === waiter) {
        turns.set(account, endOfTurn(tick));
      }
    },
    endTurn(account, waiter, tick) {
      waiters.get(account)?.delete(waiter);
      if (holders.get(keyOf('turn', account))?.owner !== waiter) return;
      holders.delete(keyOf('turn', account));
      turns.set(account, afterTurn(tick));
    },

    claimCall(key, claim, freshSince, orphan) {
      const result = store.readResult(key, 'summary');
      if (result !== null && result.receivedAt > freshSince) return { kind: 'stored', result };
      const holder = holders.get(subjectOf(key));
      if (holder !== undefined && isAlive(holder, claim.tick)) return { kind: 'busy' };
      if (holder !== undefined) {
        store.failCall(key, holder.owner, orphan);
        return { kind: 'orphaned' };
      }
      holders.set(subjectOf(key), { owner: claim.owner, leaseUntil: claim.tick + leaseMs });
      return { kind: 'claimed' };
    },
    renewCall(key, claim) {
      const holder = holders.get(subjectOf(key));
      if (holder?.owner === claim.owner) holder.leaseUntil = claim.tick + leaseMs;
    },
    settleCall(key, owner, result) {
      store.saveResult(result);
      store.releaseCall(key, owner);
      failures.delete(subjectOf(key));
    },
    failCall(key, owner, row) {
      if (holders.get(subjectOf(key))?.owner !== owner) return;
      failures.set(subjectOf(key), row);
      store.releaseCall(key, owner);
    },
    releaseCall(key, owner) {
      if (holders.get(subjectOf(key))?.owner === owner) holders.delete(subjectOf(key));
    },
    readCall: (key) => failures.get(subjectOf(key)) ?? null,

    countUsage,
    uncountUsage,
    readUsage: (account, day) =>
      [...usage]
        .map(([key, count]) => ({ parts: JSON.parse(key) as string[], count }))
        .filter(({ parts }) => parts[0] === account && parts[1] === day)
        .map(({ parts, count }) => ({
          kind: parts[2] as 'summary' | 'start' | 'poll',
          source: parts[3] ?? '',
          count,
        })),
    setStop(account, credential, stop) {
      stops.set(keyOf(account, credential, stop.scope), stop);
    },
    readStops: (account, credential) =>
      [...stops]
        .filter(([key]) => key.startsWith(keyOf(account, credential).slice(0, -1)))
        .map(([, stop]) => stop),
    clearStops(account, scope) {
      for (const [key, stop] of stops) {
        const isMeant = scope === undefined || stop.scope === scope;
        if (isMeant && (JSON.parse(key) as string[])[0] === account) stops.delete(key);
      }
    },

    version: () => 0,
    close: () => undefined,
  };
  return store;
}

function intentOf(job: NewJob, now: Instant): JobRow {
  return {
    ...job,
    state: 'intent',
    jobId: null,
    createdAt: now,
    updatedAt: now,
    polls: 0,
    status: null,
    unreadBody: null,
    owner: null,
    leaseUntil: 0,
    isNoticed: false,
  };
}
