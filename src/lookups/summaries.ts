import { hasSummary } from '../addresses/networks.ts';
import type { Failure } from '../api/failure.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { CallRow, Stop, StoredResult, SubjectKey } from '../ledger/store.ts';
import type { Account } from './account.ts';
import { dayOf, type Clock } from './clock.ts';
import type { Policy } from './policy.ts';
import { untilKept } from './untilKept.ts';
import { chargeOf, stopAfter } from './verdict.ts';

/** Who wants a summary: a hover (automatic, within the budget) or an act of a person. */
export type SummarySource = 'hover' | 'command' | 'panel';

/** Why no call was made. */
export type SummaryRefusal =
  | { readonly kind: 'notEvm' }
  | { readonly kind: 'budget'; readonly limit: number }
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
   * The summary of an address: from the ledger while it is fresh, else by at most one call, made
   * once for everyone who asks at the same time, in this window or another.
   */
  look(
    account: Account,
    subject: Pick<SubjectKey, 'address' | 'chain'>,
    source: SummarySource,
  ): Promise<SummaryOutcome>;
  /**
   * Asks for nothing more. Resolves when all that is under way has come to its end: what was sent
   * already is still read for a few seconds, and stored.
   */
  leave(): Promise<void>;
}

const firstCoolDownMs = 30_000;
const longestCoolDownMs = 10 * 60_000;
const clockSlackMs = 25 * 3_600_000;
const heartbeatMs = 3_000;
const followMs = 150;

export function createSummaries(ports: {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly owner: string;
  readonly policy: () => Policy;
  readonly onChange: (subject: SubjectKey) => void;
}): Summaries {
  const { ledger, clock, owner, policy } = ports;
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
    // A person may try again what no hover may: a stop or a cool-down is there to be asked about.
    if (source !== 'hover') return undefined;
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
   * No cool-down is longer than this, and clocks are set back by a day at most; one that claims to
   * last longer comes from a clock that was wrong.
   */
  const longest = (): number => Math.max(policy().summaryMs, longestCoolDownMs) + clockSlackMs;

  async function fetchOnce(
    account: Account,
    key: SubjectKey,
    source: SummarySource,
    stale: StoredResult | null,
  ): Promise<SummaryOutcome> {
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
          hasWaited ||= source === 'hover';
          break;
        case 'claimed': {
          // Whoever waited for another window's call takes what it got, were it a refusal. For a
          // hover it may have failed just now: only what is claimed stands still.
          const isAutomatic = hasWaited || source === 'hover';
          const refusal = isAutomatic ? await refusalOf(account, key, 'hover') : undefined;
          if (refusal === undefined) return call(account, key, source, stale, failures);
          await ledger.releaseCall(key, owner);
          return { kind: 'refused', refusal, stale };
        }
      }
    }
  }

  async function call(
    account: Account,
    key: SubjectKey,
    source: SummarySource,
    stale: StoredResult | null,
    failuresBefore: number,
  ): Promise<SummaryOutcome> {
    const day = dayOf(clock.now());
    const limit = source === 'hover' ? policy().summaryCallsPerDay : undefined;
    if (!(await ledger.countUsage(account.key, day, 'summary', source, limit))) {
      await ledger.releaseCall(key, owner);
      return { kind: 'refused', refusal: { kind: 'budget', limit: limit ?? 0 }, stale };
    }
    const beat = setInterval(() => {
      ledger.renewCall(key, claim()).catch(() => undefined);
    }, heartbeatMs);
    const outcome = await account.client
      .summary({ address: key.address, chain: account.serviceChain(key.chain) }, life.signal)
      .finally(() => clearInterval(beat));

    if (outcome.ok) {
      const result: StoredResult = {
        ...key,
        part: 'summary',
        body: outcome.value.body,
        receivedAt: clock.now(),
      };
      // Where it cannot be stored at all it is at least shown to whoever asked.
      await untilKept(clock, () => ledger.settleCall(key, owner, result)).catch(() => undefined);
      await ledger.clearStops(account.key, 'summary');
      await ledger.clearStops(account.key, 'credential');
      return { kind: 'value', result };
    }
    const { failure } = outcome;
    if (chargeOf(failure) === 'none') {
      await ledger.uncountUsage(account.key, day, 'summary', source);
    }
    const stop = stopAfter(failure, clock.now());
    if (stop !== undefined) {
      // It holds for every address until a person acts, and no longer: new credentials begin anew.
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
      // A time in the future is a clock that was wrong; what was paid for still answers.
      if (stored !== null && age < policy().summaryMs) return { kind: 'value', result: stored };

      const name = JSON.stringify([key.account, key.chain, key.address]);
      const joined = underWay.get(name);
      if (joined !== undefined) return joined;
      const refusal = await refusalOf(account, key, source);
      if (refusal !== undefined) return { kind: 'refused', refusal, stale: stored };
      const late = underWay.get(name);
      if (late !== undefined) return late;
      const promise = fetchOnce(account, key, source, stored).finally(() => {
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

/** This window ended while it waited for another's call. */
const notAsked: Failure = { kind: 'cancelled', endpoint: 'summary', wasSent: false };

/** What is known of a call whose window ended: it may have been sent. */
const unanswered: Failure = { kind: 'network', endpoint: 'summary', wasSent: true };
