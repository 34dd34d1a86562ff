import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { keys } from '../detection/keys.ts';
import type { Workbench } from '../harness/workbench.ts';
import { answersFor, setStage, signIn, usdc, type Stage } from './support.ts';

/** A key that stands on one line; PEM takes several. */
const onLines = keys.filter(({ text }) => !text.includes('\n'));

/** No part of a key that is long enough to be of use to somebody. */
const partsOf = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / 12) }, (_, part) =>
    text.slice(part * 12, part * 12 + 12),
  ).filter((part) => part.length === 12);

/** The keys of the keyboard that run the commands with a key of the corpus as their argument. */
const strokes = Array.from('qwertyuiopa');

describe('what looks like a key', () => {
  let stage: Stage;
  let workbench: Workbench;
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keys-'));
    const lines = onLines.map(({ text }) => `export const privateKey = "${text}";`);
    await writeFile(join(folder, 'keys.ts'), `const usdc = "${usdc}";\n${lines.join('\n')}\n`);
    stage = await setStage({}, { folder });
    const user = join(stage.session.server.globalStorage, '../..');
    const bindings = onLines.flatMap(({ text }, index) => [
      {
        key: `ctrl+k ctrl+alt+${strokes[index]}`,
        command: 'addressRisk.scoreRisk',
        args: { address: text, chain: 'ethereum' },
      },
      {
        key: `ctrl+k ctrl+shift+${strokes[index]}`,
        command: 'addressRisk.lookUpAddress',
        args: { address: text },
      },
    ]);
    await writeFile(join(user, 'keybindings.json'), JSON.stringify(bindings));
    workbench = await stage.session.open();
    await workbench.openFile('keys.ts');
    await signIn(workbench, answersFor(stage.service));
  });
  after(async () => {
    await stage.stop();
    await rm(folder, { recursive: true });
  });

  it('gets a hover that says why nothing is offered, and no lens', async () => {
    await workbench.openFile('keys.ts');
    await workbench.editor.codeLensSaying(/Score risk/);
    assert.equal((await workbench.editor.codeLenses()).length, 1);
    for (const { text } of onLines) {
      await workbench.editor.hoverOver(text.slice(0, 12));
      const hover = await workbench.editor.hoverSaying(/looks like/);
      assert.doesNotMatch(hover, /Score risk|Fetch summary/);
      await workbench.editor.pointAt('usdc');
    }
  });

  it('is refused by the prompt of a look-up', async () => {
    for (const { text } of onLines) {
      await workbench.runCommand('Address Risk: Look Up Address…');
      await workbench.answer(/An EVM address/, text);
      await workbench.question(/looks like a private key/);
      await workbench.dismissQuestion();
    }
  });

  it('is refused as the argument of a command', async () => {
    for (const stroke of strokes.slice(0, onLines.length)) {
      for (const modifiers of ['Control+Alt', 'Control+Shift']) {
        await workbench.page.keyboard.press('Control+k');
        await workbench.page.keyboard.press(`${modifiers}+${stroke}`);
        await workbench.openNotificationCentre();
        const notification = workbench.notification('looks like a private key');
        await notification.text();
        await workbench.runCommand('Notifications: Clear All Notifications');
        await notification.gone();
      }
    }
  });

  it('is no address of the file: a batch fetches the one that is', async () => {
    await workbench.openFile('keys.ts');
    const before = stage.calls().length;
    await workbench.runCommand('Address Risk: Look Up Addresses in File…');
    assert.match(await workbench.dialog(), /Addresses found: 1\./);
    await workbench.clickInDialog('Fetch 1');
    await workbench.notification('1 of 1 summaries are stored').text();
    assert.deepEqual(stage.calls().slice(before), ['POST summary 200']);
  });

  it('is in front of the mouse when the extension host crashes, and after', async () => {
    await workbench.openFile('keys.ts');
    await workbench.editor.hoverOver(onLines[0]?.text.slice(0, 12) ?? '');
    await workbench.editor.hoverSaying(/looks like/);
    await stage.session.server.killExtensionHosts();
    await workbench.editor.pointAt('usdc');
    // The window starts another host by itself; until then nothing answers.
    await workbench.editor.hoverOver(onLines[1]?.text.slice(0, 12) ?? '');
    await workbench.editor.hoverSaying(/looks like/);
  });

  it('has reached neither the service, nor a log, nor what is stored', () => {
    // The one address was asked for, so a count of nothing would mean that nothing was counted.
    const sent = stage.service.log.map(({ target }) => decodeURIComponent(target)).join('\n');
    assert.ok(sent.includes(usdc));
    const home = join(stage.session.server.globalStorage, '../../../..');
    const files = globSync(['**/*.log', 'user-data/User/globalStorage/address-risk.*/**'], {
      cwd: home,
      withFileTypes: true,
    }).filter((entry) => entry.isFile());
    assert.ok(files.some(({ name }) => name.includes('Address Risk')));
    const written = files.map((entry) =>
      readFileSync(join(entry.parentPath, entry.name), 'latin1'),
    );
    for (const { name, text } of onLines) {
      for (const part of partsOf(text)) {
        assert.ok(!sent.includes(part), name);
        assert.ok(!written.some((content) => content.includes(part)), name);
      }
    }
  });
});
