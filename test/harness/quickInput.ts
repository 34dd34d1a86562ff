import type { Locator } from 'playwright-core';
import type { Screen } from './screen.ts';
import { eventually, patienceMs } from './waiting.ts';

/** An input box or a pick that waits for an answer. */
export interface Question {
  title: string;
  placeholder: string;
  /** The prompt below the box, or the complaint about what was typed. */
  message: string;
  value: string;
  /** The part of the value that the next key replaces. */
  selected: string;
  isMasked: boolean;
  /** The labels of the picks on the screen; none for an input box. */
  picks: string[];
}

/** The little of the DOM that this file uses: the project is compiled without its types. */
interface InputElement {
  readonly value: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
}

/** How long an entry may take to appear before the list is requested again. */
const entryLimitMs = 3000;

/** The box at the top of a window: F1, Quick Open, input boxes and picks. */
export class QuickInput {
  readonly #screen: Screen;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** Opens it with a text, a command's behind `>`, and takes the entry with exactly that label. */
  async take(text: string, label: string): Promise<void> {
    // Requested again each time: an open list does not learn of the commands that an extension adds.
    await eventually(`"${label}" to choose`, async () => {
      const input = await this.#open();
      await input.fill(text, { timeout: entryLimitMs });
      try {
        await this.#pick(label).click({ timeout: entryLimitMs });
        return true;
      } catch (error) {
        await this.dismiss();
        throw error;
      }
    });
  }

  /** The labels holding a text that it offers for it; commands are listed after a `>`. */
  async find(prefix: string, text: string): Promise<string[]> {
    return eventually(`entries with "${text}"`, async () => {
      const input = await this.#open();
      await input.fill(prefix + text);
      const entries = this.#labels().filter({ hasText: text });
      try {
        await entries.first().waitFor({ timeout: entryLimitMs });
        return await entries.allInnerTexts();
      } finally {
        await this.dismiss();
      }
    });
  }

  async question(about: RegExp, limitMs = patienceMs): Promise<Question> {
    return eventually(
      `a question about ${String(about)}`,
      async () => {
        const question = await this.#read();
        const { title, placeholder, message, picks } = question;
        return [title, placeholder, message, ...picks].some((text) => about.test(text)) && question;
      },
      limitMs,
    );
  }

  async answer(text: string): Promise<void> {
    await this.#input().fill(text);
    await this.#screen.page.keyboard.press('Enter');
  }

  async choose(label: string | RegExp): Promise<void> {
    await this.#pick(label).click();
  }

  async dismiss(): Promise<void> {
    await this.#screen.page.keyboard.press('Escape');
    await this.#widget().waitFor({ state: 'hidden' });
  }

  async #open(): Promise<Locator> {
    await this.#screen.page.keyboard.press('F1');
    await this.#input().waitFor();
    return this.#input();
  }

  async #read(): Promise<Question> {
    const widget = this.#widget();
    if (!(await widget.isVisible())) throw new Error('No question is on the screen');
    const textOf = async (selector: string) =>
      (await widget.locator(selector).filter({ visible: true }).allInnerTexts()).join(' ').trim();
    return {
      title: await textOf('.quick-input-title'),
      placeholder: (await this.#input().getAttribute('placeholder')) ?? '',
      message: await textOf('.quick-input-message'),
      value: await this.#input().inputValue(),
      selected: await this.#input().evaluate((input) => {
        const { value, selectionStart, selectionEnd } = input as unknown as InputElement;
        return value.slice(selectionStart, selectionEnd);
      }),
      isMasked: (await this.#input().getAttribute('type')) === 'password',
      picks: await this.#labels().allInnerTexts(),
    };
  }

  #widget(): Locator {
    return this.#screen.page.locator('.quick-input-widget').filter({ visible: true }).first();
  }

  #input(): Locator {
    return this.#widget().locator('.quick-input-box input').first();
  }

  #labels(): Locator {
    // A pick may have a second line, whose parts have the same classes.
    const secondLine = '.quick-input-list-label-meta *';
    return this.#widget().locator(
      `.quick-input-list .monaco-list-row .label-name:not(${secondLine})`,
    );
  }

  #pick(label: string | RegExp): Locator {
    const exactly = typeof label === 'string' ? new RegExp(`^\\s*${literally(label)}\\s*$`) : label;
    return this.#labels().filter({ hasText: exactly }).first();
  }
}

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
