import * as v from 'valibot';
import type { MemberFault, PartProblem } from './book.ts';

/** In UTF-16 units. */
export const longest = { name: 120, note: 1_000, reason: 500, by: 120, list: 120 } as const;

const wants = <Fault extends MemberFault>(fault: Fault): Fault => fault;

const text = (most: number) =>
  v.pipe(
    v.string(wants('text')),
    v.trim(),
    v.minLength(1, wants('empty')),
    v.maxLength(most, wants('tooLong')),
  );

/** Whether a text is a day of the calendar, such as `2027-01-01`. */
export function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const instant = Date.parse(`${value}T00:00:00Z`);
  return Number.isFinite(instant) && new Date(instant).toISOString().startsWith(value);
}

const date = v.pipe(v.string(wants('text')), v.check(isDate, wants('date')));

/** Members that it does not name are the user's own. */
export const entryShape = v.object(
  {
    address: text(512),
    network: text(64),
    name: v.exactOptional(text(longest.name)),
    note: v.exactOptional(text(longest.note)),
    reviewedBy: v.exactOptional(text(longest.by)),
    reviewedAt: v.exactOptional(date),
    ignore: v.exactOptional(
      v.object({ reason: text(longest.reason), until: v.exactOptional(date) }, wants('object')),
    ),
  },
  wants('object'),
);

export const ruleShape = v.object({ files: text(512), network: text(64) }, wants('object'));

export const listShape = v.object(
  { path: text(512), name: text(longest.list), kind: text(16), url: v.optional(v.unknown()) },
  wants('object'),
);

/** The first thing that is wrong with a part, in the words of the format. */
export function problemOf(issues: readonly v.BaseIssue<unknown>[]): PartProblem {
  const [issue] = issues;
  const member = v.getDotPath(issue as v.BaseIssue<unknown>);
  if (member === null) return { kind: 'notAnObject' };
  const isMissing = issue?.input === undefined;
  return { kind: 'member', member, fault: isMissing ? 'missing' : (issue.message as MemberFault) };
}
