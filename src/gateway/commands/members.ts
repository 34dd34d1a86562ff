import { userInfo } from 'node:os';
import { UsageError } from '../../options/usageError.ts';
import { choiceOf, readOptions, type OptionSpec, type Options } from '../../options/options.ts';
import { limitIn, limitSpecs, storageOptionsOf, storeSpecs } from '../arguments.ts';
import type { StorageOptions } from '../storage.ts';
import { Members, type Member, type MemberLimits, type NewKey } from '../store/members.ts';
import type { Sql } from '../../ledger/ledger.ts';
import { table } from './table.ts';

export type MembersCommand =
  | { readonly kind: 'add'; readonly name: string; readonly limits: MemberLimits }
  | { readonly kind: 'set'; readonly name: string; readonly limits: Partial<MemberLimits> }
  | { readonly kind: 'list'; readonly format: Format }
  | { readonly kind: 'log'; readonly format: Format }
  | { readonly kind: 'revoke' | 'enable'; readonly name: string }
  | { readonly kind: 'rename'; readonly name: string; readonly to: string }
  | { readonly kind: 'rotate'; readonly name: string; readonly overlapMs: number };

const formats = ['text', 'json'] as const;
type Format = (typeof formats)[number];

const hourMs = 3_600_000;

const ownSpecs: readonly OptionSpec[] = [
  { name: 'format', value: 'FORMAT' },
  // A year.
  { name: 'overlap', value: 'HOURS', range: [1, 8_760] },
  ...limitSpecs,
  { name: 'until', value: 'DATE' },
];

/** What each command takes besides a name. */
const taken: Readonly<Record<MembersCommand['kind'], readonly string[]>> = {
  add: ['calculations', 'api-calls', 'until'],
  set: ['calculations', 'api-calls', 'until'],
  list: ['format'],
  log: ['format'],
  ...{ revoke: [], enable: [], rename: [] },
  rotate: ['overlap'],
};

/** @throws {UsageError} */
export function readMembersCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { readonly command: MembersCommand; readonly storage: StorageOptions } {
  const given = readOptions({ options: [...storeSpecs, ...ownSpecs] }, args);
  const [first, ...names] = given.operands;
  const kind = Object.keys(taken).find((each) => each === first) as
    MembersCommand['kind'] | undefined;
  if (kind === undefined) throw new UsageError(`members ${Object.keys(taken).join(' | ')}`);
  const other = ownSpecs.find(({ name }) => given.has(name) && !taken[kind].includes(name));
  if (other !== undefined) throw new UsageError(`members ${kind} does not take --${other.name}.`);
  const wanted = kind === 'list' || kind === 'log' ? 0 : kind === 'rename' ? 2 : 1;
  if (names.length > wanted) throw new UsageError('One member at a time.');
  const [name = '', to = ''] = names;
  for (const each of [name, to].slice(0, wanted)) {
    if (!/^[^\p{Cc}\p{Cf}]{1,100}$/u.test(each)) {
      throw new UsageError('A member needs a name of 1 to 100 visible characters.');
    }
  }
  return {
    command: commandOf(kind, given, { name, to }),
    storage: storageOptionsOf(given, env),
  };
}

function commandOf(
  kind: MembersCommand['kind'],
  given: Options,
  { name, to }: { readonly name: string; readonly to: string },
): MembersCommand {
  const calculations = limitIn(given, 'calculations');
  const apiCalls = limitIn(given, 'api-calls');
  const until = given.text('until');
  const limits = {
    ...(calculations !== undefined && { calculations }),
    ...(apiCalls !== undefined && { apiCalls }),
    ...(until !== undefined && { validUntil: instantOf(until) }),
  };
  switch (kind) {
    case 'add': {
      const none = { calculations: null, apiCalls: null, validUntil: null };
      return { kind, name, limits: { ...none, ...limits } };
    }
    case 'set':
      if (Object.keys(limits).length === 0) {
        throw new UsageError('Give --calculations, --api-calls, or --until.');
      }
      return { kind, name, limits };
    case 'list':
    case 'log':
      return { kind, format: choiceOf('format', given.text('format') ?? 'text', formats) };
    case 'rename':
      return { kind, name, to };
    case 'rotate':
      return { kind, name, overlapMs: (given.number('overlap') ?? 0) * hourMs };
    case 'revoke':
    case 'enable':
      return { kind, name };
  }
}

/** The end of a day, UTC; null for none. */
function instantOf(date: string): number | null {
  if (date === 'any') return null;
  const start = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  if (Number.isNaN(start)) throw new UsageError('--until takes a date, such as 2027-01-31.');
  return start + 24 * hourMs;
}

/** @throws {UsageError} for a member that does not exist, exists already, or is revoked */
export async function runMembersCommand(
  command: MembersCommand,
  sql: Sql,
  now: number,
): Promise<string[]> {
  const members = new Members(sql, operatorName());
  if (command.kind === 'list') {
    const all = (await members.list()).map((each) => memberFacts(each, now));
    return command.format === 'json' ? [JSON.stringify(all)] : memberTable(all);
  }
  if (command.kind === 'log') {
    const all = (await members.changes()).map(({ changedAt, ...change }) => ({
      time: new Date(changedAt).toISOString(),
      ...change,
    }));
    if (command.format === 'json') return [JSON.stringify(all)];
    return table([logColumns, ...all.map(({ time, by, name, what }) => [time, by, name, what])]);
  }
  const { name } = command;
  if (command.kind === 'add') {
    const added = await members.add(name, command.limits, now);
    if (added === undefined) throw new UsageError('There is a member of this name.');
    return keyLines(added);
  }
  const member = await members.find(name);
  if (member === undefined) throw new UsageError('There is no member of this name.');
  switch (command.kind) {
    case 'set':
      await members.set(name, command.limits, now);
      break;
    case 'revoke':
      await members.revoke(name, now);
      break;
    case 'enable':
      await members.enable(name, now);
      break;
    case 'rename':
      if (await members.rename(name, command.to, now)) break;
      throw new UsageError(`There is a member ${command.to}.`);
    case 'rotate': {
      const rotated = await members.rotate(name, now, command.overlapMs);
      if (rotated !== undefined) return keyLines(rotated);
      throw new UsageError('This member is revoked: enable it first.');
    }
  }
  const changed = (await members.list()).filter(({ id }) => id === member.id);
  return memberTable(changed.map((each) => memberFacts(each, now)));
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
export function memberFacts(
  member: Member & { readonly oldKeysUntil: number | null },
  now: number,
) {
  const { id, name, calculations, apiCalls, validUntil, revokedAt, oldKeysUntil } = member;
  const isOver = validUntil !== null && validUntil <= now;
  const state = revokedAt !== null ? 'revoked' : isOver ? 'expired' : 'valid';
  const until = validUntil === null ? null : new Date(validUntil - 1).toISOString().slice(0, 10);
  const hasOldKey = oldKeysUntil !== null && oldKeysUntil > now;
  const oldKeyUntil = hasOldKey ? new Date(oldKeysUntil).toISOString() : null;
  return { id, state, calculations, apiCalls, until, oldKeyUntil, name };
}

function memberTable(all: readonly ReturnType<typeof memberFacts>[]): string[] {
  return table([columns, ...all.map(memberCells)]);
}

function memberCells(member: ReturnType<typeof memberFacts>): string[] {
  const { id, state, calculations, apiCalls, until, oldKeyUntil, name } = member;
  const perDay = (units: number | null): string => (units === null ? 'any' : `${units}/day`);
  const ends = [until ?? '-', oldKeyUntil ?? '-'];
  return [id, state, perDay(calculations), perDay(apiCalls), ...ends, name];
}
