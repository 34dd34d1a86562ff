import { csvTable } from '../../messages/csvCell.ts';
import { workspaceReport as texts, exportTexts } from '../../messages/exports.ts';
import {
  breaks,
  countsOf,
  reportRules,
  type AddressReport,
  type ComparedProject,
  type WorkspaceReport,
  type ReportRule,
} from './addressReport.ts';
import { htmlPage } from './html.ts';
import { markdownPage } from './markdown.ts';
import { grouped } from '../../messages/figures.ts';
import { methodName } from '../../messages/labels.ts';
import { reportTexts, occurrenceTexts, recordTexts } from '../../messages/report.ts';
import { utc } from '../../messages/times.ts';
import { listed, shortened } from '../../messages/text.ts';
import { scoreTexts } from '../../messages/score.ts';
import { jsonText, visible } from '../../messages/visible.ts';
import { compareScores } from '../decimal.ts';
import { hasSampleScore, scoreColumns, storedScoreJson } from '../rowScore.ts';
import { sourceName, time } from './exactText.ts';
import type { ExportDocument } from './document.ts';
import {
  figureColumns,
  maxCellLength,
  projectFacts,
  textColumns,
  type DocumentFact,
  type DocumentSection,
  type DocumentTable,
} from './parts.ts';

export type WorkspaceReportFormat = 'html' | 'markdown' | 'json' | 'csv';

/** A report on a workspace in a format, the most severe addresses first. */
export function workspaceReportText(
  { rows, ...report }: WorkspaceReport,
  format: WorkspaceReportFormat,
): string {
  const isSample = report.isSample || hasSampleScore(rows);
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
    byLevel(one, other) ||
    compareScores(one.score?.digits ?? null, other.score?.digits ?? null) ||
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
function json({ rows, projects, isSample, aggregator, unread, madeAt }: WorkspaceReport): string {
  const addresses = rows.map(({ score, name, noScore, findings, ...row }) => ({
    ...row,
    name: name?.text ?? null,
    nameIsVerified: name?.isVerified ?? false,
    isDenied: breaks({ findings }, 'deny'),
    isNew: breaks({ findings }, 'new'),
    rules: findings.map(({ rule }) => rule),
    findings,
    ...storedScoreJson(score),
    reason: reasonOf({ score, noScore }, aggregator),
  }));
  const head = {
    version: 1,
    // Without an account, no result is from anywhere.
    source: isSample || !rows.some(isUnread) ? sourceName(isSample) : null,
    madeAt: time(madeAt),
    aggregator,
    ...projectsJson(projects),
    unread,
  };
  const summary = { addresses: rows.length, counts: countsOf(rows) };
  return `${jsonText({ ...head, summary, addresses }, 2)}\n`;
}

/** A report on several projects has no single one of its own. */
function projectsJson([first, ...others]: WorkspaceReport['projects']) {
  if (first === undefined) return { project: null, base: null };
  if (others.length > 0) return { project: null, base: null, projects: [first, ...others] };
  const { base, ...project } = first;
  return { project, base };
}

/** As CSV (RFC 4180), one place in each row. */
function csv({ rows, projects, isSample, aggregator }: WorkspaceReport): string {
  const isCompared = projects.some(hasBase);
  const flag = (rule: ReportRule) => (row: AddressReport) => String(breaks(row, rule));
  return csvTable<AddressReport & { readonly place: AddressReport['places'][number] }>(
    {
      address: ({ address }) => address ?? '',
      network: ({ network }) => network ?? '',
      network_is_assumed: ({ isAssumed }) => String(isAssumed),
      name: ({ name }) => name?.text ?? '',
      name_is_verified: ({ name }) => (name === null ? '' : String(name.isVerified)),
      on_deny_list: flag('deny'),
      is_look_alike: flag('look-alike'),
      has_wrong_checksum: flag('checksum'),
      is_on_wrong_network: flag('wrong-network'),
      is_unlisted: flag('unlisted'),
      is_new: (row) => (isCompared && row.isNewKnown !== false ? flag('new')(row) : ''),
      findings: ({ findings }) => findings.map(({ message }) => message).join(' '),
      ...scoreColumns,
      reason: (row) => reasonOf(row, aggregator) ?? '',
      source: ({ score }) => (score === null ? '' : sourceName(isSample)),
      path: ({ place }) => place.path,
      line: ({ place }) => String(place.line),
    },
    rows.flatMap((row) => row.places.map((place) => ({ ...row, place }))),
  );
}

const hasBase = ({ base }: ComparedProject): boolean => base !== null;

/** Places of one address that a page lists. */
const maxPlaces = 20;

/** Files that a page names as not read. */
const maxUnread = 20;

/** A report on a workspace as it is read: first what was found, by severity, then each address once. */
function workspaceDocument(report: WorkspaceReport): ExportDocument {
  const { rows, projects, isSample, aggregator, unread } = report;
  const title = visible(exportTexts.title(listed(projects.map(({ name }) => name))));
  const levels = [...Map.groupBy(rows.toSorted(byLevel), headingOf)];
  const levelCounts = levels.map(([heading, each]) => [heading, each.length] as const);
  const levelTable = countTable(texts.addressCount(rows.length), levelCounts, rows.length);
  return {
    title: isSample ? exportTexts.sampleTitle(title) : title,
    cover: null,
    notices: [
      ...(isSample ? [reportTexts.sampleBanner()] : []),
      ...(rows.some(isUnread) ? [texts.why.unread()] : []),
      ...unreadNotices(unread),
    ],
    sections: [
      overview(report),
      ...severe.flatMap((rule) => findingSection(rule, rows)),
      { heading: texts.addresses(), facts: [], table: levelTable },
      ...levels.map(([heading, each]) => section(heading, each, aggregator)),
    ],
    footer: reportTexts.footer(),
  };
}

/** Rules with a section of their own. */
const severe = reportRules.filter((rule) => rule !== 'unlisted' && rule !== 'new');

const byLevel = (one: AddressReport, other: AddressReport): number => rankOf(other) - rankOf(one);

const rankOf = ({ score }: AddressReport): number =>
  score === null ? -2 : (score.level?.rank ?? -1);

function unreadNotices(unread: readonly string[]): string[] {
  const more = unread.length - maxUnread;
  return [
    ...unread.slice(0, maxUnread).map(visible),
    ...(more > 0 ? [texts.moreUnread(more)] : []),
  ];
}

/** The one group of an address. */
function headingOf({ score }: AddressReport): string {
  if (score === null || score.digits === null) return reportTexts.notScored();
  return score.level === null ? texts.scored() : visible(score.level.name);
}

function overview({
  rows,
  projects,
  isSample,
  aggregator,
  madeAt,
}: WorkspaceReport): DocumentSection {
  const counts = countsOf(rows);
  const shown = reportRules.filter((rule) => rule !== 'new' || projects.some(hasBase));
  const facts: DocumentFact[] = [
    ...projects.flatMap(projectFacts),
    { label: recordTexts.createdAt(), value: utc(madeAt) },
    ...projects.flatMap(({ name, base }): DocumentFact[] => {
      if (base === null) return [];
      const since = `${base.name} (${base.commit.slice(0, 7)})`;
      const value = projects.length === 1 ? since : `${name}: ${since}`;
      return [{ label: texts.compared(), value: visible(value) }];
    }),
    ...(rows.every(({ score }) => score === null)
      ? []
      : [{ label: exportTexts.method(), value: methodName(aggregator) }]),
    ...(isSample || rows.every(({ score }) => score === null || score.level === null)
      ? []
      : [{ label: texts.levels(), value: scoreTexts.ownLevels() }]),
  ];
  const table = countTable(
    texts.findings(),
    shown.map((rule) => [texts.rules[rule](), counts[rule]]),
    rows.length,
  );
  return { heading: texts.overview(), facts, table };
}

function countTable(
  caption: string,
  counts: readonly (readonly [name: string, count: number])[],
  total: number,
): DocumentTable {
  return {
    caption,
    columns: [...textColumns(texts.status()), ...figureColumns(texts.addresses())],
    rows: counts.map(([name, count]) => ({
      cells: [name, grouped(String(count))],
      ratio: count / Math.max(1, total),
    })),
  };
}

/** Empty if no address breaks the rule. */
function findingSection(rule: ReportRule, rows: readonly AddressReport[]): DocumentSection[] {
  const broken = rows.filter((row) => breaks(row, rule));
  if (broken.length === 0) return [];
  const table = {
    caption: texts.addressCount(broken.length),
    columns: textColumns(
      ...[
        exportTexts.name(),
        recordTexts.address(),
        scoreTexts.network(),
        texts.finding(),
        occurrenceTexts.heading(),
      ],
    ),
    rows: broken.map((row) => {
      const said = row.findings.filter((each) => each.rule === rule).map(({ message }) => message);
      const cells = [...whoCells(row), visible(said.join(' ')), placesCell(row)];
      return { cells, ratio: null };
    }),
  };
  return [{ heading: texts.rules[rule](), facts: [], table }];
}

function section(
  heading: string,
  rows: readonly AddressReport[],
  aggregator: string,
): DocumentSection {
  const columns = [
    ...textColumns(
      exportTexts.name(),
      recordTexts.address(),
      scoreTexts.network(),
      reportTexts.score(),
    ),
    ...textColumns(texts.status(), occurrenceTexts.heading()),
  ];
  const table = {
    caption: texts.addressCount(rows.length),
    columns,
    rows: rows.map((row) => ({ cells: cellsOf(row, aggregator), ratio: null })),
  };
  return { heading, facts: [], table };
}

/** No account was in use, so it is unknown whether there is a score. */
const isUnread = ({ noScore }: AddressReport): boolean => noScore === 'unread';

function cellsOf(row: AddressReport, aggregator: string): string[] {
  const { findings } = row;
  const broken = new Set(findings.map(({ rule }) => texts.rules[rule]()));
  return [...whoCells(row), scoreCell(row, aggregator), listed([...broken]), placesCell(row)];
}

function whoCells({ address, network, isAssumed, name }: AddressReport): string[] {
  return [
    name === null ? '' : name.isVerified ? name.text : texts.fromCode(name.text),
    address ?? texts.notShown(),
    texts.networkName(network, isAssumed),
  ].map((cell) => shortened(visible(cell), maxCellLength));
}

function placesCell({ places }: AddressReport): string {
  const shown = places.slice(0, maxPlaces).map(({ path, line }) => `${path}:${line}`);
  const more = places.length - shown.length;
  return visible(listed([...shown, ...(more > 0 ? [texts.morePlaces(more)] : [])]));
}

/** Why this address has no score; null if it has one. */
function reasonOf(
  { score, noScore }: Pick<AddressReport, 'score' | 'noScore'>,
  aggregator: string,
): string | null {
  if (score?.owner === 'otherAddress') return scoreTexts.otherAddress();
  if (score?.owner === 'otherNetwork') return scoreTexts.otherNetwork();
  if (score === null) return texts.why[noScore ?? 'none'](aggregator);
  if (score.digits !== null) return null;
  return score.state === 'absent' ? scoreTexts.noScore() : texts.unreadable();
}

function scoreCell(row: AddressReport, aggregator: string): string {
  const { score } = row;
  // A notice explains why.
  if (isUnread(row)) return texts.notRead();
  if (score === null || score.digits === null) return reasonOf(row, aggregator) ?? '';
  const [digits, time] = [grouped(score.digits), utc(score.receivedAt)];
  return score.isFresh ? texts.dated(digits, time) : texts.stale(digits, time);
}
