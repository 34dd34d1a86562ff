import { UsageError } from '../../sample/usageError.ts';
import { limit, parsed, storageOptionsOf, text } from '../arguments.ts';
import type { StorageOptions } from '../storage.ts';
import { Members, type Member, type MemberLimits, type NewKey } from '../store/members.ts';
import type { Sql } from '../../ledger/ledger.ts';
import { table } from './table.ts';

export type MembersCommand =
  | { readonly kind: 'add'; readonly name: string; readonly limits: MemberLimits }
  | { readonly kind: 'list' }
  | { readonly kind: 'revoke' | 'rotate'; readonly name: string };

/** @throws {UsageError} */
export function readMembersCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { readonly command: MembersCommand; readonly storage: StorageOptions } {
  const options = { data: text, calculations: text, 'api-calls': text, until: text };
  const { values, positionals } = parsed({ args: [...args], allowPositionals: true, options });
  const storage = storageOptionsOf(values.data, env);
  const [kind, name = '', ...more] = positionals;
  if (more.length > 0) throw new UsageError('One member at a time.');
  if (kind === 'list' && name === '') return { command: { kind }, storage };
  if (kind !== 'add' && kind !== 'revoke' && kind !== 'rotate') {
    throw new UsageError(
      'members add NAME, members list, members revoke NAME, or members rotate NAME',
    );
  }
  if (!/^[^\p{Cc}\p{Cf}]{1,100}$/u.test(name)) {
    throw new UsageError('A member needs a name of 1 to 100 visible characters.');
  }
  if (kind !== 'add') return { command: { kind, name }, storage };
  const limits = {
    calculations: limit('calculations', values.calculations),
    apiCalls: limit('api-calls', values['api-calls']),
    validUntil: instantOf(values.until),
  };
  return { command: { kind, name, limits }, storage };
}

/** The end of a day, UTC. */
function instantOf(date: string | undefined): number | null {
  if (date === undefined) return null;
  const start = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  if (Number.isNaN(start)) throw new UsageError('--until takes a date, such as 2027-01-31.');
  return start + 24 * 3_600_000;
}

/** @throws {UsageError} for a member that does not exist, or exists already */
export async function runMembersCommand(
  command: MembersCommand,
  sql: Sql,
  now: number,
): Promise<string[]> {
  const members = new Members(sql);
  switch (command.kind) {
    case 'add': {
      const added = await members.add(command.name, command.limits, now);
      if (added === undefined) throw new UsageError('There is a member of this name.');
      return keyLines(added);
    }
    case 'list':
      return table((await members.list()).map((member) => memberCells(member, now)));
    case 'revoke':
      if (!(await members.revoke(command.name, now))) throw unknownMember();
      return [];
    case 'rotate': {
      const rotated = await members.rotate(command.name, now);
      if (rotated === undefined) throw unknownMember();
      return keyLines(rotated);
    }
  }
}

function unknownMember(): UsageError {
  return new UsageError('There is no member of this name.');
}

/** The contract fixes these two lines. */
function keyLines({ tenantId, key }: NewKey): string[] {
  return [`Tenant: ${tenantId}`, `Key: ${key}`];
}

function memberCells(member: Member, now: number): string[] {
  const { id, name, calculations, apiCalls, validUntil, revokedAt } = member;
  const isOver = validUntil !== null && validUntil <= now;
  const state = revokedAt !== null ? 'revoked' : isOver ? 'expired' : 'valid';
  const perDay = (units: number | null): string => (units === null ? 'any' : `${units}/day`);
  const until = validUntil === null ? '-' : new Date(validUntil - 1).toISOString().slice(0, 10);
  return [id, state, perDay(calculations), perDay(apiCalls), until, name];
}
