import type { Field } from '../../api/field.ts';
import type { ColumnView } from '../../pageViews.ts';
import { exportTexts } from '../../messages/exports.ts';
import { shortened } from '../../messages/text.ts';
import { utc } from '../../messages/times.ts';
import { visible } from '../../messages/visible.ts';
import type { ReportProject } from './addressReport.ts';

/** A fact, ready to read. Its value may hold text of the service, so every format escapes it. */
export interface DocumentFact {
  readonly label: string;
  readonly value: string;
  /** An https page of the network's explorer. */
  readonly link?: string;
}

export interface DocumentTable {
  readonly caption: string;
  readonly columns: readonly ColumnView[];
  readonly rows: readonly {
    readonly cells: readonly string[];
    /** The length of its bar, 0 to 1; null if it has none. */
    readonly ratio: number | null;
  }[];
}

export interface DocumentSection {
  readonly heading: string;
  readonly facts: readonly DocumentFact[];
  readonly table?: DocumentTable;
  /** JSON as received. */
  readonly verbatim?: { readonly caption: string; readonly text: string };
}

export function textColumns(...names: readonly string[]): ColumnView[] {
  return names.map((name) => ({ name, isFigure: false }));
}

export function figureColumns(...names: readonly string[]): ColumnView[] {
  return names.map((name) => ({ name, isFigure: true }));
}

/** Longer values are complete only in JSON and CSV. In UTF-16 units. */
export const maxValueLength = 256;

/** Of a table, in UTF-16 units. */
export const maxCellLength = 120;

/** A fact that may be unknown. */
export function factIf(label: string, value: string | null | undefined): DocumentFact[] {
  return value === null || value === undefined ? [] : [{ label, value: visible(value) }];
}

/** Which state of which code a report is about. */
export function projectFacts({ name, branch, commit }: ReportProject): DocumentFact[] {
  return [
    { label: exportTexts.repository(), value: visible(name) },
    ...factIf(exportTexts.branch(), branch),
    ...factIf(exportTexts.commit(), commit),
  ];
}

export function receivedFact(receivedAt: number, isFresh: boolean): DocumentFact {
  const time = utc(receivedAt);
  return {
    label: exportTexts.received(),
    value: isFresh ? time : exportTexts.stale(time),
  };
}

/** A text of the response; no fact if it is missing. */
export function fieldFact(label: string, field: Field<string>): DocumentFact[] {
  switch (field.state) {
    case 'given':
      return [{ label, value: shortened(visible(field.value), maxValueLength) }];
    case 'unreadable':
      return [{ label, value: exportTexts.notReadable(visible(field.text)) }];
    case 'absent':
      return [];
  }
}
