import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ChainReading } from '../../src/evidence/reasons.ts';
import { createActivity } from '../../src/editor/calls/activity.ts';
import { Requests } from '../../src/editor/calls/requests.ts';
import { addressCommands } from '../../src/editor/commands/addressCommands.ts';
import { alwaysAssumeChain } from '../../src/editor/commands/networkCommand.ts';
import { createAddressIndex } from '../../src/editor/documents/addressIndex.ts';
import { createChainChoices } from '../../src/editor/documents/chainChoice.ts';
import type { SessionRoom } from '../../src/editor/session/account.ts';
import type { Log, Notifier } from '../../src/editor/shell/shell.ts';
import { hoverTexts } from './support/hovers.ts';
import { titledLenses } from './support/lenses.ts';
import { noBooks } from './support/noBooks.ts';
import { noNewAddresses } from './support/noNewAddresses.ts';
import { StoredResultIndex } from '../../src/editor/surfaces/lensLines.ts';
import { createCodeLensProvider } from '../../src/editor/surfaces/lenses.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { createReports } from '../../src/paid/reports.ts';
import { withDoor, type Door } from '../support/door.ts';
import { reply } from '../support/rawServer.ts';
import { openText } from './support/openText.ts';
import { emptyWorkspace } from '../support/workspaceStates.ts';

const minuteMs = 60_000;
const summary = reply(200, '{"balance":1}');
const addresses = Array.from(
  { length: 40 },
  (_, index) => `0x${'a11ce'.repeat(7)}${10_000 + index}`,
);

/** The surfaces of a window over the door of a real service, with a file that names no network. */
async function openWindow(door: Door, kind: 'service' | 'sample' = 'service') {
  const content = addresses
    .map((address, line) => `const holder${line} = "${address}";`)
    .join('\n');
  const document = await openText(content);
  await vscode.window.showTextDocument(document);
  const state = new Map<string, unknown>();
  const choices = createChainChoices({
    workspaceState: {
      get: (key: string, fallback?: unknown) => state.get(key) ?? fallback,
      update: (key: string, value: unknown) => Promise.resolve(void state.set(key, value)),
    } as never,
  });
  const reports = createReports(door.ledger, door.clock, () => door.policy);
  const engine = {
    readStored: reports.readStored,
    lookUp: ({ subject, source }) => door.summaries.look(door.account, subject, source),
    readUsage: () => Promise.resolve([]),
    listScored: () => Promise.resolve([]),
    listOpenJobs: () => Promise.resolve([]),
  } satisfies Pick<
    Engine,
    'readStored' | 'lookUp' | 'readUsage' | 'listScored' | 'listOpenJobs'
  > as unknown as Engine;
  const session = {
    identity: () => Promise.resolve({ kind, key: door.account.key }),
  } as unknown as SessionRoom;
  const fault = (_: string, error: unknown): never => assert.fail(String(error));
  const shell = {
    notifier: {} as Notifier,
    log: { note: () => undefined, fault } as unknown as Log,
  };
  const activity = createActivity();
  const basics = { session, openEngine: () => Promise.resolve(engine), activity };
  const requests = new Requests({ ...basics, shell });
  const calls = { ...basics, requests, noteUser: () => undefined };
  const index = createAddressIndex();
  const documents = { index, choices };
  const opened: (ChainReading | undefined)[] = [];
  const commands = addressCommands({
    ...{ books: noBooks, calls, documents, shell },
    reports: {
      open: (_, reading) => opened.push(reading),
      active: () => undefined,
      showDifference: () => undefined,
    },
    workspace: emptyWorkspace,
  });
  const lenses = createCodeLensProvider({
    ...{ books: noBooks, calls, documents, newAddresses: noNewAddresses },
    stored: new StoredResultIndex(calls),
  });
  const hovers = hoverTexts({ calls, documents, shell });
  return {
    choices,
    commands,
    opened,
    document,
    /** The content of our hovers on a line. */
    hover: (line: number): Promise<string> => hovers(document, new vscode.Position(line, 30)),
    async lens(): Promise<vscode.Command | undefined> {
      // Of many lines, the one with the caret has one.
      await vscode.window.showTextDocument(document);
      const [first] = await titledLenses(lenses, document);
      return first?.command;
    },
    dispose() {
      for (const each of [lenses, activity, index, choices]) each.dispose();
    },
  };
}

/** The argument of a link in a hover. */
function argumentOfLink(hover: string, label: string): unknown {
  const [, query = ''] = hover.split(`[${label}](command:addressRisk.lookUpAddress?`);
  return (JSON.parse(decodeURIComponent(query.split(')')[0] ?? '')) as unknown[])[0];
}

const noRules = (): never => assert.fail('no rule is written');

/** Answers modal questions with their button while something runs. */
async function agreeing<T>(work: () => Promise<T>): Promise<T> {
  const { showWarningMessage } = vscode.window;
  const yes = (_text: string, _options: object, label: string) => Promise.resolve(label);
  vscode.window.showWarningMessage = yes;
  try {
    return await work();
  } finally {
    vscode.window.showWarningMessage = showWarningMessage;
  }
}

/** Answers a list while something runs. @returns the labels of the list */
async function picking(
  choose: (items: readonly vscode.QuickPickItem[]) => vscode.QuickPickItem | undefined,
  work: () => Promise<void>,
): Promise<readonly string[]> {
  const { showQuickPick } = vscode.window;
  let labels: readonly string[] = [];
  const pick = (items: readonly vscode.QuickPickItem[]) => {
    labels = items.map(({ label }) => label);
    return Promise.resolve(choose(items));
  };
  vscode.window.showQuickPick = pick as unknown as typeof showQuickPick;
  try {
    await work();
    return labels;
  } finally {
    vscode.window.showQuickPick = showQuickPick;
  }
}

describe('an hour in a repository where nothing names a network', () => {
  it('costs nothing before the user chooses, then one call per address', function () {
    this.timeout(120_000);
    return withDoor(summary, async (door) => {
      const window = await openWindow(door);
      let hovers = 0;
      for (let minute = 0; minute < 60; minute++) {
        if (minute === 30) await agreeing(() => alwaysAssumeChain(window.choices, noRules, false));
        for (let step = 0; step < 4; step++) {
          const hover = await window.hover((minute * 2 + step) % addresses.length);
          hovers++;
          const isAssumed = hover.includes('**Ethereum (assumed)**');
          assert.equal(isAssumed, minute < 30, hover);
          assert.equal(hover.includes('1 ETH ('), minute >= 30, hover);
        }
        await window.lens();
        if (minute < 30) assert.equal(door.server.requests.length, 0);
        door.clock.pass(minuteMs);
      }
      window.dispose();
      assert.equal(hovers, 240);
      const lines = door.server.requests.map(({ line }) => line);
      for (const line of lines) assert.match(line, /^POST .*\/summary\/\?chain=ethereum /);
      assert.equal(new Set(lines).size, addresses.length);
      assert.equal(lines.length, addresses.length);
    });
  });
});

describe('a hover on an assumed network', () => {
  it('fetches by its link alone, which names the network, only that address, and into the hover', () =>
    withDoor(summary, async (door) => {
      const window = await openWindow(door);
      const hover = await window.hover(0);
      for (const label of ['Fetch on Ethereum', 'Always in This Workspace', 'Select Network…']) {
        assert.ok(hover.includes(`[${label}](command:addressRisk.`), hover);
      }
      assert.doesNotMatch(hover, /Fetch Summary/);
      assert.equal(door.server.requests.length, 0);
      const fetch = () => window.commands.lookUpAddress(argumentOfLink(hover, 'Fetch on Ethereum'));
      assert.deepEqual(await picking(() => assert.fail('no question'), fetch), []);
      assert.deepEqual(window.opened, [], 'no report');
      const after = await window.hover(0);
      assert.match(after, /Ethereum[^]*selected[^]*1 ETH \(/);
      assert.doesNotMatch(after, /Fetch on/);
      await window.hover(1);
      assert.equal(door.server.requests.length, 1);
      assert.ok(door.server.requests[0]?.line.toLowerCase().includes(addresses[0] ?? ''));
      // For a different address, or without the token, the link isn't ours: the network is asked
      // for.
      const forged = argumentOfLink(hover, 'Fetch on Ethereum') as Record<string, unknown>;
      for (const change of [{ address: addresses[1] }, { address: addresses[1], token: '' }]) {
        const list = await picking(
          () => undefined,
          () => agreeing(() => window.commands.lookUpAddress({ ...forged, ...change })),
        );
        assert.deepEqual(list.slice(0, 2), ['Ethereum', 'Always in This Workspace']);
      }
      window.dispose();
      assert.equal(door.server.requests.length, 1);
    }));

  it('pays no more after the user stops assuming it', () =>
    withDoor(summary, async (door) => {
      const window = await openWindow(door);
      await agreeing(() => alwaysAssumeChain(window.choices, noRules, false));
      assert.match(
        await window.hover(0),
        /Ethereum[^]*your choice for this workspace[^]*Select Network…/,
      );
      await window.choices.setAlwaysAssumed(undefined);
      assert.match(await window.hover(1), /Ethereum \(assumed\)/);
      window.dispose();
      assert.equal(door.server.requests.length, 1);
    }));

  it('fetches sample data, which costs nothing, and still says that it is assumed', () =>
    withDoor(summary, async (door) => {
      const window = await openWindow(door, 'sample');
      const hover = await window.hover(0);
      window.dispose();
      assert.match(hover, /Ethereum \(assumed\)[^]*Sample data[^]*1 ETH \(/);
      assert.equal(door.server.requests.length, 1);
    }));

  it('has a CodeLens that names it in its tooltip, and carries the reason to the report', () =>
    withDoor(summary, async (door) => {
      const window = await openWindow(door);
      const lens = await window.lens();
      window.dispose();
      assert.equal(lens?.title, 'Score risk');
      assert.match(lens.tooltip ?? '', /^Ethereum \(assumed\)/);
      const [target] = (lens.arguments ?? []) as { reason?: string }[];
      assert.equal(target?.reason, 'assumed');
    }));
});
