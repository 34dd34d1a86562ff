/**
 * One engine in a process of its own, as an extension host has it: on a shared folder, against a real
 * server. It reports what it does, and can be stopped, killed, and signed out.
 */
import { randomInt } from 'node:crypto';
import type { Transport } from '../../src/api/transport.ts';
import { createUndiciTransport } from '../../src/api/undiciTransport.ts';
import { OtherAccountError, type AccountRef, type EngineHost } from '../../src/engine/engine.ts';
import { createLocalEngine } from '../../src/engine/localEngine.ts';
import { gestureOf } from '../../src/paid/gesture.ts';

export interface CoreOptions {
  readonly folder: string;
  readonly url: string;
  readonly tenantId: string;
  readonly apiKey: string;
  /** What it scores. */
  readonly addresses: readonly string[];
  /** Whose summaries it fetches, as a hover does. */
  readonly summaries?: readonly string[];
  /** The longest that the thread is blocked before a request is sent, and after; 0 is never. */
  readonly stallMs: number;
}

export type CoreMessage =
  /** All is loaded, and the first score is requested next. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly address: string; readonly outcome: string }
  | { readonly kind: 'summary'; readonly address: string; readonly outcome: string }
  | { readonly kind: 'told'; readonly id: string }
  /** The user agreed to start again what may have been lost. */
  | { readonly kind: 'agreed'; readonly address: string }
  | { readonly kind: 'notice'; readonly text: string }
  /** Signed out: nothing more may be sent. */
  | { readonly kind: 'left' }
  | { readonly kind: 'failed'; readonly text: string };

export const coreAccount = 'account';

function stall(longestMs: number): void {
  if (longestMs === 0 || randomInt(4) > 0) return;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, randomInt(1, longestMs + 1));
}

/** Blocks the thread where it hurts most: its turn is granted, and nothing is sent yet. */
function stallingSend(transport: Transport, longestMs: number): EngineHost['send'] {
  return async (request, onSent, signal) => {
    if (request.method === 'GET') stall(longestMs);
    const outcome = await transport.send(request, signal, onSent);
    if (request.method === 'POST') stall(longestMs);
    return outcome;
  };
}

const say = (message: CoreMessage): void => void process.send?.(message);

function openEngine({ folder, url, tenantId, apiKey, stallMs }: CoreOptions, account: AccountRef) {
  let isSignedIn = true;
  const host: EngineHost = {
    connection: () => Promise.resolve(isSignedIn ? { base: url, tenantId, apiKey } : undefined),
    account: () => Promise.resolve(isSignedIn ? account : undefined),
    mayExceed: () => Promise.resolve(true),
    mayStartAgain({ address }) {
      say({ kind: 'agreed', address });
      return Promise.resolve(true);
    },
    maySendKeySized: () => Promise.resolve(false),
    send: stallingSend(createUndiciTransport(), stallMs),
    onChange: () => undefined,
    onNotice: ({ kind }) => say({ kind: 'notice', text: kind }),
    onUnknown({ id }) {
      say({ kind: 'told', id });
      return Promise.resolve();
    },
    onCall: () => undefined,
    onFault: (_, error) =>
      say({
        kind: 'failed',
        text: `fault: ${error instanceof Error ? String(error.stack) : String(error)}`,
      }),
  };
  const policy = {
    ...{ summaryMs: 3_600_000, riskMs: 86_400_000, summaryCallsPerDay: 10_000 },
    rhythm: { intervalMs: 1_000, timeoutMs: 15 * 60_000 },
  };
  const settings = { policy, chainIds: {}, network: { transport: 'vscode' } } as const;
  return {
    engine: createLocalEngine({ folder, certificatesFile: '', settings }, host),
    signOut: () => {
      isSignedIn = false;
    },
  };
}

async function run(options: CoreOptions): Promise<void> {
  const { addresses, summaries = [] } = options;
  const account: AccountRef = { key: coreAccount, origin: 'origin', credential: 'credential' };
  const { engine, signOut } = openEngine(options, account);
  process.on('message', () => {
    signOut();
    engine.leave().then(
      () => say({ kind: 'left' }),
      (error: unknown) => say({ kind: 'failed', text: String(error) }),
    );
  });
  // A ledger that cannot be written now is tried again by the watch.
  await engine.follow().catch(() => undefined);
  say({ kind: 'ready' });
  const never = new AbortController().signal;
  await Promise.all([
    ...addresses.map(async (address) => {
      const subject = { address, chain: 'ethereum' };
      const gesture = gestureOf('command');
      const request = { account, subject, aggregator: 'money', gesture, isRepeat: false } as const;
      const { kind } = await engine.score(request, () => undefined, never);
      say({ kind: 'result', address, outcome: kind });
    }),
    ...summaries.map(async (address) => {
      const subject = { address, chain: 'ethereum' };
      const { kind } = await engine.lookUp({ account, subject, source: 'hover' });
      say({ kind: 'summary', address, outcome: kind });
    }),
  ]);
}

process.once('message', (options: CoreOptions) => {
  run(options).catch((error: unknown) => {
    // The user has signed out: the request ends, and nothing was sent for it.
    if (error instanceof OtherAccountError) return;
    say({ kind: 'failed', text: error instanceof Error ? String(error.stack) : String(error) });
  });
});
