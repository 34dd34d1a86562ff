import type { Sql } from '../../ledger/ledger.ts';
import type { SqlRow } from '../../ledger/store.ts';

export const usageGroups = ['member', 'day', 'address', 'network'] as const;
export type UsageGroup = (typeof usageGroups)[number];

/** What was used, by one property of the calls. */
export interface UsageLine {
  readonly name: string;
  readonly calculations: number;
  readonly summaries: number;
  /** Of these, calls whose outcome is not known. */
  readonly unknown: number;
}

/** Fixed text: what a caller names is looked up here, and never becomes part of a statement. */
const columns: Readonly<Record<UsageGroup, string>> = {
  member: `coalesce(member.name, charge.member)`,
  day: 'charge.day',
  address: 'charge.account',
  network: 'charge.chain',
};

/** Most used first; by day, newest first. */
export async function readUsage(sql: Sql, by: UsageGroup): Promise<UsageLine[]> {
  const rows = await sql.query(
    `SELECT ${columns[by]} AS name,
       sum(CASE WHEN charge.kind = 'start' THEN 1 ELSE 0 END) AS calculations,
       sum(CASE WHEN charge.kind = 'summary' THEN 1 ELSE 0 END) AS summaries,
       sum(CASE WHEN charge.state <> 'made' THEN 1 ELSE 0 END) AS unknown_calls
     FROM charge LEFT JOIN member ON member.id = charge.member
     WHERE charge.state IN ('made', 'maybe', 'open')
     GROUP BY 1 ORDER BY ${by === 'day' ? '1 DESC' : 'count(*) DESC, 1'}`,
  );
  return rows.map(toLine);
}

function toLine(row: SqlRow): UsageLine {
  return {
    name: String(row['name']),
    calculations: Number(row['calculations']),
    summaries: Number(row['summaries']),
    unknown: Number(row['unknown_calls']),
  };
}
