import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { keys } from '../../detection/keys.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { answersFor, lookUp, setStage, signIn, usdc, type Stage } from '../../e2e/support.ts';

/** A key that stands on one line; PEM takes several. */
const onLines = keys.filter(({ text }) => !text.includes('\n'));

/**
 * Keys that have the shape of an address where they stand: a half, a seed of 32 bytes, an entry of a
 * list. Each is hovered over by its beginning.
 */
const disguised = [
  {
    name: 'a half of a key',
    text: '("0xac0974bec39a17e36ba4a6b4d238ff944bacb478"\n  "cbed5efcae784d7bf4f2ff80")',
    secret: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478',
  },
  {
    name: "a seed in the shape of Solana's addresses",
    text: 'const secretKey = "GgcEFCy6fu28jiV1HEEuqXwJRLZRRNL4K545YLZsgaY6"; // solana',
    secret: 'GgcEFCy6fu28jiV1HEEuqXwJRLZRRNL4K545YLZsgaY6',
  },
  {
    name: "a key in the shape of TON's addresses",
    text: 'private_keys:\n  0:8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
    secret: '8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  },
] as const;

/** No part of a key that is long enough to be of use to someone. */
const partsOf = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / 12) }, (_, part) =>
    text.slice(part * 12, part * 12 + 12),
  ).filter((part) => part.length === 12);

/** The keys of the keyboard that run one of two commands with a key of the corpus as its argument. */
const strokes = Array.from('qwertyuiopa');

describe('text that looks like a key', () => {
  let stage: Stage;
  let workbench: Workbench;
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keys-'));
    const lines = onLines.map(({ text }) => `export const privateKey = "${text}";`);
    await writeFile(join(folder, 'keys.ts'), `const usdc = "${usdc}";\n${lines.join('\n')}\n`);
    const others = disguised.map(({ text }) => `${text}\n\nof no use\n\n`).join('');
    await writeFile(join(folder, 'disguised.txt'), `usdc ${usdc}\n\n${others}`);
    stage = await setStage({}, { folder });
    const user = join(stage.session.server.globalStorage, '../..');
    const commands = ['addressRisk.scoreRisk', 'addressRisk.lookUpAddress'] as const;
    const bindings = onLines.map(({ text }, index) => ({
      key: `ctrl+k ctrl+alt+${strokes[index]}`,
      command: commands[index % commands.length],
      args: { address: text, chain: 'ethereum' },
    }));
    await writeFile(join(user, 'keybindings.json'), JSON.stringify(bindings));
    workbench = await stage.session.open();
    await workbench.openFile('keys.ts');
    await signIn(workbench, answersFor(stage.service));
  });
  after(async () => {
    await stage.stop();
    await rm(folder, { recursive: true });
  });

  it('gets a hover that explains why, and no CodeLens', async () => {
    await workbench.openFile('keys.ts');
    await workbench.editor.codeLensSaying(/Score risk/);
    assert.equal((await workbench.editor.codeLenses()).length, 1);
    for (const { text } of onLines) {
      await workbench.editor.hoverOver(text.slice(0, 12));
      const hover = await workbench.editor.hoverSaying(/looks like/);
      assert.doesNotMatch(hover, /Score Risk|Fetch Summary/i);
      await workbench.editor.pointAt('usdc');
    }
  });

  it('gets the same where it has the shape of an address', async () => {
    await workbench.openFile('disguised.txt');
    await workbench.editor.codeLensSaying(/Score risk/);
    assert.equal((await workbench.editor.codeLenses()).length, 1);
    for (const { secret } of disguised) {
      await workbench.editor.hoverOver(secret.slice(0, 12));
      const hover = await workbench.editor.hoverSaying(/looks like/);
      assert.doesNotMatch(hover, /Score Risk|Fetch Summary/i);
      await workbench.editor.pointAt('usdc');
    }
  });

  it('is rejected by the look-up prompt', async () => {
    for (const { text } of onLines) {
      await lookUp(workbench, text);
      await workbench.question(/looks like a private key/);
      await workbench.dismissQuestion();
    }
  });

  it('is rejected as the argument of a command', async () => {
    for (const stroke of strokes.slice(0, onLines.length)) {
      await workbench.page.keyboard.press('Control+k');
      await workbench.page.keyboard.press(`Control+Alt+${stroke}`);
      await workbench.notificationInCenter('looks like a private key');
      await workbench.runCommand('Notifications: Clear All Notifications');
      await workbench.notification('looks like a private key').gone();
    }
  });

  it('does not count as an address in a batch', async () => {
    await workbench.openFile('keys.ts');
    const before = stage.calls().length;
    await workbench.runCommand('Address Risk: Look Up Addresses in File…');
    assert.match(await workbench.dialog(), /Addresses found: 1\./);
    await workbench.clickInDialog('Fetch 1 Summary');
    await workbench.notification('Summaries stored: 1 of 1').text();
    assert.deepEqual(stage.calls().slice(before), ['POST summary 200']);
  });

  it('shows the same hover before and after the extension host crashes', async () => {
    await workbench.openFile('keys.ts');
    await workbench.editor.hoverOver(onLines[0]?.text.slice(0, 12) ?? '');
    await workbench.editor.hoverSaying(/looks like/);
    await stage.session.server.killExtensionHosts();
    await workbench.editor.pointAt('usdc');
    // The window starts another host; until then nothing answers.
    await workbench.editor.hoverOver(onLines[1]?.text.slice(0, 12) ?? '');
    await workbench.editor.hoverSaying(/looks like/);
  });

  it('reaches neither the service, nor a log, nor storage', () => {
    // The one address was requested, so a count of nothing would mean that nothing was counted.
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
    const secrets = [...onLines, ...disguised.map(({ name, secret }) => ({ name, text: secret }))];
    for (const { name, text } of secrets) {
      for (const part of partsOf(text)) {
        assert.ok(!sent.includes(part), name);
        assert.ok(!written.some((content) => content.includes(part)), name);
      }
    }
  });
});
