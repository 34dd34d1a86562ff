import { networkNamed, supportsSummaries } from '../../networks/networks.ts';
import type { Field, Summary } from '../../api/decode.ts';
import type { Aggregator } from '../../api/parameters.ts';
import { exportTexts } from '../../messages/exports.ts';
import { labels } from '../../messages/labels.ts';
import { networkWithReason } from '../../messages/networkReasons.ts';
import { refusalSentence } from '../../messages/refusals.ts';
import { reportTexts } from '../../messages/report.ts';
import { summaryRows } from '../../messages/summary.ts';
import { shortAddress } from '../../messages/text.ts';
import { visible } from '../../messages/visible.ts';
import { coverOf, evidenceFact, type DocumentCover } from './cover.ts';
import { exportedAggregators, type ExportFacts } from './facts.ts';
import {
  cut,
  maxValueLength,
  projectFacts,
  receivedFact,
  type DocumentFact,
  type DocumentSection,
} from './parts.ts';
import { comparisonSections, historySections } from './pastSections.ts';
import { scoreSection } from './scoreSection.ts';

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
    // The worst thing that is known stands first.
    notices: [
      ...(known?.findings ?? []).map(({ message }) => visible(message)),
      ...(isSample ? [reportTexts.sampleBanner()] : []),
    ],
    sections: [
      { heading: exportTexts.address(), facts: subjectFacts(facts) },
      { heading: labels.summary(), facts: summaryFacts(facts) },
      ...exportedAggregators.map((aggregator: Aggregator) =>
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
  const service = isSample ? labels.sampleData() : origin;
  return [
    ...(known?.name ? [{ label: exportTexts.name(), value: visible(known.name) }] : []),
    { label: exportTexts.address(), value: visible(subject.address) },
    {
      label: exportTexts.network(),
      value: cut(visible(networkWithReason(subject.chain, reading)), maxValueLength),
    },
    ...(service === null ? [] : [{ label: exportTexts.service(), value: visible(service) }]),
    ...(link === null ? [] : [{ label: exportTexts.explorer(), value: new URL(link).host, link }]),
    ...(known === null ? [] : projectFacts(known.project)),
    evidenceFact(facts),
  ];
}

/** Only of a network in our table, and only if the link is one of the web. */
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
  const fields = fieldsOf(value);
  return [
    // Without its relative time: that depends on when it is read.
    ...summaryRows(value, subject.chain, receivedAt).map(({ label, value: text }, index) => ({
      label,
      value: withUnreadable(text, fields[index]),
    })),
    receivedFact(receivedAt, isFresh),
  ];
}

/** In the order of the rows. */
function fieldsOf(summary: Summary): readonly Field<unknown>[] {
  const { balance, usdBalance, txTotal, isContract, lastActivity } = summary;
  return [balance, usdBalance, txTotal, isContract, lastActivity];
}

function withUnreadable(text: string, field: Field<unknown> | undefined): string {
  return field?.state === 'unreadable' ? exportTexts.notReadable(visible(field.text)) : text;
}
