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
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockFile } from '../paths/lockFile.ts';
import { makeFolder } from '../paths/makeFolder.ts';

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
  const release = await lockUnlessServed(dataDir);
  if (release === undefined) return;

  const token = randomBytes(32).toString('hex');
  const lifelines = openLifelines(token, lingerMs);
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
    release();
  }
}

const unlimited = Number.MAX_SAFE_INTEGER;

/** The route of the lifelines, and when the last of them has been gone for long enough. */
function openLifelines(token: string, lingerMs: number) {
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  const open = new Set<ServerResponse>();
  let isLeaving = false;
  const leave = (): void => {
    isLeaving = true;
    resolve(undefined);
  };
  let timer = setTimeout(leave, firstWindowMs);
  const route: SideRoute = (request, response) => {
    if (request.url !== lifelinePath) return false;
    const nonce = String(request.headers[nonceHeader]);
    const isWindow = isProof(request.headers[proofHeader], proofOf('window', token, nonce));
    if (!isWindow || isLeaving) {
      response.writeHead(isWindow ? 503 : 404, { Connection: 'close' }).end();
      return true;
    }
    clearTimeout(timer);
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      if (open.size === 0) timer = setTimeout(leave, lingerMs);
    });
    response.writeHead(200, { [proofHeader]: proofOf('service', token, nonce) });
    response.flushHeaders();
    return true;
  };
  return { ended, route };
}

/**
 * The lock of a data folder. Waits while another process has it, since that one may be about to leave.
 * @returns undefined if that one serves the folder
 */
async function lockUnlessServed(dataDir: string): Promise<(() => void) | undefined> {
  makeFolder(dataDir);
  const startedAt = performance.now();
  for (;;) {
    const release = lockFile(join(dataDir, 'mutex.db'));
    if (release !== undefined) return release;
    if ((await readLock(dataDir)) !== undefined) return undefined;
    if (performance.now() - startedAt > secondProcessMs) return undefined;
    await sleep(50);
  }
}
