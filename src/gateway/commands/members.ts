import { userInfo } from 'node:os';
import { choiceOf, type OptionSpec, type Options, UsageError } from '../../options/options.ts';
import { memberCommands } from '../arguments.ts';
import { limitIn } from '../serveOptions.ts';
import type { GatewayStorage } from '../storage.ts';
import {
  lastDay,
  Members,
  type ListedMember,
  type Member,
  type MemberLimits,
  type NewKey,
} from '../store/members.ts';
import { table } from './table.ts';

const hourMs = 3_600_000;

/** Of all commands: one that the named command does not take has a sentence of its own. */
export const memberOptions: readonly OptionSpec[] = [
  ...new Map(
    memberCommands.flatMap(({ options }) => options).map((option) => [option.name, option]),
  ).values(),
];

type Work = (members: Members, now: number) => Promise<string[]>;

interface Kind {
  /** Of members; one by default. */
  readonly nameCount?: number;
  /** @throws {UsageError} for arguments that make no sense, before the store is opened */
  readonly read: (options: Options, name: string, to: string) => Work;
}

const taken = (name: string): string => `There is already a member named ${name}.`;

const kinds: Readonly<Record<string, Kind>> = {
  add: {
    read(options, name) {
      const none = { calculations: null, apiCalls: null, validUntil: null };
      const limits: MemberLimits = { ...none, ...limitsIn(options) };
      return async (members, now) => {
        const added = await members.add(name, limits, now);
        if (added === undefined) throw new UsageError(taken(name));
        return keyLines(added);
      };
    },
  },
  set: {
    read(options, name) {
      const limits = limitsIn(options);
      if (Object.keys(limits).length === 0) {
        throw new UsageError('Give --calculations, --api-calls, or --until.');
      }
      return changing(name, (members, now) => members.set(name, limits, now));
    },
  },
  list: listing(
    async (members, now) => (await members.list()).map((each) => memberFacts(each, now)),
    memberTable,
  ),
  log: listing(
    async (members) =>
      (await members.changes()).map(({ changedAt, ...change }) => ({
        time: new Date(changedAt).toISOString(),
        ...change,
      })),
    (all) => table([logColumns, ...all.map(({ time, by, name, what }) => [time, by, name, what])]),
  ),
  revoke: {
    read: (_, name) => changing(name, (members, now) => members.revoke(name, now)),
  },
  enable: {
    read: (_, name) => changing(name, (members, now) => members.enable(name, now)),
  },
  rename: {
    nameCount: 2,
    read: (_, name, to) =>
      changing(name, async (members, now) => {
        if (!(await members.rename(name, to, now))) {
          throw new UsageError(taken(to));
        }
      }),
  },
  rotate: {
    read(options, name) {
      const overlapMs = (options.number('overlap') ?? 0) * hourMs;
      return async (members, now) => {
        await memberNamed(members, name);
        const rotated = await members.rotate(name, now, overlapMs);
        if (rotated !== undefined) return keyLines(rotated);
        throw new UsageError('This member is revoked: enable it first.');
      };
    },
  },
};

/** @throws {UsageError}; its run, for a member that does not exist, exists already, or is revoked */
export function readMembersCommand(options: Options) {
  const [kind = '', ...names] = options.operands;
  const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (known === undefined) throw new UsageError(`members ${Object.keys(kinds).join(' | ')}`);
  const { nameCount = 1, read } = known;
  const { options: takes = [] } = memberCommands.find((each) => each.name === kind) ?? {};
  const other = memberOptions.find(
    ({ name }) => options.has(name) && !takes.some((each) => each.name === name),
  );
  if (other !== undefined) throw new UsageError(`members ${kind} does not take --${other.name}.`);
  if (names.length > nameCount) throw new UsageError('One member at a time.');
  const [name = '', to = ''] = names;
  for (const each of [name, to].slice(0, nameCount)) {
    if (!/^[^\p{Cc}\p{Cf}]{1,100}$/u.test(each)) {
      throw new UsageError('A member needs a name of 1 to 100 visible characters.');
    }
  }
  const work = read(options, name, to);
  return ({ ledger, clock }: GatewayStorage) =>
    work(new Members(ledger, operatorName()), clock.now());
}

/** Shows rows, as JSON or as text. */
function listing<Row>(
  rowsOf: (members: Members, now: number) => Promise<readonly Row[]>,
  linesOf: (rows: readonly Row[]) => string[],
): Kind {
  return {
    nameCount: 0,
    read(options) {
      const format = choiceOf('format', options.text('format') ?? 'text', ['text', 'json']);
      return async (members, now) => {
        const rows = await rowsOf(members, now);
        return format === 'json' ? [JSON.stringify(rows)] : linesOf(rows);
      };
    },
  };
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
function changing(name: string, change: (members: Members, now: number) => Promise<unknown>): Work {
  return async (members, now) => {
    const { id } = await memberNamed(members, name);
    await change(members, now);
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

const columns = ['id', 'state', 'calculations', 'api calls', 'until', 'old key until', 'name'];
const logColumns = ['time', 'by', 'member', 'change'];

/**
 * What is shown of a member. Limits are units per day, and null for none; `until` is the last day, and
 * `oldKeyUntil` the end of an overlap that goes on.
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
  return table([columns, ...rows]);
}
