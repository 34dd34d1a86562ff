import { notScoredText, type CheckReport } from '../checkReport.ts';
import { counted, safe } from '../terminal.ts';
import type { Finding } from '../../folder/findings.ts';

/** Warnings that are printed: all of them are in the other formats. */
const maxWarnings = 100;

const colors = { error: '\u001b[31m', warning: '\u001b[33m', none: '\u001b[0m' } as const;

/** Findings for people: an entry for each address and place. */
export function checkText(report: CheckReport, hasColor: boolean): string {
  const { findings, faults, base, isSelfJudged, notScored = [] } = report;
  const judge = base && `${safe(base.judge.name)} (${base.judge.commit.slice(0, 7)})`;
  const entries = entriesOf(findings);
  const errors = entries.filter(({ level }) => level === 'error');
  const shown = entries.slice(0, errors.length + maxWarnings);
  const hidden = entries.length - shown.length;
  return [
    ...shown.map((entry) => textOf(entry, hasColor)),
    ...(hidden > 0 ? [`… and ${hidden} more warnings.`] : []),
    ...notScored.map((each) => `not scored ${safe(notScoredText(each))}`),
    ...faults.map((fault) => `error ${safe(fault)}`),
    ...(base === undefined
      ? []
      : [
          `Compared with ${safe(base.name)} (${base.commit.slice(0, 7)}), judged by ${isSelfJudged ? 'the change itself' : judge}.`,
        ]),
    summaryText(report),
    '',
  ].join('\n');
}

function textOf({ level, rules, messages, ...place }: Entry, hasColor: boolean): string {
  const { path, line, column, address } = place;
  const title = hasColor ? `${colors[level]}${level}${colors.none}` : level;
  const what = address === null ? '' : ` ${safe(address)}`;
  const head = `${title} ${rules.join(', ')} ${safe(path)}:${line}:${column}${what}`;
  return [head, ...messages.map((message) => `  ${safe(message)}`)].join('\n');
}

/** What a check found, in one sentence; it counts what people read, an address and place once. */
export function summaryText({ findings, newCount, fileCount, base }: CheckReport): string {
  const entries = entriesOf(findings);
  const failed = entries.filter(({ level }) => level === 'error').length;
  const parts = [
    counted(failed, 'error', 'errors'),
    counted(entries.length - failed, 'warning', 'warnings'),
    ...(base === undefined ? [] : [counted(newCount, 'new address', 'new addresses')]),
  ];
  return `${counted(fileCount, 'file', 'files')} checked: ${parts.join(', ')}.`;
}

/** Everything that is said of an address at a place, as people read it. */
export interface Entry extends Finding {
  /** Each once; the most severe first. */
  readonly rules: readonly string[];
  readonly messages: readonly string[];
}

/**
 * One entry for each address and place, which is its most severe finding.
 * @param findings the most severe first
 */
export function entriesOf(findings: readonly Finding[]): Entry[] {
  const byPlace = Map.groupBy(findings, ({ path, line, column, address }) =>
    JSON.stringify([path, line, column, address]),
  );
  return [...byPlace.values()].flatMap((same) => {
    const [first] = same;
    const rules = [...new Set(same.map(({ rule }) => rule))];
    const messages = [...new Set(same.map(({ message }) => message))];
    return first === undefined ? [] : [{ ...first, rules, messages }];
  });
}
