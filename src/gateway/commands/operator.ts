import type { Sql } from '../../ledger/ledger.ts';
import type { JobRow } from '../../ledger/store.ts';
import { choiceOf, type ArgumentSpec, type Options, UsageError } from '../../options/options.ts';
import { inProgressStates, isIn, lostSince, unansweredSince } from '../../risk/jobState.ts';
import { jobsCommand, migrateCommand, usageCommand } from '../arguments.ts';
import type { GatewayStorage } from '../storage.ts';
import { memberOfStart, requestStart } from '../store/requests.ts';
import { readUsage, usageGroups, type UsageGroup } from '../store/charges.ts';
import { memberOptions, readMembersCommand } from './members.ts';
import { table } from './table.ts';

/** Its options are those besides the ones that name the store. */
interface OperatorCommand extends ArgumentSpec {
  /**
   * What it does, which returns the lines that it prints.
   * @throws {UsageError} for arguments that make no sense, before the store is opened
   */
  readonly read: (options: Options) => (storage: GatewayStorage) => Promise<string[]>;
}

/** The commands of an operator, by their first word. */
export const commands: Readonly<Record<string, OperatorCommand>> = {
  members: { options: memberOptions, operands: 'COMMAND NAME…', read: readMembersCommand },
  usage: {
    options: usageCommand.options,
    read(options) {
      const names = (options.text('by') ?? 'member').split(',');
      const by = [...new Set(names.map((name) => choiceOf('by', name, usageGroups)))];
      const format = choiceOf('format', options.text('format') ?? 'text', formats);
      return ({ ledger }) => usageLines(by, format, ledger);
    },
  },
  jobs: {
    options: jobsCommand.options,
    read(options) {
      const [forget, again] = [options.text('forget'), options.text('start-again')];
      if (forget !== undefined && again !== undefined) {
        throw new UsageError('Either --forget or --start-again.');
      }
      if (forget !== undefined) return (storage) => forgetJob(forget, storage);
      return again === undefined ? listJobs : (storage) => startAgain(again, storage);
    },
  },
  migrate: {
    options: migrateCommand.options,
    // Opening the store is what creates its tables.
    read: (options) => (options.has('restored') ? markRestored : () => Promise.resolve([])),
  },
};

const formats = ['text', 'json', 'csv'] as const;

async function usageLines(
  by: readonly UsageGroup[],
  format: (typeof formats)[number],
  sql: Sql,
): Promise<string[]> {
  const lines = await readUsage(sql, by);
  switch (format) {
    case 'json':
      return [
        JSON.stringify(
          lines.map(({ names, ...counts }) => ({
            ...Object.fromEntries(by.map((group, at) => [group, names[at]])),
            ...counts,
          })),
        ),
      ];
    case 'csv':
      return [
        [...by, ...counted].join(','),
        ...lines.map((line) => [...line.names.map(cell), ...countsOf(line)].join(',')),
      ];
    case 'text':
      return table(
        [
          [...by, ...counted],
          ...lines.map((line) => [...line.names, ...countsOf(line).map(String)]),
        ],
        new Set(counted.map((_, at) => by.length + at)),
      );
  }
}

const counted = ['calculations', 'api calls', 'unknown'];

function countsOf({
  calculations,
  apiCalls,
  unknown,
}: Awaited<ReturnType<typeof readUsage>>[number]): number[] {
  return [calculations, apiCalls, unknown];
}

/** RFC 4180, and no formula for a spreadsheet. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export async function listJobs({ ledger, clock }: GatewayStorage): Promise<string[]> {
  const now = clock.now();
  const jobs = await ledger.listJobs();
  const members = await Promise.all(jobs.map(({ id }) => memberOfStart(ledger, id)));
  return table([columns, ...jobs.map((job, at) => jobCells(job, members[at] ?? null, now))]);
}

/** @throws {UsageError} for a job that is not there, is in progress, or changes meanwhile */
export async function forgetJob(id: string, { ledger, clock }: GatewayStorage): Promise<string[]> {
  const job = await jobNamed(id, ledger);
  // A job in progress would bring a result that was paid for; one that may be lost may not.
  if (isIn(job.state, inProgressStates) && unansweredSince(job, clock.now()) === null) {
    throw new UsageError('This job is in progress.');
  }
  if (!(await ledger.forgetJob(id, job.state))) {
    throw new UsageError('This job has changed meanwhile. Nothing was forgotten.');
  }
  return [];
}

/** @throws {UsageError} for a job that is not there, or is not lost */
export async function startAgain(id: string, { ledger }: GatewayStorage): Promise<string[]> {
  const { state } = await jobNamed(id, ledger);
  if (state !== 'unknown') throw new UsageError('Only a lost start can be made again.');
  await requestStart(ledger, id);
  return ['A gateway that runs makes the start within seconds.'];
}

async function jobNamed(id: string, ledger: GatewayStorage['ledger']): Promise<JobRow> {
  const job = await ledger.readJob(id);
  if (job === null) throw new UsageError('There is no job with this ID.');
  return job;
}

/** The service gives out a result once: one that was read after a backup does not come again. */
async function markRestored({ ledger }: GatewayStorage): Promise<string[]> {
  const jobs = await ledger.change(
    `UPDATE job SET unanswered_at = coalesce(unanswered_at, created_at)
     WHERE job_id IS NOT NULL AND state NOT IN ('done', 'rejected') RETURNING id`,
  );
  const sentence = 'Their results may have been read since the backup: see gateway jobs.';
  return [`Jobs in progress: ${jobs.length}. ${jobs.length > 0 ? sentence : ''}`.trim()];
}

const columns = ['state', 'id', 'network', 'address', 'method', 'started', 'member'];

function jobCells(job: JobRow, member: string | null, now: number): string[] {
  const { id, chain, address, aggregator, createdAt } = job;
  const missedAt = unansweredSince(job, now);
  const missed = missedAt === null ? '' : ` (no response at ${new Date(missedAt).toISOString()})`;
  const state = lostSince(job, now) === null ? `${job.state}${missed}` : 'lost';
  const started = new Date(createdAt).toISOString();
  return [state, id, chain, address, aggregator, started, member ?? '-'];
}
