import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createActivity, type Activity } from '../../src/editor/calls/activity.ts';
import type { Calls } from '../../src/editor/calls/calls.ts';
import { showStatus } from '../../src/editor/commands/accountCommands.ts';
import { createAddressIndex } from '../../src/editor/documents/addressIndex.ts';
import type { Identity, SessionChange } from '../../src/editor/session/session.ts';
import type { Log } from '../../src/editor/shell/shell.ts';
import { createStatusItem } from '../../src/editor/surfaces/surfaces.ts';
import type { Engine, Holds } from '../../src/engine/engine.ts';
import type { Stop, UsageRow } from '../../src/ledger/store.ts';
import { openText } from './support/openText.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const basics = { key: 'one', origin: 'https://service.test', credential: 'c' };
const service: Identity = { kind: 'service', ...basics };
const sample: Identity = { kind: 'sample', ...basics };
const usage: readonly UsageRow[] = [
  { kind: 'start', source: 'command', count: 2 },
  { kind: 'summary', source: 'hover', count: 3 },
  { kind: 'summary', source: 'tool', count: 4 },
  { kind: 'poll', source: 'job', count: 9 },
];
const open: Holds = { stops: [], isUnreliable: false };
const stopOf = (scope: Stop['scope'], status: number): Holds => ({
  ...open,
  stops: [{ scope, status, at: 0 }],
});

/** A window whose status item can be looked at, and what it has read. */
function office(identity: Identity, holds: Holds = open) {
  const state = { identity, holds, reads: 0 };
  const activity: Activity = createActivity();
  const changed = new vscode.EventEmitter<SessionChange>();
  const index = createAddressIndex();
  const engine = {
    readUsage: () => Promise.resolve(usage),
    readHolds: () => Promise.resolve(state.holds),
  } as unknown as Engine;
  const calls = {
    session: {
      identity() {
        state.reads++;
        return Promise.resolve(state.identity);
      },
      onDidChange: changed.event,
    },
    openEngine: () => Promise.resolve(engine),
    activity,
  } as unknown as Calls;
  const faults: unknown[] = [];
  const log = { fault: (_: string, error: unknown) => faults.push(error) } as unknown as Log;
  const create = vscode.window.createStatusBarItem;
  let item: vscode.StatusBarItem | undefined;
  let shows = 0;
  vscode.window.createStatusBarItem = ((...args: [string]) => {
    const made = create(...args);
    const show = made.show.bind(made);
    made.show = () => {
      shows++;
      show();
    };
    item = made;
    return made;
  }) as typeof create;
  const room = createStatusItem(calls, { index }, log);
  vscode.window.createStatusBarItem = create;
  assert.ok(item);
  return {
    item,
    state,
    calls,
    activity,
    index,
    changed,
    shows: () => shows,
    shown: async (after = 0): Promise<vscode.StatusBarItem> => {
      while (shows === after) await new Promise((resolve) => setTimeout(resolve, 5));
      assert.ok(item);
      return item;
    },
    dispose: (): void => {
      room.dispose();
      index.dispose();
      activity.dispose();
      changed.dispose();
      assert.deepEqual(faults, []);
    },
  };
}

describe('the status bar', () => {
  it('shows nothing and reads nothing before there is something to show', async () => {
    const { index, state, shows, dispose, shown } = office(service);
    await index.of(await openText('nothing here'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual([shows(), state.reads], [0, 0]);
    await index.of(await openText(`a = ${address}`));
    await shown();
    assert.deepEqual([shows(), state.reads], [1, 1]);
    // Reading a file again must not read the account again.
    await index.of(await openText(`b = ${address}`));
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual([shows(), state.reads], [1, 1]);
    dispose();
  });

  for (const [title, identity, holds, text, details] of [
    ['signed out', { kind: 'signedOut' }, open, '$(shield) Signed out', /You are not signed in/],
    ['sample data', sample, open, '$(beaker) Sample data', /Calculations today: 2 \(You 2\)/],
    [
      'today’s spending',
      service,
      open,
      '$(shield) Calculations: 2 · API calls: 7',
      /Summaries today: 7 \(Hover 3, Agent 4\)[.\n]\s?Calculations today: 2 \(You 2\)[.\n]\s?Status checks today: 9/,
    ],
    [
      'a quota that is used up',
      service,
      stopOf('risk', 402),
      '$(warning) Address Risk: Quota used up',
      /calculation quota is used up \(402\)/,
    ],
    [
      'a rejected key',
      service,
      stopOf('credential', 401),
      '$(warning) Address Risk: stopped',
      /rejected the API key: not found or invalid \(401\)/,
    ],
    [
      'a revoked key',
      service,
      stopOf('credential', 403),
      '$(warning) Address Risk: stopped',
      /it was revoked \(403\)/,
    ],
    [
      'calls that bring nothing',
      service,
      { ...open, isUnreliable: true },
      '$(warning) Address Risk: stopped',
      /three calls in a row had no usable response/,
    ],
    [
      'a used-up quota of sample data',
      sample,
      stopOf('summary', 402),
      '$(warning) Sample data: Quota used up',
      /No API calls left for this key \(402\)/,
    ],
  ] as const) {
    it(`shows ${title}, without color, and reads it aloud`, async () => {
      const window = office(identity, holds);
      window.activity.touch(undefined);
      const item = await window.shown();
      assert.equal(item.text, text);
      assert.match(item.tooltip as string, details);
      assert.match(item.accessibilityInformation?.label ?? '', details);
      assert.doesNotMatch(item.accessibilityInformation?.label ?? '', /\$\(/);
      assert.deepEqual([item.color, item.backgroundColor], [undefined, undefined]);
      assert.equal(item.command, 'addressRisk.showStatus');
      window.dispose();
    });
  }

  it('follows sign-in and what is stored', async () => {
    const window = office({ kind: 'signedOut' });
    window.changed.fire({ isOtherAccount: true });
    const item = await window.shown();
    assert.equal(item.text, '$(shield) Signed out');
    window.state.identity = service;
    window.changed.fire({ isOtherAccount: true });
    await window.shown(1);
    assert.match(item.text, /^\$\(shield\) Calculations: 2/);
    window.state.holds = stopOf('risk', 402);
    window.activity.touch(undefined);
    await window.shown(2);
    assert.match(item.text, /Quota used up/);
    window.dispose();
  });

  it('reads again when its window gets the focus, and not when the user has paused', async () => {
    const { onDidChangeWindowState } = vscode.window;
    const changed = new vscode.EventEmitter<vscode.WindowState>();
    Object.assign(vscode.window, { onDidChangeWindowState: changed.event });
    const window = office(service);
    Object.assign(vscode.window, { onDidChangeWindowState });
    changed.fire({ focused: true, active: true });
    window.activity.touch(undefined);
    await window.shown();
    const { reads } = window.state;
    changed.fire({ focused: true, active: false });
    changed.fire({ focused: false, active: false });
    await new Promise(setImmediate);
    assert.equal(window.state.reads, reads);
    changed.fire({ focused: true, active: true });
    await window.shown(1);
    assert.equal(window.state.reads, reads + 1);
    window.dispose();
    changed.dispose();
  });

  it('has a menu of what fits the state', async () => {
    const pick = vscode.window.showQuickPick;
    try {
      for (const [identity, holds, labels] of [
        [{ kind: 'signedOut' }, open, ['Sign In…', 'Try Without an Account', 'Show Log']],
        [
          service,
          open,
          ['Show Usage', 'Show Risk Jobs', 'Check Connection', 'Sign Out', 'Show Log'],
        ],
        [
          sample,
          open,
          [
            ...['Sign In…', 'Show Usage', 'Show Risk Jobs', 'Check Connection'],
            ...['Leave Sample Mode', 'Show Log'],
          ],
        ],
        [
          service,
          stopOf('risk', 402),
          [
            ...['Open Account Page', 'Show Usage', 'Show Risk Jobs', 'Check Connection'],
            ...['Sign Out', 'Show Log'],
          ],
        ],
        [
          service,
          stopOf('credential', 403),
          [
            ...['Sign In…', 'Show Usage', 'Show Risk Jobs', 'Check Connection'],
            ...['Sign Out', 'Show Log'],
          ],
        ],
      ] as const) {
        const window = office(identity, holds);
        let seen: readonly string[] = [];
        vscode.window.showQuickPick = ((items: readonly vscode.QuickPickItem[]) => {
          seen = items.map(({ label }) => label);
          return Promise.resolve(undefined);
        }) as unknown as typeof pick;
        const notifier = { run: () => assert.fail('nothing was picked') };
        await showStatus({ calls: window.calls, shell: { notifier } as never });
        assert.deepEqual(seen, labels);
        window.dispose();
      }
    } finally {
      vscode.window.showQuickPick = pick;
    }
  });
});
