import { visible } from '../../messages/visible.ts';
import { findingText, notScoredText, type CheckReport } from '../checkReport.ts';
import { entriesOf, type Entry, summaryText } from './text.ts';

/** GitHub shows ten annotations of a kind and step; more only make the log longer. */
const maxAnnotations = 50;
const maxNotices = 10;

/** Workflow commands that GitHub shows as annotations. */
export function checkGithub(report: CheckReport): string {
  const { findings, faults, notScored = [] } = report;
  const named = notScored.slice(0, maxNotices);
  const unnamed = notScored.length - named.length;
  const entries = entriesOf(findings);
  const shown = entries.slice(0, maxAnnotations);
  const hidden = entries.length - shown.length;
  return [
    ...shown.map(annotation),
    ...(hidden > 0 ? [`${hidden} more findings are in the summary of the step.`] : []),
    ...faults.map((fault) => `::error title=Address Risk::${escapedData(fault)}`),
    ...named.map(
      (each) => `::notice title=Address Risk%3A not scored::${escapedData(notScoredText(each))}`,
    ),
    ...(unnamed > 0 ? [`${unnamed} more are not scored: see the summary of the step.`] : []),
    summaryText(report),
    '',
  ].join('\n');
}

function annotation({ level, rules, messages, ...found }: Entry): string {
  const { path, line, column, length } = found;
  const place = [
    ['file', path],
    ['line', String(line)],
    ['col', String(column)],
    ...(length > 0 ? [['endColumn', String(column + length)]] : []),
    ['title', `Address Risk: ${rules.join(', ')}`],
  ];
  const properties = place.map(([name = '', value = '']) => `${name}=${escapedProperty(value)}`);
  return `::${level} ${properties.join(',')}::${escapedData(findingText(found, messages.join(' ')))}`;
}

/** As the runner's own toolkit does it; line breaks are shown by their numbers. */
function escapedData(text: string): string {
  return visible(text).replaceAll('%', '%25');
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
