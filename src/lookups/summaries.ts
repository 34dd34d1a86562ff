import { hasSummary } from '../addresses/networks.ts';
import type { Failure } from '../api/failure.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { CallRow, SpendingSource, Stop, StoredResult, SubjectKey } from '../ledger/store.ts';
import type { Account } from './account.ts';
import type { Clock } from './clock.ts';
import type { Policy } from './policy.ts';
import type { Permit, SpendingDoor, SpendingRefusal } from './spending.ts';
import { untilKept } from './untilKept.ts';
import { chargeOf, stopAfter } from './verdict.ts';

/** What requests a summary; `score` is the one that a command fetches with a score. */
export type SummarySource = SpendingSource | 'score';

/** Why no call was made. */
export type SummaryRefusal =
  | { readonly kind: 'notEvm' }
  | SpendingRefusal
  | { readonly kind: 'stopped'; readonly stop: Stop }
  | { readonly kind: 'coolingDown'; readonly last: CallRow };

export type SummaryOutcome =
  | { readonly kind: 'value'; readonly result: StoredResult }
  | {
      readonly kind: 'refused';
      readonly refusal: SummaryRefusal;
      readonly stale: StoredResult | null;
    }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly stale: StoredResult | null };

export interface Summaries {
  /**
   * The summary of an address: from the ledger while it is fresh, otherwise by at most one call,
   * shared by all concurrent callers in this window and others.
   */
  look(
    account: Account,
    subject: Pick<SubjectKey, 'address' | 'chain'>,
    source: SummarySource,
  ): Promise<SummaryOutcome>;
  /**
   * Sends no further requests. Resolves when those in progress have ended: responses to requests
   * already sent are still read for a few seconds and stored.
   */
  leave(): Promise<void>;
}

const firstCoolDownMs = 30_000;
const longestCoolDownMs = 10 * 60_000;
const clockSlackMs = 25 * 3_600_000;
const heartbeatMs = 3_000;
const followMs = 150;

/** The request, and the permission to make one call for it. */
interface Wish {
  readonly source: SummarySource;
  readonly stale: StoredResult | null;
  readonly permit: Permit;
}

/** The user did not request this summary: budgets, stops, and cool-downs apply. */
function isAutomatic(source: SummarySource): boolean {
  return source === 'hover' || source === 'score';
}

export function createSummaries(ports: {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly owner: string;
  readonly policy: () => Policy;
  readonly spending: SpendingDoor;
  readonly onChange: (subject: SubjectKey) => void;
}): Summaries {
  const { ledger, clock, owner, policy, spending } = ports;
  const underWay = new Map<string, Promise<SummaryOutcome>>();
  const life = new AbortController();
  const claim = (): { owner: string; now: number; tick: number } => ({
    owner,
    now: clock.now(),
    tick: clock.tick(),
  });

  async function refusalOf(
    account: Account,
    key: SubjectKey,
    source: SummarySource,
  ): Promise<SummaryRefusal | undefined> {
    if (!hasSummary(key.chain)) return { kind: 'notEvm' };
    // The user may retry what a hover may not: stops and cool-downs do not block an explicit
    // request.
    if (!isAutomatic(source)) return undefined;
    const [stops, last] = await Promise.all([
      ledger.readStops(account.key, account.credential),
      ledger.readCall(key),
    ]);
    const stop = stops.find(({ scope }) => scope !== 'risk');
    if (stop !== undefined) return { kind: 'stopped', stop };
    if (last !== null && last.retryAt > clock.now() && last.retryAt <= clock.now() + longest()) {
      return { kind: 'coolingDown', last };
    }
    return undefined;
  }

  /**
   * No cool-down is longer than this, even if the clock was set back by a day; one that claims to
   * last longer comes from a wrong clock.
   */
  const longest = (): number => Math.max(policy().summaryMs, longestCoolDownMs) + clockSlackMs;

  async function fetchWithLeave(
    account: Account,
    key: SubjectKey,
    source: SummarySource,
    stale: StoredResult | null,
  ): Promise<SummaryOutcome> {
    const answer = await spending.ask({
      key,
      kind: 'summary',
      source: source === 'score' ? 'command' : source,
      isAutomatic: isAutomatic(source),
    });
    if (answer.kind === 'refused') return { kind: 'refused', refusal: answer.refusal, stale };
    try {
      return await fetchOnce(account, key, { source, stale, permit: answer.permit });
    } finally {
      await answer.permit.settle();
    }
  }

  async function fetchOnce(account: Account, key: SubjectKey, wish: Wish): Promise<SummaryOutcome> {
    const { source, stale } = wish;
    const freshSince = clock.now() - policy().summaryMs;
    let failures = (await ledger.readCall(key))?.failures ?? 0;
    let hasWaited = false;
    for (;;) {
      const orphan = callRow(unanswered, failures);
      const answer = await ledger.claimCall(key, claim(), freshSince, orphan);
      switch (answer.kind) {
        case 'stored':
          return { kind: 'value', result: answer.result };
        case 'busy':
          hasWaited = true;
          await clock.wait(followMs, life.signal);
          if (life.signal.aborted) return { kind: 'failed', failure: notAsked, stale };
          break;
        case 'orphaned':
          failures++;
          hasWaited ||= isAutomatic(source);
          break;
        case 'claimed': {
          // After waiting for another window's call, respect its outcome, even a rejection. A hover
          // checks again: only now that the claim is held can no other call fail in between.
          const isChecked = hasWaited || isAutomatic(source);
          const refusal = isChecked ? await refusalOf(account, key, 'hover') : undefined;
          if (refusal === undefined) return call(account, key, wish, failures);
          await ledger.releaseCall(key, owner);
          return { kind: 'refused', refusal, stale };
        }
      }
    }
  }

  async function call(
    account: Account,
    key: SubjectKey,
    { stale, permit }: Wish,
    failuresBefore: number,
  ): Promise<SummaryOutcome> {
    const beat = setInterval(() => {
      ledger.renewCall(key, claim()).catch(() => undefined);
    }, heartbeatMs);
    const target = { address: key.address, chain: account.serviceChain(key.chain) };
    const outcome = await permit
      .spend(() => account.client.summary(target, life.signal))
      .finally(() => clearInterval(beat));

    if (outcome.ok) {
      const result: StoredResult = {
        ...key,
        part: 'summary',
        body: outcome.value.body,
        receivedAt: clock.now(),
      };
      // If it cannot be stored, it is still shown to the caller.
      await untilKept(clock, () => ledger.settleCall(key, owner, result)).catch(() => undefined);
      await ledger.clearStops(account.key, 'summary');
      await ledger.clearStops(account.key, 'credential');
      return { kind: 'value', result };
    }
    const { failure } = outcome;
    const stop = stopAfter(failure, clock.now());
    if (stop !== undefined) {
      // Applies to every address until the user acts: new credentials start without it.
      await ledger.setStop(account.key, account.credential, stop);
      await ledger.releaseCall(key, owner);
    } else if (failure.kind === 'cancelled' && !failure.wasSent) {
      await ledger.releaseCall(key, owner);
    } else {
      await ledger.failCall(key, owner, callRow(failure, failuresBefore));
    }
    return { kind: 'failed', failure, stale };
  }

  function callRow(failure: Failure, failuresBefore: number): CallRow {
    const mayBeCharged = chargeOf(failure) === 'maybe';
    const coolDown = Math.min(firstCoolDownMs * 2 ** failuresBefore, longestCoolDownMs);
    return {
      failures: failuresBefore + 1,
      retryAt: clock.now() + (mayBeCharged ? Math.max(policy().summaryMs, coolDown) : coolDown),
      mayBeCharged,
      kind: failure.kind,
      status: failure.status ?? null,
    };
  }

  return {
    async look(account, subject, source) {
      const key: SubjectKey = { account: account.key, ...subject };
      const stored = await ledger.readResult(key, 'summary');
      const age = stored === null ? Infinity : clock.now() - stored.receivedAt;
      // A time in the future comes from a wrong clock; the paid result is still used.
      if (stored !== null && age < policy().summaryMs) return { kind: 'value', result: stored };

      const name = JSON.stringify([key.account, key.chain, key.address]);
      const joined = underWay.get(name);
      if (joined !== undefined) return joined;
      const refusal = await refusalOf(account, key, source);
      if (refusal !== undefined) return { kind: 'refused', refusal, stale: stored };
      const late = underWay.get(name);
      if (late !== undefined) return late;
      const promise = fetchWithLeave(account, key, source, stored).finally(() => {
        underWay.delete(name);
        ports.onChange(key);
      });
      underWay.set(name, promise);
      return promise;
    },
    async leave() {
      life.abort();
      await Promise.allSettled(underWay.values());
    },
  };
}

/** This window closed while it waited for another window's call. */
const notAsked: Failure = { kind: 'cancelled', endpoint: 'summary', wasSent: false };

/** What is known about a call whose window closed: it may have been sent. */
const unanswered: Failure = { kind: 'network', endpoint: 'summary', wasSent: true };
