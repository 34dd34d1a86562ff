import { markdownText } from '../../report/export/markdownText.ts';
import { csvLine } from '../../words/csvCell.ts';
import { visible } from '../../words/visible.ts';
import type { Base } from '../../workspace/base.ts';
import type { StoredScore } from './levels.ts';

/** An address of a folder, and what is known of it. */
export interface ReportRow {
  readonly address: string;
  readonly network: string | null;
  readonly isNew: boolean;
  readonly rules: readonly string[];
  readonly places: readonly { readonly path: string; readonly line: number }[];
  readonly score: StoredScore | null;
  /** Why there is no score. */
  readonly reason: string | null;
}

export interface FolderReport {
  readonly rows: readonly ReportRow[];
  readonly base: Base | undefined;
  readonly isSample: boolean;
  /** In milliseconds. */
  readonly madeAt: number;
}

/** Places of one address that a page lists. */
const mostPlaces = 10;

/** @param format `html`, `markdown`, `json`, or `csv` */
export function folderReportText(report: FolderReport, format: string): string {
  switch (format) {
    case 'json':
      return json(report);
    case 'csv':
      return csv(report);
    case 'markdown':
      return markdown(report);
    default:
      return html(report);
  }
}

const columns = ['Address', 'Network', 'Risk', 'Level', 'Findings', 'New', 'Places'];

function cellsOf({ address, network, isNew, rules, places, score, reason }: ReportRow): string[] {
  const shown = places.slice(0, mostPlaces).map(({ path, line }) => `${path}:${line}`);
  const more = places.length - shown.length;
  return [
    ...[address, network ?? 'unknown', score === null ? (reason ?? '') : riskText(score)],
    ...[score?.level ?? '', rules.join(', '), isNew ? 'new' : ''],
    [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', '),
  ].map(visible);
}

function riskText({ digits, owner, isFresh, receivedAt }: StoredScore): string {
  if (owner === 'otherAddress') return 'The response is for a different address.';
  if (owner === 'otherNetwork') return 'The response is for a different network.';
  const age = isFresh ? '' : ` (from ${new Date(receivedAt).toISOString()})`;
  return `${digits ?? 'not given'}${age}`;
}

function headOf({ rows, base, madeAt, isSample }: FolderReport): string[] {
  return [
    ...(isSample ? ['Sample data'] : []),
    `${rows.length} addresses, ${new Date(madeAt).toISOString()}.`,
    ...(base === undefined
      ? []
      : [visible(`Compared with ${base.name} (${base.commit.slice(0, 7)}).`)]),
    'A score reflects what the service knew when it was calculated. An address without a score is not necessarily safe.',
  ];
}

function markdown(report: FolderReport): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rows = report.rows.map((row) => line(cellsOf(row).map(markdownText)));
  const table = [line(columns), line(columns.map(() => ':--')), ...rows].join('\n');
  const head = headOf(report).map(markdownText);
  return `${['# Address Risk', ...head, table].join('\n\n')}\n`;
}

const style =
  'body{font:14px system-ui;margin:2em}table{border-collapse:collapse}td,th{border:1px solid #8888;padding:.3em .6em;text-align:left;vertical-align:top;overflow-wrap:anywhere}';

function html(report: FolderReport): string {
  const row = (tag: string, cells: readonly string[]): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><title>Address Risk</title>',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<style>${style}</style></head><body><h1>Address Risk</h1>`,
    ...headOf(report).map((text) => `<p>${escaped(text)}</p>`),
    `<table><thead>${row('th', columns)}</thead><tbody>`,
    ...report.rows.map((each) => row('td', cellsOf(each))),
    '</tbody></table></body></html>',
    '',
  ].join('\n');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function json({ rows, base, isSample, madeAt }: FolderReport): string {
  const addresses = rows.map(({ score, ...row }) => ({
    ...row,
    score: score?.digits ?? null,
    level: score?.level ?? null,
    receivedAt: score === null ? null : new Date(score.receivedAt).toISOString(),
  }));
  const summary = {
    source: isSample ? 'Sample data' : 'Service',
    madeAt: new Date(madeAt).toISOString(),
    base: base ?? null,
  };
  return `${JSON.stringify({ version: 1, ...summary, addresses }, null, 2)}\n`;
}

function csv({ rows, isSample }: FolderReport): string {
  const header = ['address', 'network', 'score', 'level', 'findings', 'is_new', 'path', 'line'];
  const lines = rows.flatMap((row) =>
    row.places.map(({ path, line }) =>
      csvLine([
        ...[row.address, row.network ?? '', row.score?.digits ?? '', row.score?.level ?? ''],
        ...[row.rules.join(' '), String(row.isNew), path, String(line)],
        ...[row.reason ?? '', row.score === null ? '' : isSample ? 'Sample data' : 'Service'],
      ]),
    ),
  );
  return [csvLine([...header, 'reason', 'score_source']), ...lines].join('');
}
