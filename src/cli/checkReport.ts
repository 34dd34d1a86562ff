import type { FolderCheck } from '../folder/check.ts';
import type { Finding } from '../folder/findings.ts';
import type { Base } from '../folder/base.ts';
import type { Skipped } from '../folder/list.ts';
import { rules, type Rule } from '../folder/policy.ts';

/** What a check found in all folders, as the formats show it. */
export interface CheckReport {
  /** The most severe first. */
  readonly findings: readonly Finding[];
  readonly failed: number;
  readonly warned: number;
  /** Addresses with a finding of each rule, also where the policy only counts it. */
  readonly counts: Readonly<Record<Rule, number>>;
  readonly newCount: number;
  readonly fileCount: number;
  readonly base: Base | undefined;
  /** Whether the address book of the change is the one that counted. */
  readonly isSelfJudged: boolean;
  /** Whether states say what a revision did not have. */
  readonly hasBaseline: boolean;
  readonly notRead: readonly Skipped[];
  /** Why the configuration cannot be used. */
  readonly faults: readonly string[];
  /** What has no stored score, and why; undefined where scores were not requested. */
  readonly notScored: readonly NotScored[] | undefined;
}

export interface NotScored {
  /** Null for a text that is not repeated. */
  readonly address: string | null;
  /** Of a text that is not repeated: its path, line, and column. */
  readonly place?: string;
  readonly network: string | null;
  /** A sentence. */
  readonly reason: string;
}

/** What has no score, for people. */
export const notScoredName = ({ address, place, network }: Omit<NotScored, 'reason'>): string =>
  address === null ? (place ?? '') : `${address} (${network ?? 'network unknown'})`;

export const notScoredText = (each: NotScored): string => `${notScoredName(each)}: ${each.reason}`;

/** A finding as people read it. */
export const findingText = ({ address }: Pick<Finding, 'address'>, message: string): string =>
  address === null ? message : `${address}: ${message}`;

export function checkReport(
  checks: readonly FolderCheck[],
  hasBaseline: boolean,
  notScored?: readonly NotScored[],
): CheckReport {
  const findings = checks.flatMap((check) => check.findings).sort(bySeverity);
  const failed = findings.filter(({ level }) => level === 'error').length;
  const countOf = (rule: Rule): number => sum(checks.map(({ counts }) => counts.get(rule) ?? 0));
  return {
    findings,
    failed,
    warned: findings.length - failed,
    counts: Object.fromEntries(rules.map((rule) => [rule, countOf(rule)])) as Record<Rule, number>,
    newCount: sum(checks.map(({ newCount }) => newCount)),
    fileCount: sum(checks.map(({ fileCount }) => fileCount)),
    base: checks.find(({ base }) => base !== undefined)?.base,
    isSelfJudged: checks.some(({ isSelfJudged }) => isSelfJudged),
    hasBaseline,
    notRead: skippedIn(checks),
    faults: checks.flatMap(({ faults }) => faults),
    notScored,
  };
}

/** What was not read, by paths below the top of the repository. */
export const skippedIn = (checks: readonly FolderCheck[]): Skipped[] =>
  checks.flatMap(({ skipped, root }) =>
    skipped.map(({ path, reason }) => ({ path: root.prefix + path, reason })),
  );

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

function bySeverity(one: Finding, other: Finding): number {
  if (one.level !== other.level) return one.level === 'error' ? -1 : 1;
  if (one.rule !== other.rule) return rules.indexOf(one.rule) - rules.indexOf(other.rule);
  if (one.state !== other.state) return one.state === 'new' ? -1 : 1;
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.line - other.line || one.column - other.column;
}
