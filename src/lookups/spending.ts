import { randomUUID } from 'node:crypto';
import { mayBeKey } from '../addresses/parse.ts';
import type { Outcome } from '../api/failure.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Charge, Instant, PaidKind, SpendingSource, SubjectKey } from '../ledger/store.ts';
import { dayOf, type Clock } from './clock.ts';
import { allowances, mostUnanswered, type Policy } from './policy.ts';
import { chargeOf } from './verdict.ts';

interface PaidCall {
  readonly key: SubjectKey;
  readonly kind: PaidKind;
  /** Of a start. */
  readonly aggregator?: Aggregator;
  readonly source: SpendingSource;
  /** Not made by an action of its own: it counts toward the daily budget and asks no question. */
  readonly isAutomatic?: boolean;
  /** Ends the wait for other automatic calls. */
  readonly signal?: AbortSignal;
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
  /** Nothing can be stored: no automatic call, and no start that the user did not confirm. */
  | { readonly kind: 'notStored' };

/** Permission for one paid call, recorded in the ledger before it is made. */
export interface Permit {
  /** Whether the ledger could be written when it was given; if not, the user has agreed. */
  readonly isStored: boolean;
  /** Whether the user agreed to send an address that could as well be a private key. */
  readonly isAgreed: boolean;
  /** Makes the call; a second one is rejected. */
  spend<T>(call: () => Promise<Outcome<T>>): Promise<Outcome<T>>;
  /**
   * Records what is known about the charge, or returns the permission if no call was made. Call it
   * after the more valuable response is stored; a second call does nothing.
   */
  settle(): Promise<void>;
}

type SpendingAnswer =
  | { readonly kind: 'granted'; readonly permit: Permit }
  | { readonly kind: 'refused'; readonly refusal: SpendingRefusal }
  /** The signal was aborted first. */
  | { readonly kind: 'left' };

/** The one door for every start and every summary, whatever caused it. */
export interface SpendingDoor {
  /** @throws if the ledger cannot record the call: then it must not be made */
  ask(call: PaidCall): Promise<SpendingAnswer>;
}

interface SpendingPorts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly policy: () => Policy;
  /** Asks the user to allow as many calls again. */
  readonly mayExceed: (kind: PaidKind) => Promise<boolean>;
  /** Asks whether to start a calculation whose ID and result cannot be stored. */
  readonly mayStartUnstored: () => Promise<boolean>;
  /** Asks whether to send an address that could as well be a private key. */
  readonly maySendKeySized: (subject: AddressOnChain) => Promise<boolean>;
}

type AddressOnChain = Pick<SubjectKey, 'address' | 'chain'>;

/** How soon to look again whether another automatic call has ended. */
const crowdedMs = 150;
const never = new AbortController().signal;

export function createSpendingDoor(ports: SpendingPorts): SpendingDoor {
  return new WindowSpendingDoor(ports);
}

/**
 * Other extensions can run our commands, and can forge a CodeLens argument or a choice in a pick,
 * so all commands share one allowance. Exempt are the buttons of the report, which no extension can
 * press, and batches whose size a modal named.
 */
class WindowSpendingDoor implements SpendingDoor {
  readonly #ports: SpendingPorts;
  /** One question per kind at a time: its answer applies to all waiting calls. */
  readonly #questions = new Map<PaidKind, Promise<void>>();

  constructor(ports: SpendingPorts) {
    this.#ports = ports;
  }

  async ask(call: PaidCall): Promise<SpendingAnswer> {
    const { ledger, clock, policy, maySendKeySized } = this.#ports;
    const { key, kind, aggregator, source, isAutomatic = false, signal = never } = call;
    const id = randomUUID();
    const isExempt = source !== 'command' && source !== 'tool';
    const isAgreed = mayBeKey(key.address, key.chain);
    if (
      isAgreed &&
      (isAutomatic || !(await maySendKeySized({ address: key.address, chain: key.chain })))
    ) {
      return { kind: 'refused', refusal: { kind: 'mayBeKey' } };
    }
    let isConfirmed = false;
    for (;;) {
      if (!isConfirmed && !(await ledger.isDurable())) {
        isConfirmed = !isAutomatic && (await mayGoUnstored(kind, this.#ports));
        if (!isConfirmed) return { kind: 'refused', refusal: { kind: 'notStored' } };
      }
      const at = clock.now();
      const limit = policy().summaryCallsPerDay;
      const decision = await ledger.reserveSpending(
        { ...key, id, kind, aggregator: aggregator ?? null, source, isAutomatic, at },
        {
          day: dayOf(at),
          ...(isAutomatic && { perDay: limit, mostUnanswered }),
          ...(!isExempt && { perHour: allowances[kind] }),
        },
      );
      switch (decision.kind) {
        case 'granted': {
          const isStored = await ledger.isDurable();
          const permit = new RecordedPermit(ledger, id, { isStored, isAgreed });
          if (isStored || isConfirmed) return { kind: 'granted', permit };
          // The disk is full since a moment ago.
          await permit.settle();
          break;
        }
        case 'unreliable':
          return { kind: 'refused', refusal: { kind: 'unreliable' } };
        case 'crowded':
          await clock.wait(crowdedMs, signal);
          if (signal.aborted) return { kind: 'left' };
          break;
        case 'dayUsedUp':
          return { kind: 'refused', refusal: { kind: 'budget', limit } };
        case 'declined': {
          const { until } = decision;
          return { kind: 'refused', refusal: { kind: 'declined', calls: kind, until } };
        }
        case 'hourUsedUp':
          if (isAutomatic) return { kind: 'refused', refusal: { kind: 'allowance' } };
          await this.#question(kind);
      }
    }
  }

  #question(kind: PaidKind): Promise<void> {
    const asked =
      this.#questions.get(kind) ?? this.#askUser(kind).finally(() => this.#questions.delete(kind));
    this.#questions.set(kind, asked);
    return asked;
  }

  async #askUser(kind: PaidKind): Promise<void> {
    const { ledger, clock, mayExceed } = this.#ports;
    const isMore = await mayExceed(kind);
    await ledger.decideAllowance(kind, isMore, clock.now());
  }
}

/** Summaries that the user requests are fetched; a start costs more, and is asked about. */
function mayGoUnstored(kind: PaidKind, { mayStartUnstored }: SpendingPorts): Promise<boolean> {
  return kind === 'start' ? mayStartUnstored() : Promise.resolve(true);
}

class RecordedPermit implements Permit {
  readonly isStored: boolean;
  readonly isAgreed: boolean;
  readonly #ledger: Ledger;
  readonly #id: string;
  #isUsed = false;
  #isSettled = false;
  #charge: Exclude<Charge, 'open'> | undefined;

  constructor(
    ledger: Ledger,
    id: string,
    { isStored, isAgreed }: Pick<Permit, 'isStored' | 'isAgreed'>,
  ) {
    this.#ledger = ledger;
    this.#id = id;
    this.isStored = isStored;
    this.isAgreed = isAgreed;
  }

  async spend<T>(call: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (this.#isUsed || this.#isSettled) throw new Error('A permit is for one call.');
    this.#isUsed = true;
    const outcome = await call();
    this.#charge = outcome.ok ? 'made' : chargeOf(outcome.failure);
    return outcome;
  }

  async settle(): Promise<void> {
    if (this.#isSettled) return;
    this.#isSettled = true;
    const settled =
      this.#charge === undefined && !this.#isUsed
        ? this.#ledger.releaseSpending(this.#id)
        : this.#ledger.settleSpending(this.#id, this.#charge ?? 'maybe');
    // A charge that cannot be recorded now stays `open`: counted, and shown without a response.
    await settled.catch(() => undefined);
  }
}
