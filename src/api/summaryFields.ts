import * as v from 'valibot';
import { parseExactJson } from './exactJson.ts';
import { fieldsIn, finiteNumber, jsonObject, wholeNumber, type FieldsOf } from './field.ts';

const oldest = Date.UTC(2009, 0, 1) / 1000;
const newest = Date.UTC(2101, 0, 1) / 1000;
const unixSeconds = v.pipe(
  wholeNumber,
  v.transform(Number),
  v.check((seconds) => seconds === 0 || (seconds >= oldest && seconds < newest)),
);

/**
 * service-spec.md, "Address summary object": each field once, by its name in exports. Every surface
 * uses this table, so a field without text on one of them doesn't compile.
 */
export const summaryFields = {
  /** In units of the native asset. */
  balance: { key: 'balance', schema: finiteNumber },
  usdBalance: { key: 'usd_balance', schema: finiteNumber },
  transactions: { key: 'tx_total', schema: wholeNumber },
  isContract: { key: 'is_contract', schema: v.boolean() },
  /** Unix seconds between 2009 and 2100, or 0. */
  lastActivity: { key: 'last_activity', schema: unixSeconds },
} as const;

export type SummaryField = keyof typeof summaryFields;

export type SummaryValue<Name extends SummaryField> = v.InferOutput<
  (typeof summaryFields)[Name]['schema']
>;

export type Summary = FieldsOf<typeof summaryFields>;

/** In the order in which they are shown. */
export const summaryFieldNames = Object.keys(summaryFields) as readonly SummaryField[];

/**
 * Decodes a response as a summary. It must have at least one of the fields, because `{"error": …}`
 * can come with 200 too. `decodeSummary` reads stored bodies and accepts whatever was accepted
 * before.
 */
export function decodeSummaryAnswer(body: string): Summary | undefined {
  const json = v.safeParse(jsonObject, parseExactJson(body));
  const hasField = (name: SummaryField): boolean =>
    json.success && Object.hasOwn(json.output, summaryFields[name].key);
  return json.success && summaryFieldNames.some(hasField)
    ? fieldsIn(summaryFields, json.output)
    : undefined;
}

/** Undefined if the body is not a JSON object: then it is not a summary. */
export function decodeSummary(body: string): Summary | undefined {
  const json = v.safeParse(jsonObject, parseExactJson(body));
  return json.success ? fieldsIn(summaryFields, json.output) : undefined;
}
