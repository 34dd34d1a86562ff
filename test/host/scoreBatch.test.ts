import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { type BatchEntries, itemOf, nodeOf } from '../../src/editor/batch/scoresTable.ts';
import { scoreMany, type BatchRequest } from '../../src/editor/batch/batches.ts';
import { createActivity } from '../../src/editor/calls/activity.ts';
import { Requests } from '../../src/editor/calls/requests.ts';
import { createAddressIndex } from '../../src/editor/documents/addressIndex.ts';
import { candidatesIn } from '../../src/editor/documents/foundAddresses.ts';
import { nothingSearched, type ChainChoices } from '../../src/editor/documents/chainChoice.ts';
import type { SessionRoom } from '../../src/editor/session/account.ts';
import type { Log, Notifier } from '../../src/editor/shell/shell.ts';
import type { CallEntry, EngineHost } from '../../src/engine/engine.ts';
import { createLocalEngine } from '../../src/engine/localEngine.ts';
import { gestureOf } from '../../src/paid/gesture.ts';
import type { SampleServiceOptions } from '../../src/sample/commandLine.ts';
import type { Sentence } from '../../src/messages/message.ts';
import { startLoggedService } from '../support/loggedService.ts';
import { openText } from './support/openText.ts';

const addressOf = (index: number): string => `0x${'52'.repeat(18)}${1_000 + index}`;
const first = (count: number): string[] => Array.from({ length: count }, (_, i) => addressOf(i));
const onSui = `sui: "0x${'7b8a1c2d'.repeat(8)}"`;
/** Equal evidence for two networks. */
const undecided = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const undecidedLine = `{ network: "base", chain: "bsc", token: "${undecided}" }`;

/** A window that is signed in to a sample service of its own, with everything between in place. */
async function openWindow(options: SampleServiceOptions = {}) {
  let areJobsHeld = false;
  const service = await startLoggedService(
    { jobSeconds: 0, ...options },
    ({ method, url }, response) => {
      if (!areJobsHeld || method !== 'GET' || url?.includes('job_id=') !== true) return false;
      response.writeHead(409).end();
      return true;
    },
  );
  const folder = await mkdtemp(join(tmpdir(), 'score-batch-'));
  const account = { key: 'account', origin: service.url, credential: 'credential' };
  let who: { kind: 'service' | 'sample' } & typeof account = { kind: 'service', ...account };
  const faults: unknown[] = [];
  let onCall: (entry: CallEntry) => void = () => undefined;
  const host = {
    connection: () =>
      Promise.resolve({ base: service.url, tenantId: service.tenant, apiKey: service.apiKey }),
    account: () => Promise.resolve(undefined),
    mayExceed: () => Promise.resolve(false),
    mayStartAgain: () => Promise.resolve(false),
    maySendKeySized: () => Promise.resolve(false),
    onChange: () => undefined,
    onNotice: ({ kind }) => void faults.push(kind),
    onUnknown: () => Promise.resolve(),
    onCall: (entry) => onCall(entry),
    onFault: (_, error) => void faults.push(error),
  } satisfies Partial<EngineHost> as unknown as EngineHost;
  const engine = createLocalEngine(
    {
      folder,
      certificatesFile: '',
      settings: {
        policy: {
          ...{ summaryMs: 3_600_000, riskMs: 86_400_000, summaryCallsPerDay: 200 },
          rhythm: { intervalMs: 1_000, timeoutMs: 900_000 },
        },
        chainIds: {},
        network: { transport: 'undici', proxy: '', noProxy: [], isDirect: true },
      },
    },
    host,
  );
  const said: string[] = [];
  const retries: (() => void)[] = [];
  const shell = {
    notifier: {
      inform: (text: string) => said.push(text),
      warn({ text }: Sentence, again: () => void) {
        said.push(text);
        retries.push(again);
      },
      credentialRefused: () => false,
    } as unknown as Notifier,
    log: {
      note: () => undefined,
      fault: (_: string, error: unknown) => faults.push(error),
    } as unknown as Log,
  };
  const activity = createActivity();
  const session = { identity: () => Promise.resolve(who) } as unknown as SessionRoom;
  const basics = { session, openEngine: () => Promise.resolve(engine), activity };
  const requests = new Requests({ ...basics, shell });
  const index = createAddressIndex();
  const choices = {
    ...{ of: () => undefined, ofFile: () => [], alwaysAssumed: () => undefined },
    entryNetwork: () => undefined,
    searched: nothingSearched,
  } as unknown as ChainChoices;
  const shown: BatchEntries[] = [];
  return {
    ...{ service, engine, requests, faults, said, retries },
    signInAs: (kind: 'service' | 'sample', key: string): void => {
      who = { ...account, kind, key };
    },
    /** Held jobs are not ready, however slow the machine is. */
    holdJobs: (areHeld: boolean): void => {
      areJobsHeld = areHeld;
    },
    /** Cancels the notification when so many starts have their response. */
    cancelAfter: (count: number): Dialogs => {
      let [left, cancel] = [count, (): void => undefined];
      onCall = (entry) => {
        if (entry.kind === 'call' && entry.endpoint === 'start' && --left === 0) cancel();
      };
      return { onProgress: (source) => (cancel = () => source.cancel()) };
    },
    /** The starts that the service has seen, by their status. */
    starts: () =>
      service.log.flatMap(({ method, target, status }) =>
        method === 'POST' && target.includes('/risk_score/') ? [status] : [],
      ),
    request: async (lines: readonly string[]): Promise<BatchRequest> => {
      const document = await openText(lines.join('\n'));
      return candidatesIn(document, { index, choices });
    },
    score: async (request: BatchRequest): Promise<void> => {
      const show = (entries: BatchEntries): Promise<void> =>
        Promise.resolve(void shown.push(entries));
      await scoreMany(request, gestureOf('batch'), {
        calls: { ...basics, requests },
        again: () => undefined,
        shell,
        show,
      });
    },
    /** The rows of the last table, as the view shows them. */
    table: async (): Promise<string[]> => {
      const rows = (await shown.at(-1)?.read(engine)) ?? [];
      return rows.map((row) => {
        const { label, description } = itemOf(
          nodeOf(row),
          null,
          row.chain === 'sui' ? 'Vault' : undefined,
        );
        return `${label as string} | ${description as string}`;
      });
    },
    dispose: async (): Promise<void> => {
      await engine.close();
      await service.close();
      index.dispose();
      activity.dispose();
      await rm(folder, { recursive: true });
      assert.deepEqual(faults, []);
    },
  };
}

interface Dialogs {
  /** Answers the modal; it may do something first. */
  readonly answer?: (yes: string) => string | undefined;
  /** Gets what cancels the notification. */
  readonly onProgress?: (source: vscode.CancellationTokenSource) => void;
}

/** Answers dialogs while something runs. @returns the modals that were shown */
async function answering(dialogs: Dialogs, work: () => Promise<void>): Promise<string[]> {
  const { answer = (yes: string) => yes, onProgress = () => undefined } = dialogs;
  const { showWarningMessage, withProgress } = vscode.window;
  const modals: string[] = [];
  vscode.window.showWarningMessage = (text: string, options: object, yes: string) => {
    modals.push(`${text}\n${(options as vscode.MessageOptions).detail ?? ''}\n[${yes}]`);
    return Promise.resolve(answer(yes));
  };
  const progress: typeof withProgress = async (_options, run) => {
    const source = new vscode.CancellationTokenSource();
    onProgress(source);
    return await run({ report: () => undefined }, source.token);
  };
  vscode.window.withProgress = progress;
  try {
    await work();
  } finally {
    Object.assign(vscode.window, { showWarningMessage, withProgress });
  }
  return modals;
}

describe('a batch of scores', function () {
  this.timeout(60_000);
  let window: Awaited<ReturnType<typeof openWindow>>;
  const open = async (options?: SampleServiceOptions): Promise<typeof window> =>
    (window = await openWindow(options));
  afterEach(() => window.dispose());

  it('starts what its question names, joins a running job, and pays nothing when it runs again', async () => {
    const { request, score, starts, table, said, service, requests, holdJobs } = await open();
    holdJobs(true);
    const blank = Array.from({ length: 12 }, () => '');
    const lines = [undecidedLine, ...blank, onSui, ...blank, ...first(3), ...first(2)];
    const asked = await request(lines);
    const running = asked.located.at(-1)?.subject;
    assert.ok(running);
    const { promise: accepted, resolve: onAccepted } = Promise.withResolvers<unknown>();
    const joined = requests.score({
      ...{ subject: running, aggregator: 'money', gesture: gestureOf('batch') },
      ...{ onlyFor: 'account', onAccepted: () => onAccepted(undefined), isOfBatch: true },
    });
    await accepted;
    const answer = (yes: string): string => {
      holdJobs(false);
      return yes;
    };
    const modals = await answering({ answer }, () => score(asked));
    assert.deepEqual(modals, [
      [
        'Score the risk of 2 addresses?',
        `This starts 2 calculations at ${service.url}. Each counts against your license.`,
        'Method: by funds.',
        'Open jobs, resumed at no cost: 1.',
        'Ethereum (assumed): 2 addresses.',
        'Skipped: network unknown (0xA0b8…eB48). Use Select Network… to choose it.',
        'Skipped because 64 digits can also be a private key: 0x7b8a…1c2d. Score each one on its own.',
        '[Start 2 Calculations]',
      ].join('\n'),
    ]);
    assert.deepEqual(await joined, { kind: 'value' });
    assert.deepEqual(starts(), [200, 200, 200], 'one before, and the two of the question');
    assert.deepEqual(said, ['Scored: 3 of 3 addresses.']);
    const rows = await table();
    assert.equal(rows.length, 5);
    for (const row of rows.slice(0, 3)) {
      assert.match(row, /^[\d.]+ \| 0x5252…\d{4} · Ethereum \(assumed\)$/);
    }
    const scores = rows.slice(0, 3).map((row) => Number.parseFloat(row));
    assert.deepEqual(
      scores,
      scores.toSorted((one, other) => other - one),
    );
    assert.match(rows[3] ?? '', /^Not scored \| Vault · 0x7b8a…1c2d · Sui · 64 digits can also be/);
    assert.match(rows[4] ?? '', /^Not scored \| 0xA0b8…eB48 · network unknown/);

    assert.deepEqual(await answering({}, () => score(asked)), []);
    assert.equal(starts().length, 3);
    assert.match(said[1] ?? '', /^No calculation is needed\. Skipped: network/);
    assert.deepEqual(await table(), rows);
  });

  it('stops at the first 402, and keeps what was paid for', async () => {
    const { request, score, starts, table, said } = await open({ calculations: 1 });
    const asked = await request(first(4));
    await answering({}, () => score(asked));
    assert.deepEqual(starts(), [200, 402]);
    assert.match(said[0] ?? '', /Your calculation quota is used up \(402\)/);
    assert.equal(said[1], 'Scored: 1 of 4 addresses. Stopped. No more calculations will start.');
    const rows = await table();
    assert.equal(rows.filter((row) => /^[\d.]+ \|/.test(row)).length, 1);
    assert.equal(rows.filter((row) => row.includes('quota is used up (402)')).length, 1);
    assert.equal(rows.filter((row) => row.endsWith('Not started.')).length, 2);
  });

  it('starts no more once it is canceled, and the jobs in progress continue', async () => {
    const { request, score, starts, table, said, engine, holdJobs, cancelAfter } = await open();
    const asked = await request(first(6));
    holdJobs(true);
    await answering(cancelAfter(2), () => score(asked));
    assert.deepEqual(said, [
      'Scored: 0 of 6 addresses. Stopped. No more calculations will start. Jobs in progress continue.',
    ]);
    const isInProgress = (row: string): boolean => row.includes('The calculation is in progress.');
    assert.equal((await table()).filter(isInProgress).length, 2);
    // They end without the user, and nothing else was started meanwhile.
    holdJobs(false);
    while ((await engine.listOpenJobs('account', 'money')).length > 0) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.deepEqual(starts(), [200, 200]);
    const rows = await table();
    assert.equal(rows.filter((row) => /^[\d.]+ \|/.test(row)).length, 2);
    assert.equal(rows.filter((row) => row.endsWith('Not started.')).length, 4);
  });

  it('pays nothing for an account that came into use while the question was shown', async () => {
    const { request, score, starts, said, retries, signInAs } = await open();
    const asked = await request(first(2));
    const modals = await answering(
      {
        answer(yes) {
          signInAs('service', 'other');
          return yes;
        },
      },
      () => score(asked),
    );
    assert.equal(modals.length, 1);
    assert.deepEqual(starts(), []);
    assert.deepEqual(said, [
      'Scored: 0 of 2 addresses. Stopped: a different account is in use now.',
    ]);
    assert.equal(retries.length, 1);
  });

  it('pays nothing without the button, and names sample data', async () => {
    const { request, score, starts, said, signInAs } = await open();
    signInAs('sample', 'sample');
    const asked = await request(first(30));
    const modals = await answering({ answer: () => undefined }, () => score(asked));
    assert.match(
      modals[0] ?? '',
      /This starts 25 calculations\. Sample data costs nothing\.\nMethod: by funds\.\n30 addresses need a calculation\. Only the first 25 are scored now, from 0x5252…1000 to 0x5252…1024\./,
    );
    assert.deepEqual([starts(), said], [[], []]);
  });
});
