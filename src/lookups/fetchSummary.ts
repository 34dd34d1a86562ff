import type { Failure } from '../api/failure.ts';
import type { StoredResult } from '../ledger/store.ts';
import { clockSlackMs } from './clock.ts';
import { failedCall } from './coolDown.ts';
import { claimOf } from './jobRun.ts';
import type { Permit } from './spending.ts';
import {
  isAutomatic,
  refusalOf,
  type SummaryOutcome,
  type SummaryPorts,
  type WantedSummary,
} from './summaries.ts';
import { ifPossible, untilKept } from './untilKept.ts';
import { stopAfter } from './verdict.ts';

const heartbeatMs = 3_000;
/** How often to check whether another window's call has ended. */
const watchMs = 150;

/** This window closed while it waited for another window's call. */
const notAsked: Failure = { kind: 'cancelled', endpoint: 'summary', wasSent: false };

/** What is known about a call whose window closed: it may have been sent. */
const unanswered: Failure = { kind: 'network', endpoint: 'summary', wasSent: true };

/** Fetches a summary with the leave of the spending door, by at most one call. */
export async function fetchSummary(
  ports: SummaryPorts,
  wanted: WantedSummary,
  signal: AbortSignal,
): Promise<SummaryOutcome> {
  const { key, source } = wanted;
  const answer = await ports.spending.ask({
    key,
    kind: 'summary',
    source: source === 'score' ? 'command' : source,
    isAutomatic: isAutomatic(source),
    signal,
  });
  if (answer.kind === 'left') return { kind: 'failed', failure: notAsked };
  if (answer.kind === 'refused') return { kind: 'refused', refusal: answer.refusal };
  const { permit } = answer;
  try {
    return await claimAndCall(ports, wanted, permit, signal);
  } finally {
    await permit.settle();
  }
}

/** Waits until no other window fetches this summary, and makes the call if it is still needed. */
async function claimAndCall(
  ports: SummaryPorts,
  wanted: WantedSummary,
  permit: Permit,
  signal: AbortSignal,
): Promise<SummaryOutcome> {
  const { ledger, clock, policy } = ports;
  const { account, key, source, seen } = wanted;
  const usable = {
    after: clock.now() - policy().summaryMs,
    before: clock.now() + clockSlackMs,
    seen,
  };
  let failures = (await ledger.readCall(key))?.failures ?? 0;
  let hasWaited = false;
  for (;;) {
    const orphan = failedCall(unanswered, failures, policy(), clock.now());
    const answer = await ledger.claimCall(key, claimOf(ports), usable, orphan);
    switch (answer.kind) {
      case 'stored':
        return { kind: 'value', result: answer.result };
      case 'busy':
        hasWaited = true;
        await clock.wait(watchMs, signal);
        if (signal.aborted) return { kind: 'failed', failure: notAsked };
        break;
      case 'orphaned':
        failures++;
        hasWaited ||= isAutomatic(source);
        break;
      case 'claimed': {
        // After waiting for another window's call, respect its outcome, even a rejection. A hover
        // checks again: only now that the claim is held can no other call fail in between.
        const isChecked = hasWaited || isAutomatic(source);
        const rules = { account, key, source: 'hover' } as const;
        const refusal = isChecked ? await refusalOf(ports, rules) : undefined;
        // The disk may be full since the permission.
        const isUnstored = isAutomatic(source) && !(await ledger.isDurable());
        if (isUnstored) {
          await ifPossible(ledger.releaseCall(key, ports.owner));
          return { kind: 'refused', refusal: { kind: 'notStored' } };
        }
        if (refusal === undefined) return call(ports, wanted, { permit, failures }, signal);
        await ifPossible(ledger.releaseCall(key, ports.owner));
        return { kind: 'refused', refusal };
      }
    }
  }
}

/** The one call, held against other windows while it lasts. */
async function call(
  ports: SummaryPorts,
  { account, key }: WantedSummary,
  { permit, failures }: { readonly permit: Permit; readonly failures: number },
  signal: AbortSignal,
): Promise<SummaryOutcome> {
  const { ledger, clock, owner } = ports;
  const beat = setInterval(() => {
    ledger.renewCall(key, claimOf(ports)).catch(() => undefined);
  }, heartbeatMs);
  const target = { address: key.address, chain: account.serviceChain(key.chain) };
  const outcome = await permit
    .spend(() => account.client.summary(target, signal))
    .finally(() => clearInterval(beat));
  if (!outcome.ok) {
    const { failure } = outcome;
    await recordFailure(ports, { account, key, failures }, failure);
    return { kind: 'failed', failure };
  }
  const { body } = outcome.value;
  const result: StoredResult = { ...key, part: 'summary', body, receivedAt: clock.now() };
  // If it cannot be stored, it is still shown to the caller.
  await ifPossible(untilKept(clock, () => ledger.settleCall(key, owner, result)));
  await ifPossible(ledger.clearStops(account.key, 'summary'));
  await ifPossible(ledger.clearStops(account.key, 'credential'));
  return { kind: 'value', result };
}

async function recordFailure(
  { ledger, clock, policy, owner }: SummaryPorts,
  {
    account,
    key,
    failures,
  }: Pick<WantedSummary, 'account' | 'key'> & { readonly failures: number },
  failure: Failure,
): Promise<void> {
  const stop = stopAfter(failure, clock.now());
  if (stop !== undefined) {
    // Applies to every address until the user acts: new credentials start without it.
    await ifPossible(ledger.setStop(account.key, account.credential, stop));
    await ifPossible(ledger.releaseCall(key, owner));
  } else if (failure.kind === 'cancelled' && !failure.wasSent) {
    await ifPossible(ledger.releaseCall(key, owner));
  } else {
    const row = failedCall(failure, failures, policy(), clock.now());
    await ifPossible(ledger.failCall(key, owner, row));
  }
}
