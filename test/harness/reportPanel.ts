import type { Frame } from 'playwright-core';
import type { ReportView } from '../../src/pageViews.ts';
import { eventually } from './waiting.ts';
import type { Workbench } from './workbench.ts';

/** The themes that VS Code comes with, one of each kind, and the classes that its webviews get. */
export const themes = [
  { name: 'Dark Modern', kind: 'dark', bodyClass: 'vscode-dark' },
  { name: 'Light Modern', kind: 'light', bodyClass: 'vscode-light' },
  { name: 'Dark High Contrast', kind: 'high-contrast', bodyClass: 'vscode-high-contrast' },
  {
    name: 'Light High Contrast',
    kind: 'high-contrast-light',
    bodyClass: 'vscode-high-contrast-light',
  },
] as const;

export type Theme = (typeof themes)[number];

/**
 * What runs in the page, as text: the project is compiled without the types of the DOM.
 * - `takeOver`: the page shows only what the test sends, with a clock that stands still. A listener
 *   that captures runs before the one of the page.
 * - `show`: resolves when the report is drawn.
 */
const pageScripts = {
  takeOver: `(now) => {
    addEventListener('message', (event) => {
      if (event.data?.isOfTest !== true) event.stopImmediatePropagation();
    }, true);
    Date.now = () => now;
  }`,
  show: `async (message) => {
    const drawn = new Promise((resolve) => {
      addEventListener('message', () => requestAnimationFrame(() => setTimeout(resolve)), { once: true });
    });
    postMessage({ ...message, isOfTest: true }, '*');
    await drawn;
  }`,
  toggleAll: `async (wanted) => {
    const others = () => [...document.querySelectorAll('details')].filter(({ open }) => open !== wanted);
    while (others().length > 0) {
      for (const { firstElementChild } of others()) firstElementChild.click();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
  }`,
} as const;

/** The same for the window around it: puts a style in the place of the last one. */
const sizeScript = `(css) => {
  const id = 'size-of-webview';
  const style = document.getElementById(id) ?? document.head.appendChild(document.createElement('style'));
  Object.assign(style, { id, textContent: css });
}`;

/** The page of a report in the webview of a running VS Code. */
export class ReportPanel {
  readonly frame: Frame;
  readonly #workbench: Workbench;

  private constructor(workbench: Workbench, frame: Frame) {
    this.#workbench = workbench;
    this.frame = frame;
  }

  /** The page that is on the screen. A panel that was hidden or reloaded has another one. */
  static async of(workbench: Workbench): Promise<ReportPanel> {
    const body = await workbench.panel().locator('#report[aria-busy=false]').elementHandle();
    const frame = await body.ownerFrame();
    if (!frame) throw new Error('No report is on the screen');
    return new ReportPanel(workbench, frame);
  }

  /** From now on the page shows what {@link show} sends, and nothing else. */
  async takeOver(now: number): Promise<void> {
    await this.run(pageScripts.takeOver, now);
  }

  /** Shows a report in the way that the host does. */
  async show(report: ReportView): Promise<void> {
    await this.run(pageScripts.show, { type: 'report', report, restore: null });
  }

  /** Opens all details, also those inside others, or closes them. */
  async toggleAll(isOpen: boolean): Promise<void> {
    await this.run(pageScripts.toggleAll, isOpen);
  }

  /** Calls a function in the page, given as its text. */
  async run<T>(script: string, argument: unknown = null): Promise<T> {
    return this.frame.evaluate(`(${script})(${JSON.stringify(argument)})`);
  }

  async setTheme({ name, bodyClass }: Theme): Promise<void> {
    await this.resetSize();
    await this.#workbench.runCommand('Preferences: Color Theme');
    await this.#workbench.question(/theme/i);
    // The list draws only what is in view: it is narrowed first.
    await this.#workbench.page.locator('.quick-input-box input:visible').fill(name);
    await this.#workbench.choose(/theme/i, name);
    await eventually(`the theme ${name}`, () =>
      this.run<boolean>(
        `(wanted) => document.body.className.split(' ').find((name) => /^vscode-(dark|light|high-contrast-light|high-contrast)$/.test(name)) === wanted`,
        bodyClass,
      ),
    );
  }

  /** Gives the webview a size in CSS pixels, whatever its editor group has, at the top left. */
  async setSize(width: number, height: number): Promise<void> {
    const css = `.webview-overlay-content {
        position: fixed !important; inset: 0 auto auto 0 !important; z-index: 9999 !important;
        background: var(--vscode-editor-background);
        width: ${width}px !important; height: ${height}px !important;
      }
      div:has(> .webview-overlay-content) { clip-path: none !important; }`;
    await this.#layOut(css);
    await eventually(`a page of ${width} × ${height} pixels`, () =>
      this.run<boolean>('([width, height]) => innerWidth === width && innerHeight === height', [
        width,
        height,
      ]),
    );
  }

  /** Gives the page the size of its editor group again: it would cover lists and menus. */
  async resetSize(): Promise<void> {
    await this.#layOut('');
  }

  async #layOut(css: string): Promise<void> {
    await this.#workbench.page.evaluate(`(${sizeScript})(${JSON.stringify(css)})`);
  }

  /** A picture of the whole page, as wide as it is given. Reports a page that scrolls sideways. */
  async picture(width: number): Promise<{ readonly png: Buffer; readonly isTooWide: boolean }> {
    const { page } = this.#workbench;
    await this.setSize(width, 600);
    const [height, scrollWidth] = await this.run<[number, number]>(
      '() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth]',
    );
    await this.setSize(width, height);
    const png = await page.screenshot({ clip: { x: 0, y: 0, width, height } });
    return { png, isTooWide: scrollWidth > width };
  }
}
