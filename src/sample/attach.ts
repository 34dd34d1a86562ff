import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  isProof,
  lifelinePath,
  nonceHeader,
  proofHeader,
  proofOf,
  readLock,
  type Lock,
} from './lockFile.ts';
import { defaults } from './options.ts';

export interface AttachOptions {
  /** Shared by all windows: its lock file identifies the process that serves them. */
  readonly dataDir: string;
  /** Absolute path of the service's program: `dist/sample-service.cjs`. */
  readonly entry: string;
  /** Node, or an Electron that can act as Node: `process.execPath` of the extension host. */
  readonly execPath: string;
  readonly signal?: AbortSignal | undefined;
  /** How long a calculation takes, in seconds; of the window that starts the service. Default 3. */
  readonly jobSeconds?: number | undefined;
  /** How long the service stays after its last window, in milliseconds. Default 3000. */
  readonly lingerMs?: number | undefined;
}

const timeoutMs = 20_000;
const answerMs = 2000;
const pauseMs = 50;
/** Between two processes of one window that found another one serving: it may be leaving. */
const betweenStartsMs = 500;

/**
 * Joins the sample service of the data folder, starting it if none responds. Several windows may do
 * so at once: whichever processes they start, one of them serves.
 *
 *  @throws if the service doesn't come up within 20 seconds, with the process's stderr; the
 * signal's reason if it is aborted
 */
export async function attachSampleService(options: AttachOptions) {
  const { dataDir, signal } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const deadline = performance.now() + timeoutMs;
  let child: ChildProcess | undefined;
  let startedAt = -Infinity;
  while (performance.now() < deadline && !hasFailed(child)) {
    signal?.throwIfAborted();
    const lock = await readLock(dataDir);
    const lifeline = lock === undefined ? undefined : await takeLifeline(lock, signal);
    if (lock !== undefined && lifeline !== undefined) return attached(lock, lifeline);
    if (!isRunning(child) && performance.now() - startedAt > betweenStartsMs) {
      child = await startProcess(options);
      startedAt = performance.now();
    }
    // Its own error would hide the reason, which the next round throws.
    await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  throw new Error(`The sample service did not start. ${await lastWords(dataDir)}`.trimEnd());
}

function isRunning(child: ChildProcess | undefined): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null;
}

function hasFailed(child: ChildProcess | undefined): boolean {
  return child !== undefined && !isRunning(child) && child.exitCode !== 0;
}

/** The process is on its own from here: the window that starts it may close before the others do. */
async function startProcess(options: AttachOptions): Promise<ChildProcess> {
  const { dataDir, entry, execPath, jobSeconds, lingerMs = 3000 } = options;
  const env: NodeJS.ProcessEnv = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  // Node options from the editor or a debugger are not meant for this process.
  delete env.NODE_OPTIONS;
  const words = await open(wordsIn(dataDir), 'w', 0o600);
  try {
    const child = spawn(
      execPath,
      [
        ...[entry, '--data', dataDir, '--linger-ms', String(lingerMs)],
        ...['--job-seconds', String(jobSeconds ?? defaults.jobSeconds)],
      ],
      {
        detached: true,
        stdio: ['ignore', 'ignore', words.fd],
        windowsHide: true,
        // A process keeps its working folder busy, so it must not be one of the user's.
        cwd: dataDir,
        env,
      },
    );
    await once(child, 'spawn');
    child.unref();
    return child;
  } finally {
    await words.close();
  }
}

/** @returns undefined if nothing responds, or something that cannot have written the lock file */
async function takeLifeline(
  { port, token }: Lock,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage | undefined> {
  const nonce = randomBytes(16).toString('hex');
  const request = get({
    host: '127.0.0.1',
    port,
    path: lifelinePath,
    agent: false,
    headers: { [nonceHeader]: nonce, [proofHeader]: proofOf('window', token, nonce) },
  });
  // After a response starts, the response itself reports connection errors.
  request.on('error', () => undefined);
  try {
    const timeout = AbortSignal.timeout(answerMs);
    const [response] = (await once(request, 'response', {
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    })) as [IncomingMessage];
    const expected = proofOf('service', token, nonce);
    if (response.statusCode === 200 && isProof(response.headers[proofHeader], expected)) {
      return response;
    }
  } catch {
    // Refused, cut off or too slow: no service is there.
  }
  request.destroy();
  signal?.throwIfAborted();
  return undefined;
}

function attached({ port }: Lock, lifeline: IncomingMessage) {
  const callbacks = new Set<() => void>();
  let state: 'held' | 'lost' | 'released' = 'held';
  lifeline.on('error', () => undefined);
  lifeline.once('close', () => {
    if (state !== 'held') return;
    state = 'lost';
    for (const callback of callbacks) callback();
  });
  lifeline.resume();
  return {
    /** `{base_url}` of service-spec.md: http on 127.0.0.1, without a slash at the end. */
    baseUrl: `http://127.0.0.1:${port}`,
    tenantId: defaults.tenant as string,
    /** Not a secret: it is the same everywhere, and only valid for sample data. */
    apiKey: defaults.apiKey as string,
    /** Called once if the service goes away before `dispose`; attaching again starts another. */
    onLost: (callback: () => void): void => {
      if (state === 'lost') callback();
      else callbacks.add(callback);
    },
    /** Lets go. The service ends a few seconds after the last window has. */
    dispose: (): void => {
      if (state === 'held') state = 'released';
      lifeline.destroy();
    },
  };
}

function wordsIn(dataDir: string): string {
  return join(dataDir, 'service.log');
}

async function lastWords(dataDir: string): Promise<string> {
  const words = await readFile(wordsIn(dataDir), 'utf8').catch(() => '');
  return words.slice(-2000);
}
