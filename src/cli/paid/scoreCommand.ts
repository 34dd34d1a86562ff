import { budgetGesture } from './userGestures.ts';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Aggregator } from '../../api/parameters.ts';
import type { StoredState } from '../../paid/reports.ts';
import { isResumable } from '../../risk/jobState.ts';
import type { Policy } from '../../folder/policy.ts';
import { codeOf, writeReport } from '../checkCommand.ts';
import { checkRoots, hasBaseline, policyOfFolder, scorePolicy } from '../checkRoots.ts';
import { checkReport, notScoredText, type NotScored } from '../checkReport.ts';
import type { Options } from '../../options/options.ts';
import { writeResult, type Terminal } from '../terminal.ts';
import { exitCodes, UsageError, worst } from '../../options/usageError.ts';
import { jsonText } from '../../messages/visible.ts';
import { accountOf, hasLedger, ledgerFolder, payingAccount } from './account.ts';
import { scoreRows, scoresText, type ScoreRow } from './scoreFormats.ts';
import { notScored, overBudget, ScoreRun, type ScoreItem } from './scoreRun.ts';
import { noteSharedCalls, withService, type PaidService } from './service.ts';
import { levelJudgments } from './storedScores.ts';
import { givenTargets, reasons, targetsOf, type ScoreTarget, type Targets } from './targets.ts';

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
    scoreWithin(budget, service, wanted, { options, terminal }),
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
    const targets = givenTargets(operands, network);
    return { ...targets, policy: await policyOfFolder(options, terminal.folder) };
  }
  const checks = await checkRoots(options, terminal, undefined, { namesKeyTexts: true });
  const policy = scorePolicy(checks, options);
  const targets = targetsOf(checks, options.has('all'), options.text('network'));
  return { ...targets, policy };
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

interface Context {
  readonly options: Options;
  readonly terminal: Terminal;
}

/** @param budget undefined to say what it would cost, with what is stored */
async function scoreWithin(
  budget: number | undefined,
  service: PaidService,
  wanted: Wanted,
  { options, terminal }: Context,
): Promise<number> {
  const { policy, targets } = wanted;
  const given = options.text('aggregator') as Aggregator | undefined;
  const aggregator = given ?? policy.aggregator ?? 'money';
  const readHeads = (): Promise<readonly StoredState[]> =>
    service.readStored(targets.map(({ subject }) => subject));
  const { items, unknown, beyond, payable } = planOf(
    targets,
    await readHeads(),
    aggregator,
    budget ?? Infinity,
  );
  if (budget === undefined) return plan(wanted, payable, options, terminal);
  const signal = terminal.interrupted();
  const isNoWait = options.has('no-wait');
  const gesture = budgetGesture();
  const run = new ScoreRun({ service, aggregator, terminal, gesture, isNoWait }, items);
  const since = terminal.clock.now();
  await run.run(signal);
  await noteSharedCalls(service, since, terminal);
  const left = [
    ...run.unscored,
    ...unknown.map((each) => notScored(each, unknownOutcome)),
    ...beyond.map((each) => notScored(each, overBudget)),
  ];
  const all = { ...wanted, scale: policy.scale, notScored: [...wanted.notScored, ...left] };
  const rows = scoreRows(all, await readHeads(), aggregator);
  // A gate that let pass what the budget has left out could be passed behind decoys, and one that let
  // pass what names no network by naming none.
  const isGate = options.has('check');
  const hasFailed =
    run.hasFailed || unknown.length > 0 || (isGate && (wanted.lacksNetwork || left.length > 0));
  const isFailure = hasFailed && options.text('on-error') !== 'warn';
  const code = worst(
    isFailure || (isNoneScored(rows) && run.leftCount === 0) ? exitCodes.service : exitCodes.ok,
    signal.aborted ? exitCodes.interrupted : exitCodes.ok,
  );
  if (isGate) return worst(code, await gate(service, rows, all.notScored, { options, terminal }));
  const text = scoresText(rows, options.text('format') ?? 'text', service.account.isSample);
  await writeResult(terminal, text, options.text('output'));
  return code;
}

/** A check behind the scores, whose result names what fails. */
async function gate(
  service: PaidService,
  rows: readonly ScoreRow[],
  notScored: readonly NotScored[],
  { options, terminal }: Context,
): Promise<number> {
  // What was paid for and passes is said beside it.
  const scored = rows.filter(({ score }) => score !== null);
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

interface Plan {
  readonly items: readonly ScoreItem[];
  readonly unknown: readonly ScoreTarget[];
  /** They need a calculation that the budget does not have. */
  readonly beyond: readonly ScoreTarget[];
  /** How many calculations everything needs. */
  readonly payable: number;
}

function planOf(
  targets: readonly ScoreTarget[],
  heads: readonly StoredState[],
  aggregator: Aggregator,
  budget: number,
): Plan {
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
  return { items, unknown, beyond: starting.slice(affordable.length), payable: starting.length };
}

const unknownOutcome =
  'An earlier start has no known outcome and may have been charged. “jobs --start-again ID” starts it again.';
