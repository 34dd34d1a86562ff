import type { RiskScore } from '../api/decode.ts';
import { isExactNumber, type ExactJson } from '../api/exactJson.ts';

/**
 * The details by category. The spec does not describe them, so names and values are as received:
 * plain values that every category has become columns, anything else is one value.
 */
export interface CategoryTable {
  /** How many categories the response has; `rows` has at most `mostCategories`. */
  readonly total: number;
  /** Empty if the categories have no columns in common: then each row has one value. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly values: readonly ExactJson[] }[];
}

const mostCategories = 40;
const mostColumns = 8;

/** Null if there are none. */
export function detailsOf({ rawRiskScore }: RiskScore): CategoryTable | null {
  if (rawRiskScore.state !== 'given') return null;
  const all = Object.entries(rawRiskScore.value);
  if (all.length === 0) return null;
  const shown = all.slice(0, mostCategories);
  const columns = commonColumns(shown.map(([, detail]) => detail));
  return {
    total: all.length,
    columns,
    rows: shown.map(([name, detail]) => ({
      name,
      values: columns.length === 0 ? [detail] : columns.map((column) => memberOf(detail, column)),
    })),
  };
}

/** The names that all details share, if all are objects of plain values. */
function commonColumns(details: readonly ExactJson[]): string[] {
  // All details must share a few names. Skip comparing them if the first has too many.
  const [sample] = details;
  if (sample !== undefined && isRecord(sample) && Object.keys(sample).length > mostColumns) {
    return [];
  }
  const [first, ...others] = details.map((detail) =>
    isRecord(detail) && Object.values(detail).every(isPlainValue) ? Object.keys(detail) : [],
  );
  const common = (first ?? []).filter((name) => others.every((names) => names.includes(name)));
  const isAll = details.every(
    (detail) => isRecord(detail) && Object.keys(detail).length === common.length,
  );
  return isAll && common.length <= mostColumns ? common : [];
}

export function isRecord(json: ExactJson): json is Readonly<Record<string, ExactJson>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json) && !isExactNumber(json);
}

function isPlainValue(json: ExactJson): boolean {
  return !Array.isArray(json) && !isRecord(json);
}

function memberOf(detail: ExactJson, name: string): ExactJson {
  return isRecord(detail) ? (detail[name] ?? null) : null;
}
