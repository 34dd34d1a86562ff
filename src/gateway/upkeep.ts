import { LedgerError } from '../ledger/faults.ts';
import type { SharedLedger, Sql } from '../ledger/ledger.ts';
import type { Instant, Statement, JobRow } from '../ledger/store.ts';
import type { Clock } from '../paid/clock.ts';
import type { GatewayAnswer } from './answers.ts';
import type { Gateway } from './gateway.ts';
import type { JobKeeper } from './jobKeeper.ts';
import type { Log } from './log.ts';
import type { Audit } from './store/audit.ts';
import type { Charges } from './store/charges.ts';
import type { Member } from './store/members.ts';
import { sliceRows } from '../ledger/upkeep.ts';

interface UpkeepParts {
  readonly ledger: SharedLedger;
  readonly clock: Clock;
  readonly gateway: Gateway;
  readonly keeper: JobKeeper;
  readonly log: Log;
  readonly audit: Audit;
  readonly charges: Charges;
  readonly lostStarts: LostStarts;
  readonly oldRows: (now: Instant) => readonly Statement[];
  readonly onDeleted: OnDeleted;
}

/** How often a process looks for jobs of one that has ended. */
const lookMs = 5_000;
const hourMs = 3_600_000;

/** In the place of a member for what an operator starts. */
const operator: Member = {
  id: 'operator',
  name: 'operator',
  accountId: 'operator',
  createdAt: 0,
  revokedAt: null,
  calculations: null,
  apiCalls: null,
  validUntil: null,
};

/** What a gateway does without a request, from its start to its end. */
export class Upkeep {
  readonly #parts: UpkeepParts;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #prunedAt = -Infinity;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#isStopped) return;
    this.#look()
      .catch((error: unknown) => {
        // The log has a line about a store that cannot be used.
        if (!(error instanceof LedgerError)) this.#parts.log.fault('upkeep', error);
      })
      .finally(() => {
        if (!this.#isStopped) this.#timer = setTimeout(() => this.start(), lookMs);
      });
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const { keeper, charges, clock, ledger, lostStarts } = this.#parts;
    await keeper.look();
    // In this order: a start is not sent once its charge was given back.
    await charges.settleOrphans(clock.now(), (id) => ledger.forgetJob(id, 'intent'));
    for (const id of await lostStarts.take()) await this.#startAgain(id);
    await this.#prune();
  }

  async #startAgain(id: string): Promise<void> {
    const { ledger, gateway, log } = this.#parts;
    const job = await ledger.readJob(id);
    if (job?.state !== 'unknown' || !(await ledger.forgetJob(id, 'unknown'))) return;
    const { status }: GatewayAnswer = await gateway.startAgain(operator, job);
    log.write('startedAgain', { job: id, status });
  }

  async #prune(): Promise<void> {
    const { clock, audit, ledger, oldRows, onDeleted } = this.#parts;
    const now = clock.now();
    if (now - this.#prunedAt < hourMs) return;
    this.#prunedAt = now;
    await prune(ledger, [audit.oldRows(now), ...oldRows(now)], onDeleted);
  }
}

/** Told how many rows of a table were deleted. */
type OnDeleted = (table: string, rows: number) => void;

/** Deletes old rows in slices, each on disk before the next, so that no one waits for all of them. */
export async function prune(
  sql: Pick<Sql, 'change'>,
  statements: readonly Statement[],
  onDeleted: OnDeleted,
): Promise<void> {
  for (const statement of statements) {
    const [, table = ''] = /^DELETE FROM (\w+)/.exec(statement[0]) ?? [];
    let rows: number;
    do {
      rows = (await sql.change(...statement)).length;
      onDeleted(table, rows);
    } while (rows === sliceRows);
  }
}

/** Lost starts that an operator wants to be made again; a gateway that runs takes them. */
export class LostStarts {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async request(job: string): Promise<void> {
    await this.#sql.change('INSERT INTO start_again (job) VALUES ($1) ON CONFLICT DO NOTHING', job);
  }

  /** The IDs of those that were requested; each is returned to one process. */
  async take(): Promise<string[]> {
    const rows = await this.#sql.change('DELETE FROM start_again RETURNING job');
    return rows.map((row) => String(row['job']));
  }

  /** The name of the member for whom a start was made, as far as that is known. */
  async memberOf({ id }: JobRow): Promise<string | null> {
    const ofCharge = 'SELECT name FROM member WHERE id = (SELECT member FROM charge WHERE id = $1)';
    const [row] = await this.#sql.query(ofCharge, id);
    return row === undefined ? null : String(row['name']);
  }
}
