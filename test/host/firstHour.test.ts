/**
 * The first hour of an auditor with a repository: a branch adds an address that is denied, one that
 * no one knows, and one that only looks like USDC. The worst fact must come first.
 */
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { toEip55 } from '../../src/encodings/evmChecksum.ts';
import { openView } from './support/addressesView.ts';
import { lensTitles } from './support/lenses.ts';
import { openReports } from './support/reports.ts';
import { gitApi, hoverOver, repositoryIn, rowsOf, within } from './support/repository.ts';

const { uriOf, git, write, commitAll } = repositoryIn('');
const home = 'firstHour';
const bookName = '.address-risk.json';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const fakeUsdc = toEip55('0xA0b86991b4f4d1f79a3d2e6c05e7a8913c52eB48');
const exploiter = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96';
const mixer = '0xd90e2f925DA726b50C4Ed8D0Fb90Ad053324F31b';
const unknown = toEip55('0x73bceb1cd57c711feac4224d062b0f6ff338501e');

describe('the worst thing known of an address stands first', () => {
  const code = uriOf(`${home}/config/fees.ts`);

  before(async function () {
    this.timeout(60_000);
    const addresses = [{ address: usdc, network: 'ethereum', name: 'USDC' }];
    const lists = [{ path: `${home}/deny.csv`, name: 'Thieves', kind: 'deny' }];
    await git('init', '--quiet', '--initial-branch=main');
    await git('config', 'user.name', 'Auditor');
    await write(bookName, JSON.stringify({ version: 1, addresses, lists }));
    await write(`${home}/deny.csv`, `address,name\n${exploiter},Ronin exploiter\n${mixer},Mixer\n`);
    await write(`${home}/config/vault.ts`, `usdc = '${usdc}'; // ethereum\n`);
    await commitAll('base');
    await (await gitApi()).openRepository(uriOf(''));
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const name of ['.git', home, bookName]) {
      await rm(uriOf(name).fsPath, { recursive: true, force: true });
    }
    // Not by `git.close`: Git would not open it again for the next test of this folder.
    await within(
      async () => (await gitApi()).repositories.length,
      (count) => count === 0,
    );
  });

  it('and a list accuses no file of naming what it lists', async function () {
    this.timeout(30_000);
    const view = openView();
    try {
      await view.search();
      const shown = await within(
        async () => (await view.shown()).join('\n'),
        (text) => text.includes('USDC'),
      );
      assert.deepEqual(await rowsOf(view, 'denied'), []);
      assert.doesNotMatch(shown, /deny list/i);
      assert.equal(view.list.grouping.alarming, 0);
    } finally {
      view.dispose();
    }
  });

  describe('of what a branch adds', () => {
    before(async () => {
      await git('checkout', '--quiet', '-b', 'fees');
      const lines = [
        `router = '${exploiter}'; // ethereum`,
        `usdc = '${fakeUsdc}'; // ethereum`,
        `keeper = '${unknown}'; // ethereum`,
      ];
      await write(`${home}/config/fees.ts`, `${lines.join('\n')}\n`);
      await commitAll('fees');
      await vscode.window.showTextDocument(code);
    });

    it('in the CodeLens, before its score', async function () {
      this.timeout(30_000);
      const titles = await within(
        () => lensTitles(code),
        (all) => all.some((title) => title.includes('New')),
      );
      assert.match(titles[0] ?? '', /^On deny list: Ronin exploiter · New/);
      assert.match(titles[1] ?? '', /^Looks like USDC · New/);
      assert.ok(titles.every((title, at) => at > 1 || !title.includes('Score risk')));
    });

    it('in the first line of the hover', async function () {
      this.timeout(30_000);
      const first = async (line: number): Promise<string> =>
        (await hoverOver(code, line)).split('\n')[0] ?? '';
      await within(
        () => first(0),
        (text) => /deny list “Thieves”/.test(text),
      );
      await within(
        () => first(1),
        (text) => /isn’t USDC|Looks like USDC/.test(text),
      );
    });

    it('in the headline of a report, which no name of the code is', async function () {
      this.timeout(30_000);
      const reports = openReports();
      try {
        const page = await reports.open(fakeUsdc);
        const view = await page.until((shown) => shown?.alarms.length === 1);
        assert.match(view?.alarms[0]?.text ?? '', /^This isn’t USDC\./);
        assert.deepEqual(view?.names, []);
        assert.doesNotMatch(page.panel.title, /USDC/);
        const [report] = page.reports.slice(-1);
        assert.doesNotMatch(JSON.stringify(report?.actions[0] ?? {}), /addToAddressBook/);
      } finally {
        reports.dispose();
      }
    });

    it('and pressing Enter through the review agrees with none of it', async function () {
      this.timeout(60_000);
      const done = Promise.resolve(
        vscode.commands.executeCommand('addressRisk.reviewNewAddresses'),
      ).then(() => true);
      const soon = (): Promise<boolean> =>
        new Promise((resolve) => setTimeout(() => resolve(false), 100));
      let isDone = false;
      for (let presses = 0; presses < 60 && !isDone; presses++) {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        isDone = await Promise.race([done, soon()]);
      }
      assert.ok(isDone, 'the review has ended');
      const book = JSON.parse(await readFile(uriOf(bookName).fsPath, 'utf8')) as {
        readonly addresses: readonly { readonly address: string; readonly reviewedBy?: string }[];
      };
      assert.deepEqual(
        new Map(book.addresses.map(({ address, reviewedBy }) => [address, reviewedBy])),
        new Map([
          [usdc, undefined],
          [unknown, 'Auditor'],
        ]),
      );
      const committed = await git('show', `HEAD:${home}/config/fees.ts`);
      assert.equal((await readFile(code.fsPath, 'utf8')).trim(), committed);
    });
  });
});
