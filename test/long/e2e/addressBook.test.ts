import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { eventually } from '../../harness/waiting.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { reply, startRawServer, type RawServer } from '../../support/rawServer.ts';
import { answersFor, setStage, signIn, usdc, type Stage } from '../../e2e/support.ts';

const book = '.address-risk.json';

/** Examples of EIP-55: no list knows their network. */
const payouts = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const other = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';

describe('an address book', () => {
  let stage: Stage;
  let hostile: RawServer;
  let home: string;
  let workbench: Workbench;
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'address-risk-book-'));
    hostile = await startRawServer(reply(200, '{}'));
    stage = await setStage();
    workbench = await stage.session.open(await writeTwoFolders(home, hostile.url));
    const folders = workbench.page.locator('.explorer-folders-view .monaco-list-row');
    // A window sometimes opens without the folders of its workspace file. A reload has them.
    await eventually('both folders', async () => {
      if ((await folders.count()) >= 2) return true;
      await workbench.reload();
      return false;
    });
  });
  after(async () => {
    await stage.stop();
    await hostile.close();
    await rm(home, { recursive: true });
  });

  it('gets the address under the mouse from the context menu, and shows its name', async () => {
    await workbench.openFile('treasury.ts');
    await workbench.editor.clickOn(usdc);
    await eventually('the address in the context menu', async () => {
      await workbench.editor.openMenuOn(usdc);
      const menu = workbench.page.getByRole('menuitem', { name: 'Add to Address Book…' });
      // The menu has what the caret was on when it opened.
      if ((await menu.count()) > 0) {
        await choose(menu);
        return true;
      }
      await workbench.page.keyboard.press('Escape');
      return false;
    });
    const name = await workbench.question(/0xA0b8…eB48 on/);
    assert.match(name.message, /on Ethereum · known on Ethereum/);
    await workbench.answer(/Name \(optional\)/, 'Treasury');
    await workbench.answer(/Note/, 'Ask Ana.');
    await workbench.choose(/Add Address/, 'Add Address');
    const path = join(home, 'two', book);
    let text = '';
    await eventually('the book', async () => {
      text = await readFile(path, 'utf8').catch(() => '');
      return text !== '';
    });
    assert.match(
      text,
      new RegExp(
        `^ {4}\\{ "address": "${usdc}", "network": "ethereum", "name": "Treasury", "note": "Ask Ana\\.", "reviewedAt": "[\\d-]{10}" \\}$`,
        'm',
      ),
    );
    // VS Code takes the button of the mouse for pressed since the menu, and shows no hover.
    await workbench.editor.clickOn('export');
    await workbench.editor.hoverOver(usdc);
    await workbench.editor.hoverSaying(/Treasury[^]*from the address book[^]*Ask Ana\./);
    assert.deepEqual(stage.calls(), []);
  });

  it('of one of several folders names addresses in that folder alone, and the workspace file sets nothing (hazard 62)', async () => {
    await signIn(workbench, answersFor(stage.service));
    await workbench.openFile('one.ts');
    await workbench.editor.hoverOver(payouts);
    // The entry names the network, so the hover fetches the summary.
    await workbench.editor.hoverSaying(/Payouts[^]*from the address book[^]*[\d,]+ transactions/);
    assert.deepEqual(stage.calls(), ['POST summary 200']);
    assert.match(stage.service.log.at(-1)?.target ?? '', /chain=ethereum(?:&|$)/);
    await workbench.openFile('two.ts');
    await workbench.editor.hoverOver(payouts);
    const hover = await workbench.editor.hoverSaying(/Ethereum \(assumed\)/);
    assert.doesNotMatch(hover, /Payouts/);
    assert.deepEqual(stage.calls(), ['POST summary 200']);
    assert.deepEqual(hostile.requests, []);

    await workbench.runCommand('Address Risk: Find Addresses in Workspace');
    const rows = workbench.page.locator('.pane-body .monaco-list-row');
    // Listed in one folder and not in the other: two rows of one address.
    const [listed, unlisted, another] = [/^Payouts/, /^0xfB69…d359/, /^0xdbF0…C6FB/];
    const menu = workbench.page.getByRole('menuitem');
    await eventually('the menu of three rows', async () => {
      await rows.filter({ hasText: listed }).click();
      for (const row of [unlisted, another]) {
        await rows.filter({ hasText: row }).click({ modifiers: ['ControlOrMeta'] });
      }
      // While the search goes on, rows move, and a click may meet another one.
      const selected = workbench.page.locator('.pane-body .monaco-list-row.selected');
      const texts = await selected.allInnerTexts();
      const areThese = [listed, unlisted, another].every((row) =>
        texts.some((text) => row.test(text.trim())),
      );
      if (texts.length !== 3 || !areThese) return false;
      await rows.filter({ hasText: another }).click({ button: 'right' });
      await menu.filter({ hasText: 'Score Risk' }).waitFor();
      // As above: of one row alone.
      if ((await menu.filter({ hasText: 'Open Report' }).count()) === 0) return true;
      await workbench.page.keyboard.press('Escape');
      return false;
    });
    await choose(menu.filter({ hasText: 'Score Risk' }));
    assert.match(await workbench.dialog(), /Score the risk of 2 addresses\?/);
    await workbench.clickInDialog('Cancel');
    assert.deepEqual(stage.calls(), ['POST summary 200']);
  });
});

/** @returns a workspace file that names two folders, of which the first has an address book */
async function writeTwoFolders(home: string, url: string): Promise<string> {
  const files = {
    'one/one.ts': `export {};\n\n\nconst payouts = '${payouts}';\n`,
    [`one/${book}`]: JSON.stringify({
      version: 1,
      addresses: [{ address: payouts, network: 'ethereum', name: 'Payouts' }],
    }),
    'two/two.ts': `export {};\n\n\nconst a = '${payouts}';\n\nconst b = '${other}';\n`,
    'two/treasury.ts': `export {};\n\nconst treasury = '${usdc}';\n`,
    'all.code-workspace': JSON.stringify({
      folders: [{ path: 'one' }, { path: 'two' }],
      settings: {
        'addressRisk.serviceUrl': url,
        addressRisk: { serviceUrl: url, chainIds: { ethereum: 'stolen' } },
        'addressRisk.chainIds': { ethereum: 'stolen' },
        'addressRisk.accountUrl': url,
        'addressRisk.hover': 'automatic',
        'addressRisk.defaultChain': 'no/such?chain=1',
        'http.proxy': url,
      },
    }),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(home, path, '..'), { recursive: true });
    await writeFile(join(home, path), text);
  }
  return join(home, 'all.code-workspace');
}

/** Clicks an item until its menu has closed: right after it has opened, it takes no click. */
async function choose(item: Locator): Promise<void> {
  await eventually('a menu that has closed', async () => {
    if ((await item.count()) > 0) await item.first().click({ timeout: 1_000 });
    return (await item.count()) === 0;
  });
}
