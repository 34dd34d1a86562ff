import type { Finding } from '../../folder/findings.ts';
import { notScoredName, type CheckReport } from '../checkReport.ts';
import { safe } from '../terminal.ts';
import { summaryText } from './summaryText.ts';

/** Warnings that are printed: all of them are in the other formats. */
const mostWarnings = 100;

const colors = { error: '\u001b[31m', warning: '\u001b[33m', none: '\u001b[0m' } as const;

/** Findings for people, a line each. */
export function checkText(report: CheckReport, hasColor: boolean): string {
  const { findings, failed, faults, base, notScored = [] } = report;
  const shown = findings.slice(0, failed + mostWarnings);
  const hidden = findings.length - shown.length;
  return [
    ...shown.map((finding) => lineOf(finding, hasColor)),
    ...(hidden > 0 ? [`… and ${hidden} more warnings.`] : []),
    ...notScored.map((each) => `not scored ${safe(notScoredName(each))}: ${safe(each.reason)}`),
    ...faults.map((fault) => `error ${safe(fault)}`),
    ...(base === undefined
      ? []
      : [
          `Compared with ${safe(base.name)} (${base.commit.slice(0, 7)}), judged by ${safe(base.judge.name)} (${base.judge.commit.slice(0, 7)}).`,
        ]),
    summaryText(report),
    '',
  ].join('\n');
}

function lineOf({ level, rule, path, line, column, address, message }: Finding, hasColor: boolean) {
  const title = hasColor ? `${colors[level]}${level}${colors.none}` : level;
  const what = address === null ? '' : ` ${safe(address)}`;
  return `${title} ${rule} ${safe(path)}:${line}:${column}${what}\n  ${safe(message)}`;
}
