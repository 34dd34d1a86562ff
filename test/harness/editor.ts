import type { ElementHandle, Locator, Page } from 'playwright-core';
import type { Screen } from './screen.ts';
import { eventually } from './waiting.ts';

/** How long a hover may take to open before the pointer moves again. */
const hoverLimitMs = 3000;
/** The time limit for a provider's text, even on a busy machine. */
const hoverTextLimitMs = 15_000;

/** In pixels: a lens has the height of a line, or less. */
const isRightOver = (top: number, line: number): boolean => top < line && top > line - 30;

/** The active text editor of a window, as a person sees and points at it. */
export class Editor {
  readonly #screen: Screen;
  readonly #page: Page;
  readonly #root: Locator;

  constructor(screen: Screen) {
    this.#screen = screen;
    this.#page = screen.page;
    this.#root = screen.page.locator('.editor-group-container.active .monaco-editor').first();
  }

  /** The lines on the screen, top to bottom. */
  async lines(): Promise<string[]> {
    return this.#root.locator('.view-line').evaluateAll((nodes) =>
      nodes
        .map((node) => node as unknown as { offsetTop: number; textContent: string })
        .sort((a, b) => a.offsetTop - b.offsetTop)
        .map((node) => node.textContent.replaceAll('\u00a0', ' ')),
    );
  }

  /** Scrolls a line (from 1) into view and puts the caret there. */
  async revealLine(line: number, column = 1): Promise<void> {
    await this.#screen.step(`go to line ${line}`, async () => {
      await this.#page.keyboard.press('Control+G');
      const input = this.#page.locator('.quick-input-widget input').first();
      await input.fill(`:${line}:${column}`);
      await input.press('Enter');
      await input.waitFor({ state: 'hidden' });
    });
  }

  /**
   * Points the mouse at a text on the screen and waits for the hover.
   * @returns the text of the hover
   */
  async hoverOver(text: string): Promise<string> {
    return this.#screen.step(`hover over "${text}"`, () =>
      // Again where nothing is shown: a resting pointer asks once, and text that moves takes the hover
      // away.
      eventually('a hover', async () => {
        await this.pointAt(text);
        await this.hover().waitFor({ timeout: hoverLimitMs });
        // VS Code's own first line, until the first of the providers has answered.
        return eventually(
          'its text',
          async () => {
            const shown = await this.hover().innerText({ timeout: 1_000 });
            return shown !== 'Loading...' && shown;
          },
          hoverTextLimitMs,
        );
      }),
    );
  }

  /** Points the mouse at the middle of a text on the screen, which must lie within one line. */
  async pointAt(text: string): Promise<void> {
    const { x, y } = await this.#placeOf(text);
    // A first move elsewhere: a pointer that is there already opens nothing.
    await this.#page.mouse.move(x, y - 60);
    await this.#page.mouse.move(x, y, { steps: 4 });
  }

  /** Clicks into the middle of a text on the screen. */
  async clickOn(text: string): Promise<void> {
    const { x, y } = await this.#placeOf(text);
    await this.#page.mouse.click(x, y);
  }

  /** Opens the context menu over the middle of a text on the screen. */
  async openMenuOn(text: string): Promise<void> {
    const { x, y } = await this.#placeOf(text);
    await this.#page.mouse.click(x, y, { button: 'right' });
  }

  /** Selects a text on the screen by dragging over it. */
  async select(text: string): Promise<void> {
    const { left, right, y } = await this.#placeOf(text);
    await this.#page.mouse.move(left, y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(right, y, { steps: 4 });
    await this.#page.mouse.up();
  }

  /** The hover that is open over this editor. */
  hover(): Locator {
    return this.#page
      .locator('.monaco-editor .monaco-hover:not(.workbench-hover)')
      .filter({ visible: true })
      .first();
  }

  async hoverText(): Promise<string> {
    return this.hover().innerText();
  }

  /** Waits until the open hover contains a text, and returns all of it. */
  async hoverSaying(pattern: RegExp): Promise<string> {
    return this.#screen.step(`read ${String(pattern)} in the hover`, () =>
      eventually(`a hover saying ${String(pattern)}`, async () => {
        const text = await this.hover().innerText({ timeout: 1000 });
        return pattern.test(text) && text;
      }),
    );
  }

  /** Clicks a link in the open hover. */
  async clickInHover(link: string): Promise<void> {
    await this.#screen.step(`click "${link}" in the hover`, () =>
      this.hover().getByText(link, { exact: true }).first().click(),
    );
  }

  /** The texts of the CodeLenses on the screen now, each lens of each line. */
  async codeLenses(): Promise<string[]> {
    return this.#codeLenses().allInnerTexts();
  }

  /** Waits for a CodeLens, and returns its text. */
  async codeLensSaying(pattern: RegExp): Promise<string> {
    return this.#screen.step(`see a lens saying ${String(pattern)}`, () =>
      eventually(`a lens saying ${String(pattern)}`, async () =>
        (await this.#highestLens(pattern)).innerText(),
      ),
    );
  }

  /**
   * Clicks the highest matching CodeLens on the screen.
   * @param line text of the line below it: while lenses are redrawn, another one may be the highest
   */
  async clickCodeLens(text: string | RegExp, line?: string): Promise<void> {
    await this.#screen.step(`click the lens ${String(text)}`, () =>
      eventually(`a lens saying ${String(text)}`, async () => {
        await (await this.#highestLens(text, line)).click({ timeout: hoverLimitMs });
        return true;
      }),
    );
  }

  /** A changed lens is redrawn last, so the order of elements isn't that of lines. */
  async #highestLens(text: string | RegExp, line?: string): Promise<ElementHandle> {
    const below = line === undefined ? undefined : await this.#topOf(line);
    const lenses = await this.#codeLenses().filter({ hasText: text }).elementHandles();
    const placed = await Promise.all(
      lenses.map(async (lens) => ({ lens, top: (await lens.boundingBox())?.y })),
    );
    const highest = placed
      .filter(({ top }) => top !== undefined && (below === undefined || isRightOver(top, below)))
      .sort((a, b) => (a.top ?? 0) - (b.top ?? 0))[0];
    if (highest === undefined) throw new Error(`No lens says ${String(text)}`);
    return highest.lens;
  }

  async #topOf(line: string): Promise<number> {
    const place = this.#root.locator('.view-line').filter({ hasText: line }).first();
    return (await place.boundingBox({ timeout: 1_000 }))?.y ?? NaN;
  }

  #codeLenses(): Locator {
    return this.#root.locator('.codelens-decoration a').filter({ visible: true });
  }

  async #placeOf(text: string): Promise<{ x: number; y: number; left: number; right: number }> {
    const place = await this.#screen.step(`see "${text}"`, () =>
      eventually(`"${text}" on the screen`, async () => {
        const found = await this.#root.locator('.view-line').evaluateAll(findText, text);
        return found ?? undefined;
      }),
    );
    const { left, right, top, bottom } = place;
    return { x: (left + right) / 2, y: (top + bottom) / 2, left, right };
  }
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The little of the DOM that {@link findText} uses: the project is compiled without its types. */
interface TextNode {
  nodeType: number;
  nodeValue: string | null;
  childNodes: Iterable<TextNode>;
}

/** Runs in the page: where a text is, although the editor splits a line into many spans. */
function findText(lines: unknown[], text: string): Box | null {
  const { document } = globalThis as unknown as {
    document: {
      createRange(): {
        setStart(node: TextNode, offset: number): void;
        setEnd(node: TextNode, offset: number): void;
        getBoundingClientRect(): Box;
      };
    };
  };
  const textNodes = (node: TextNode): TextNode[] =>
    node.nodeType === 3 ? [node] : [...node.childNodes].flatMap(textNodes);

  for (const line of lines as TextNode[]) {
    const nodes = textNodes(line);
    const whole = nodes.map((node) => node.nodeValue ?? '').join('');
    const start = whole.replaceAll('\u00a0', ' ').indexOf(text);
    if (start < 0) continue;
    const range = document.createRange();
    let passed = 0;
    for (const node of nodes) {
      const length = node.nodeValue?.length ?? 0;
      const first = start - passed;
      const last = start + text.length - passed;
      if (first >= 0 && first < length) range.setStart(node, first);
      if (last > 0 && last <= length) range.setEnd(node, last);
      passed += length;
    }
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return { left, right, top, bottom };
  }
  return null;
}
