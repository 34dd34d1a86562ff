import { csvLine } from '../../messages/csvCell.ts';
import { workspaceReport } from '../../messages/workspaceReport.ts';
import { breaks, countsOf, reportRules } from './addressReport.ts';
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
  const isSample = report.isSample || rows.some(({ score }) => score?.isSampleData === true);
  const sorted = { ...report, isSample, rows: rows.toSorted(bySeverity) };
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
    worst(one) - worst(other) ||
    (other.score?.rank ?? -2) - (one.score?.rank ?? -2) ||
    Number(breaks(other, 'new')) - Number(breaks(one, 'new')) ||
    other.places.length - one.places.length ||
    ((one.address ?? '') < (other.address ?? '') ? -1 : 1)
  );
}

/** Below all of them where it is only new or not listed: then its score decides. */
function worst(row: AddressReport): number {
  const place = reportRules.findIndex((rule) => breaks(row, rule));
  return place === -1
    ? reportRules.indexOf('unlisted')
    : Math.min(place, reportRules.indexOf('unlisted'));
}

/** The names of members are not translated: programs read them. */
function json({ rows, base, project, isSample, unread, madeAt }: WorkspaceReport): string {
  const addresses = rows.map(({ score, name, noScore, findings, ...row }) => ({
    ...row,
    name: name?.text ?? null,
    nameIsVerified: name?.isVerified ?? false,
    isDenied: breaks({ findings }, 'deny'),
    isNew: breaks({ findings }, 'new'),
    rules: findings.map(({ rule }) => rule),
    findings,
    score: score?.digits ?? null,
    level: score?.level ?? null,
    receivedAt: score === null ? null : new Date(score.receivedAt).toISOString(),
    reason: noScore === null ? null : workspaceReport.why[noScore](),
  }));
  const source = isSample ? 'Sample data' : 'Service';
  const head = {
    version: 1,
    source,
    madeAt: new Date(madeAt).toISOString(),
    project,
    base,
    unread,
  };
  const summary = { addresses: rows.length, counts: countsOf(rows) };
  return `${JSON.stringify({ ...head, summary, addresses }, null, 2)}\n`;
}

const header = [
  ...['address', 'network', 'network_is_assumed', 'name', 'name_is_verified'],
  ...['on_deny_list', 'is_look_alike', 'has_wrong_checksum', 'is_on_wrong_network'],
  ...['is_unlisted', 'is_new', 'findings', 'score', 'level', 'received_at', 'reason'],
  ...['source', 'path', 'line'],
];

/** As CSV (RFC 4180), one place in each row. */
function csv({ rows, base, isSample }: WorkspaceReport): string {
  const lines = rows.flatMap((row) => {
    const { address, network, isAssumed, name, findings, score, noScore } = row;
    const flags = reportRules.map((rule) =>
      rule === 'new' && (base === null || row.isNewKnown === false)
        ? ''
        : String(breaks(row, rule)),
    );
    const cells = [
      ...[address ?? '', network ?? '', String(isAssumed), name?.text ?? ''],
      ...[name === null ? '' : String(name.isVerified), ...flags],
      ...[findings.map(({ message }) => message).join(' '), score?.digits ?? ''],
      ...[score?.level ?? '', score === null ? '' : new Date(score.receivedAt).toISOString()],
      noScore === null ? '' : workspaceReport.why[noScore](),
      score === null ? '' : isSample ? 'Sample data' : 'Service',
    ];
    return row.places.map(({ path, line }) => csvLine([...cells, path, String(line)]));
  });
  return [csvLine(header), ...lines].join('');
}
