import { createHash } from 'node:crypto';
import { networkNamed, supportsSummaries } from '../../networks/networks.ts';
import type { Field } from '../../api/field.ts';
import { aggregators } from '../../api/parameters.ts';
import { exportTexts } from '../../messages/exports.ts';
import { labels } from '../../messages/labels.ts';
import { networkWithReason } from '../../messages/networks.ts';
import { reportTexts, recordTexts } from '../../messages/report.ts';
import { summaryRows } from '../../messages/summary.ts';
import { shortAddress, shortened } from '../../messages/text.ts';
import { visible } from '../../messages/visible.ts';
import type { ExportFacts } from './facts.ts';
import {
  factIf,
  maxValueLength,
  projectFacts,
  receivedFact,
  type DocumentFact,
  type DocumentSection,
} from './parts.ts';
import { scoreSection } from './scoreSection.ts';
import type { LevelView, ScaleView } from '../../pageViews.ts';
import { grouped } from '../../messages/figures.ts';
import { scoreTexts } from '../../messages/score.ts';
import { utc } from '../../messages/times.ts';
import { levelView } from '../scale.ts';
import { reasonLines, scaleView } from '../scoreView.ts';
import { jsonExport } from './json.ts';
import { comparisonTable, historyTable } from '../pastView.ts';
import { refusalSentence } from '../../messages/outcomes.ts';

/** A report as it is read, for the formats that are read: Markdown and HTML. */
export interface ExportDocument {
  readonly title: string;
  /** Null for a document without a verdict. */
  readonly cover: DocumentCover | null;
  readonly notices: readonly string[];
  readonly sections: readonly DocumentSection[];
  readonly footer: string;
}

export function exportDocument(facts: ExportFacts): ExportDocument {
  const { isSample, known, subject } = facts;
  const short = shortAddress(subject.address);
  const named = known?.name ? `${known.name} (${short})` : short;
  const title = visible(exportTexts.title(named));
  const cover = coverOf(facts);
  return {
    cover,
    title: isSample ? exportTexts.sampleTitle(title) : title,
    // The worst known fact comes first.
    notices: [
      ...(known?.findings ?? []).map(({ message }) => visible(message)),
      ...(isSample ? [reportTexts.sampleBanner()] : []),
    ],
    sections: [
      { heading: recordTexts.address(), facts: subjectFacts(facts) },
      { heading: labels.summary(), facts: summaryFacts(facts) },
      ...aggregators.map((aggregator) =>
        scoreSection(facts, aggregator, cover !== null && aggregator === facts.aggregator),
      ),
      ...comparisonSections(facts),
      ...historySections(facts),
    ],
    footer: reportTexts.footer(),
  };
}

function subjectFacts(facts: ExportFacts): DocumentFact[] {
  const { subject, known, reading, isSample, origin } = facts;
  const link = explorerOf(subject);
  return [
    ...factIf(exportTexts.name(), known?.name || null),
    { label: recordTexts.address(), value: visible(subject.address) },
    {
      label: scoreTexts.network(),
      value: shortened(visible(networkWithReason(subject.chain, reading)), maxValueLength),
    },
    ...factIf(recordTexts.service(), isSample ? labels.sampleData() : origin),
    ...(link === null ? [] : [{ label: exportTexts.explorer(), value: new URL(link).host, link }]),
    ...(known?.project ? projectFacts(known.project) : []),
    evidenceFact(facts),
  ];
}

/** Only for a network in our table, and only with an HTTP link. */
function explorerOf({ address, chain }: ExportFacts['subject']): string | null {
  const explorer = networkNamed(chain)?.explorer;
  if (explorer === undefined) return null;
  const link = explorer.replace('{address}', encodeURIComponent(address));
  return URL.canParse(link) && ['https:', 'http:'].includes(new URL(link).protocol) ? link : null;
}

function summaryFacts({ summary, subject }: ExportFacts): DocumentFact[] {
  if (summary === null) {
    const text = supportsSummaries(subject.chain)
      ? reportTexts.notFetched()
      : refusalSentence({ kind: 'notEvm' }).text;
    return [{ label: labels.summary(), value: text }];
  }
  const { value, receivedAt, isFresh } = summary;
  return [
    // Without its relative time: that depends on when it is read.
    ...summaryRows(value, subject.chain, receivedAt).map(({ name, label, value: text }) => ({
      label,
      value: withUnreadable(text, value[name]),
    })),
    receivedFact(receivedAt, isFresh),
  ];
}

function withUnreadable(text: string, field: Field<unknown>): string {
  return field.state === 'unreadable' ? exportTexts.notReadable(visible(field.text)) : text;
}

/** The verdict of a report, which is read first. */
export interface DocumentCover {
  readonly caption: string;
  readonly figure: string;
  /** Null without a scale, and outside of it. */
  readonly level: LevelView | null;
  readonly scale: ScaleView | null;
  /** Why, and since when. */
  readonly lines: readonly string[];
}

/** Of the method in the settings; null if it has no number for this address. */
function coverOf({ scores, aggregator, scale, isSample }: ExportFacts): DocumentCover | null {
  const score = scores[aggregator];
  if (score === null || score.owner !== 'subject' || !('digits' in score.figure)) return null;
  const { receivedAt, isFresh, place } = score;
  const { digits } = score.figure;
  const time = utc(receivedAt);
  return {
    caption: labels.riskScore(aggregator),
    figure: grouped(digits),
    level: place === null ? null : levelView(place),
    scale: scaleView(scale, place, digits),
    lines: [
      ...reasonLines(score),
      exportTexts.receivedAt(isFresh ? time : exportTexts.stale(time)),
      ...(place === null || isSample ? [] : [scoreTexts.ownLevels()]),
    ],
  };
}

/** Lets readers verify that a JSON export has the same evidence. */
function evidenceFact(facts: ExportFacts): DocumentFact {
  const hash = createHash('sha256').update(jsonExport(facts)).digest('hex');
  return { label: exportTexts.evidenceHash(), value: hash };
}

/** A report with ten categories still prints on one page; everything is in JSON and CSV. */
const maxRows = 5;

/** Both aggregators side by side; empty if there is nothing to compare. */
function comparisonSections({ scores }: ExportFacts): DocumentSection[] {
  const table = comparisonTable(scores.money, scores.money_rank_weight, {
    maxRows,
    caption: exportTexts.differences,
    nameOf: (method) => method,
  });
  if (table === null) return [];
  const rows = table.rows.map((cells) => ({ cells: cells.map(({ text }) => text), ratio: null }));
  return [{ heading: exportTexts.comparison(), facts: [], table: { ...table, rows } }];
}

/** Every stored score with what changed since the one before it; empty if none is stored. */
function historySections({ history }: ExportFacts): DocumentSection[] {
  if (history.length === 0) return [];
  const shown = history.slice(0, maxRows);
  const table = historyTable(shown);
  return [
    {
      heading: exportTexts.history(),
      facts: [],
      table: {
        caption: exportTexts.storedScores(shown.length, history.length),
        columns: table.columns,
        // The exact name of the method, which the page has as a detail.
        rows: table.rows.map((cells) => ({
          cells: cells.map(({ text, exact }, index) => (index === 1 ? exact : text)),
          ratio: null,
        })),
      },
    },
  ];
}
