import { subjectName } from '../../ledger/subjectKey.ts';
import type { StoredState } from '../../lookups/reports.ts';
import { reasonLines } from '../../report/reasonLines.ts';
import type { Calls } from '../calls/register.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import { readReport } from '../report/readReport.ts';
import { settings } from '../shell/settings.ts';

/** Reasons that are kept; a hover reads one. */
const maxKept = 1_000;

/** The first reason of stored scores. A score is read once: its categories may be thousands. */
export class TopReasons {
  readonly #calls: Calls;
  readonly #kept = new Map<string, string | null>();

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Of the score by the aggregator that is set; null if there is none, or it shows no reason. */
  async of(
    located: ReasonedSubject,
    account: string,
    { scores }: Pick<StoredState, 'scores'>,
  ): Promise<string | null> {
    const aggregator = settings.aggregator();
    const head = scores[aggregator];
    if (head === null) return null;
    const name = `${head.receivedAt} ${subjectName({ account, ...located.subject }, aggregator)}`;
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const { model } = await readReport(this.#calls, located);
    const stored = model.scores?.[aggregator].stored ?? null;
    const text = stored === null ? null : (reasonLines(stored)[0] ?? null);
    if (this.#kept.size >= maxKept) this.#kept.clear();
    this.#kept.set(name, text);
    return text;
  }
}
