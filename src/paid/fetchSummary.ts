import { randomUUID } from 'node:crypto';
import type { Failure } from '../api/failure.ts';
import type { StoredResult } from '../ledger/store.ts';
import { clockSlackMs } from './clock.ts';
import { failedCall } from './coolDown.ts';
import { claimOf, Lease } from './lease.ts';
import type { Permit } from './permit.ts';
import type { LookupPorts } from './ports.ts';
import { tryWrite, notStored, writeUntilStored } from './writeUntilStored.ts';
import { endStops, stopCalls } from './stopAfter.ts';
import { isAutomatic, refusalOf, type SummaryOutcome, type SummaryRequest } from './summaries.ts';

/** How often to check whether another window's call has ended. */
const watchMs = 150;

/** The user left the account while this one waited. */
const notSent: Failure = { kind: 'cancelled', endpoint: 'summary', wasSent: false };

/** The failure of a call whose window closed: it may have been sent. */
const unanswered: Failure = { kind: 'network', endpoint: 'summary', wasSent: true };

/** Fetches a summary with the leave of the spending door, by at most one call. */
export async function fetchSummary(
  ports: LookupPorts,
  request: SummaryRequest,
): Promise<SummaryOutcome> {
  const { account, key, source } = request;
  const answer = await ports.spending.ask({
    key,
    kind: 'summary',
    source: source === 'score' ? 'command' : source,
    isAutomatic: isAutomatic(source),
    signal: account.signal,
  });
  if (answer.kind !== 'granted') return answer;
  const { permit } = answer;
  try {
    // Claim under a new owner: a late response to an earlier claim must not release this one.
    return await claimAndCall({ ...ports, owner: randomUUID() }, request, permit);
  } finally {
    await permit.settle();
  }
}

/** Waits until no other window fetches this summary, and makes the call if it is still needed. */
async function claimAndCall(
  ports: LookupPorts,
  request: SummaryRequest,
  permit: Permit,
): Promise<SummaryOutcome> {
  const { ledger, clock } = ports;
  const { account, key, source } = request;
  let hasWaited = isAutomatic(source);
  for (;;) {
    if (account.signal.aborted) return { kind: 'failed', failure: notSent };
    const claimed = await claimCall(ports, request).catch(notStored);
    switch (claimed.kind) {
      case 'notStored':
        return { kind: 'refused', refusal: claimed };
      case 'stored':
        return { kind: 'value', result: claimed.result };
      case 'orphaned':
        break;
      case 'busy':
        hasWaited = true;
        await clock.wait(watchMs, account.signal);
        break;
      case 'claimed': {
        // After waiting for another window's call, respect its outcome, even a rejection. A hover
        // checks again: only now that the claim is held can no other call fail in between.
        const refusal = hasWaited ? await refusalOf(ports, request, false) : undefined;
        const outcome = refusal === undefined ? await call(ports, request, permit) : undefined;
        if (outcome !== undefined) return outcome;
        await tryWrite(ledger.releaseCall(key, ports.owner));
        if (refusal !== undefined) return { kind: 'refused', refusal };
      }
    }
  }
}

async function claimCall(ports: LookupPorts, { key, seen, isRepeat, source }: SummaryRequest) {
  const { ledger, clock, policy } = ports;
  const now = clock.now();
  // For a repeat, only what has arrived since it was requested.
  const after = isRepeat ? Infinity : now - policy().summaryMs;
  const before = isAutomatic(source) ? Infinity : now + clockSlackMs;
  const usable = { after, before, seen };
  const failures = (await ledger.readCall(key))?.failures ?? 0;
  const orphan = failedCall(unanswered, failures, policy(), now);
  return ledger.claimCall(key, claimOf(ports), usable, orphan);
}

/** The one call, held against other windows while it lasts; undefined if the claim was lost before. */
async function call(
  ports: LookupPorts,
  { account, key, isRepeat }: SummaryRequest,
  permit: Permit,
): Promise<SummaryOutcome | undefined> {
  const { ledger, clock, owner, policy } = ports;
  const lease = new Lease({ ...ports, renew: (claimed) => ledger.renewCall(key, claimed) });
  const target = { address: key.address, chain: account.serviceChain(key.chain), isRepeat };
  try {
    const claim = await lease.check();
    if (claim === 'lost') return undefined;
    if (claim !== 'held') {
      await tryWrite(ledger.releaseCall(key, owner));
      return { kind: 'refused', refusal: claim };
    }
    const outcome = await permit.spend(() => account.client.summary(target, account.signal, lease));
    if (outcome.ok) {
      const { body, ageMs = 0 } = outcome.value;
      const receivedAt = clock.now() - ageMs;
      const result: StoredResult = { ...key, part: 'summary', body, receivedAt };
      // If it cannot be stored, it is still shown to the caller.
      await tryWrite(writeUntilStored(clock, () => ledger.settleCall(key, owner, result)));
      await endStops(ports, account, 'summary');
      return { kind: 'value', result };
    }
    const { failure } = outcome;
    // A stop applies to every address until the user acts: new credentials start without it.
    const isStop = await stopCalls(ports, account, failure);
    const isUnmade = !failure.wasSent && ['cancelled', 'late'].includes(failure.kind);
    // Asking the gateway again is free if the team has the result stored, since that calls no one.
    const isForgotten = isStop || isUnmade || failure.limit !== undefined;
    const failures = (await ledger.readCall(key).catch(() => null))?.failures ?? 0;
    const row = failedCall(failure, failures, policy(), clock.now());
    await tryWrite(ledger.releaseCall(key, owner, isForgotten ? undefined : row));
    return { kind: 'failed', failure };
  } finally {
    lease.end();
  }
}
