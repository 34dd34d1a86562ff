import type { Sql } from '../../ledger/ledger.ts';
import type { SqlRow } from '../../ledger/store.ts';

export const usageGroups = ['member', 'day', 'month', 'address', 'network'] as const;
export type UsageGroup = (typeof usageGroups)[number];

/** What was used, by some properties of the calls. */
export interface UsageLine {
  /** The values of these properties, in their order. */
  readonly names: readonly string[];
  readonly calculations: number;
  readonly apiCalls: number;
  /** Of these, calls whose outcome is not known. */
  readonly unknown: number;
}

/** Fixed text: what a caller names is looked up here, and never becomes part of a statement. */
const columns: Readonly<Record<UsageGroup, string>> = {
  member: `coalesce(member.name, charge.member)`,
  day: 'charge.day',
  month: 'substr(charge.day, 1, 7)',
  address: 'charge.account',
  network: 'charge.chain',
};

/** Most used first; with days or months, the newest first. By member alone, also who has used nothing. */
export async function readUsage(sql: Sql, by: readonly UsageGroup[]): Promise<UsageLine[]> {
  const names = by.map((group, at) => `${columns[group]} AS name${at}`);
  const places = by.map((_, at) => String(at + 1));
  const newest = by.flatMap((group, at) =>
    group === 'day' || group === 'month' ? [`${at + 1} DESC`] : [],
  );
  const rows = await sql.query(
    `SELECT ${names.join(', ')},
       sum(CASE WHEN charge.kind = 'start' THEN 1 ELSE 0 END) AS calculations,
       sum(CASE WHEN charge.kind = 'summary' THEN 1 ELSE 0 END) AS api_calls,
       sum(CASE WHEN charge.state <> 'made' THEN 1 ELSE 0 END) AS unknown_calls
     FROM charge LEFT JOIN member ON member.id = charge.member
     WHERE charge.state IN ('made', 'maybe', 'open')
     GROUP BY ${places.join(', ')}
     ORDER BY ${[...newest, 'count(*) DESC', ...places].join(', ')}`,
  );
  const lines = rows.map((row) => toLine(row, by));
  if (by.join() !== 'member') return lines;
  const members = await sql.query('SELECT name FROM member ORDER BY name');
  const used = new Set(lines.map(({ names: [name] }) => name));
  const others = members.map((row) => String(row['name'])).filter((name) => !used.has(name));
  const none = { calculations: 0, apiCalls: 0, unknown: 0 };
  return [...lines, ...others.map((name) => ({ names: [name], ...none }))];
}

function toLine(row: SqlRow, by: readonly UsageGroup[]): UsageLine {
  return {
    names: by.map((_, at) => String(row[`name${at}`])),
    calculations: Number(row['calculations']),
    apiCalls: Number(row['api_calls']),
    unknown: Number(row['unknown_calls']),
  };
}
