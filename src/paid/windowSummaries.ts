import type { Instant, Subject } from '../ledger/store.ts';
import { subjectName } from '../ledger/subjectKey.ts';
import type { ConnectedAccount } from './account.ts';
import { keyOf } from './storedKey.ts';
import { isDatedAhead, isFresh } from './clock.ts';
import { fetchSummary } from './fetchSummary.ts';
import type { LookupPorts } from './ports.ts';
import { readOrNull } from './writeUntilStored.ts';
import { isAutomatic, refusalOf, type SummaryOutcome, type SummarySource } from './summaries.ts';

/** The summaries of this window: one fetch at a time for each, joined by all who request it. */
export class WindowSummaries {
  readonly #ports: LookupPorts;
  readonly #inProgress = new Map<string, Promise<SummaryOutcome>>();

  constructor(ports: LookupPorts) {
    this.#ports = ports;
  }

  /**
   * The summary of an address: from the ledger while it is fresh, otherwise by at most one call,
   * shared by all concurrent callers in this window and others.
   * @param isRepeat fetches it even if the stored one is fresh
   */
  async look(
    account: ConnectedAccount,
    subject: Subject,
    source: SummarySource,
    isRepeat = false,
  ): Promise<SummaryOutcome> {
    const { ledger, clock, policy, onChange } = this.#ports;
    const key = keyOf(account, subject);
    const stored = await readOrNull(ledger.readResult(key, 'summary'));
    const isUsed = (receivedAt: Instant, now: Instant): boolean =>
      isFresh(receivedAt, now, policy().summaryMs) ||
      (isAutomatic(source) && isDatedAhead(receivedAt, now));
    if (stored !== null && !isRepeat && isUsed(stored.receivedAt, clock.now())) {
      return { kind: 'value', result: stored };
    }

    const name = subjectName(key);
    const joined = await this.#joined(name, source);
    if (joined !== undefined) return joined;
    const wanted = {
      account,
      key,
      source,
      seen: stored?.receivedAt ?? null,
      // In a report whose summary is too old, the button is *Refresh*.
      isRepeat: isRepeat || (source === 'panel' && stored !== null),
    };
    const refusal = await refusalOf(this.#ports, wanted, !isAutomatic(source));
    if (refusal !== undefined) return { kind: 'refused', refusal };
    // No await may come between this check and the fetch that others join.
    if (this.#inProgress.has(name)) {
      const late = await this.#joined(name, source);
      return late ?? this.look(account, subject, source, isRepeat);
    }
    const fetched = fetchSummary(this.#ports, wanted).finally(() => {
      this.#inProgress.delete(name);
      onChange(key, 'summary');
    });
    this.#inProgress.set(name, fetched);
    return fetched;
  }

  /**
   * The outcome of the fetch in progress; undefined if there is none, or only one that may not be
   * sent.
   */
  async #joined(name: string, source: SummarySource): Promise<SummaryOutcome | undefined> {
    const outcome = await this.#inProgress.get(name);
    // A limit that stops hovers doesn't stop the user.
    return outcome?.kind === 'refused' && !isAutomatic(source) ? undefined : outcome;
  }

  /**
   * Resolves when all in progress have ended. After the user has left the account, responses to
   * requests already sent are still read for a few seconds and stored.
   */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#inProgress.values());
  }
}
