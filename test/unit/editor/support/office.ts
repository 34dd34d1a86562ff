import './vscode.ts';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { scanText } from '../../../../src/scan/scan.ts';
import { AddressLine } from '../../../../src/addresses/addressLine.ts';
import type { Books } from '../../../../src/editor/book/books.ts';
import type { Calls } from '../../../../src/editor/calls/calls.ts';
import type { Documents } from '../../../../src/editor/documents/foundAddresses.ts';
import type { Handlers } from '../../../../src/editor/commands/commands.ts';
import type { Log, Notifier } from '../../../../src/editor/shell/shell.ts';
import type { Identity } from '../../../../src/editor/session/session.ts';
import type { ToolWork } from '../../../../src/agents/toolResult.ts';
import type { EngineHost } from '../../../../src/engine/engine.ts';
import type { Store } from '../../../../src/ledger/store.ts';
import type { Sentence } from '../../../../src/messages/message.ts';
import { withFolder } from '../../../support/cores.ts';
import { startLoggedService, type LoggedService } from '../../../support/loggedService.ts';
import { account, openTestEngine } from '../../../support/testEngine.ts';
import { emptyWorkspace, noFacts, noLookAlikes } from '../../../support/workspaceStates.ts';
import { openSqliteStore } from '../../../support/openStore.ts';

const { nothingSearched } = await import('../../../../src/editor/documents/chainChoice.ts');
const { createActivity } = await import('../../../../src/editor/calls/activity.ts');
const { Requests } = await import('../../../../src/editor/calls/requests.ts');
const { lookUpTool, scoreTool } = await import('../../../../src/editor/tools/paidTools.ts');
const { addressCommands } = await import('../../../../src/editor/commands/addressCommands.ts');

/** One account after the other, of the same service. */
export type Who = 'one' | 'two';

export interface Office {
  readonly calls: Calls;
  readonly shell: { readonly notifier: Notifier; readonly log: Log };
  readonly store: Store;
  /** The calls that reached the service: method, address, aggregator. */
  readonly made: () => readonly string[];
  readonly notices: readonly { readonly sentence: Sentence; readonly retry: () => void }[];
  readonly use: (who: Who) => void;
  readonly commands: Pick<Handlers, 'lookUpAddress' | 'scoreRisk' | 'compareAggregators'>;
  readonly documents: Documents;
  /** What the workspace names for an address. */
  readonly networks: Map<string, readonly string[]>;
  readonly service: LoggedService;
  readonly tools: Readonly<Record<'lookUp' | 'scoreRisk', ToolWork>>;
  /** Who is signed in, beside the accounts of `use`. */
  readonly become: (identity: Identity) => void;
}

/** The rooms of a window over a real engine and a real service, and who is signed in. */
export async function withOffice(
  work: (office: Office) => Promise<void>,
  host: Partial<EngineHost> = {},
  options: Parameters<typeof startLoggedService>[0] = {},
): Promise<void> {
  await withFolder(async (folder) => {
    const service = await startLoggedService({ jobSeconds: 0, ...options });
    let who: Who = 'one';
    let other: Identity | undefined;
    const { engine } = openTestEngine(folder, service, { host });
    const notices: Office['notices'][number][] = [];
    const faults: unknown[] = [];
    const notifier = {
      warn: (sentence: Sentence, retry: () => void) => notices.push({ sentence, retry }),
      inform: () => undefined,
      signedOut: () => undefined,
      credentialRefused: () => false,
    } as unknown as Notifier;
    const log = {
      note: () => undefined,
      fault: (_: string, error: unknown) => faults.push(error),
    } as unknown as Log;
    const shell = { notifier, log };
    const session = {
      identity: () => Promise.resolve(other ?? { ...account, kind: 'service', key: who }),
      chooseService: () => Promise.resolve(),
    } as unknown as Calls['session'];
    const basics = {
      session,
      openEngine: () => Promise.resolve(engine),
      activity: createActivity(),
    };
    const requests = new Requests({ ...basics, shell });
    const calls: Calls = { ...basics, requests, noteUser: () => undefined };
    const networks = new Map<string, readonly string[]>();
    const documents = {
      index: { of: (document: { getText(): string }) => Promise.resolve(linesOf(document)) },
      choices: {
        ofFile: () => [],
        entryNetwork: () => undefined,
        searched: nothingSearched,
        of: () => undefined,
        alwaysAssumed: () => undefined,
        remember: () => Promise.resolve(),
        setAlwaysAssumed: () => Promise.resolve(),
        ready: () => Promise.resolve(),
      },
    } as unknown as Documents;
    const paid = { calls, documents };
    const tools = { lookUp: lookUpTool(paid), scoreRisk: scoreTool(paid) };
    const commands = addressCommands({
      books: { factsOf: () => noFacts, lookAlikes: noLookAlikes } as unknown as Books,
      calls,
      shell,
      documents,
      reports: { open: () => undefined, active: () => undefined, showDifference: () => undefined },
      workspace: {
        ...emptyWorkspace,
        nameOf: () => undefined,
        networksOf: (address) => Promise.resolve(networks.get(address) ?? []),
      },
    });
    // Opens the ledger file.
    await engine.readUsage('one');
    const store = patient(openSqliteStore(join(folder, 'ledger.sqlite')));
    try {
      const made = (): string[] => requestsOf(service);
      const use = (next: Who): void => void (who = next);
      const become = (next: Identity): void => void (other = next);
      const rooms = { calls, shell, documents, commands, tools };
      await work({ ...rooms, service, networks, store, made, notices, use, become });
      assert.deepEqual(faults, []);
    } finally {
      store.close();
      await engine.close();
      await service.close();
    }
  });
}

/** As the index of a window has them. */
const linesOf = (document: { getText(): string }): AddressLine[] =>
  document
    .getText()
    .split('\n')
    .map((line) => new AddressLine(scanText(line)));

function requestsOf({ log }: LoggedService): string[] {
  return log.map(({ method, target }) => {
    if (target.includes('job_id=')) return 'GET status';
    return target.includes('/summary/')
      ? `${method} summary`
      : `${method} start ${/aggregator=(\w+)/.exec(target)?.[1] ?? ''}`;
  });
}

/** In milliseconds: on a busy machine, the engine may be stopped while it holds the file. */
const [pauseMs, patienceMs] = [20, 5_000];

/** A store that waits until no one else holds the file. */
function patient(store: Store): Store {
  return new Proxy(store, {
    get(target, name: keyof Store) {
      const call = (args: readonly unknown[]): unknown =>
        (target[name] as (...values: unknown[]) => unknown).apply(target, [...args]);
      return (...args: readonly unknown[]): unknown => {
        for (let waitedMs = 0; ; waitedMs += pauseMs) {
          try {
            return call(args);
          } catch (error) {
            const isLocked = error instanceof Error && 'errcode' in error && error.errcode === 5;
            if (!isLocked || waitedMs >= patienceMs) throw error;
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
          }
        }
      };
    },
  });
}
