import type { Locator } from 'playwright-core';
import type { Screen } from './screen.ts';

/**
 * A notification on the screen; every method waits for it first. VS Code shows at most three within
 * 800 ms and puts further ones only into its notification center, so a test that is faster than a
 * user opens the center.
 */
export class Notification {
  readonly #screen: Screen;
  readonly #item: Locator;
  readonly #saying: string;

  constructor(screen: Screen, saying: string | RegExp) {
    this.#screen = screen;
    this.#item = shownNotifications(screen).filter({ hasText: saying }).first();
    this.#saying = String(saying);
  }

  async text(): Promise<string> {
    return this.#screen.step(`see a notification saying ${this.#saying}`, () =>
      this.#item.locator('.notification-list-item-message').innerText(),
    );
  }

  /** The labels of its buttons; a progress notification that can be cancelled has *Cancel*. */
  async buttons(): Promise<string[]> {
    await this.text();
    return this.#buttons().allInnerTexts();
  }

  async click(button: string): Promise<void> {
    await this.#screen.step(`click "${button}" in "${this.#saying}"`, async () => {
      // A progress toast grows and moves with its text, so keep the pointer on it.
      await this.#item.hover();
      await this.#buttons().filter({ hasText: button }).first().click();
    });
  }

  /** Waits until it has disappeared from the screen. */
  async gone(): Promise<void> {
    await this.#screen.step(`see "${this.#saying}" go away`, () =>
      this.#item.waitFor({ state: 'hidden' }),
    );
  }

  #buttons(): Locator {
    return this.#item.locator('.notification-list-item-buttons-container .monaco-button');
  }
}

/** All notifications on the screen, as toasts or in the notification centre, newest first. */
export function shownNotifications(screen: Screen): Locator {
  return screen.page.locator('.notification-list-item').filter({ visible: true });
}
