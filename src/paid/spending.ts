import { randomUUID } from 'node:crypto';
import { mayBeKey } from '../scan/parse.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { Failure } from '../api/failure.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Instant, PaidKind, SpendingSource, Subject, SubjectKey } from '../ledger/store.ts';
import { dayOf, isDatedAhead, isFresh, type Clock } from './clock.ts';
import { allowances, maxUnanswered, type Policy } from './policy.ts';
import { lateUnless, Permit, type RecordCharge } from './permit.ts';
import { notStored, writeSoon, type NotStored } from './writeUntilStored.ts';

export interface PaidCall {
  readonly key: SubjectKey;
  readonly kind: PaidKind;
  /** Of a start. */
  readonly aggregator?: Aggregator;
  readonly source: SpendingSource;
  /** Not made by an action of its own: it counts toward the daily budget and asks no question. */
  readonly isAutomatic?: boolean;
  /** Ends the wait for other automatic calls, and for the user. */
  readonly signal: AbortSignal;
}

/** Why a paid call may not be made. */
export type SpendingRefusal =
  | { readonly kind: 'budget'; readonly limit: number }
  /** The user declined more calls by commands; this applies for an hour. */
  | { readonly kind: 'declined'; readonly calls: PaidKind; readonly until: Instant }
  /** The allowance of commands is used up, and an automatic call asks no question. */
  | { readonly kind: 'allowance' }
  /** The last calls brought nothing and may have been charged: no more automatic ones. */
  | { readonly kind: 'unreliable' }
  /** The address could as well be a private key, and the user did not agree to send it. */
  | { readonly kind: 'mayBeKey' }
  | NotStored
  /** The wanted result may have been lost with a damaged file: the user decides. */
  | { readonly kind: 'mayBeLost' };

export type SpendingAnswer =
  | { readonly kind: 'granted'; readonly permit: Permit }
  | { readonly kind: 'refused'; readonly refusal: SpendingRefusal }
  /** The signal was aborted first. */
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The one door for every start and every summary, whatever caused it. */
export interface SpendingDoor {
  /** @throws if the ledger cannot record the call: then it must not be made */
  ask(call: PaidCall): Promise<SpendingAnswer>;
}

/** Questions for the user before a paid call. */
export interface SpendingQuestions {
  /** Asks whether commands may make as many calls again. */
  mayExceed(kind: PaidKind): Promise<boolean>;
  /**
   * Asks whether to start a calculation whose score may have been lost with a damaged file, or is
   * stored with a time in the future.
   */
  mayStartAgain(subject: Subject, at: Instant, why: 'lost' | 'ahead'): Promise<boolean>;
  /** Asks whether to send an address that could as well be a private key. */
  maySendKeySized(subject: Subject): Promise<boolean>;
}

interface SpendingPorts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly policy: () => Policy;
  readonly user: SpendingQuestions;
}

/** How many of the last calls of an address are read to find one since a loss. */
const maxSpendings = 20;
/** How soon to look again whether another automatic call has ended. */
const crowdedMs = 150;
/** A permission of another process is given back soon if that one joins a job. */
const maxWaits = 5;

/**
 * Other extensions can run our commands, and can forge a CodeLens argument or a choice in a pick,
 * so all commands share one allowance. Exempt are the buttons of the report, which no extension can
 * press, and batches whose size a modal named.
 */
export class WindowSpendingDoor implements SpendingDoor {
  readonly #ports: SpendingPorts;
  /** One question per kind at a time: its answer applies to all waiting calls. */
  readonly #questions = new Map<PaidKind, Promise<void>>();

  constructor(ports: SpendingPorts) {
    this.#ports = ports;
  }

  async ask(call: PaidCall): Promise<SpendingAnswer> {
    const answer = await this.#ask(call).catch((error: unknown) => refused(notStored(error)));
    if (!call.signal.aborted) return answer;
    // Whatever was answered, the user has left the account meanwhile.
    if (answer.kind === 'granted') await answer.permit.settle();
    return left(call);
  }

  async #ask(call: PaidCall): Promise<SpendingAnswer> {
    const { ledger, clock, policy, user } = this.#ports;
    const { key, kind, aggregator = null, source, isAutomatic = false, signal } = call;
    const id = randomUUID();
    const isExempt = source !== 'command' && source !== 'tool';
    const isAgreed = mayBeKey(key.address, key.chain);
    const agrees = (): Promise<boolean> => unlessLeft(signal, user.maySendKeySized(key));
    if (isAgreed && (isAutomatic || !(await agrees()))) return refused({ kind: 'mayBeKey' });
    if (kind === 'start' && !(await mayStart(call, this.#ports))) {
      return refused({ kind: 'mayBeLost' });
    }
    let waits = 0;
    while (!signal.aborted) {
      const at = clock.now();
      const { summaryCallsPerDay: limit, fixedAllowances } = policy();
      const decision = await ledger.reserveSpending(
        { ...key, id, kind, aggregator, source, isAutomatic, at },
        {
          day: dayOf(at),
          ...(isAutomatic && { perDay: limit, maxUnanswered }),
          ...(!isExempt && { perHour: (fixedAllowances ?? allowances)[kind] }),
          // Rejected calls that other extensions make are limited too; a budget is of what is charged.
          ...(fixedAllowances !== undefined && { countsRejected: false }),
        },
      );
      switch (decision.kind) {
        case 'granted': {
          const record: RecordCharge = (charge) =>
            writeSoon(clock, () => ledger.settleSpending(id, charge));
          const mark = lateUnless(kind, () => ledger.markSpending(id));
          return { kind: 'granted', permit: new Permit(id, record, isAgreed, mark) };
        }
        case 'unreliable':
          return refused({ kind: 'unreliable' });
        case 'crowded':
          await clock.wait(crowdedMs, signal);
          break;
        case 'dayUsedUp':
          return refused({ kind: 'budget', limit });
        case 'declined':
          return refused({ kind: 'declined', calls: kind, until: decision.until });
        case 'hourUsedUp':
          if (isAutomatic) return refused({ kind: 'allowance' });
          if (fixedAllowances === undefined) await unlessLeft(signal, this.#question(kind));
          else if (++waits > maxWaits) return refused({ kind: 'allowance' });
          else await clock.wait(crowdedMs, signal);
      }
    }
    return left(call);
  }

  #question(kind: PaidKind): Promise<void> {
    const { ledger, clock, user } = this.#ports;
    const asked =
      this.#questions.get(kind) ??
      user
        .mayExceed(kind)
        .then((isMore) => ledger.decideAllowance(kind, isMore, clock.now()))
        .finally(() => this.#questions.delete(kind));
    this.#questions.set(kind, asked);
    return asked;
  }
}

/**
 * After a damaged file was replaced, the first start of a score asks, as long as a lost result
 * would still be fresh; a wrongly dated one may be, too. A batch's own question covers this.
 */
async function mayStart(
  { key, aggregator, source, signal }: PaidCall,
  { ledger, clock, policy, user }: SpendingPorts,
): Promise<boolean> {
  if (source === 'batch') return true;
  const asks = (at: Instant, why: 'lost' | 'ahead'): Promise<boolean> =>
    unlessLeft(signal, user.mayStartAgain(key, at, why));
  const stored = aggregator && (await ledger.readResult(key, aggregator));
  const isAhead = stored && isDatedAhead(stored.receivedAt, clock.now());
  if (isAhead && policy().riskMs > 0) return asks(stored.receivedAt, 'ahead');
  const lostAt = await ledger.readLoss();
  if (lostAt === null || !isFresh(lostAt, clock.now(), policy().riskMs)) return true;
  const calls = await ledger.listSpendings(key.account, maxSpendings, key);
  const isSince = calls.some(
    (call) => call.kind === 'start' && call.aggregator === aggregator && call.at > lostAt,
  );
  return isSince || asks(lostAt, 'lost');
}

function refused(refusal: SpendingRefusal): SpendingAnswer {
  return { kind: 'refused', refusal };
}

function left({ kind }: PaidCall): SpendingAnswer {
  return { kind: 'failed', failure: { kind: 'cancelled', endpoint: kind, wasSent: false } };
}

/** The user's answer; false once the user has left the account: no one waits for an open question. */
async function unlessLeft<T>(signal: AbortSignal, answer: Promise<T>): Promise<T | false> {
  const { promise, resolve } = Promise.withResolvers<false>();
  const leave = (): void => resolve(false);
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();
  try {
    return await Promise.race([promise, answer]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
