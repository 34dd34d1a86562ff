import type { SubjectKey } from '../ledger/store.ts';
import { subjectName } from '../ledger/subjectKey.ts';
import type { ConnectedAccount } from './account.ts';
import { isFresh } from './clock.ts';
import { fetchSummary } from './fetchSummary.ts';
import { ifReadable } from './retryWrite.ts';
import {
  refusalOf,
  type Summaries,
  type SummaryOutcome,
  type SummaryPorts,
  type SummarySource,
} from './summaries.ts';

/** The summaries of this window: one fetch at a time for each, joined by all who request it. */
export class WindowSummaries implements Summaries {
  readonly #ports: SummaryPorts;
  readonly #inProgress = new Map<string, Promise<SummaryOutcome>>();

  constructor(ports: SummaryPorts) {
    this.#ports = ports;
  }

  async look(
    account: ConnectedAccount,
    subject: Pick<SubjectKey, 'address' | 'chain'>,
    source: SummarySource,
    isRepeat = false,
  ): Promise<SummaryOutcome> {
    const { ledger, clock, policy, onChange } = this.#ports;
    const key: SubjectKey = { account: account.key, ...subject };
    const stored = await ifReadable(ledger.readResult(key, 'summary'));
    const isKnown = stored !== null && isFresh(stored.receivedAt, clock.now(), policy().summaryMs);
    if (isKnown && !isRepeat) {
      return { kind: 'value', result: stored };
    }

    const name = subjectName(key);
    const joined = this.#inProgress.get(name);
    if (joined !== undefined) return joined;
    const wanted = {
      ...{ account, key, source, seen: stored?.receivedAt ?? null },
      // In a report whose summary is too old, the button is *Refresh*.
      isRepeat: isRepeat || (source === 'panel' && stored !== null),
    };
    const refusal = await refusalOf(this.#ports, wanted);
    if (refusal !== undefined) return { kind: 'refused', refusal };
    const late = this.#inProgress.get(name);
    if (late !== undefined) return late;
    const fetched = fetchSummary(this.#ports, wanted).finally(() => {
      this.#inProgress.delete(name);
      onChange(key);
    });
    this.#inProgress.set(name, fetched);
    return fetched;
  }

  async ended(): Promise<void> {
    await Promise.allSettled(this.#inProgress.values());
  }
}
