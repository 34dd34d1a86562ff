import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  isProof,
  lifelinePath,
  nonceHeader,
  proofHeader,
  proofOf,
  readLock,
  removeLock,
  writeLock,
} from './lockFile.ts';
import { startSampleService, type SideRoute } from './server.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** A window that requested the service has this long to connect, in milliseconds. */
const firstWindowMs = 20_000;
/** How long a second process waits for the first to answer or leave, in milliseconds. */
const secondProcessMs = 5000;

/**
 * Runs the one service of a data folder for as long as any window holds a lifeline to it: a streaming
 * answer that ends with the window, crashed or not. Returns when the last has been gone for
 * `lingerMs`, or at once if another process already serves the folder.
 */
export async function serveWindows(options: {
  readonly dataDir: string;
  readonly lingerMs: number;
  readonly jobSeconds?: number | undefined;
}): Promise<void> {
  const { dataDir, lingerMs, jobSeconds } = options;
  const startedAt = performance.now();
  const mutex = await Mutex.acquire(dataDir, async () => {
    const isServed = (await readLock(dataDir)) !== undefined;
    return isServed || performance.now() - startedAt > secondProcessMs;
  });
  if (mutex === undefined) return;

  const token = randomBytes(32).toString('hex');
  const lifelines = new Lifelines(token, lingerMs);
  try {
    const service = await startSampleService(
      // The license of sample mode never runs out.
      { data: dataDir, jobSeconds, apiCalls: unlimited, calculations: unlimited },
      { sideRoute: lifelines.route },
    );
    await writeLock(dataDir, { port: Number(new URL(service.url).port), pid: process.pid, token });
    await lifelines.ended;
    await removeLock(dataDir);
    await service.close();
  } finally {
    mutex.release();
  }
}

const unlimited = Number.MAX_SAFE_INTEGER;

class Lifelines {
  readonly ended: Promise<void>;
  readonly #token: string;
  readonly #lingerMs: number;
  readonly #open = new Set<ServerResponse>();
  readonly #end: () => void;
  #isLeaving = false;
  #timer: NodeJS.Timeout;

  constructor(token: string, lingerMs: number) {
    this.#token = token;
    this.#lingerMs = lingerMs;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.ended = promise;
    this.#end = () => {
      this.#isLeaving = true;
      resolve(undefined);
    };
    this.#timer = setTimeout(this.#end, firstWindowMs);
  }

  readonly route: SideRoute = (request, response) => {
    if (request.url !== lifelinePath) return false;
    const nonce = String(request.headers[nonceHeader]);
    const isWindow = isProof(request.headers[proofHeader], proofOf('window', this.#token, nonce));
    if (!isWindow || this.#isLeaving) {
      response.writeHead(isWindow ? 503 : 404, { Connection: 'close' }).end();
      return true;
    }
    clearTimeout(this.#timer);
    this.#open.add(response);
    response.once('close', () => {
      this.#open.delete(response);
      if (this.#open.size === 0) this.#timer = setTimeout(this.#end, this.#lingerMs);
    });
    response.writeHead(200, { [proofHeader]: proofOf('service', this.#token, nonce) });
    response.flushHeaders();
    return true;
  };
}

/**
 * Holds the right to be the service of a data folder, as a lock that the operating system frees with
 * the process, however it ends. A file made exclusively was rejected: when one is stale, two
 * processes can each remove it, the second one the new file of the first.
 */
class Mutex {
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /**
   * Waits while another process holds it, since that one may be about to leave.
   *
   * @param giveUp asked between attempts
   * @returns undefined once `giveUp` says so
   */
  static async acquire(
    dataDir: string,
    giveUp: () => Promise<boolean>,
  ): Promise<Mutex | undefined> {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    for (;;) {
      const database = new DatabaseSync(join(dataDir, 'mutex.db'), { timeout: 0 });
      try {
        database.exec('BEGIN EXCLUSIVE');
        return new Mutex(database);
      } catch (error) {
        database.close();
        if (!isBusy(error)) throw error;
      }
      if (await giveUp()) return undefined;
      await sleep(50);
    }
  }

  release(): void {
    this.#database.close();
  }
}

function isBusy(error: unknown): boolean {
  // SQLITE_BUSY (https://sqlite.org/rescode.html#busy)
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
