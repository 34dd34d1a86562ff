import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Instant, JobChange, NewJob, StoredResult } from './store.ts';

/** A start, and what came of it; the job ID is sealed as in the ledger. */
export interface ReservedStart {
  readonly job: NewJob;
  readonly change: JobChange;
  readonly at: Instant;
  readonly result?: StoredResult;
}

/** Enough for an ID and the longest response to a start, and for all but the longest results. */
const sizeBytes = 256 * 1024;
/** A file without content that no open job uses is deleted after this time. */
const unusedMs = 24 * 3_600_000;

const subject = { account: v.string(), chain: v.string(), address: v.string() };
const aggregator = v.picklist(['money', 'money_rank_weight']);
const reservedStart = v.object({
  job: v.object({
    ...subject,
    id: v.string(),
    aggregator,
    origin: v.string(),
    credential: v.string(),
  }),
  change: v.object({
    state: v.picklist(['running', 'unknown', 'done']),
    jobId: v.optional(v.string()),
    status: v.optional(v.nullable(v.number())),
    unreadBody: v.optional(v.nullable(v.string())),
  }),
  at: v.number(),
  result: v.optional(
    v.object({ ...subject, part: aggregator, body: v.string(), receivedAt: v.number() }),
  ),
});

/**
 * A file for each start, as large as what may come of it and synced before the start is sent: on a
 * full disk the ledger cannot grow, but such a file can be overwritten. What stands in it goes into
 * the ledger later.
 */
export class Reserve {
  readonly #folder: string;

  /** @param folder the folder of the ledger */
  constructor(folder: string) {
    this.#folder = join(folder, 'starts');
  }

  /** @throws the error of the file system: then the start must not be sent as if it were stored */
  prepare(id: string): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    try {
      // Again, if the ledger was busy just after it: the file is the same.
      write(this.#fileOf(id), 'w', Buffer.alloc(sizeBytes));
    } catch (error) {
      this.drop(id);
      throw error;
    }
  }

  /** Writes what came of a start into its file; false if there is none, or it does not fit. */
  keep(start: ReservedStart): boolean {
    const text = Buffer.from(JSON.stringify(start));
    if (text.length > sizeBytes) return false;
    try {
      write(this.#fileOf(start.job.id), 'r+', Buffer.concat([text], sizeBytes));
      return true;
    } catch {
      return false;
    }
  }

  /** Empties the file of a start whose content is in the ledger now. */
  clear(id: string): void {
    // Another window that opens the ledger may have dropped it.
    if (existsSync(this.#fileOf(id))) write(this.#fileOf(id), 'r+', Buffer.alloc(sizeBytes));
  }

  drop(id: string): void {
    rmSync(this.#fileOf(id), { force: true });
  }

  /** What was written and is not in the ledger yet. A file that is cut or foreign is skipped. */
  list(): ReservedStart[] {
    return this.#ids().flatMap((id) => read(this.#fileOf(id)) ?? []);
  }

  /** Deletes files without content whose jobs are no longer open. */
  dropUnused(isOpen: (id: string) => boolean, now: Instant): void {
    for (const id of this.#ids()) {
      const modifiedAt = statSync(this.#fileOf(id), { throwIfNoEntry: false })?.mtimeMs;
      const isOld = modifiedAt !== undefined && now - modifiedAt > unusedMs;
      if (isOld && !isOpen(id) && isEmpty(this.#fileOf(id))) this.drop(id);
    }
  }

  #ids(): string[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => name.endsWith(suffix))
        .map((name) => name.slice(0, -suffix.length));
    } catch {
      return [];
    }
  }

  #fileOf(id: string): string {
    return join(this.#folder, id + suffix);
  }
}

const suffix = '.start';

function write(file: string, flags: 'w' | 'r+', bytes: Buffer): void {
  const descriptor = openSync(file, flags, 0o600);
  try {
    let written = 0;
    while (written < bytes.length) {
      written += writeSync(descriptor, bytes, written, bytes.length - written, written);
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function isEmpty(file: string): boolean {
  try {
    return readFileSync(file)[0] === 0;
  } catch {
    return false;
  }
}

function read(file: string): ReservedStart | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    const end = text.indexOf('\0');
    const json: unknown = JSON.parse(end === -1 ? text : text.slice(0, end));
    const start = v.safeParse(reservedStart, json);
    return start.success ? (start.output as ReservedStart) : undefined;
  } catch {
    return undefined;
  }
}
