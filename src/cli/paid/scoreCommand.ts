import { budgetGesture } from './userGestures.ts';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Aggregator } from '../../api/parameters.ts';
import type { StoredState } from '../../paid/reports.ts';
import { isResumable } from '../../risk/jobState.ts';
import { defaultPolicy, type Policy } from '../../folder/policy.ts';
import { codeOf, writeReport } from '../checkCommand.ts';
import {
  checkRoots,
  hasBaseline,
  policyOfFolder,
  scorePolicy,
  checkReport,
  notScoredText,
  notScoredName,
  withOptions,
  type NotScored,
} from '../checkReport.ts';
import type { Options } from '../../options/options.ts';
import { writeResult, safe, type Terminal } from '../terminal.ts';
import { exitCodes, UsageError, worst } from '../../options/usageError.ts';
import { jsonText } from '../../messages/visible.ts';
import {
  accountOf,
  hasLedger,
  ledgerFolder,
  payingAccount,
  noteSharedCalls,
  withService,
  type PaidService,
} from './service.ts';
import { notScored, overBudget, runScores, type ScoreItem } from './scoreRun.ts';
import { emptyReason, levelJudgments } from './storedScores.ts';
import { givenTargets, reasons, targetName, targetsOf } from './targets.ts';
import type { ScoreTarget, Targets } from './targets.ts';
import { csvTable } from '../../messages/csvCell.ts';
import { methodName } from '../../messages/labels.ts';
import { sourceName, time } from '../../report/export/exactText.ts';
import {
  hasSampleScore,
  scoreColumns,
  scoreMembers,
  storedScore,
  type StoredScore,
} from '../../report/rowScore.ts';
import type { RiskScale } from '../../report/scale.ts';

interface Wanted extends Targets {
  readonly policy: Policy;
}

/** Scores addresses, within a budget; without one, says what that would cost. */
export async function runScore(options: Options, terminal: Terminal): Promise<number> {
  const budget = options.number('budget');
  checkFormat(options, budget !== undefined);
  const wanted = await wantedOf(options, terminal);
  const account =
    budget === undefined ? accountOf(options, terminal) : payingAccount(options, terminal);
  const mayRead = account !== undefined && hasLedger(ledgerFolder(options, terminal));
  if (account === undefined || (budget === undefined && !mayRead)) {
    return plan(wanted, wanted.targets.length, options, terminal);
  }
  const { chainIds } = wanted.policy;
  const settings = { account, budget: budget ?? 0, chainIds };
  return withService(settings, options, terminal, (service) =>
    scoreWithin(budget, service, wanted),
  );
}

async function wantedOf(options: Options, terminal: Terminal): Promise<Wanted> {
  const { operands } = options;
  const isPath = (text: string): boolean => existsSync(resolve(terminal.folder, text));
  if (operands.length > 0 && !operands.some(isPath)) {
    const network = options.text('network');
    if (network === undefined) {
      // Not repeated: it may be a key.
      throw new UsageError('There is no such file or folder, and an address needs --network.');
    }
    if (options.has('check')) {
      throw new UsageError('--check is about files: it takes paths, and no addresses.');
    }
    const policy = await policyOfFolder(options, terminal.folder);
    return { ...givenTargets(operands, network, policy), policy };
  }
  const checks = await checkRoots(options, terminal, undefined, { namesKeyTexts: true });
  const policy = scorePolicy(checks, options);
  return { ...targetsOf(checks, options.has('all'), options.text('network')), policy };
}

async function plan(
  { notScored }: Wanted,
  count: number,
  options: Options,
  terminal: Terminal,
): Promise<number> {
  for (const each of notScored) {
    terminal.note(`Not scored ${notScoredText(each)}`);
  }
  const text =
    options.text('format') === 'json'
      ? jsonText({ version: 1, calculations: count, notScored }, 2)
      : costText(count);
  await writeResult(terminal, `${text}\n`, options.text('output'));
  return exitCodes.ok;
}

/** @throws UsageError for a format that these options do not allow */
function checkFormat(options: Options, hasBudget: boolean): void {
  const format = options.text('format') ?? 'text';
  if (!hasBudget && format !== 'text' && format !== 'json') {
    throw new UsageError(`--format ${format} needs --budget: without one, it is text or json.`);
  }
  if (options.has('check') && format === 'csv') {
    throw new UsageError('--check has no --format csv.');
  }
  if (!options.has('check') && !['text', 'json', 'csv'].includes(format)) {
    throw new UsageError(`--format ${format} needs --check: without it, it is text, json, or csv.`);
  }
}

function costText(count: number): string {
  if (count === 0) return 'This would cost nothing: there is nothing to start.';
  const cost =
    count === 1 ? 'This would cost 1 calculation.' : `This would cost ${count} calculations.`;
  return `${cost} Start with --budget ${count}, plus what other runs have started within the hour.`;
}

/** @param budget undefined to say what it would cost, with what is stored */
async function scoreWithin(
  budget: number | undefined,
  service: PaidService,
  wanted: Wanted,
): Promise<number> {
  const { options, terminal } = service;
  const { policy, targets } = wanted;
  const given = options.text('aggregator') as Aggregator | undefined;
  const aggregator = given ?? policy.aggregator ?? 'money';
  const readHeads = (): Promise<readonly StoredState[]> =>
    service.readStored(targets.map(({ subject }) => subject));
  const stored = await readHeads();
  const { items, unknown, beyond, payable } = planOf(
    targets,
    stored,
    aggregator,
    budget ?? Infinity,
  );
  if (budget === undefined) return plan(wanted, payable, options, terminal);
  const signal = terminal.interrupted();
  const isNoWait = options.has('no-wait');
  const since = terminal.clock.now();
  const settings = { service, aggregator, gesture: budgetGesture(), isNoWait };
  const run = await runScores(settings, items, signal);
  await noteSharedCalls(service, since);
  const left = [
    ...run.unscored,
    ...unknown.map((each) => notScored(each, unknownOutcome)),
    ...beyond.map((each) => notScored(each, overBudget)),
  ];
  const isGate = options.has('check');
  const named = [...wanted.notScored, ...left];
  const { scale } = withOptions(defaultPolicy, options);
  const all = { ...wanted, notScored: named, isGate, scale };
  const rows = scoreRows(all, await readHeads(), aggregator);
  const empty = rows.filter(({ isEmpty }) => isEmpty);
  // A gate that let pass what the budget has left out could be passed behind decoys, and one that let
  // pass what names no network by naming none.
  const isOpen = isGate && (wanted.lacksNetwork || left.length > 0);
  const hasFailed = run.hasFailed || unknown.length + empty.length > 0 || isOpen;
  const isFailure = hasFailed && options.text('on-error') !== 'warn';
  const code = worst(
    isFailure || (isNoneScored(rows) && run.leftCount === 0) ? exitCodes.service : exitCodes.ok,
    signal.aborted ? exitCodes.interrupted : exitCodes.ok,
  );
  if (isGate) return worst(code, await gate(service, rows, [...named, ...empty.map(asNotScored)]));
  const text = scoresText(rows, options.text('format') ?? 'text', service.account.isSample);
  await writeResult(terminal, text, options.text('output'));
  return code;
}

const asNotScored = ({ address, network, reason }: ScoreRow): NotScored => ({
  address,
  network,
  reason: reason ?? '',
});

/** A check behind the scores, whose result names what fails. */
async function gate(
  service: PaidService,
  rows: readonly ScoreRow[],
  notScored: readonly NotScored[],
): Promise<number> {
  const { options, terminal } = service;
  // What was paid for and passes is said beside it.
  const scored = rows.filter(({ score, isEmpty }) => score !== null && !isEmpty);
  if (scored.length > 0) {
    terminal.note(scoresText(scored, 'text', service.account.isSample).trimEnd());
  }
  const more = levelJudgments(service, options.text('aggregator'));
  const checks = await checkRoots(options, terminal, more);
  const report = checkReport(checks, hasBaseline(options), notScored);
  await writeReport(report, options, terminal);
  return codeOf(report);
}

/** Whether addresses were to be scored and none was, whatever the reasons: no gate is green then. */
function isNoneScored(rows: readonly ScoreRow[]): boolean {
  const wanted = rows.filter(
    ({ address, reason }) => address !== null && reason !== reasons.retired,
  );
  return wanted.length > 0 && wanted.every(({ reason }) => reason !== null);
}

function planOf(
  targets: readonly ScoreTarget[],
  heads: readonly StoredState[],
  aggregator: Aggregator,
  budget: number,
) {
  const open: ScoreItem[] = [];
  const starting: ScoreTarget[] = [];
  const unknown: ScoreTarget[] = [];
  for (const [index, target] of targets.entries()) {
    const head = heads[index];
    if (head?.scores[aggregator]?.isFresh === true) continue;
    const job = head?.jobs[aggregator] ?? undefined;
    if (job?.state === 'unknown') unknown.push(target);
    // An intent is that of another run, or of one that was killed: joining it starts nothing.
    else if (job !== undefined && isResumable(job.state)) open.push({ ...target, job });
    else starting.push(target);
  }
  const affordable = starting.slice(0, budget);
  const items = [...open, ...affordable.map((target) => ({ ...target, job: undefined }))];
  return {
    items,
    unknown,
    /** They need a calculation that the budget does not have. */
    beyond: starting.slice(affordable.length),
    /** How many calculations everything needs. */
    payable: starting.length,
  };
}

const unknownOutcome =
  'An earlier start has no known outcome and may have been charged. “jobs --start-again ID” starts it again.';

/** An address that was to be scored. */
interface ScoreRow extends Omit<NotScored, 'reason'> {
  readonly aggregator: string;
  /** Null for a text that is not repeated. */
  readonly isNew: boolean | null;
  /** Such as `deny` and `look-alike`. */
  readonly rules: readonly string[];
  readonly score: StoredScore | null;
  /** Why it has no new score; null if it has one. */
  readonly reason: string | null;
  /** Whether there is a response, and no score of the address in it. */
  readonly isEmpty: boolean;
}

/** @param format `text`, `json`, or `csv` */
function scoresText(rows: readonly ScoreRow[], format: string, isSampleAccount: boolean): string {
  const isSample = isSampleAccount || hasSampleScore(rows);
  return (format === 'json' ? json : format === 'csv' ? csv : text)(rows, isSample);
}

function json(rows: readonly ScoreRow[], isSample: boolean): string {
  const scores = rows.map((row) => ({
    address: row.address,
    ...(row.place !== undefined && { place: row.place }),
    network: row.network,
    aggregator: row.aggregator,
    isNew: row.isNew,
    rules: row.rules,
    ...scoreMembers(row.score),
    reason: row.reason,
  }));
  return `${jsonText({ version: 1, source: sourceName(isSample), scores }, 2)}\n`;
}

const csv = (rows: readonly ScoreRow[], isSample: boolean): string =>
  csvTable<ScoreRow>(
    {
      address: ({ address, place }) => address ?? place ?? '',
      network: ({ network }) => network ?? '',
      aggregator: ({ aggregator }) => aggregator,
      is_new: ({ isNew }) => (isNew === null ? '' : String(isNew)),
      rules: ({ rules }) => rules.join(' '),
      ...scoreColumns,
      reason: ({ reason }) => reason ?? '',
      source: () => sourceName(isSample),
    },
    rows,
  );

function text(rows: readonly ScoreRow[], isSample: boolean): string {
  const lines = rows.map((row) => {
    const { score, reason } = row;
    const found = row.rules.length === 0 ? '' : ` (${row.rules.join(', ')})`;
    const what = `${safe(notScoredName(row))}${found}`;
    if (score === null || score.digits === null)
      return `${what}: not scored. ${safe(reason ?? '')}`.trimEnd();
    const level = score.level === null ? '' : `, ${safe(score.level)}`;
    const dated = `${methodName(row.aggregator)}, as of ${time(score.receivedAt)}`;
    const why = reason === null ? '' : ` ${safe(reason)}`;
    return `${what}: risk ${safe(score.digits)}${level} (${dated}).${why}`;
  });
  if (lines.length === 0) lines.push('There is nothing to score.');
  return [...(isSample ? [sourceName(true)] : []), ...lines, ''].join('\n');
}

/**
 * A row for each address: those that were scored or could have been, then the others.
 * @param heads what is stored of the targets, in their order
 */
function scoreRows(
  all: Pick<Wanted, 'targets' | 'notScored' | 'factsOf'> & {
    readonly isGate: boolean;
    /** Where the policy has none. */
    readonly scale: RiskScale | null;
  },
  heads: readonly StoredState[],
  aggregator: Aggregator,
): ScoreRow[] {
  const { targets, notScored, factsOf, isGate, scale: given } = all;
  const reasons = new Map(notScored.map((each) => [targetName(each), each.reason]));
  const rows = targets.map(({ subject, isNew, rules, scale, needsLevel }, index): ScoreRow => {
    const place = { address: subject.address, network: subject.chain };
    const notRun = reasons.get(targetName(place)) ?? null;
    reasons.delete(targetName(place));
    const score = storedScore(heads[index], subject, aggregator, scale ?? given);
    const empty = score && emptyReason(score, isGate && needsLevel);
    const reason = notRun ?? empty;
    return {
      ...place,
      aggregator,
      isNew,
      rules,
      score,
      reason,
      isEmpty: reason === empty && empty !== null,
    };
  });
  const others = notScored
    .filter((each) => reasons.has(targetName(each)))
    .map(({ reason, ...each }) => ({
      ...{ ...each, aggregator, isNew: null, rules: [] },
      ...factsOf.get(targetName(each)),
      score: null,
      reason,
      isEmpty: false,
    }));
  return [...rows, ...others];
}
