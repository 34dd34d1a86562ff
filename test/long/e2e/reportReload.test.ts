import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startSession, type Session } from '../../harness/session.ts';
import { ReportPanel } from '../../harness/reportPanel.ts';
import { eventually } from '../../harness/waiting.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { addressOfState, storedStates, writeStoredStates } from '../../support/storedStates.ts';
import { sampleMode } from '../../e2e/support.ts';

const states = Object.entries(storedStates).map(([name, [, shows]], index) => ({
  ...{ name, shows },
  address: addressOfState(index),
}));
const addresses = states.map(({ address }) => address);

/** Opens the reports one by one, as a command of another extension can; that costs nothing. */
const neighbor = {
  manifest: {
    name: 'reports',
    contributes: { commands: [{ command: 'reports.next', title: 'Open Next Report' }] },
    activationEvents: ['onStartupFinished'],
  },
  main: `
    const vscode = require('vscode');
    const addresses = ${JSON.stringify(addresses)};
    exports.activate = ({ subscriptions, globalState }) => {
      let next = 0;
      subscriptions.push(vscode.commands.registerCommand('reports.next', () =>
        // The network of the first one is left to be assumed.
        vscode.commands.executeCommand('addressRisk.openReport',
          next === 0 ? { address: addresses[next++] } : { address: addresses[next++], chain: 'ethereum' })));
    };`,
};

/** What runs in the page, as text: its types are not those of this program. */
const pageScripts = {
  text: `() => document.querySelector('#report').innerText`,
  openRecord: `() => {
    const { parentElement, ...summary } = [...document.querySelectorAll('details:not([open]) > summary')]
      .find(({ innerText }) => innerText.startsWith('Evidence'));
    parentElement.firstElementChild.click();
  }`,
  openDetails: `() => [...document.querySelectorAll('details[open] > summary')].map(({ innerText }) => innerText)`,
  place: '() => document.documentElement.scrollTop',
  scroll: `async (top) => {
    const ended = new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }));
    document.documentElement.scrollTop = top;
    await ended;
  }`,
} as const;

/** Without what depends on when it is read. */
const timeless = (text: string): string => text.replace(/\b(?:an?|\d+) \w+ ago\b|just now/g, 'ago');

describe('a reload of the window', () => {
  let session: Session;
  let workbench: Workbench;
  before(async () => {
    session = await startSession({ globalStorage: sampleMode, neighbor });
    writeStoredStates(join(session.server.globalStorage, 'ledger.sqlite'));
    workbench = await session.open();
  });
  after(() => session.stop());

  /** The text of the report on the screen, once it shows an address and a state. */
  async function textOf(address: string, shows: RegExp): Promise<string> {
    await workbench.panelSaying(new RegExp(`${address}[^]*${shows.source}`, 'i'));
    return timeless(await (await ReportPanel.of(workbench)).run<string>(pageScripts.text));
  }

  async function showTab(address: string): Promise<void> {
    const title = `Address Risk: ${address.slice(0, 6)}…${address.slice(-4)}`;
    await workbench.page.locator('.tab', { hasText: title }).click();
  }

  it('brings back a report in each state, with the state that the ledger holds', async (test) => {
    test.diagnostic(`${states.length} states`);
    const shown = new Map<string, string>();
    for (const { name, shows, address } of states) {
      await workbench.runCommand('Open Next Report');
      await textOf(address, shows);
      await workbench.panel().getByRole('button', { name: 'Pin Report' }).click();
      await workbench.panel().getByRole('button', { name: 'Unpin Report' }).waitFor();
      shown.set(name, await textOf(address, shows));
    }
    assert.match(shown.get('not requested') ?? '', /Ethereum \(assumed\)/);
    await workbench.reloadWindow();
    for (const { name, shows, address } of states) {
      await showTab(address);
      await eventually(`the report ${name}`, async () => {
        assert.equal(await textOf(address, shows), shown.get(name));
        return true;
      });
    }
  });

  it('brings a report back at its place, with what was open', async () => {
    await workbench.page.setViewportSize({ width: 1_000, height: 500 });
    await showTab(states.find(({ name }) => name === 'ready')?.address ?? assert.fail());
    let panel = await ReportPanel.of(workbench);
    await panel.run(pageScripts.openRecord);
    const open = await panel.run<string[]>(pageScripts.openDetails);
    await panel.run(pageScripts.scroll, 150);
    await workbench.reloadWindow();
    await eventually('the place before the reload', async () => {
      panel = await ReportPanel.of(workbench);
      const place = await panel.run<number>(pageScripts.place);
      const openNow = await panel.run<string[]>(pageScripts.openDetails);
      return place === 150 && openNow.join() === open.join();
    });
  });

  it('shows a signed-out report as signed out', async () => {
    await workbench.runCommand('Address Risk: Sign Out');
    await workbench.clickInDialog('Leave Sample Mode');
    await workbench.panelSaying(/Try Without an Account/);
    await workbench.reloadWindow();
    await workbench.panelSaying(/Try Without an Account/);
  });
});
