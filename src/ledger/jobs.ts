import type { Database, Row } from './database.ts';
import { isAlive } from './leases.ts';
import {
  leaseMs,
  type Claim,
  type JobChange,
  type JobRow,
  type JobTable,
  type NewJob,
  type ResultTable,
} from './store.ts';
import { besides, openStates, type JobState } from '../risk/jobState.ts';

const open = openStates.map((state) => `'${state}'`).join(', ');

export function jobTable(database: Database, results: ResultTable): JobTable {
  function read(id: string): JobRow | null {
    const row = database.get('SELECT * FROM job WHERE id = ?', id);
    return row === undefined ? null : toJob(row);
  }

  function change(id: string, wanted: JobChange, now: number): void {
    const columns = columnsOf(wanted);
    const names = Object.keys(columns).map((name) => `, ${name} = ?`);
    database.run(
      `UPDATE job SET updated_at = ?${names.join('')} WHERE id = ?`,
      now,
      ...Object.values(columns),
      id,
    );
  }

  function insert(job: NewJob, now: number): void {
    database.run(
      `INSERT INTO job (id, account, chain, address, aggregator, origin, credential, state,
         created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'intent', ?, ?)`,
      job.id,
      job.account,
      job.chain,
      job.address,
      job.aggregator,
      job.origin,
      job.credential,
      now,
      now,
    );
  }

  /** Runs within the transaction that made the change. */
  function readOwn(id: string): JobRow {
    const row = read(id);
    if (row === null) throw new Error('A job is gone within its own transaction.');
    return row;
  }

  function hold(id: string, claim: Claim): void {
    database.run(
      'UPDATE job SET owner = ?, lease_until = ? WHERE id = ?',
      claim.owner,
      claim.tick + leaseMs,
      id,
    );
  }

  function letGo(id: string): void {
    database.run('UPDATE job SET owner = NULL, lease_until = 0 WHERE id = ?', id);
  }

  const table: JobTable = {
    beginJob(job, claim) {
      return database.transaction(() => {
        const existing = table.openJobOf(job, job.aggregator);
        if (existing !== null) return { isNew: false, job: existing };
        insert(job, claim.now);
        hold(job.id, claim);
        return { isNew: true, job: readOwn(job.id) };
      });
    },

    readJob: read,

    listJobs(account) {
      const [where, values] = account === undefined ? ['', []] : ['WHERE account = ?', [account]];
      return database
        .all(`SELECT * FROM job ${where} ORDER BY created_at DESC`, ...values)
        .map(toJob);
    },

    openJobOf(key, aggregator) {
      const row = database.get(
        `SELECT * FROM job WHERE account = ? AND address = ? AND chain = ? AND aggregator = ?
         AND state IN (${open}) ORDER BY created_at DESC LIMIT 1`,
        key.account,
        key.address,
        key.chain,
        aggregator,
      );
      return row === undefined ? null : toJob(row);
    },

    claimJob(id, claim) {
      return database.transaction(() => {
        const job = read(id);
        if (job === null || (job.owner !== claim.owner && isAlive(job, claim.tick))) return null;
        hold(id, claim);
        return read(id);
      });
    },

    changeJob(id, wanted, claim) {
      return database.transaction(() => {
        if (read(id)?.owner !== claim.owner) return null;
        change(id, wanted, claim.now);
        hold(id, claim);
        return read(id);
      });
    },

    settleJob(id, wanted, claim, result) {
      return database.transaction(() => {
        // A paid response is stored whichever window holds the job by now.
        if (result !== undefined) results.saveResult(result);
        else if (read(id)?.owner !== claim.owner) return null;
        change(id, wanted, claim.now);
        letGo(id);
        return read(id);
      });
    },

    overrideJob(id, wanted, now, whileIn) {
      return database.transaction(() => {
        const row = read(id);
        if (row === null || whileIn?.includes(row.state) === false) return row;
        change(id, wanted, now);
        letGo(id);
        return read(id);
      });
    },

    keepJob(job, wanted, now) {
      return database.transaction(() => {
        let state: JobState = wanted.state;
        if (read(job.id) === null) {
          if (table.openJobOf(job, job.aggregator) !== null) state = besides(wanted.state);
          insert(job, now);
        }
        change(job.id, { ...wanted, state }, now);
        letGo(job.id);
        return readOwn(job.id);
      });
    },

    forgetJob(id, whileIn) {
      return whileIn === undefined
        ? database.run('DELETE FROM job WHERE id = ?', id) > 0
        : database.run('DELETE FROM job WHERE id = ? AND state = ?', id, whileIn) > 0;
    },

    noticeJob(id) {
      return database.run('UPDATE job SET is_noticed = 1 WHERE id = ? AND is_noticed = 0', id) > 0;
    },

    settleOrphans(now, tick) {
      return database.transaction(() => {
        for (const job of database.all("SELECT * FROM job WHERE state = 'intent'").map(toJob)) {
          if (!isAlive(job, tick)) table.overrideJob(job.id, { state: 'unknown' }, now);
        }
        return database
          .all("SELECT * FROM job WHERE state = 'unknown' AND is_noticed = 0")
          .map(toJob);
      });
    },
  };
  return table;
}

/** Writes only the columns that a change names. */
function columnsOf(change: JobChange): Record<string, string | number | null> {
  const columns: Record<string, string | number | null> = {};
  if (change.state !== undefined) columns['state'] = change.state;
  if (change.credential !== undefined) columns['credential'] = change.credential;
  if (change.jobId !== undefined) columns['job_id'] = change.jobId;
  if (change.polls !== undefined) columns['polls'] = change.polls;
  if (change.status !== undefined) columns['status'] = change.status;
  if (change.unreadBody !== undefined) columns['unread_body'] = change.unreadBody;
  if (change.isNoticed !== undefined) columns['is_noticed'] = Number(change.isNoticed);
  return columns;
}

function toJob(row: Row): JobRow {
  return {
    id: row['id'] as string,
    account: row['account'] as string,
    chain: row['chain'] as string,
    address: row['address'] as string,
    aggregator: row['aggregator'] as JobRow['aggregator'],
    origin: row['origin'] as string,
    credential: row['credential'] as string,
    state: row['state'] as JobRow['state'],
    jobId: row['job_id'] as string | null,
    createdAt: row['created_at'] as number,
    updatedAt: row['updated_at'] as number,
    polls: row['polls'] as number,
    status: row['status'] as number | null,
    unreadBody: row['unread_body'] as string | null,
    owner: row['owner'] as string | null,
    leaseUntil: row['lease_until'] as number,
    isNoticed: row['is_noticed'] === 1,
  };
}
