import { basename } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { Editor } from './editor.ts';
import { Notification, shownNotifications } from './notification.ts';
import { QuickInput } from './quickInput.ts';
import type { Question } from './quickInput.ts';
import { Screen } from './screen.ts';
import { eventually } from './waiting.ts';

/** How far down the notification center is searched. */
const pagesOfCenter = 8;

/** How long a command may take to ask before it is run again. */
const questionLimitMs = 5_000;

/** The little of the DOM that this file uses: the project is compiled without its types. */
interface TabElement {
  getAttribute(name: string): string | null;
}

/** A window of VS Code in the browser, used as a person uses it: by mouse, keyboard and eyes. */
export class Workbench extends Screen {
  readonly editor: Editor;
  readonly #quickInput: QuickInput;

  constructor(page: Page) {
    super(page);
    this.editor = new Editor(this);
    this.#quickInput = new QuickInput(this);
  }

  /** Waits until the window is up: the frame is drawn and the status bar is filled. */
  async ready(): Promise<this> {
    await this.step('see the workbench', () =>
      this.page.locator('.monaco-workbench .statusbar-item').first().waitFor(),
    );
    return this;
  }

  /** Reloads the window; it gets a new extension host. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /**
   * Reloads the window by VS Code's own command, which stores what is open first. In a browser, a
   * reload of the page can bring back tabs as they were some seconds before.
   */
  async reloadWindow(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  /** Opens a file of the folder through Quick Open; a part of its path will do if it is the only one. */
  async openFile(path: string): Promise<void> {
    const name = basename(path);
    await this.step(`open ${path}`, async () => {
      await this.#quickInput.take(path, name);
      await this.page
        .locator(`.editor-group-container.active .tab.active[data-resource-name="${name}"]`)
        .waitFor();
      await this.page.locator('.editor-group-container.active .view-line').first().waitFor();
    });
  }

  /** Runs a command by the title that F1 shows, for instance `Address Risk: Show Log`. */
  async runCommand(title: string): Promise<void> {
    await this.step(`run "${title}"`, () => this.#quickInput.take(`>${title}`, title));
  }

  /** The titles holding a text that F1 offers for it; waits until there is one. */
  async findCommands(text: string): Promise<string[]> {
    return this.step(`find "${text}" under F1`, () => this.#quickInput.find('>', text));
  }

  /**
   * Waits for an input box or pick whose title, placeholder or message matches.
   * @returns what it asks
   */
  async question(about: RegExp): Promise<Question> {
    return this.step(`be asked about ${String(about)}`, () => this.#quickInput.question(about));
  }

  /**
   * Runs a command until it asks its first question: an extension host that is starting again loses
   * the commands that it gets meanwhile.
   * @returns what it asks
   */
  async ask(title: string, about: RegExp): Promise<Question> {
    return this.step(`be asked about ${String(about)} by "${title}"`, () =>
      eventually(`the question of "${title}"`, async () => {
        await this.#quickInput.take(`>${title}`, title);
        return this.#quickInput.question(about, questionLimitMs);
      }),
    );
  }

  /** Answers the input box that asks about something, and returns what it asked. */
  async answer(about: RegExp, text: string): Promise<Question> {
    const question = await this.question(about);
    await this.step(`answer ${String(about)}`, () => this.#quickInput.answer(text));
    return question;
  }

  /** Chooses from the pick that asks about something, and returns what it asked. */
  async choose(about: RegExp, label: string | RegExp): Promise<Question> {
    const question = await this.question(about);
    await this.step(`choose ${String(label)}`, () => this.#quickInput.choose(label));
    return question;
  }

  /** Leaves an input box or pick with Esc. */
  async dismissQuestion(): Promise<void> {
    await this.step('leave the question', () => this.#quickInput.dismiss());
  }

  /** The notification on the screen that says something. */
  notification(saying: string | RegExp): Notification {
    return new Notification(this, saying);
  }

  /** The texts of all notifications on the screen, newest first. */
  async notifications(): Promise<string[]> {
    return shownNotifications(this).allInnerTexts();
  }

  /**
   * The text of a notification that may be in the notification center only. The center covers the
   * panel, so it is hidden again.
   */
  async notificationInCenter(saying: string | RegExp): Promise<string> {
    const center = this.page.locator('.notifications-center.visible');
    await this.step('open the notification center', async () => {
      await this.page.keyboard.press('Control+k');
      await this.page.keyboard.press('Control+Shift+n');
      await center.waitFor();
    });
    let tries = 0;
    const text = await this.step(`see ${String(saying)} in the notification center`, () =>
      eventually(`a notification saying ${String(saying)}`, async () => {
        const item = shownNotifications(this).filter({ hasText: saying }).first();
        if (await item.isVisible()) return item.innerText();
        // The list draws only what is in view: from its top downward, again and again.
        await this.page.keyboard.press(tries++ % pagesOfCenter === 0 ? 'Home' : 'PageDown');
        return undefined;
      }),
    );
    await this.step('hide the notification center', () =>
      eventually('a hidden notification center', async () => {
        await this.page.keyboard.press('Escape');
        return !(await center.isVisible());
      }),
    );
    return text;
  }

  /** What the modal dialog on the screen says. */
  async dialog(): Promise<string> {
    return this.step('see a dialog', () => this.#dialog().innerText());
  }

  async clickInDialog(button: string): Promise<void> {
    await this.step(`click "${button}" in the dialog`, () =>
      this.#dialog().getByRole('button', { name: button }).click(),
    );
  }

  /** The document inside the webview panel on the screen: VS Code nests two frames. */
  panel(): FrameLocator {
    return this.page
      .locator('iframe.webview.ready')
      .filter({ visible: true })
      .last()
      .contentFrame()
      .frameLocator('#active-frame');
  }

  /** Waits until the panel says what is wanted, and returns all that it says. */
  async panelSaying(pattern: RegExp): Promise<string> {
    return this.step(`read ${String(pattern)} in the panel`, () =>
      eventually(`a panel saying ${String(pattern)}`, async () => {
        const text = await this.panel().locator('body').innerText({ timeout: 1000 });
        return pattern.test(text) && text;
      }),
    );
  }

  /** The titles of the open tabs, in all editor groups. */
  async tabs(): Promise<string[]> {
    // Not their texts: newer versions draw a name and its extension apart.
    return this.page
      .locator('.tabs-container .tab')
      .evaluateAll((tabs) =>
        tabs.map((tab) => (tab as unknown as TabElement).getAttribute('data-resource-name') ?? ''),
      );
  }

  /** The texts of the status bar, left to right. */
  async statusBar(): Promise<string[]> {
    return this.page.locator('.statusbar-item:visible').allInnerTexts();
  }

  #dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }
}
