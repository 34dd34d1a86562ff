/**
 * One core in a process of its own, as an extension host has it: the real lookups on a shared folder
 * against a real server. It says what it does, and can be made to stand still or be killed.
 */
import { randomInt } from 'node:crypto';
import { createUndiciTransport } from '../../src/api/undiciTransport.ts';
import type { Transport } from '../../src/api/transport.ts';
import { createServiceClient } from '../../src/api/client.ts';
import { openLedger } from '../../src/ledger/openLedger.ts';
import type { ConnectedAccount } from '../../src/lookups/account.ts';
import { systemClock } from '../../src/lookups/clock.ts';
import { createLookups } from '../../src/lookups/lookups.ts';
import { gestureOf } from '../../src/lookups/gesture.ts';

export interface CoreOptions {
  readonly folder: string;
  readonly url: string;
  readonly tenantId: string;
  readonly apiKey: string;
  readonly addresses: readonly string[];
  /** The longest that the thread is blocked before a request is sent, and after; 0 is never. */
  readonly stallMs: number;
}

export type CoreMessage =
  /** All is loaded, and the first score is requested next. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly address: string; readonly outcome: string }
  | { readonly kind: 'told'; readonly id: string }
  | { readonly kind: 'failed'; readonly text: string };

export const coreAccount = 'account';

function stall(longestMs: number): void {
  if (longestMs === 0 || randomInt(4) > 0) return;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, randomInt(1, longestMs + 1));
}

/** Blocks the thread where it hurts most: its turn is granted, and nothing is sent yet. */
function stalling(transport: Transport, longestMs: number): Transport {
  return {
    ...transport,
    async send(request, signal, onSent) {
      if (request.method === 'GET') stall(longestMs);
      const outcome = await transport.send(request, signal, onSent);
      if (request.method === 'POST') stall(longestMs);
      return outcome;
    },
  };
}

async function run(options: CoreOptions): Promise<void> {
  const say = (message: CoreMessage): void => void process.send?.(message);
  const ledger = openLedger({
    folder: options.folder,
    onNotice: ({ kind }) => say({ kind: 'failed', text: kind }),
  });
  const { scores } = createLookups({
    ...{ ledger, clock: systemClock },
    policy: () => ({
      summaryMs: 3_600_000,
      riskMs: 86_400_000,
      summaryCallsPerDay: 200,
      rhythm: { intervalMs: 1_000, timeoutMs: 15 * 60_000 },
    }),
    onChange: () => undefined,
    mayExceed: () => Promise.resolve(true),
    mayStartUnstored: () => Promise.resolve(false),
    maySendKeySized: () => Promise.resolve(false),
  });
  const { url, tenantId, apiKey } = options;
  const transport = stalling(createUndiciTransport(), options.stallMs);
  const account: ConnectedAccount = {
    key: coreAccount,
    origin: url,
    credential: 'credential',
    client: createServiceClient({ transport, base: url, credentials: { tenantId, apiKey } }),
    serviceChain: (network) => network,
  };
  // As a window looks every second whether another one has written.
  setInterval(() => void ledger.version().catch(() => undefined), 1_000);
  const never = new AbortController().signal;
  await scores.followJobs(account, ({ id }) => {
    say({ kind: 'told', id });
    return Promise.resolve();
  });
  say({ kind: 'ready' });
  await Promise.all(
    options.addresses.map(async (address) => {
      const subject = { address, chain: 'ethereum' };
      const outcome = await scores.score(
        { account, subject, aggregator: 'money', gesture: gestureOf('command') },
        () => undefined,
        never,
      );
      say({ kind: 'result', address, outcome: outcome.kind });
    }),
  );
}

process.once('message', (options: CoreOptions) => {
  run(options).catch((error: unknown) => {
    const text = error instanceof Error ? error.message : String(error);
    process.send?.({ kind: 'failed', text } satisfies CoreMessage);
  });
});
