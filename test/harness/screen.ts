import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { repository } from './extension.ts';

const screenshots = join(repository, 'out', 'screenshots');

/** How much of the screen's text goes into an error, in characters. */
const quotedScreen = 2000;

/** What a window shows, and errors that tell it. */
export class Screen {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Writes what is on the screen to `out/screenshots/<name>.png` and returns the path. */
  async screenshot(name: string): Promise<string> {
    await mkdir(screenshots, { recursive: true });
    const path = join(screenshots, `${name}.png`);
    await this.page.screenshot({ path });
    return path;
  }

  /** Does something; if it fails, the error tells what was on the screen, and a picture is kept. */
  async step<T>(what: string, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (cause) {
      const text = await this.page
        .locator('.monaco-workbench')
        .innerText({ timeout: 1000 })
        .catch(() => '(no workbench)');
      const name = `failure-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
      const picture = await this.screenshot(name).catch(() => '(none)');
      const seen = text.replaceAll(/\s*\n\s*/g, '\n').slice(0, quotedScreen);
      throw new Error(`Could not ${what}. Picture: ${picture}\nOn the screen:\n${seen}`, { cause });
    }
  }
}
