import { csvLine } from '../../words/csvCell.ts';
import { workspaceReport } from '../../words/workspaceReport.ts';
import type { AddressReport, WorkspaceReport } from './addressReport.ts';
import { htmlPage } from './html.ts';
import { markdownPage } from './markdown.ts';
import { workspaceDocument } from './workspaceDocument.ts';

export type WorkspaceReportFormat = 'html' | 'markdown' | 'json' | 'csv';

/** A report on a workspace in a format, the most severe addresses first. */
export function workspaceReportText(
  { rows, ...report }: WorkspaceReport,
  format: WorkspaceReportFormat,
): string {
  const sorted = { ...report, rows: rows.toSorted(bySeverity) };
  switch (format) {
    case 'json':
      return json(sorted);
    case 'csv':
      return csv(sorted);
    case 'markdown':
      return markdownPage(workspaceDocument(sorted));
    case 'html':
      return htmlPage(workspaceDocument(sorted));
  }
}

function bySeverity(one: AddressReport, other: AddressReport): number {
  return (
    Number(other.isDenied) - Number(one.isDenied) ||
    (other.score?.rank ?? -2) - (one.score?.rank ?? -2) ||
    Number(other.isNew) - Number(one.isNew) ||
    other.places.length - one.places.length ||
    (one.address < other.address ? -1 : 1)
  );
}

/** The names of members are not translated: programs read them. */
function json({ rows, base, isSample, unread, madeAt }: WorkspaceReport): string {
  const addresses = rows.map(({ score, name, noScore, ...row }) => ({
    ...row,
    name: name?.text ?? null,
    nameIsVerified: name?.isVerified ?? false,
    score: score?.digits ?? null,
    level: score?.level ?? null,
    receivedAt: score === null ? null : new Date(score.receivedAt).toISOString(),
    reason: noScore === null ? null : workspaceReport.why[noScore](),
  }));
  const source = isSample ? 'Sample data' : 'Service';
  const head = { version: 1, source, madeAt: new Date(madeAt).toISOString(), base, unread };
  return `${JSON.stringify({ ...head, addresses }, null, 2)}\n`;
}

const header = [
  ...['address', 'network', 'network_is_assumed', 'name', 'name_is_verified', 'on_deny_list'],
  ...['is_new', 'findings', 'score', 'level', 'received_at', 'reason', 'source', 'path', 'line'],
];

/** As CSV (RFC 4180), one place in each row. */
function csv({ rows, base, isSample }: WorkspaceReport): string {
  const lines = rows.flatMap((row) => {
    const { address, network, isAssumed, name, isDenied, isNew, rules, score, noScore } = row;
    const cells = [
      ...[address, network ?? '', String(isAssumed), name?.text ?? ''],
      ...[name === null ? '' : String(name.isVerified), String(isDenied)],
      ...[base === null ? '' : String(isNew), rules.join(' '), score?.digits ?? ''],
      ...[score?.level ?? '', score === null ? '' : new Date(score.receivedAt).toISOString()],
      noScore === null ? '' : workspaceReport.why[noScore](),
      score === null ? '' : isSample ? 'Sample data' : 'Service',
    ];
    return row.places.map(({ path, line }) => csvLine([...cells, path, String(line)]));
  });
  return [csvLine(header), ...lines].join('');
}
