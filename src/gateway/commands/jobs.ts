import type { JobRow } from '../../ledger/store.ts';
import { inProgressStates, isIn, lostSince, unansweredSince } from '../../risk/jobState.ts';
import { UsageError } from '../../options/usageError.ts';
import { readOptions } from '../../options/options.ts';
import { storageOptionsOf, storeSpecs, type StoreCommand } from '../arguments.ts';
import { jobsCommand, migrateCommand } from '../commandSpecs.ts';
import type { GatewayStorage } from '../storage.ts';
import { LostStarts } from '../upkeep.ts';
import { table } from './table.ts';

export type JobsCommand =
  { readonly kind: 'list' } | { readonly kind: 'startAgain' | 'forget'; readonly id: string };

const specs = [...storeSpecs, ...jobsCommand.options];

/** @throws {UsageError} */
export function readJobsCommand(args: readonly string[], env: NodeJS.ProcessEnv): StoreCommand {
  const given = readOptions({ options: specs, maxOperands: 0 }, args);
  const [forget, again] = [given.text('forget'), given.text('start-again')];
  if (forget !== undefined && again !== undefined) {
    throw new UsageError('Either --forget or --start-again.');
  }
  const id = forget ?? again;
  const command: JobsCommand =
    id === undefined
      ? { kind: 'list' }
      : { kind: forget === undefined ? 'startAgain' : 'forget', id };
  const storage = storageOptionsOf(given, env);
  return { storage, run: (opened) => runJobsCommand(command, opened) };
}

/** @throws {UsageError} for a job that is not there, or is not lost */
export async function runJobsCommand(
  command: JobsCommand,
  { ledger, clock }: GatewayStorage,
): Promise<string[]> {
  const now = clock.now();
  const lostStarts = new LostStarts(ledger);
  if (command.kind === 'list') {
    const jobs = await ledger.listJobs();
    const members = await Promise.all(jobs.map((job) => lostStarts.memberOf(job)));
    return table([columns, ...jobs.map((job, at) => jobCells(job, members[at] ?? null, now))]);
  }
  const { id, kind } = command;
  const job = await ledger.readJob(id);
  if (job === null) throw new UsageError('There is no job with this ID.');
  if (kind === 'forget') {
    // A job in progress would bring a result that was paid for; one that may be lost may not.
    if (isIn(job.state, inProgressStates) && unansweredSince(job, now) === null) {
      throw new UsageError('This job is in progress.');
    }
    await ledger.forgetJob(id, job.state);
    return [];
  }
  if (job.state !== 'unknown') throw new UsageError('Only a lost start can be made again.');
  await lostStarts.request(id);
  return ['A gateway that runs makes the start within seconds.'];
}

const migrateSpecs = [...storeSpecs, ...migrateCommand.options];

/** Opening the store is what creates its tables. @throws {UsageError} */
export function readMigrateCommand(args: readonly string[], env: NodeJS.ProcessEnv): StoreCommand {
  const given = readOptions({ options: migrateSpecs, maxOperands: 0 }, args);
  return {
    storage: storageOptionsOf(given, env),
    mayCreateStore: true,
    run: (opened) => (given.has('restored') ? markRestored(opened) : Promise.resolve([])),
  };
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
