import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { answersFor, setStage, signIn, type Stage } from '../../e2e/support.ts';
import { repository } from '../../harness/extension.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { choicesFrom } from '../../support/random.ts';

const count = Number(process.env['ACTIONS'] ?? 300);
const seed = Number(process.env['SEED'] ?? 1);
const { below, of } = choicesFrom(seed);

const files = ['Treasury.sol', 'payouts.ts', 'treasury.multichain.yaml', 'vault.vy'];

/** They ask or show something, which Escape or Enter answers. */
const commands = [
  ...['Show Usage', 'Show Risk Jobs', 'Check Connection', 'Show Status…', 'Show Log'],
  ...['Look Up Address…', 'Score Risk…', 'Open Report…', 'Compare Methods…', 'Set Risk Scale…'],
  ...['Select Network…', 'Add to Address Book…', 'Ignore Address…', 'Look Up Addresses in File…'],
  ...['Find Addresses in Workspace', 'Filter Addresses…', 'Group Addresses by…'],
  ...['Refresh Addresses', 'Export Addresses as CSV…', 'Export Workspace Report…'],
  ...['Select Revision…', 'Review New Addresses', 'Score Risk of Addresses in File…'],
].map((title) => `Address Risk: ${title}`);

const windowCommands = [
  ...['View: Close All Editors', 'View: Split Editor', 'File: Save', 'View: Reopen Closed Editor'],
  ...['View: Toggle Primary Side Bar Visibility', 'View: Toggle Panel Visibility', 'Undo'],
];

describe('a person who is signed in', () => {
  let folder = '';
  let stage: Stage;
  let workbench: Workbench;
  /** What was done, for the message of a failure. */
  const done: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'address-risk-actions-'));
    await cp(join(repository, 'examples'), folder, { recursive: true });
    stage = await setStage({ jobSeconds: 3 }, { folder });
    workbench = await stage.session.open();
    await signIn(workbench, answersFor(stage.service));
  });
  after(async () => {
    await rm(folder, { recursive: true });
  });

  const press = (key: string): Promise<void> => workbench.page.keyboard.press(key);
  const addresses = (): Promise<string[]> =>
    workbench.editor
      .lines()
      .then((lines) => lines.flatMap((line) => line.match(/\b0x[0-9a-fA-F]{40}\b/g) ?? []));

  /** Some of what a person does next: the first item, nothing, or what is typed. */
  async function answerSomehow(): Promise<void> {
    for (let steps = below(3); steps > 0; steps--) {
      await press(of(['Enter', 'ArrowDown', 'Escape']));
      await workbench.page.waitForTimeout(150);
    }
  }

  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    open: () => workbench.openFile(of(files)),
    hover: async () => {
      const found = await addresses();
      if (found.length > 0) await workbench.editor.pointAt(of(found));
      await workbench.page.waitForTimeout(600);
    },
    lens: async () => {
      const lenses = workbench.page.locator('.codelens-decoration a').filter({ visible: true });
      const all = await lenses.elementHandles();
      if (all.length > 0) await of(all).click({ timeout: 2_000 });
      await answerSomehow();
    },
    command: async () => {
      await workbench.runCommand(of(commands));
      await workbench.page.waitForTimeout(300);
      await answerSomehow();
    },
    window: () => workbench.runCommand(of(windowCommands)),
    type: async () => {
      if ((await workbench.page.locator('.monaco-editor.focused').count()) === 0) return;
      await workbench.page.keyboard.type(
        of(['// base\n', '0x', ' ', '\n', `// ${'ab'.repeat(20)}`]),
      );
    },
    cancel: async () => {
      const buttons = workbench.page.locator('.notifications-toasts').getByText('Cancel');
      if ((await buttons.count()) > 0) await buttons.first().click({ timeout: 2_000 });
    },
    panel: async () => {
      const buttons = workbench.panel().locator('button:not([disabled])');
      const names = await buttons.allInnerTexts();
      // A repeated call is what these are for, and they leave the window.
      const usable = [...names.keys()].filter(
        (index) => !/Again|Refresh|Explorer|Retry|Start New/.test(names[index] ?? ''),
      );
      if (usable.length > 0) await buttons.nth(of(usable)).click({ timeout: 2_000 });
      await answerSomehow();
    },
    reload: () => workbench.reloadWindow(),
    secondWindow: async () => {
      const second = await stage.session.open();
      await second.openFile(of(files));
      await second.page.close();
    },
    signOut: async () => {
      await workbench.runCommand('Address Risk: Sign Out');
      await workbench.clickInDialog('Sign Out');
      await signIn(workbench, {
        ...answersFor(stage.service),
        hover: of(['Automatically', 'Never']),
      });
    },
  };
  const frequent = ['open', 'hover', 'hover', 'lens', 'lens', 'command', 'command', 'command'];
  const usual = [...frequent, ...['window', 'type', 'cancel', 'panel', 'panel']];
  const rare = ['reload', 'secondWindow', 'signOut'];

  /** Closes what the last action left open, as a person does before the next one. */
  async function tidy(): Promise<void> {
    for (let times = 0; times < 3; times++) await press('Escape');
  }

  it(`leaves no fault in the log and pays for nothing twice in ${count} actions`, async (test) => {
    let failed = 0;
    for (let step = 0; step < count; step++) {
      const name = of(below(25) === 0 ? rare : usual);
      done.push(name);
      await tidy();
      await actions[name]?.().catch((error: unknown) => {
        // Something else may be in the way: what counts is what the extension does.
        failed++;
        test.diagnostic(`${step} ${name}: ${String(error).split('\n', 1)[0]}`);
      });
    }
    await tidy();
    test.diagnostic(`${count} actions (seed ${seed}), ${failed} of them in vain`);
    assert.ok(failed < count / 5, `${failed} in vain`);
    const paid = stage.service.log
      .filter(({ method, status }) => method === 'POST' && status === 200)
      .map(({ target }) => decodeURIComponent(target).toLowerCase());
    test.diagnostic(`${paid.length} paid calls`);
    const twice = paid.filter((target, index) => paid.indexOf(target) !== index);
    assert.deepEqual(twice, [], done.join(' '));
    // Ends with the faults of the log, if it has any.
    await stage.stop();
  });
});
