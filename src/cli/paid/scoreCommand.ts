import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Aggregator } from '../../api/parameters.ts';
import type { StoredState } from '../../paid/reports.ts';
import { budgetGesture } from './userGestures.ts';
import type { FolderCheck } from '../../folder/check.ts';
import type { Policy } from '../../folder/policy.ts';
import { codeOf, writeReport } from '../checkCommand.ts';
import {
  checkRoots,
  hasBaseline,
  policyOfFolder,
  scorePolicy,
  checkReport,
  notScoredText,
  notScoredName,
} from '../checkReport.ts';
import { type Options, exitCodes, UsageError, worst } from '../../options/options.ts';
import { counted, writeResult, safe, type Terminal } from '../terminal.ts';
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
import { noteDenials } from '../trustedBooks.ts';
import { overBudget, runScores } from './scoreRun.ts';
import { emptyReason, levelJudgments } from './storedScores.ts';
import {
  alarmOf,
  asNotScored,
  givenTargets,
  lacksNetwork,
  reasons,
  targetsOf,
  type ScoreTarget,
  type Targets,
  type WantedRow,
} from './targets.ts';
import { planBatch } from '../../report/batch.ts';
import { csvTable } from '../../messages/csvCell.ts';
import { methodName } from '../../messages/labels.ts';
import { compareScores } from '../../report/decimal.ts';
import { sourceName, time } from '../../report/export/exactText.ts';
import {
  hasSampleScore,
  scoreColumns,
  storedScoreJson,
  storedScore,
  type StoredScore,
} from '../../report/rowScore.ts';

interface Wanted extends Targets {
  readonly policy: Policy;
}

/** Scores addresses within a budget; without one, shows what that would cost. */
export async function runScore(options: Options, terminal: Terminal): Promise<number> {
  const budget = options.number('budget');
  checkFormat(options, budget !== undefined);
  const wanted = await wantedOf(options, terminal);
  const account =
    budget === undefined ? accountOf(options, terminal) : payingAccount(options, terminal);
  const mayRead = account !== undefined && hasLedger(ledgerFolder(options, terminal));
  if (account === undefined || (budget === undefined && !mayRead)) {
    return plan(wanted, wanted.targets, options, terminal);
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
      // Not repeated: it may be a key, or a part of one.
      throw new UsageError('No such file or folder. An address needs --network.');
    }
    if (options.has('check')) {
      throw new UsageError('--check is about files: it takes paths, and no addresses.');
    }
    const policy = await policyOfFolder(options, terminal.folder);
    const given = givenTargets(operands, network, policy);
    const subjects = given.map(({ subject }) => subject);
    const { denials } = await noteDenials(subjects, options, terminal);
    const targets = given
      .map((target, index) =>
        denials[index]?.length === 0 ? target : { ...target, isDenied: true, rules: ['deny'] },
      )
      .sort((one, other) => Number(other.isDenied) - Number(one.isDenied));
    return { targets, notScored: [], policy };
  }
  const checks = await checkRoots(options, terminal, undefined, { namesKeyTexts: true });
  const policy = scorePolicy(checks, options);
  const wanted = targetsOf(checks, options.has('all'), options.text('network'));
  if (wanted.targets.length + wanted.notScored.length === 0) noteLeftOut(checks, terminal);
  return { ...wanted, policy };
}

/** Names `--all` where nothing is new. */
function noteLeftOut(checks: readonly FolderCheck[], terminal: Terminal): void {
  const { length } = checks.flatMap(({ judged }) =>
    judged.filter(({ isNew, address }) => !isNew && !address.isPlaceholder),
  );
  if (length === 0) return;
  const since = checks.find(({ base }) => base !== undefined)?.base?.name;
  const why =
    since === undefined
      ? 'Without a revision to compare with, no address is new'
      : `No address is new since ${safe(since)}`;
  terminal.note(`${why}. --all also takes ${counted(length, 'other', 'others')}.`);
}

async function plan(
  wanted: Wanted,
  starting: readonly ScoreTarget[],
  options: Options,
  terminal: Terminal,
): Promise<number> {
  const notScored = wanted.notScored.map(asNotScored);
  const rows = starting.map(({ address, network, rules }) => ({ address, network, rules }));
  const text =
    options.text('format') === 'json'
      ? jsonText({ version: 1, calculations: starting.length, starting: rows, notScored }, 2)
      : [
          ...startingLines(starting),
          ...notScored.map((each) => `Not scored ${safe(notScoredText(each))}`),
          costText(starting.length),
        ].join('\n');
  await writeResult(terminal, `${text}\n`, options.text('output'));
  return exitCodes.ok;
}

/** Addresses that are named before their cost. */
const maxNamed = 20;

function startingLines(starting: readonly ScoreTarget[]): string[] {
  const lines = starting.slice(0, maxNamed).map((row) => `Would score ${rowName(row)}.`);
  const more = starting.length - lines.length;
  return more > 0 ? [...lines, `… and ${more} more.`] : lines;
}

const rowName = (row: Parameters<typeof notScoredName>[0] & Pick<WantedRow, 'rules'>): string =>
  safe(notScoredName(row)) + (row.rules.length === 0 ? '' : ` (${row.rules.join(', ')})`);

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

/** @param budget undefined to show the cost, with stored results */
async function scoreWithin(
  budget: number | undefined,
  service: PaidService,
  wanted: Wanted,
): Promise<number> {
  const { options, terminal } = service;
  const { policy, targets, notScored } = wanted;
  const { aggregator } = policy;
  const readHeads = (): Promise<readonly StoredState[]> =>
    service.readStored(targets.map(({ subject }) => subject));
  const planned = planBatch(targets, await readHeads(), aggregator, budget ?? Infinity);
  const { open, starting, later, unknown } = planned;
  if (budget === undefined) return plan(wanted, starting, options, terminal);
  const signal = terminal.interrupted();
  const since = terminal.clock.now();
  const isNoWait = options.has('no-wait');
  const settings = { service, aggregator, gesture: budgetGesture(), isNoWait };
  const items = [...open, ...starting.map((found) => ({ found, job: undefined }))];
  const run = await runScores(settings, items, signal);
  await noteSharedCalls(service, since);
  for (const { subject } of unknown) run.reasons.set(subject, unknownOutcome);
  for (const { subject } of later) run.reasons.set(subject, overBudget);
  const isGate = options.has('check');
  const heads = await readHeads();
  const rows = [
    ...targets.map((target, index): ScoreRow => {
      const score = storedScore(heads[index], target.subject, aggregator, target.scale);
      const empty = score && emptyReason(score, isGate && target.needsLevel);
      const notRun = run.reasons.get(target.subject);
      const isEmpty = notRun === undefined && empty !== null;
      return { ...target, score, reason: notRun ?? empty, isEmpty };
    }),
    ...notScored.map((row) => ({ ...row, score: null, isEmpty: false })),
  ].sort(worstFirst);
  // A gate that let pass what the budget has left out could be passed behind decoys, and one that let
  // pass what names no network by naming none.
  const isOpen = isGate && (notScored.some(lacksNetwork) || run.reasons.size > 0);
  const hasEmpty = rows.some(({ isEmpty }) => isEmpty);
  const hasFailed = run.hasFailed || unknown.length > 0 || hasEmpty || isOpen;
  const isFailure = hasFailed && options.text('on-error') !== 'warn';
  const code = worst(
    isFailure || (isNoneScored(rows) && run.leftCount === 0) ? exitCodes.service : exitCodes.ok,
    signal.aborted ? exitCodes.interrupted : exitCodes.ok,
  );
  if (isGate) return worst(code, await gate(service, rows, aggregator));
  const text = scoresText(rows, options.text('format') ?? 'text', service, aggregator);
  await writeResult(terminal, text, options.text('output'));
  return code;
}

/** Denied and look-alikes first, then by score; of what has none, what only the budget left out is last. */
export const worstFirst = (one: ScoreRow, other: ScoreRow): number =>
  alarmOf(one) - alarmOf(other) ||
  compareScores(one.score?.digits ?? null, other.score?.digits ?? null) ||
  Number(one.reason === overBudget) - Number(other.reason === overBudget);

/** A check behind the scores, whose result names what fails. */
async function gate(
  service: PaidService,
  rows: readonly ScoreRow[],
  aggregator: Aggregator,
): Promise<number> {
  const { options, terminal } = service;
  // Mention scores that were paid for and pass.
  const scored = rows.filter(({ score, isEmpty }) => score !== null && !isEmpty);
  if (scored.length > 0) terminal.note(scoresText(scored, 'text', service, aggregator).trimEnd());
  const checks = await checkRoots(options, terminal, levelJudgments(service));
  const notScored = rows.filter(({ reason }) => reason !== null).map(asNotScored);
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

const unknownOutcome =
  'An earlier start has no known outcome and may have been charged. “jobs --start-again ID” starts it again.';

/** An address to score, with its stored result and the reason why it has no new score. */
interface ScoreRow extends WantedRow {
  readonly score: StoredScore | null;
  /** Whether the response has no score for the address. */
  readonly isEmpty: boolean;
}

type ScoresFormat<Row = ScoreRow> = (
  rows: readonly Row[],
  isSample: boolean,
  aggregator: Aggregator,
) => string;

/** @param format `text`, `json`, or `csv` */
function scoresText(
  rows: readonly ScoreRow[],
  format: string,
  { account }: PaidService,
  aggregator: Aggregator,
): string {
  const isSample = account.isSample || hasSampleScore(rows);
  return (format === 'json' ? json : format === 'csv' ? csv : text)(rows, isSample, aggregator);
}

const json: ScoresFormat = (rows, isSample, aggregator) => {
  const scores = rows.map((row) => ({
    address: row.address,
    ...(row.place !== undefined && { place: row.place }),
    network: row.network,
    aggregator,
    isNew: row.isNew,
    rules: row.rules,
    ...storedScoreJson(row.score),
    reason: row.reason,
  }));
  return `${jsonText({ version: 1, source: sourceName(isSample), scores }, 2)}\n`;
};

const csv: ScoresFormat = (rows, isSample, aggregator) =>
  csvTable<ScoreRow>(
    {
      address: ({ address, place }) => address ?? place ?? '',
      network: ({ network }) => network ?? '',
      aggregator: () => aggregator,
      is_new: ({ isNew }) => (isNew === null ? '' : String(isNew)),
      rules: ({ rules }) => rules.join(' '),
      ...scoreColumns,
      reason: ({ reason }) => reason ?? '',
      source: () => sourceName(isSample),
    },
    rows,
  );

type TextRow = Pick<ScoreRow, 'address' | 'network' | 'rules' | 'score' | 'reason'>;

/** For people: a line for each row. */
export const text: ScoresFormat<TextRow> = (rows, isSample, aggregator) => {
  const lines = rows.map((row) => {
    const { score, reason } = row;
    const what = rowName(row);
    if (score === null || score.digits === null) {
      return `${what}: not scored. ${safe(reason ?? '')}`.trimEnd();
    }
    const level = score.level === null ? '' : `, ${safe(score.level.name)}`;
    const dated = `${methodName(aggregator)}, as of ${time(score.receivedAt)}`;
    const why = reason === null ? '' : ` ${safe(reason)}`;
    return `${what}: risk ${safe(score.digits)}${level} (${dated}).${why}`;
  });
  if (lines.length === 0) lines.push('There is nothing to score.');
  return [...(isSample ? [sourceName(true)] : []), ...lines, ''].join('\n');
};
