import { LedgerError } from '../ledger/faults.ts';
import type { Sql } from '../ledger/ledger.ts';
import type { Instant, JobRow, Statement } from '../ledger/store.ts';
import { sliceRows } from '../ledger/upkeep.ts';
import { claimOf } from '../paid/lease.ts';
import { reportUnknown, type Scores } from '../paid/scores.ts';
import type { JobState } from '../risk/jobState.ts';
import { storeUnavailable } from './answers.ts';
import type { Team } from './doors.ts';
import type { Gateway } from './gateway.ts';
import { takeRequestedStart } from './store/requests.ts';
import type { Member } from './store/members.ts';

interface UpkeepParts extends Team {
  readonly gateway: Gateway;
  readonly keeper: JobKeeper;
  /** Statements that delete slices of what is too old. */
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

/** The gateway's work without requests, from start to end. */
export class Upkeep {
  readonly #parts: UpkeepParts;
  #timer: NodeJS.Timeout | undefined;
  #looking = Promise.resolve();
  #isStopped = false;
  #prunedAt = -Infinity;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#isStopped) return;
    this.#looking = this.#look()
      .catch((error: unknown) => {
        // The log has a line about a store that cannot be used.
        if (!(error instanceof LedgerError)) this.#parts.log.fault('upkeep', error);
      })
      .finally(() => {
        if (!this.#isStopped) this.#timer = setTimeout(() => this.start(), lookMs);
      });
  }

  /** Resolves when nothing is in progress: a start that an operator wants is not left halfway. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { keeper, charges, ports, ledger, sql } = this.#parts;
    await keeper.look();
    // In this order: a start is not sent once its charge was given back.
    await charges.settleOrphans(ports.clock.now(), (id) => ledger.forgetJob(id, 'intent'));
    // One at a time: a process that ends loses none that another could make.
    for (let id; !this.#isStopped && (id = await takeRequestedStart(sql));) {
      await this.#startAgain(id);
    }
    await this.#prune();
  }

  async #startAgain(id: string): Promise<void> {
    const { ledger, gateway, log } = this.#parts;
    const job = await ledger.readJob(id);
    if (job?.state !== 'unknown' || !(await ledger.forgetJob(id, 'unknown'))) return;
    const { status, charged } = await gateway.startAgain(operator, job).catch((error: unknown) => {
      if (error instanceof LedgerError) return storeUnavailable();
      throw error;
    });
    // Nothing has replaced it, so it continues to wait for its operator.
    if (status !== 200 && charged === 0) {
      const { status: rejected, unreadBody, createdAt } = job;
      await ledger.keepJob(job, { state: 'unknown', status: rejected, unreadBody }, createdAt);
    }
    log.write('startedAgain', { job: id, status });
  }

  async #prune(): Promise<void> {
    const { ports, ledger, oldRows, onDeleted } = this.#parts;
    const now = ports.clock.now();
    if (now - this.#prunedAt < hourMs) return;
    this.#prunedAt = now;
    await prune(ledger, oldRows(now), onDeleted, () => this.#isStopped);
  }
}

/** Receives the number of rows deleted from a table. */
type OnDeleted = (table: string, rows: number) => void;

/**
 * Deletes old rows in slices, each on disk before the next, so that no one waits for all of them.
 * @param isStopped the next run deletes the rest
 */
export async function prune(
  sql: Pick<Sql, 'change'>,
  statements: readonly Statement[],
  onDeleted: OnDeleted,
  isStopped = (): boolean => false,
): Promise<void> {
  for (const statement of statements) {
    const [, table = ''] = /^DELETE FROM (\w+)/.exec(statement[0]) ?? [];
    let rows: number;
    do {
      rows = (await sql.change(...statement)).length;
      onDeleted(table, rows);
    } while (rows === sliceRows && !isStopped());
  }
}

/** Their polls were rejected or failed; later ones may bring a result. */
const heldUp: readonly JobState[] = ['pausedQuota', 'pausedAuth', 'stale'];

/**
 * Polls jobs to their end: those of this process, and those of ended processes. Starts no
 * calculations.
 */
export class JobKeeper {
  readonly #team: Team;
  readonly #scores: Scores;
  readonly #followed = new Set<string>();
  #triedAt = -Infinity;

  constructor(team: Team, scores: Scores) {
    this.#team = team;
    this.#scores = scores;
  }

  /** Polls a job unless it is followed here. Never rejects. */
  follow({ id }: JobRow): void {
    if (this.#followed.has(id)) return;
    this.#followed.add(id);
    const { account, log } = this.#team;
    const { signal } = new AbortController();
    this.#scores
      .resume(account, id, () => undefined, signal)
      .catch((error: unknown) => log.fault('job', error))
      .finally(() => this.#followed.delete(id));
  }

  /** The next look polls again what was rejected, however short ago. */
  retry(): void {
    this.#triedAt = -Infinity;
  }

  /** Looks once for jobs that no process follows, and for starts whose process has ended. */
  async look(): Promise<void> {
    const { account, ports, pauseMs, log } = this.#team;
    const { ledger, clock } = ports;
    await reportUnknown(ports, ({ id }) => log.write('startLost', { job: id }));
    for (const job of await ledger.listJobsInProgress(account.key)) {
      if (job.state !== 'running' || this.#followed.has(job.id)) continue;
      // Null while another process holds it.
      const claimed = await ledger.claimJob(job.id, claimOf(ports), 'running');
      if (claimed !== null) this.follow(job);
    }
    if (clock.now() - this.#triedAt < pauseMs) return;
    this.#triedAt = clock.now();
    for (const job of await ledger.listJobs(account.key)) {
      if (heldUp.includes(job.state)) this.follow(job);
    }
  }
}
