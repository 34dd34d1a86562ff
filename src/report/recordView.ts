import type { Aggregator } from '../api/parameters.ts';
import type { Field } from '../api/field.ts';
import type { DetailView, RowView } from '../pageViews.ts';
import { methodName, labels } from '../messages/labels.ts';
import { pastTexts } from '../messages/past.ts';
import { chainReasonText, usedNetwork } from '../messages/networks.ts';
import { recordTexts, reportTexts } from '../messages/report.ts';
import { scoreTexts } from '../messages/score.ts';
import { notGiven, notReadable } from '../messages/summary.ts';
import { plain } from '../messages/text.ts';
import { ago, utc } from '../messages/times.ts';
import type { ReportModel, ScoreFacts } from './model.ts';
import { costTexts } from './pastView.ts';

/** Where a score comes from: what the service says about its own record, and how it was fetched. */
export function recordView(
  model: ReportModel,
  { aggregator, facts }: { readonly aggregator: Aggregator; readonly facts: ScoreFacts },
  now: number,
): DetailView {
  const { record } = facts;
  return {
    id: `record-${aggregator}`,
    heading: reportTexts.evidenceOf(methodName(aggregator)),
    rows: [
      { label: recordTexts.address(), value: model.subject.address },
      { label: pastTexts.aggregator(), value: `${methodName(aggregator)} (${aggregator})` },
      ...costTexts(model, facts).map((value) => ({ label: pastTexts.cost(), value })),
      textRow(recordTexts.createdBy(), record.creatorName, record.createdBy),
      timeRow(recordTexts.createdAt(), record.createdAt, now),
      timeRow(recordTexts.updatedAt(), record.updatedAt, now),
      {
        label: recordTexts.receivedAt(),
        value: utc(facts.receivedAt),
        note: ago(facts.receivedAt, now),
      },
      textRow(recordTexts.id(), record.id),
      textRow(recordTexts.hash(), record.hash),
      textRow(recordTexts.graphFile(), record.graphFileName),
      networkRow(model),
      serviceRow(model),
    ],
    tables: [],
    actions: [
      { id: 'openRaw', target: aggregator, label: labels.openRaw() },
      { id: 'copyMarkdown', label: labels.copyMarkdown() },
    ],
  };
}

/** @param less shown after the value, if it is given */
function textRow(label: string, field: Field<string>, less?: Field<string>): RowView {
  const note = less?.state === 'given' ? { note: plain(less.value) } : {};
  switch (field.state) {
    case 'given':
      return { label, value: plain(field.value), ...note };
    case 'absent':
      return { label, value: notGiven(), ...note };
    case 'unreadable':
      return { label, value: notReadable(), note: plain(field.text) };
  }
}

function timeRow(label: string, field: Field<string>, now: number): RowView {
  if (field.state !== 'given') return textRow(label, field);
  const instant = Date.parse(field.value);
  return { label, value: utc(instant), note: ago(instant, now) };
}

function networkRow({ subject, reading }: ReportModel): RowView {
  return {
    label: scoreTexts.network(),
    value: usedNetwork(subject.chain, reading),
    note: reading === undefined ? recordTexts.noEvidence() : chainReasonText(reading),
  };
}

function serviceRow({ account, origin }: ReportModel): RowView {
  return {
    label: recordTexts.service(),
    value: account.kind === 'sample' ? recordTexts.sampleService() : (origin ?? notGiven()),
  };
}
