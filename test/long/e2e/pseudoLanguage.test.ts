import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { vsCodeVersions } from '../../harness/provision.ts';
import { eventually } from '../../harness/waiting.ts';
import type { Workbench } from '../../harness/workbench.ts';
import {
  outsideOfSentences,
  pseudo,
  pseudoFiles,
  pseudoLanguage,
} from '../../support/pseudoLanguage.ts';
import { answersFor, dai, setStage, usdc, type Stage } from '../../e2e/support.ts';

/** Names and data, which no one translates, and what VS Code itself adds. */
const dataWords: ReadonlySet<string> = new Set(
  [
    'Address Risk Ethereum ETH UTC USD http https money rank weight direct indirect',
    'Treasury sol USDC DAI USDT WETH usdc usdt gno MIXER owner genesis tips reserve cold payouts',
    // Where the names of tokens are from.
    'Uniswap token list SwapRouter',
    // Networks of the examples.
    'Polygon Base Arbitrum One Gnosis Bitcoin Dogecoin Solana TRON TON Cardano Cosmos Hub',
    // VS Code's own words in an input box, in buttons of notifications, and in its accessible texts.
    'Press Enter to confirm or Escape cancel Source Cancel',
  ].flatMap((line) => line.split(' ')),
);

/** The little of the DOM that this file uses: the project is compiled without its types. */
interface LabelElement {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly textContent: string;
}

/** A sentence as it is shown in the language. */
const command = (title: string): string => `Address Risk: ${pseudo(title)}`;
const words = (sentence: string): RegExp =>
  new RegExp(pseudo(sentence).slice(1, -1).replaceAll(/[.?]/g, '\\$&'));

for (const version of vsCodeVersions) {
  describe(`a window of VS Code ${version} in a longer language`, () => {
    let stage: Stage;
    let workbench: Workbench;
    const left = new Map<string, string>();
    const cut: string[] = [];

    function read(surface: string, ...texts: readonly string[]): void {
      assert.ok(
        texts.some((text) => text.includes('⟦')),
        `${surface} says ${texts.join(' | ')}`,
      );
      for (const text of texts) {
        // Addresses, IDs, and amounts have digits.
        const outside = outsideOfSentences(text).replaceAll(/[\w…]*\d[\w…]*/g, '');
        for (const [word] of outside.matchAll(/\p{L}{2,}/gu)) {
          if (!dataWords.has(word)) left.set(word, `${word} in ${surface}: ${text}`);
        }
      }
    }

    async function readQuestion(about: RegExp): Promise<void> {
      const { title, placeholder, message } = await workbench.question(about);
      const labels = workbench.page
        .locator('.quick-input-list .label-name')
        .filter({ visible: true });
      read(title, title, placeholder, message, ...(await labels.allInnerTexts()));
      const rows = workbench.page.locator('.quick-input-list .monaco-icon-label-container');
      const isCut = await rows
        .filter({ visible: true })
        .evaluateAll((elements) =>
          (elements as unknown as LabelElement[])
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
            .map(({ textContent }) => textContent),
        );
      cut.push(...isCut);
    }

    before(async () => {
      stage = await setStage(
        { jobSeconds: 1 },
        { version, language: pseudoLanguage, extensionFiles: pseudoFiles() },
      );
      workbench = await stage.session.open();
      await workbench.openFile('Treasury.sol');
    });
    after(() => stage.stop());

    it('has the texts of editor and status bar from the catalog', async () => {
      await workbench.editor.codeLensSaying(words('Score risk'));
      // For a moment there are none, while others take their place.
      const lenses = await eventually('CodeLenses', async () => {
        const shown = await workbench.editor.codeLenses();
        return shown.length > 0 && shown;
      });
      read('CodeLens', ...lenses);
      await workbench.editor.hoverOver(usdc);
      read('hover', await workbench.editor.hoverSaying(words('Try Without an Account')));
      const own = (await workbench.statusBar()).filter((text) => text.includes('⟦'));
      read('status bar', ...own);
      await workbench.page.keyboard.press('Escape');
      await workbench.page.locator('.statusbar-item', { hasText: '⟦' }).click();
      await readQuestion(words('Sign In…'));
      await workbench.dismissQuestion();
      const commands = await workbench.findCommands('Address Risk: ⟦');
      assert.ok(commands.length > 5, commands.join());
    });

    it('has the texts of questions, notifications, and dialogs from it', async () => {
      const { url, tenant, apiKey } = answersFor(stage.service);
      await workbench.runCommand(command('Sign In…'));
      for (const [about, answer] of [
        ['URL of the service', url],
        ['Tenant ID', tenant],
        ['API key', apiKey],
      ] as const) {
        await readQuestion(words(about));
        await workbench.answer(words(about), answer);
      }
      await readQuestion(words('Ask first'));
      await workbench.choose(words('When should hovers fetch summaries?'), words('Ask first'));
      read('notification', await workbench.notification(words('Signed in to')).text());
      await workbench.editor.hoverOver(dai);
      read('hover', await workbench.editor.hoverSaying(words('Fetch Summary')));
      await workbench.runCommand(command('Score Risk of Addresses in File…'));
      read('dialog', await workbench.dialog());
      await workbench.clickInDialog('Cancel');
    });

    it('has the texts of a score, its report, and the views from it', async () => {
      await workbench.editor.clickCodeLens(words('Score risk'));
      read('progress', await workbench.notification(words('Scoring')).text());
      // Each text of it is read by `reportPage.test.ts`.
      await workbench.panelSaying(words('As of'));
      await workbench.runCommand(command('Find Addresses in Workspace'));
      // A name and what follows it are parts of one line, without a space.
      const parts = workbench.page.locator('.pane :is(.title, .label-name, .label-description, p)');
      const rows = await eventually('rows', async () => {
        const texts = await parts.filter({ visible: true }).allInnerTexts();
        return texts.some((text) => text.includes('Polygon')) && texts;
      });
      read('views', ...rows);
    });

    it('cuts none of them off, and has no text from elsewhere', () => {
      assert.deepEqual([...left.values()], []);
      assert.deepEqual(cut, []);
    });
  });
}

describe('a window in Chinese', () => {
  let stage: Stage;
  before(async () => {
    stage = await setStage({ jobSeconds: 1 }, { language: 'zh-cn' });
  });
  after(() => stage.stop());

  it('has editor, commands, and questions in Chinese', async () => {
    const workbench = await stage.session.open();
    await workbench.openFile('Treasury.sol');
    await workbench.editor.codeLensSaying(/^评估风险$/);
    await workbench.editor.hoverOver(usdc);
    await workbench.editor.hoverSaying(/无需帐户试用/);
    await workbench.page.keyboard.press('Escape');
    await workbench.runCommand('Address Risk: 登录…');
    assert.equal((await workbench.question(/服务的 URL/)).title, '登录（1/4）');
  });
});
