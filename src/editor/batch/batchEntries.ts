import type { Aggregator } from '../../api/parameters.ts';
import type { Engine } from '../../engine/engine.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import type { BatchPlan } from '../../report/batch.ts';
import { orderRows, type BatchRow } from '../../report/batchTable.ts';
import { riskOf } from '../../report/risk.ts';
import { scoreReasons } from '../../messages/batches.ts';
import type { AmbiguousAddress } from '../documents/chainChoice.ts';
import type { ReasonedSubject, Subject } from '../documents/subject.ts';
import type { SignedIn } from '../session/identity.ts';

/** A row of the table; `found` is undefined for an address whose network is undecided. */
export interface ScoredRow extends BatchRow {
  readonly found: ReasonedSubject | undefined;
}

interface Batch {
  readonly identity: SignedIn;
  readonly aggregator: Aggregator;
  readonly plan: BatchPlan<ReasonedSubject>;
  readonly open: readonly AmbiguousAddress[];
}

/** The addresses of a batch. What is stored of them is read whenever it is shown. */
export class BatchEntries {
  readonly identity: SignedIn;
  readonly aggregator: Aggregator;
  readonly #located: readonly ReasonedSubject[];
  readonly #names: ReadonlySet<string>;
  readonly #undecided: readonly AmbiguousAddress[];
  readonly #reasons = new Map<string, string | null>();
  /** Called after a reason has changed. */
  onChange: (() => void) | undefined;

  constructor({ identity, aggregator, plan, open }: Batch) {
    this.identity = identity;
    this.aggregator = aggregator;
    const { stored, starting, later, keySized, unknown } = plan;
    const polled = plan.open.map(({ found }) => found);
    this.#located = [...stored, ...polled, ...starting, ...later, ...keySized, ...unknown];
    this.#names = new Set(this.#located.map(({ subject }) => subjectName(subject)));
    this.#undecided = open;
    const reasons = [
      [[...polled, ...starting], scoreReasons.notStarted()],
      [later, scoreReasons.later()],
      [keySized, scoreReasons.keySized()],
      [unknown, scoreReasons.unknown()],
    ] as const;
    for (const [group, reason] of reasons) {
      for (const { subject } of group) this.#reasons.set(subjectName(subject), reason);
    }
  }

  /** @param reason why there is no new score; null if there is one */
  setReason(subject: Subject, reason: string | null): void {
    this.#reasons.set(subjectName(subject), reason);
    this.onChange?.();
  }

  has(subject: Subject): boolean {
    return this.#names.has(subjectName(subject));
  }

  /** Reads what is stored; costs nothing. */
  async read(engine: Pick<Engine, 'readStored'>): Promise<ScoredRow[]> {
    const { key: account } = this.identity;
    const keys = this.#located.map(({ subject }) => ({ account, ...subject }));
    const heads = await engine.readStored(keys);
    const rows = this.#located.map((found, index): ScoredRow => {
      const { subject, reading } = found;
      const risk = riskOf(heads[index], subject, this.aggregator);
      const isFresh = risk?.kind === 'score' && risk.isFresh;
      return {
        ...subject,
        found,
        risk,
        isAssumed: reading?.reason === 'assumed',
        // A score that came later, in whatever way, is what the user wanted.
        reason: isFresh ? null : (this.#reasons.get(subjectName(subject)) ?? null),
      };
    });
    const undecided = this.#undecided.map(({ address }): ScoredRow => ({
      address,
      chain: null,
      isAssumed: false,
      risk: null,
      found: undefined,
      reason: scoreReasons.undecided(),
    }));
    return orderRows([...rows, ...undecided]);
  }
}
