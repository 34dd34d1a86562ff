import { oneStartGesture } from './userGestures.ts';
import { jsonText } from '../../messages/visible.ts';
import { aggregators, type Aggregator } from '../../api/parameters.ts';
import type { ShownJob } from '../../engine/engine.ts';
import { isResumable, unansweredSince } from '../../risk/jobState.ts';
import { defaultPolicy } from '../../folder/policy.ts';
import { hasSampleScore, storedScore } from '../../report/rowScore.ts';
import { policyOfFolder, notScoredText, withOptions } from '../checkReport.ts';
import { type Options, exitCodes, UsageError } from '../../options/options.ts';
import { safe, writeResult, type Terminal } from '../terminal.ts';
import {
  accountOf,
  hasLedger,
  ledgerFolder,
  noLedgerText,
  payingAccount,
  withService,
  type CliAccount,
  type PaidService,
} from './service.ts';
import { text as scoresText } from './scoreCommand.ts';
import { emptyReason } from './storedScores.ts';
import { runScores, type ScoreItem } from './scoreRun.ts';
import { jobStateName } from '../../messages/jobs.ts';
import { chargeNotes, usageText } from '../../messages/usage.ts';
import { sourceName } from '../../report/export/exactText.ts';
import type { Spending } from '../../ledger/store.ts';

/** Open jobs: lists, resumes, forgets, and starts again what was lost. */
export async function runJobs(options: Options, terminal: Terminal): Promise<number> {
  const [resume, forget, again] = ['resume', 'forget', 'start-again'].map((each) =>
    options.has(each),
  );
  if ([resume, forget, again].filter((each) => each === true).length > 1) {
    throw new UsageError('Use one of --resume, --forget, and --start-again.');
  }
  const printed = ['format', 'output'].find((name) => options.has(name));
  if (printed !== undefined && [resume, forget, again].includes(true)) {
    throw new UsageError(`--${printed} has no effect with --resume, --forget, or --start-again.`);
  }
  const isPaid = resume === true || again === true;
  const account = isPaid ? payingAccount(options, terminal) : requireAccount(options, terminal);
  // Only a start needs the identifiers of networks.
  const chainIds = again === true ? (await policyOfFolder(options, terminal.folder)).chainIds : {};
  return withService({ account, chainIds }, options, terminal, (service) => {
    if (forget === true) return forgetJob(service);
    if (again === true) return startAgain(service);
    return resume === true ? resumeJobs(service) : list(service);
  });
}

/** @throws UsageError */
export function requireAccount(options: Options, terminal: Terminal): CliAccount {
  const account = accountOf(options, terminal);
  if (account !== undefined) return account;
  throw new UsageError(
    'No account: set ADDRESS_RISK_URL and ADDRESS_RISK_TENANT, or use --sample.',
  );
}

async function list({ engine, account, options, terminal }: PaidService): Promise<number> {
  const jobs = (await engine.listJobs(account.ref)).filter(({ state }) => isOpen(state));
  const text =
    options.text('format') === 'json'
      ? `${jsonText({ version: 1, source: sourceName(account.isSample), jobs: jobs.map(jsonOf) }, 2)}\n`
      : [
          ...sampleLine(account),
          ...(jobs.length === 0 ? ['No open jobs.\n'] : jobs.map(lineOf)),
        ].join('');
  await writeResult(terminal, text, options.text('output'));
  return exitCodes.ok;
}

/** Printed with everything about sample data. */
const sampleLine = ({ isSample }: CliAccount): string[] =>
  isSample ? [`${sourceName(true)}\n`] : [];

const isOpen = (state: ShownJob['state']): boolean => state !== 'done' && state !== 'rejected';

const jsonOf = (job: ShownJob): object => ({
  id: job.id,
  address: job.address,
  network: job.chain,
  aggregator: job.aggregator,
  state: job.state,
  status: job.status,
  startedAt: new Date(job.createdAt).toISOString(),
  ...(missedAt(job) !== undefined && { unansweredAt: missedAt(job) }),
});

/** When a check was made whose response is missing, and may have been the result. */
function missedAt(job: ShownJob): string | undefined {
  const at = unansweredSince(job, Date.now());
  return at === null ? undefined : new Date(at).toISOString();
}

function lineOf(job: ShownJob): string {
  const missed = missedAt(job);
  const started = `${jobStateName(job.state)}, started ${new Date(job.createdAt).toISOString()}`;
  const more = missed === undefined ? '' : `, no response at ${missed}`;
  return `${job.id} ${safe(job.address)} (${safe(job.chain)}) ${job.aggregator} ${started}${more}\n`;
}

/** The job that an option names. @throws UsageError */
async function jobOf({ engine, account, options }: PaidService, option: string): Promise<ShownJob> {
  const id = options.text(option);
  const jobs = await engine.listJobs(account.ref);
  const job = jobs.find((each) => each.id === id && isOpen(each.state));
  if (job === undefined) throw new UsageError(`There is no open job ${JSON.stringify(id)}.`);
  return job;
}

async function forgetJob(service: PaidService): Promise<number> {
  const { id } = await jobOf(service, 'forget');
  await service.engine.forgetJob(id);
  service.terminal.note(`Forgot ${id}. The charge is not undone.`);
  return exitCodes.ok;
}

/** A start whose outcome is unknown is forgotten, and a new one is made. */
async function startAgain(service: PaidService): Promise<number> {
  const job = await jobOf(service, 'start-again');
  if (job.state !== 'unknown') {
    throw new UsageError('Only a start whose outcome is unknown is made again; use --resume.');
  }
  if (!(await service.engine.forgetJob(job.id, 'unknown'))) return exitCodes.service;
  const subject = { address: job.address, chain: job.chain };
  return runItems(service, [{ found: { subject }, job: undefined }], job.aggregator);
}

async function resumeJobs(service: PaidService): Promise<number> {
  const jobs = await service.engine.listJobs(service.account.ref);
  let code: number = exitCodes.ok;
  for (const aggregator of aggregators) {
    const items = jobs
      .filter((job) => job.aggregator === aggregator && isResumable(job.state))
      .map((job) => ({ found: { subject: { address: job.address, chain: job.chain } }, job }));
    if (items.length > 0) code = Math.max(code, await runItems(service, items, aggregator));
  }
  return code;
}

async function runItems(
  service: PaidService,
  items: readonly ScoreItem[],
  aggregator: Aggregator,
): Promise<number> {
  const { terminal } = service;
  const signal = terminal.interrupted();
  const gesture = oneStartGesture();
  const { reasons } = await runScores(
    { service, aggregator, isNoWait: false, gesture },
    items,
    signal,
  );
  const scored = items.flatMap(({ found: { subject } }) => (reasons.has(subject) ? [] : subject));
  const heads = await service.readStored(scored);
  const { scale } = withOptions(defaultPolicy, service.options);
  const rows = scored.map((subject, index) => {
    const score = storedScore(heads[index], subject, aggregator, scale);
    const reason = score && emptyReason(score, false);
    return { address: subject.address, network: subject.chain, rules: [], score, reason };
  });
  const isSample = service.account.isSample || hasSampleScore(rows);
  if (rows.length > 0) await terminal.write(scoresText(rows, isSample, aggregator));
  // Elsewhere each has had its line when it ended.
  for (const [{ address, chain: network }, reason] of terminal.isInteractive ? reasons : []) {
    terminal.note(notScoredText({ address, network, reason }));
  }
  if (signal.aborted) return exitCodes.interrupted;
  return reasons.size > 0 ? exitCodes.service : exitCodes.ok;
}

/** The newest calls that are listed. */
const maxCalls = 200;

/** Prints what was spent, when, and on which address. */
export async function runUsage(options: Options, terminal: Terminal): Promise<number> {
  const account = requireAccount(options, terminal);
  const { key } = account.ref;
  // Either nothing was spent, or the folder is wrong: only the user knows.
  const folder = ledgerFolder(options, terminal);
  if (options.has('ledger') && !hasLedger(folder)) {
    throw new UsageError(noLedgerText(folder));
  }
  return withService({ account }, options, terminal, async ({ engine }) => {
    const [today, newest] = await Promise.all([
      engine.readUsage(key),
      engine.listSpendings(key, maxCalls + 1),
    ]);
    const calls = newest.slice(0, maxCalls);
    const hasOlder = newest.length > maxCalls;
    if (hasOlder) terminal.note(`Only the newest ${maxCalls} calls are listed.`);
    const source = sourceName(account.isSample);
    const text =
      options.text('format') === 'json'
        ? `${jsonText({ version: 1, source, today, calls: calls.map(callJson), hasOlder }, 2)}\n`
        : `${sampleLine(account).join('')}${[...calls.map(callLine), usageText(today), ''].join('\n')}`;
    await writeResult(terminal, text, options.text('output'));
    return exitCodes.ok;
  });
}

const callJson = ({
  at,
  kind,
  address,
  chain,
  aggregator,
  source,
  isAutomatic,
  charge,
}: Spending): object => ({
  at: new Date(at).toISOString(),
  kind,
  address,
  network: chain,
  aggregator,
  source,
  isAutomatic,
  charge,
});

const callLine = ({ charge, ...call }: Spending): string =>
  [whatOf(call), ...chargeNotes(charge)].join(': ');

const whatOf = ({ at, kind, address, chain, aggregator }: Omit<Spending, 'charge'>): string =>
  [
    ...[new Date(at).toISOString(), kind === 'start' ? 'calculation' : 'summary'],
    ...[safe(address), `(${safe(chain)})`, aggregator ?? ''],
  ]
    .filter((part) => part !== '')
    .join(' ');
