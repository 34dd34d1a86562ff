import type { StoredReport } from '../../lookups/reports.ts';
import type { PastFacts, ReportModel } from '../../report/model.ts';
import type { Calls } from '../calls/register.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import { readPast, readReport } from './readReport.ts';
import type { ScaleQuestion } from './scaleQuestion.ts';

/** What a panel is opened with, and restored with after a reload. */
export interface Shown extends ReasonedSubject {
  /** The report stays when the next one is opened. */
  readonly isPinned: boolean;
}

/** What one report is made of, and what was read of it last. */
export class ReportContents {
  readonly #calls: Calls;
  readonly #question: ScaleQuestion;
  /** For progress: nothing stored changes meanwhile. */
  #stored: StoredReport | null | undefined;
  #past: PastFacts | null = null;
  #pastVersion: string | undefined;

  constructor(calls: Calls, question: ScaleQuestion) {
    this.#calls = calls;
    this.#question = question;
  }

  /** The report with the progress of now, and with what was stored when it was last read. */
  async progress(shown: Shown): Promise<ReportModel> {
    return this.#read(shown, this.#stored);
  }

  /**
   * The report as it is stored now, and once more with what was stored before, which may take longer
   * to read.
   */
  async *now(shown: Shown): AsyncGenerator<ReportModel, void> {
    yield await this.#read(shown, undefined);
    const version = versionOf(this.#stored);
    if (version === this.#pastVersion) return;
    this.#past = await readPast(this.#calls, shown);
    this.#pastVersion = version;
    yield await this.#read(shown, this.#stored);
  }

  async #read(shown: Shown, known: StoredReport | null | undefined): Promise<ReportModel> {
    const { model, stored } = await readReport(this.#calls, shown, {
      known,
      past: this.#past,
      isPinned: shown.isPinned,
      mayAskForScale: this.#question.mayAsk(),
    });
    this.#stored = stored;
    return model;
  }
}

/** Equal as long as no score was received and no calculation started: then the past is the same. */
function versionOf(stored: StoredReport | null | undefined): string {
  const { scores, jobs } = stored ?? {};
  return JSON.stringify([
    ...Object.values(scores ?? {}).map((known) => known?.receivedAt),
    ...Object.values(jobs ?? {}).map((job) => job && [job.id, job.state]),
  ]);
}
