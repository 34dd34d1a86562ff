import { userInfo } from 'node:os';
import type { JobRow } from '../ledger/store.ts';
import { csvLine } from '../messages/csvCell.ts';
import { choiceOf, UsageError, type Options } from '../options/options.ts';
import {
  closedStates,
  inProgressStates,
  isIn,
  lostSince,
  unansweredSince,
} from '../risk/jobState.ts';
import type { OperatorCommand } from './arguments.ts';
import { limitIn } from './serveOptions.ts';
import type { GatewayStorage } from './storage.ts';
import { readUsage, usageGroups } from './store/charges.ts';
import {
  lastDay,
  Members,
  type ListedMember,
  type Member,
  type MemberLimits,
  type NewKey,
} from './store/members.ts';
import { memberOfStart, requestStart } from './store/requests.ts';

/** The work of a command; returns the lines to print. */
type Work = (storage: GatewayStorage) => Promise<string[]>;

/** Work on members. @param name of a member, if the command takes one */
type MemberWork = (members: Members, now: number, name: string) => Promise<string[]>;

/** The commands of an operator. Each throws UsageError for arguments that make no sense. */
export const commands: Readonly<Record<OperatorCommand, (options: Options) => Work>> = {
  'members add': (options) => {
    const limits = { calculations: null, apiCalls: null, validUntil: null, ...limitsIn(options) };
    return ofMember(options, async (members, now, name) => {
      if ((limits.validUntil ?? Infinity) <= now) {
        throw new UsageError(
          'The day of --until is over: the key would be expired at once. Give a later one.',
        );
      }
      const added = await members.add(name, limits, now);
      if (added === undefined) throw new UsageError(taken(name));
      return keyLines(added);
    });
  },
  'members set': (options) => {
    const limits = limitsIn(options);
    if (Object.keys(limits).length === 0) {
      throw new UsageError('Give --calculations, --api-calls, or --until.');
    }
    return ofMember(
      options,
      changing((members, now, name) => members.set(name, limits, now)),
    );
  },
  'members list': (options) =>
    onMembers(async (members, now) => {
      const rows = (await members.list()).map((each) => memberFacts(each, now));
      return isJson(options) ? [JSON.stringify(rows)] : orNone('No members.', memberTable(rows));
    }),
  'members log': (options) =>
    onMembers(async (members) => {
      const rows = (await members.changes()).map(({ changedAt, ...change }) => {
        return { time: new Date(changedAt).toISOString(), ...change };
      });
      if (isJson(options)) return [JSON.stringify(rows)];
      const cells = rows.map(({ time, by, name, what }) => [time, by, name, what]);
      return orNone('No changes.', table([['time', 'by', 'member', 'change'], ...cells]));
    }),
  'members revoke': (options) =>
    ofMember(
      options,
      changing((members, now, name) => members.revoke(name, now)),
    ),
  'members enable': (options) =>
    ofMember(
      options,
      changing((members, now, name) => members.enable(name, now)),
    ),
  'members rename': (options) => {
    const to = checkedName(options.operands[1]);
    return ofMember(
      options,
      changing(async (members, now, name) => {
        if (!(await members.rename(name, to, now))) throw new UsageError(taken(to));
      }),
    );
  },
  'members rotate': (options) =>
    ofMember(options, async (members, now, name) => {
      await memberNamed(members, name);
      const rotated = await members.rotate(name, now, (options.number('overlap') ?? 0) * hourMs);
      if (rotated !== undefined) return keyLines(rotated);
      throw new UsageError('This member is revoked: enable it first.');
    }),
  usage(options) {
    const names = (options.text('by') ?? 'member').split(',');
    const by = [...new Set(names.map((name) => choiceOf('by', name, usageGroups)))];
    return async ({ ledger }) => usageLines(by, await readUsage(ledger, by), options);
  },
  jobs(options) {
    const [forget, again] = [options.text('forget'), options.text('start-again')];
    if (forget !== undefined && again !== undefined) {
      throw new UsageError('Either --forget or --start-again.');
    }
    if (forget !== undefined) return (storage) => forgetJob(forget, storage);
    return again === undefined ? listJobs : (storage) => startAgain(again, storage);
  },
  migrate: (options) => (options.has('restored') ? markRestored : createTables),
};

const hourMs = 3_600_000;

const isJson = (options: Options): boolean => options.text('format') === 'json';

const taken = (name: string): string => `There is already a member named ${name}.`;

const onMembers =
  (work: MemberWork, name = ''): Work =>
  ({ ledger, clock }) =>
    work(new Members(ledger, operatorName()), clock.now(), name);

const ofMember = (options: Options, work: MemberWork): Work =>
  onMembers(work, checkedName(options.operands[0]));

function checkedName(name = ''): string {
  if (/^[^\p{Cc}\p{Cf}]{1,100}$/u.test(name)) return name;
  throw new UsageError('A member needs a name of 1 to 100 visible characters.');
}

function limitsIn(options: Options): Partial<MemberLimits> {
  const calculations = limitIn(options, 'calculations');
  const apiCalls = limitIn(options, 'api-calls');
  const until = options.text('until');
  return {
    ...(calculations !== undefined && { calculations }),
    ...(apiCalls !== undefined && { apiCalls }),
    ...(until !== undefined && { validUntil: instantOf(until) }),
  };
}

/** The end of a day, UTC; null for none. */
function instantOf(date: string): number | null {
  if (date === 'any') return null;
  const start = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  // 30 February would be a day in March.
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(date))
    throw new UsageError('--until takes a date, such as 2027-01-31.');
  return start + 24 * hourMs;
}

/** Changes a member, and shows it. */
function changing(
  change: (members: Members, now: number, name: string) => Promise<unknown>,
): MemberWork {
  return async (members, now, name) => {
    const { id } = await memberNamed(members, name);
    await change(members, now, name);
    const changed = (await members.list()).filter((each) => each.id === id);
    return memberTable(changed.map((each) => memberFacts(each, now)));
  };
}

async function memberNamed(members: Members, name: string): Promise<Member> {
  const member = await members.find(name);
  if (member === undefined) throw new UsageError(`There is no member named ${name}.`);
  return member;
}

/** Who runs the command. In a container, a user may have no name. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? '?'}`;
  }
}

/** The contract fixes these two lines. */
function keyLines({ tenantId, key }: NewKey): string[] {
  return [`Tenant: ${tenantId}`, `Key: ${key}`];
}

const memberColumns = [
  'id',
  'state',
  'calculations',
  'api calls',
  'until',
  'old key until',
  'name',
];

/**
 * Displayed data of a member. Limits are units per day, null for none; `until` is the last day;
 * `oldKeyUntil` is the end of an ongoing key overlap.
 */
export function memberFacts(member: ListedMember, now: number) {
  const { id, name, calculations, apiCalls, validUntil, revokedAt, oldKeysUntil } = member;
  const isOver = validUntil !== null && validUntil <= now;
  const state = revokedAt !== null ? 'revoked' : isOver ? 'expired' : 'valid';
  const until = validUntil === null ? null : lastDay(validUntil);
  const hasOldKey = oldKeysUntil !== null && oldKeysUntil > now;
  const oldKeyUntil = hasOldKey ? new Date(oldKeysUntil).toISOString() : null;
  return { id, state, calculations, apiCalls, until, oldKeyUntil, name };
}

function memberTable(all: readonly ReturnType<typeof memberFacts>[]): string[] {
  const perDay = (units: number | null): string => (units === null ? 'any' : `${units}/day`);
  const rows = all.map(({ id, state, calculations, apiCalls, until, oldKeyUntil, name }) => {
    const ends = [until ?? '-', oldKeyUntil ?? '-'];
    return [id, state, perDay(calculations), perDay(apiCalls), ...ends, name];
  });
  return table([memberColumns, ...rows]);
}

const counted = ['calculations', 'api calls', 'unknown'];

type UsageLine = Awaited<ReturnType<typeof readUsage>>[number];

const countsOf = ({ calculations, apiCalls, unknown }: UsageLine): string[] =>
  [calculations, apiCalls, unknown].map(String);

function usageLines(
  by: readonly string[],
  lines: readonly UsageLine[],
  options: Options,
): string[] {
  if (isJson(options)) {
    const rows = lines.map(({ names, ...counts }) => ({
      ...Object.fromEntries(by.map((group, at) => [group, names[at]])),
      ...counts,
    }));
    return [JSON.stringify(rows)];
  }
  if (options.text('format') === 'csv') {
    return [
      [...by, ...counted].join(','),
      ...lines.map((line) => csvLine([...line.names, ...countsOf(line)]).trimEnd()),
    ];
  }
  const rows = lines.map((line) => [...line.names, ...countsOf(line)]);
  const numbers = new Set(counted.map((_, at) => by.length + at));
  return orNone('No usage.', table([[...by, ...counted], ...rows], numbers));
}

/** A sentence instead of a table that has only its header. */
const orNone = (none: string, lines: string[]): string[] => (lines.length > 1 ? lines : [none]);

export async function listJobs({ ledger, clock }: GatewayStorage): Promise<string[]> {
  const now = clock.now();
  const jobs = await ledger.listJobs();
  const members = await Promise.all(jobs.map(({ id }) => memberOfStart(ledger, id)));
  const rows = jobs.map((job, at) => jobCells(job, members[at] ?? null, now));
  return orNone('No jobs.', table([jobColumns, ...rows]));
}

/** @throws {UsageError} for a job that is not there, is in progress, has ended, or changes meanwhile */
export async function forgetJob(id: string, { ledger, clock }: GatewayStorage): Promise<string[]> {
  const job = await jobNamed(id, ledger);
  if (isIn(job.state, closedStates)) {
    throw new UsageError(
      `This job is ${job.state}: only one that is neither ${closedStates.join(' nor ')} can be forgotten.`,
    );
  }
  // A job in progress would lose a paid result; a job whose response may be lost wouldn't.
  if (isIn(job.state, inProgressStates) && unansweredSince(job, clock.now()) === null) {
    throw new UsageError('This job is in progress.');
  }
  if (!(await ledger.forgetJob(id, job.state))) {
    throw new UsageError('This job has changed meanwhile. Nothing was forgotten.');
  }
  return [`Forgot ${id}. Its charge is not undone, and the next request makes a new start.`];
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

/** The first statement is what opens a store of files, and opening creates its tables. */
async function createTables({ ledger }: GatewayStorage): Promise<string[]> {
  await ledger.query('SELECT 1 AS one');
  return ['All tables are there.'];
}

/** The service returns a result only once, so one that was read after the backup is gone. */
async function markRestored({ ledger }: GatewayStorage): Promise<string[]> {
  const jobs = await ledger.change(
    `UPDATE job SET unanswered_at = coalesce(unanswered_at, created_at)
     WHERE job_id IS NOT NULL AND state NOT IN ('done', 'rejected') RETURNING id`,
  );
  const sentence = 'Their results may have been read since the backup: see gateway jobs.';
  return [`Jobs in progress: ${jobs.length}. ${jobs.length > 0 ? sentence : ''}`.trim()];
}

const jobColumns = ['state', 'id', 'network', 'address', 'method', 'started', 'member'];

function jobCells(job: JobRow, member: string | null, now: number): string[] {
  const { id, chain, address, aggregator, createdAt } = job;
  const missedAt = unansweredSince(job, now);
  const missed = missedAt === null ? '' : ` (no response at ${new Date(missedAt).toISOString()})`;
  const state = lostSince(job, now) === null ? `${job.state}${missed}` : 'lost';
  const started = new Date(createdAt).toISOString();
  return [state, id, chain, address, aggregator, started, member ?? '-'];
}

/** Control characters and the like, which would move a column or obey a terminal. */
const unprintable = /\p{C}/gu;

/**
 * Lines of aligned columns, two blanks apart.
 * @param numbers the columns that are aligned at their end
 */
export function table(
  rows: readonly (readonly string[])[],
  numbers: ReadonlySet<number> = new Set(),
): string[] {
  const shown = rows.map((row) => row.map((cell) => cell.replaceAll(unprintable, '\uFFFD')));
  const widths = (shown[0] ?? []).map((_, at) =>
    Math.max(...shown.map((row) => row[at]?.length ?? 0)),
  );
  return shown.map((row) =>
    row
      .map((cell, at) => {
        const width = widths[at] ?? 0;
        return numbers.has(at) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}
