import { jsonText } from '../../words/visible.ts';
import type { CheckReport } from '../checkReport.ts';

/** Findings for programs. `version` changes when a member goes or changes its meaning. */
export function checkJson(report: CheckReport): string {
  const { findings, failed, warned, counts, newCount, fileCount, base, notRead, faults } = report;
  const { notScored, isSelfJudged } = report;
  const summary = {
    ...{ failed, warned, counts, new: newCount, files: fileCount },
    base: base === undefined ? null : { name: base.name, commit: base.commit },
    judge: base === undefined || isSelfJudged ? null : base.judge,
    ...{ notRead, errors: faults },
    ...(notScored !== undefined && { notScored }),
  };
  return `${jsonText({ version: 1, summary, findings }, 2)}\n`;
}
