import type { Field } from '../../api/field.ts';
import { summaryFieldNames, type Summary } from '../../api/summaryFields.ts';
import type { ExactJson } from '../../api/exactJson.ts';
import type { Charge } from '../../ledger/store.ts';
import { type Breakdown, type Category } from '../breakdown.ts';
import type { Reason, Reasons } from '../reasons.ts';
import type { RiskScale } from '../scale.ts';
import { exactText, figureJson, num, sourceName, time } from './exactText.ts';
import { recordFields, type ScoreFacts } from '../model.ts';
import type { ExportFacts } from './facts.ts';
import { aggregators } from '../../api/parameters.ts';
import { comparisonOf } from '../comparison.ts';
import type { CategoryChanges, PastScore } from '../history.ts';
import type { CategoryPair } from '../comparison.ts';

/** Of `schemas/report.schema.json`: a change that breaks its readers gets another number. */
const format = 1;

/** A report as JSON, with each number as the service sent it. */
export function jsonExport(facts: ExportFacts): string {
  const { subject, known, reading, isSample, origin, scale, summary, scores, jobs } = facts;
  return `${exactText({
    format: num(format),
    source: sourceName(isSample),
    origin,
    address: subject.address,
    network: subject.chain,
    name: known?.name ?? null,
    findings: known?.findings.map(({ rule, message }) => ({ rule, message })) ?? null,
    project: known?.project ? { ...known.project } : null,
    networkReason: reading?.reason ?? null,
    networkEvidence: reading?.evidence ?? null,
    scale: scale === null ? null : scaleJson(scale),
    summary:
      summary === null
        ? null
        : {
            receivedAt: time(summary.receivedAt),
            isFresh: summary.isFresh,
            ...summaryJson(summary.value),
          },
    scores: aggregators.map((aggregator) => {
      const score = scores[aggregator];
      return {
        aggregator,
        job: jobs[aggregator],
        result: score === null ? null : scoreJson(score),
      };
    }),
    comparison: comparisonJson(facts),
    history: historyJson(facts),
  })}\n`;
}

function scaleJson({ min, max, levels }: RiskScale): ExactJson {
  return {
    min: num(min),
    max: num(max),
    levels: levels.map(({ name, from }) => ({ name, from: num(from) })),
  };
}

export function summaryJson(summary: Summary): Readonly<Record<string, ExactJson>> {
  return Object.fromEntries(
    summaryFieldNames.map((name) => [
      name,
      fieldJson<string | number | boolean>(summary[name], exact),
    ]),
  );
}

/** Texts of a summary are digits as sent. */
function exact(value: string | number | boolean): ExactJson {
  if (typeof value === 'string') return new String(value);
  return typeof value === 'number' ? num(value) : value;
}

/** Keeps a value, a missing one, and one that cannot be read apart. */
function fieldJson<T>(field: Field<T>, valueOf: (value: T) => ExactJson): ExactJson {
  switch (field.state) {
    case 'given':
      return { state: 'given', value: valueOf(field.value) };
    case 'absent':
      return { state: 'absent' };
    case 'unreadable':
      return { state: 'unreadable', text: field.text };
  }
}

/** A call that was sent may have been charged, like one whose response was lost. */
const costs: Readonly<Record<Charge, string>> = {
  made: '1 calculation',
  maybe: 'maybe 1 calculation',
  sent: 'maybe 1 calculation',
  open: 'nothing',
  none: 'nothing',
  shared: 'nothing',
};

function scoreJson(score: ScoreFacts): ExactJson {
  const { figure, place, reasons, otherAddress, otherNetwork, record, raw, breakdown } = score;
  const text = (field: Field<string>): ExactJson => fieldJson(field, (value) => value);
  return {
    receivedAt: time(score.receivedAt),
    isFresh: score.isFresh,
    score: figureJson(figure),
    level: place?.kind === 'level' ? place.name : null,
    isOutsideScale: place?.kind === 'outside',
    otherAddress,
    otherNetwork,
    cost: score.charge === null ? null : costs[score.charge],
    reasons: reasons === null ? null : reasonsJson(reasons),
    record: Object.fromEntries(recordFields.map((name) => [name, text(record[name])])),
    raw,
    normalized: breakdown === null ? null : breakdownJson(breakdown),
  };
}

function reasonsJson({ of, field, reasons }: Reasons): ExactJson {
  return { percentOf: of, field, categories: reasons.map(reasonJson) };
}

export function reasonJson({
  names,
  way,
  digits,
  percent,
}: Reason): Readonly<Record<string, ExactJson>> {
  return { names, way, value: new String(digits), percent: percentJson(percent) };
}

function breakdownJson(breakdown: Breakdown): ExactJson {
  return {
    path: breakdown.path.map(keyJson),
    field: breakdown.field,
    categories: breakdown.categories.map(categoryJson),
    unexplainedPercent: percentJson(breakdown.unexplainedPercent),
    groups: breakdown.groups.map(breakdownJson),
    rest: breakdown.rest.map(({ key, value }) => ({
      key: key === null ? null : keyJson(key),
      value,
    })),
  };
}

function categoryJson(category: Category): ExactJson {
  const { key, name, nameField, value, percent, columns, inside } = category;
  return {
    key: keyJson(key),
    name,
    nameField,
    field: value?.field ?? null,
    value: value === null ? null : new String(value.digits),
    percent: percentJson(percent),
    otherFields: columns.map((column) => ({ name: column.name, value: column.value })),
    inside: inside === null ? null : breakdownJson(inside),
  };
}

function keyJson(key: string | number): ExactJson {
  return typeof key === 'number' ? num(key) : key;
}

/** To four decimals: the sum of doubles has no more. */
function percentJson(percent: number | null): ExactJson {
  return percent === null ? null : num(Number(percent.toFixed(4)));
}

/** Null if there is nothing to compare. */
export function comparisonJson(facts: ExportFacts): ExactJson {
  const comparison = comparisonOf(facts.scores.money, facts.scores.money_rank_weight);
  if (comparison === null) return null;
  return {
    difference: digitsJson(comparison.difference),
    categories: comparison.categories.map((pair) => ({
      names: pair.names,
      in: presences[pair.presence],
      money: valueJson(pair.one),
      moneyRankWeight: valueJson(pair.other),
      difference: digitsJson(pair.difference),
    })),
  };
}

const presences: Readonly<Record<CategoryPair['presence'], string>> = {
  both: 'both',
  one: 'money',
  other: 'money_rank_weight',
};

/** Every stored score, newest first. */
export function historyJson({ history }: ExportFacts): ExactJson {
  return history.map((score: PastScore) => ({
    aggregator: score.aggregator,
    receivedAt: time(score.receivedAt),
    calculatedAt: score.calculatedAt === null ? null : time(score.calculatedAt),
    score: figureJson(score.figure),
    isOfAnotherAddress: score.owner === 'otherAddress',
    isOfAnotherNetwork: score.owner === 'otherNetwork',
    difference: digitsJson(score.difference),
    changes: score.changes === null ? null : changesJson(score.changes),
  }));
}

function changesJson({ added, removed, changed }: CategoryChanges): ExactJson {
  return {
    added: added.map(({ names, other }) => ({ names, value: valueJson(other) })),
    removed: removed.map(({ names, one }) => ({ names, value: valueJson(one) })),
    changed: changed.map(({ names, one, other, difference }) => ({
      names,
      from: valueJson(one),
      to: valueJson(other),
      difference: digitsJson(difference),
    })),
  };
}

function valueJson(value: CategoryPair['one']): ExactJson {
  return value === null ? null : { field: value.field, value: new String(value.digits) };
}

function digitsJson(digits: string | null): ExactJson {
  return digits === null ? null : new String(digits);
}
