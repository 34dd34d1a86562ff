import { randomUUID } from 'node:crypto';
import { isAlive } from '../../ledger/leases.ts';
import { callColumns, isUsable } from '../../ledger/calls.ts';
import type { SharedLedger } from '../../ledger/ledger.ts';
import { fieldsOf } from '../../ledger/rows.ts';
import { leaseMs, type CallRow, type SubjectKey } from '../../ledger/store.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import { lock, type Query } from './connection.ts';
import type { JobParts } from './jobs.ts';
import { readResult, replaceResult } from './results.ts';

const ofSubject = 'account = $1 AND address = $2 AND chain = $3';

export function pgCalls(parts: JobParts) {
  const { query } = parts.connection;
  return {
    ...claimedCalls(parts),
    async readCall(key) {
      const [row] = await query(
        `SELECT ${callColumns} FROM summary_call WHERE ${ofSubject} AND kind IS NOT NULL`,
        ...subject(key),
      );
      return row === undefined ? null : (fieldsOf(row) as unknown as CallRow);
    },
  } satisfies Partial<SharedLedger>;
}

function claimedCalls({ connection, tickOf, cleanup }: JobParts) {
  const { change, transaction } = connection;
  /** The last claim of this process on each subject. */
  const claims = new Map<string, string>();

  const release = async (key: SubjectKey, claim: string | undefined): Promise<void> => {
    await change(
      `UPDATE summary_call SET owner = NULL, lease_until = 0 WHERE ${ofSubject} AND claim = $4`,
      ...[...subject(key), claim ?? ''],
    );
  };

  return {
    claimCall(key, { owner, tick: callerTick }, usable, orphan) {
      const name = subjectName(key);
      const own = randomUUID();
      const work = () =>
        transaction(async (each) => {
          await lockCall(each, key);
          const result = await readResult(each, key, 'summary');
          if (result !== null && isUsable(result, usable))
            return { kind: 'stored', result } as const;
          const [row] = await each(
            `SELECT * FROM summary_call WHERE ${ofSubject}`,
            ...subject(key),
          );
          const tick = await tickOf(each, callerTick);
          const holder = {
            owner: (row?.['owner'] ?? null) as string | null,
            leaseUntil: (row?.['lease_until'] ?? 0) as number,
          };
          if (isAlive(holder, tick)) return { kind: 'busy' } as const;
          if (holder.owner !== null) {
            await fail(each, key, holder.owner, orphan);
            return { kind: 'orphaned' } as const;
          }
          await hold(each, key, [owner, own, tick + leaseMs]);
          claims.set(name, own);
          return { kind: 'claimed' } as const;
        });
      return cleanup.afterFailure(work, () => release(key, own));
    },

    renewCall: (key, { owner, tick: callerTick }) =>
      transaction(async (each) => {
        const renewed = await each(
          `UPDATE summary_call SET lease_until = $5 WHERE ${ofSubject} AND owner = $4
           RETURNING owner`,
          ...[...subject(key), owner, (await tickOf(each, callerTick)) + leaseMs],
        );
        return renewed.length > 0;
      }),

    settleCall: (key, owner, result) =>
      transaction(async (each) => {
        // Not between two looks of a claim: it would miss both the call and its result.
        await lockCall(each, key);
        await replaceResult(each, result);
        await each(
          `DELETE FROM summary_call WHERE ${ofSubject} AND owner = $4`,
          ...[...subject(key), owner],
        );
        claims.delete(subjectName(key));
      }),

    async releaseCall(key, owner, failure) {
      if (failure !== undefined) claims.delete(subjectName(key));
      if (failure !== undefined) return fail(change, key, owner, failure);
      const claim = claims.get(subjectName(key));
      const work = (): Promise<void> => release(key, claim);
      await cleanup.afterFailure(work, work);
      claims.delete(subjectName(key));
    },
  } satisfies Partial<SharedLedger>;
}

async function hold(
  query: Query,
  key: SubjectKey,
  claim: readonly [owner: string, claim: string, leaseUntil: number],
): Promise<void> {
  await query(
    `INSERT INTO summary_call (account, address, chain, owner, claim, lease_until)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (account, address, chain) DO UPDATE
     SET owner = excluded.owner, claim = excluded.claim, lease_until = excluded.lease_until`,
    ...[...subject(key), ...claim],
  );
}

function lockCall(query: Query, { account, chain, address }: SubjectKey): Promise<void> {
  return lock(query, 'call', account, chain, address);
}

async function fail(
  query: Query,
  key: SubjectKey,
  owner: string,
  { failures, retryAt, mayBeCharged, kind, status }: CallRow,
): Promise<void> {
  await query(
    `UPDATE summary_call SET owner = NULL, lease_until = 0, failures = $5, retry_at = $6,
       may_be_charged = $7, kind = $8, status = $9 WHERE ${ofSubject} AND owner = $4`,
    ...[...subject(key), owner, failures, retryAt, mayBeCharged, kind, status],
  );
}

function subject({ account, address, chain }: SubjectKey): [string, string, string] {
  return [account, address, chain];
}
