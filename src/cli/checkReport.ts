import {
  checkFolder,
  trustedPolicy,
  type FolderCheck,
  type CheckOptions,
  type MoreJudgments,
} from '../folder/check.ts';
import type { Finding } from '../folder/findings.ts';
import { NoBaseError, type BaseRequest } from '../folder/base.ts';
import type { Skipped } from '../folder/list.ts';
import { rules, defaultPolicy, type Rule, type Policy } from '../folder/policy.ts';
import { resolve } from 'node:path';
import { GitError } from '../git/runGit.ts';
import { realPathOf } from '../paths/inside.ts';
import { Threads } from '../folder/threads.ts';
import { NoPathError, requestedRoots, topOf } from '../folder/roots.ts';
import { type Options, UsageError } from '../options/options.ts';
import { programFile } from './program.ts';
import { safe, type Terminal } from './terminal.ts';
import { aggregators, chainIdShape } from '../api/parameters.ts';
import { findingTexts } from '../messages/findings.ts';
import { networkNamed } from '../networks/networks.ts';
import { readScale, sampleScale, scaleProblemText } from '../report/scale.ts';

export type CheckReport = ReturnType<typeof checkReport>;

export interface NotScored {
  /** Null for a text that is not repeated. */
  readonly address: string | null;
  /** Of a text that is not repeated: its path, line, and column. */
  readonly place?: string;
  readonly network: string | null;
  /** A sentence. */
  readonly reason: string;
}

/** A label for an unscored address. */
export const notScoredName = ({ address, place, network }: Omit<NotScored, 'reason'>): string =>
  address === null ? (place ?? '') : `${address} (${network ?? 'network unknown'})`;

export const notScoredText = (each: NotScored): string => `${notScoredName(each)}: ${each.reason}`;

/** A finding as people read it. */
export const findingText = ({ address }: Pick<Finding, 'address'>, message: string): string =>
  address === null ? message : `${address}: ${message}`;

/** The result of a check in all folders, as the formats show it. */
export function checkReport(
  checks: readonly FolderCheck[],
  hasBaseline: boolean,
  notScored?: readonly NotScored[],
) {
  const findings = checks.flatMap((check) => check.findings).sort(bySeverity);
  const compared = comparedIn(checks);
  const failed = findings.filter(({ level }) => level === 'error').length;
  const countOf = (rule: Rule): number => sum(checks.map(({ counts }) => counts.get(rule) ?? 0));
  return {
    /** The most severe first. */
    findings,
    failed,
    warned: findings.length - failed,
    /** Addresses with a finding of each rule, also where the policy only counts it. */
    counts: Object.fromEntries(rules.map((rule) => [rule, countOf(rule)])) as Record<Rule, number>,
    fileCount: sum(checks.map(({ fileCount }) => fileCount)),
    compared,
    /** The base of the only comparison; null for several. */
    base: compared.length === 1 ? (compared[0]?.base ?? null) : null,
    judge: compared.length === 1 ? (compared[0]?.judge ?? null) : null,
    /** Whether there is no address book at all: then the text explains how to start one. */
    noBook:
      countOf('unlisted') > 0 && checks.every(({ hasBook }) => !hasBook)
        ? findingTexts.noBook(bookRevision(compared))
        : undefined,
    /** Whether states refer to a base revision. */
    hasBaseline,
    notRead: skippedIn(checks),
    /** Why the configuration cannot be used. */
    faults: checks.flatMap(({ faults }) => faults),
    /** Addresses without a stored score, and why; undefined unless scores were requested. */
    notScored,
  };
}

/** For each repository, or folder without one: its base, and the prefix of its paths. */
function comparedIn(checks: readonly FolderCheck[]) {
  const all = checks.map(({ base, isSelfJudged, root }) => {
    const compared = {
      path: root.shownTop,
      base: base ? { name: base.name, commit: base.commit } : null,
      // Null where the change is its own judge, too.
      judge: base === undefined || isSelfJudged ? null : base.judge,
    };
    return [topOf(root), compared] as const;
  });
  return [...new Map(all).values()];
}

/** The revision whose book counts; undefined for the files, and for several. */
const bookRevision = ([first, ...others]: ReturnType<typeof comparedIn>): string | undefined =>
  others.length === 0 ? first?.judge?.name : undefined;

/** Unread files, with paths as in findings. */
export const skippedIn = (checks: readonly FolderCheck[]): Skipped[] =>
  checks.flatMap(({ skipped, root }) =>
    skipped.map(({ path, reason }) => ({ path: root.shownPrefix + path, reason })),
  );

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

function bySeverity(one: Finding, other: Finding): number {
  if (one.level !== other.level) return one.level === 'error' ? -1 : 1;
  if (one.rule !== other.rule) return rules.indexOf(one.rule) - rules.indexOf(other.rule);
  if (one.state !== other.state) return one.state === 'new' ? -1 : 1;
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.line - other.line || one.column - other.column;
}

/**
 * The policy that counts in a folder, then the options.
 * @throws an error with an `errorText` if it cannot be known: no one pays by a guess
 */
export async function policyOfFolder(options: Options, folder: string): Promise<Policy> {
  const [requested] = await requestedRoots(folder, [], baseRequest(options));
  if (requested === undefined) return withOptions(defaultPolicy, options);
  const trustsChange = options.text('trust') === 'head';
  const { policy, policyFault } = await trustedPolicy(requested, { trustsChange });
  return scorePolicy([{ policy: withOptions(policy, options), policyFault }], options);
}

/**
 * The policy by which the addresses of all folders are scored.
 * @throws UsageError for a book that cannot be used, and if books differ in what is sent
 */
export function scorePolicy(
  checks: readonly Pick<FolderCheck, 'policy' | 'policyFault'>[],
  options: Options,
): Policy {
  const fault = checks.find(({ policyFault }) => policyFault !== undefined)?.policyFault;
  if (fault !== undefined) throw new UsageError(fault);
  const [first = withOptions(defaultPolicy, options), ...others] = checks.map(
    (each) => each.policy,
  );
  const sentBy = ({ chainIds, aggregator }: Policy): string =>
    JSON.stringify([Object.entries(chainIds).sort(), aggregator]);
  if (others.some((other) => sentBy(other) !== sentBy(first))) {
    throw new UsageError(
      'The address books of these folders differ in “chainIds” or “aggregator”: run the command for one folder at a time.',
    );
  }
  return first;
}

/**
 * The checks of all folders, with the options in their policies.
 * @param reads what takes time and is left out otherwise
 * @throws an error with an `errorText`
 */
export async function checkRoots(
  options: Options,
  terminal: Terminal,
  more?: MoreJudgments,
  reads: {
    readonly namesKeyTexts?: boolean;
    readonly namesCode?: boolean;
    readonly isConfined?: boolean;
    /** Whether findings are about every address, although a base is named. */
    readonly isAboutAll?: boolean;
  } = {},
): Promise<FolderCheck[]> {
  const { operands } = options;
  const isAll = options.has('all') || reads.isAboutAll === true;
  const keyTextsIn = isAll ? 'all' : 'changed';
  const shared: CheckOptions = {
    isStaged: options.has('staged'),
    isOnlyNew: !isAll && hasBaseline(options),
    trustsChange: options.text('trust') === 'head',
    now: terminal.clock.now(),
    keyTextsIn: reads.namesKeyTexts === true ? keyTextsIn : undefined,
    namesCode: reads.namesCode === true,
    written: writtenBy(options, terminal),
    startThreads: () => new Threads(programFile(), 'files'),
  };
  const request = baseRequest(options);
  const roots = await requestedRoots(terminal.folder, operands, request, reads.isConfined);
  const needsGit = ['since', 'staged', 'judge'].find((name) => options.has(name));
  const checks: FolderCheck[] = [];
  for (const requested of roots) {
    if (requested.root.repository === undefined && needsGit !== undefined) {
      throw new UsageError(`--${needsGit} needs a Git repository.`);
    }
    const check = await checkFolder(requested, shared, more);
    checks.push({ ...check, policy: withOptions(check.policy, options) });
  }
  return checks;
}

export const baseRequest = (options: Options): BaseRequest => ({
  since: options.text('since'),
  judge: options.text('judge'),
  isStaged: options.has('staged'),
});

/** A one-line message for errors that a user can fix; undefined for all others. */
export function errorText(error: unknown): string | undefined {
  if (error instanceof GitError) return gitText(error);
  const isOurs = [UsageError, NoBaseError, NoPathError].some((each) => error instanceof each);
  return isOurs ? (error as Error).message : undefined;
}

/** The command's output files, with links resolved, because the folders of a check are too. */
function writtenBy(options: Options, { folder }: Terminal): string[] {
  return ['output', 'ledger'].flatMap((name) => {
    const given = options.text(name);
    return given === undefined ? [] : (realPathOf(resolve(folder, given)) ?? []);
  });
}

export function gitText({ fault, command, report }: GitError): string {
  const reported = report === '' ? '' : ` Git reports: ${safe(report)}`;
  switch (fault) {
    case 'missing':
      return 'This folder is a Git repository, and Git is not installed, or only in the repository: what it tracks cannot be read. Install Git.';
    case 'noObject':
      return `Git does not have an object that is needed: this clone was made with --filter, or it is damaged. “git fetch --refetch --no-filter” fetches what is missing, and “git fsck” names what is damaged.${reported}`;
    case 'tooMuch':
      return `Git printed more than is read (git ${command}).`;
    case 'late':
      return `Git did not end in time (git ${command}).`;
    case 'failed':
      return `Git ended with an error (git ${command}).${reported}`;
  }
}

export const hasBaseline = (options: Options): boolean =>
  options.has('since') || options.has('staged');

/** The policy of the address book, overridden by options. @throws UsageError */
export function withOptions(policy: Policy, options: Options): Policy {
  const scale = scaleIn(options.text('scale'));
  const chainIds = { ...policy.chainIds, ...chainIdsIn(options.text('chain-ids')) };
  const method = options.text('aggregator');
  const aggregator = aggregators.find((each) => each === method) ?? policy.aggregator;
  // As in the editor, the sample service has a scale of its own.
  const ofService = options.has('sample') ? sampleScale : null;
  return { ...policy, chainIds, scale: policy.scale ?? scale ?? ofService, aggregator };
}

function chainIdsIn(text: string | undefined): Record<string, string> {
  const pairs = text === undefined ? [] : text.split(',');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', id = '', ...more] = pair.split('=');
      if (networkNamed(name) === undefined || !chainIdShape.test(id) || more.length > 0) {
        throw new UsageError(`--chain-ids: ${JSON.stringify(pair)} is no NAME=ID.`);
      }
      return [name, id];
    }),
  );
}

function scaleIn(text: string | undefined): Policy['scale'] {
  if (text === undefined) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError('--scale is not JSON.');
  }
  const reading = readScale(value);
  if (reading.kind === 'bad') {
    throw new UsageError(`--scale is not a scale. ${scaleProblemText(reading.problem)}`);
  }
  return reading.kind === 'scale' ? reading.scale : null;
}
