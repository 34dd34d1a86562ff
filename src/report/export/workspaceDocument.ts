import { grouped } from '../../words/figures.ts';
import { reportTexts } from '../../words/report.ts';
import { utc } from '../../words/times.ts';
import { visible } from '../../words/visible.ts';
import { workspaceReport as texts } from '../../words/workspaceReport.ts';
import type { StoredScore } from '../storedScore.ts';
import type { AddressReport, WorkspaceReport } from './addressReport.ts';
import type { ExportDocument } from './document.ts';
import {
  cut,
  figureColumns,
  longestCell,
  textColumns,
  type DocumentFact,
  type DocumentSection,
} from './parts.ts';

/** Places of one address that a page lists. */
const mostPlaces = 2;

/** Files that a page names as not read. */
const mostUnread = 20;

/** A report on a workspace as it is read: first how many addresses of which kind, then each of them. */
export function workspaceDocument(report: WorkspaceReport): ExportDocument {
  const groups = [...Map.groupBy(report.rows, headingOf)];
  return {
    title: report.isSample ? texts.sampleTitle() : texts.title(),
    cover: null,
    notices: [
      ...(report.isSample ? [reportTexts.sampleBanner()] : []),
      ...unreadNotices(report.unread),
    ],
    sections: [
      overview(report, groups),
      ...groups.map(([heading, rows]) => section(heading, rows)),
    ],
    footer: reportTexts.footer(),
  };
}

function unreadNotices(unread: readonly string[]): string[] {
  const more = unread.length - mostUnread;
  return [
    ...unread.slice(0, mostUnread).map(visible),
    ...(more > 0 ? [texts.moreUnread(more)] : []),
  ];
}

/** An address is in the first group that fits. */
function headingOf({ isDenied, score }: AddressReport): string {
  if (isDenied) return texts.denied();
  if (score === null) return texts.notScored();
  return score.level === null ? texts.scored() : visible(score.level);
}

function overview(
  { rows, base, isSample, madeAt }: WorkspaceReport,
  groups: readonly (readonly [string, readonly AddressReport[]])[],
): DocumentSection {
  const newCount = rows.filter(({ isNew }) => isNew).length;
  const counts = [
    ...groups.map(([heading, each]) => [heading, each.length] as const),
    ...(base === null ? [] : [[texts.isNew(), newCount] as const]),
  ];
  const facts: DocumentFact[] = [
    { label: texts.addresses(), value: grouped(String(rows.length)) },
    { label: texts.made(), value: utc(madeAt) },
    ...(base === null
      ? []
      : [{ label: texts.compared(), value: visible(`${base.name} (${base.commit.slice(0, 7)})`) }]),
    ...(isSample || rows.every(({ score }) => score === null || score.level === null)
      ? []
      : [{ label: texts.levels(), value: texts.ownLevels() }]),
  ];
  const table = {
    caption: texts.byStatus(),
    columns: [...textColumns(texts.status()), ...figureColumns(texts.count())],
    rows: counts.map(([status, count]) => ({
      cells: [status, grouped(String(count))],
      ratio: count / Math.max(1, rows.length),
    })),
  };
  return { heading: texts.overview(), facts, table };
}

function section(heading: string, rows: readonly AddressReport[]): DocumentSection {
  const columns = [
    ...textColumns(texts.name(), texts.address(), texts.network(), texts.score()),
    ...textColumns(texts.isNew(), texts.places()),
  ];
  const table = {
    caption: texts.addressCount(rows.length),
    columns,
    rows: rows.map((row) => ({ cells: cellsOf(row), ratio: null })),
  };
  return { heading, facts: [], table };
}

function cellsOf({ address, network, isAssumed, name, ...row }: AddressReport): string[] {
  const { score, noScore, isNew, places } = row;
  const shown = places.slice(0, mostPlaces).map(({ path, line }) => `${path}:${line}`);
  const more = places.length - shown.length;
  return [
    name === null ? '' : name.isVerified ? name.text : texts.fromCode(name.text),
    address,
    texts.networkName(network, isAssumed),
    score === null ? texts.why[noScore ?? 'none']() : scoreCell(score),
    isNew ? texts.yes() : '',
    [...shown, ...(more > 0 ? [texts.morePlaces(more)] : [])].join(', '),
  ].map((cell, index) => (index === 5 ? visible(cell) : cut(visible(cell), longestCell)));
}

function scoreCell({ digits, owner, isFresh, receivedAt }: StoredScore): string {
  if (owner === 'otherAddress') return texts.otherAddress();
  if (owner === 'otherNetwork') return texts.otherNetwork();
  const shown = digits === null ? texts.noDigits() : grouped(digits);
  return isFresh ? shown : texts.stale(shown, utc(receivedAt));
}
