import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { syncFolder } from '../paths/replaceFile.ts';
import type { Instant, JobChange, NewJob, StoredResult, SubjectKey } from './store.ts';

/** A start, and what is known of its outcome. The job ID is sealed as in the ledger. */
export interface StartOutcome {
  readonly kind: 'start';
  readonly job: NewJob;
  readonly change: JobChange & { readonly state: NonNullable<JobChange['state']> };
  readonly at: Instant;
  readonly result?: StoredResult;
}

export interface CallOutcome {
  readonly kind: 'summary';
  readonly key: SubjectKey;
  /** The window that has claimed the call. */
  readonly owner: string;
  readonly result?: StoredResult;
}

export type PaidOutcome = StartOutcome | CallOutcome;

/**
 * Room for the outcome, in bytes: the longest response to a start or a summary (64 KiB), and all but
 * the longest scores (4 MiB).
 */
const sizes: Record<PaidOutcome['kind'], number> = { start: 256 * 1024, summary: 72 * 1024 };

/**
 * One file per paid call, written and synced before the call is sent, with the call's data and room
 * for its outcome: on a full disk the ledger cannot grow, but such a file can be overwritten. The
 * file of a start stays while its job is open, so that a lost ledger loses no job.
 */
export class Reserve {
  /** Outcomes that this window paid for and the ledger doesn't have yet, by file name. */
  readonly unsaved = new Map<string, PaidOutcome>();
  /**
   * Files that add nothing to the ledger, with their modification times, so that they are not read
   * again.
   */
  readonly known = new Map<string, number>();
  readonly #folder: string;

  /** @param folder the folder of the ledger */
  constructor(folder: string) {
    this.#folder = join(folder, 'reserve');
  }

  /** @throws the error of the file system: then the call must not be sent */
  prepare(outcome: PaidOutcome): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const name = reservedName(outcome);
    try {
      write(this.#fileOf(name), 'w', encoded(outcome, sizes[outcome.kind]));
      syncFolder(this.#folder);
    } catch (error) {
      this.drop(name);
      throw error;
    }
  }

  /**
   * Overwrites the known state of a call; false if it doesn't fit, or if there is no room.
   * @param hasMore whether a further outcome may need room
   */
  keep(outcome: PaidOutcome, hasMore = true): boolean {
    try {
      const size = sizes[outcome.kind];
      const file = this.#fileOf(reservedName(outcome));
      const before = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      const bytes = encoded(outcome, hasMore && before < size ? size : 0);
      if (bytes.length > size) return false;
      write(file, before === 0 ? 'w' : 'r+', bytes);
      if (!hasMore) truncateSync(file, bytes.length);
      return true;
    } catch {
      return false;
    }
  }

  drop(name: string): void {
    this.unsaved.delete(name);
    this.known.delete(name);
    rmSync(this.#fileOf(name), { force: true });
  }

  /**
   * Every readable file with its modification time; truncated ones are skipped. Without the outcome
   * if it is known.
   */
  list(): { name: string; at: Instant; outcome: PaidOutcome | undefined }[] {
    let names: string[] = [];
    try {
      names = readdirSync(this.#folder).filter((name) => suffix.test(name));
    } catch {
      // No call was prepared here.
    }
    return names.flatMap((name) => {
      try {
        const file = this.#fileOf(name);
        const at = statSync(file).mtimeMs;
        const isKnown = this.known.get(name) === at;
        return [{ name, at, outcome: isKnown ? undefined : decoded(readUsed(file)) }];
      } catch {
        // Another window has dropped it, or it is damaged.
        return [];
      }
    });
  }

  #fileOf(name: string): string {
    return join(this.#folder, name);
  }
}

const suffix = /\.(?:start|summary)$/;

/**
 * The file name of a call: one per job, and one per window that fetches a summary. A window whose
 * claim has expired must not delete the paid result of the next one.
 */
export function reservedName(
  call: CallOutcome | { readonly kind: 'start'; readonly job: Pick<NewJob, 'id'> },
): string {
  if (call.kind === 'start') return `${call.job.id}.start`;
  const { account, chain, address } = call.key;
  const hash = createHash('sha256').update(JSON.stringify([account, chain, address, call.owner]));
  return `${hash.digest('hex').slice(0, 32)}.summary`;
}

/** A line with the length and the checksum of what follows, the outcome, and its body as it came. */
function encoded(outcome: PaidOutcome, size: number): Buffer {
  const { result, ...rest } = outcome;
  const { body = '', ...head } = result ?? {};
  const known = JSON.stringify(result === undefined ? rest : { ...rest, result: head });
  const content = Buffer.from(`${known}\n${body}`);
  const line = Buffer.from(`${content.length} ${crc32(content)}\n`);
  const bytes = Buffer.concat([line, content]);
  return bytes.length < size ? Buffer.concat([bytes], size) : bytes;
}

/** A call's data is much shorter than the room for its outcome. */
const headBytes = 4_096;

/** The part of a file that is in use: they are read before each paid call. */
function readUsed(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const head = Buffer.alloc(headBytes);
    const read = readSync(descriptor, head);
    const used = head.indexOf('\n') + 1 + Number(head.toString('latin1').split(' ', 1)[0]);
    return used <= read ? head : readFileSync(file);
  } finally {
    closeSync(descriptor);
  }
}

/** @throws for an incomplete outcome */
function decoded(bytes: Buffer): PaidOutcome {
  const lineEnd = bytes.indexOf('\n');
  const [length, sum] = bytes.toString('latin1', 0, Math.max(lineEnd, 0)).split(' ').map(Number);
  const content = bytes.subarray(lineEnd + 1, lineEnd + 1 + (length ?? 0));
  if (content.length === 0 || crc32(content) !== sum) throw new Error('The file is cut off.');
  const end = content.indexOf('\n');
  const known = JSON.parse(content.toString('utf8', 0, end)) as PaidOutcome;
  if (known.result === undefined) return known;
  return { ...known, result: { ...known.result, body: content.toString('utf8', end + 1) } };
}

function write(file: string, flag: 'w' | 'r+', bytes: Buffer): void {
  writeFileSync(file, bytes, { flag, mode: 0o600, flush: true });
}
