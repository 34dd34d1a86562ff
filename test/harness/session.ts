import type { Browser, BrowserContext } from 'playwright-core';
import { launchChromium, stillWindow } from './chromium.ts';
import { startServer } from './server.ts';
import type { ServerOptions, VsCodeServer } from './server.ts';
import { patienceMs } from './waiting.ts';
import { Workbench } from './workbench.ts';

/** A VS Code server and a browser for it: what an end-to-end test starts, and stops at its end. */
export class Session {
  readonly server: VsCodeServer;
  readonly #browser: Browser;
  readonly #context: BrowserContext;

  constructor(server: VsCodeServer, browser: Browser, context: BrowserContext) {
    this.server = server;
    this.#browser = browser;
    this.#context = context;
  }

  /** Opens a window. Several share settings, storage and secrets; each has its extension host. */
  async open(folder?: string): Promise<Workbench> {
    const page = await this.#context.newPage();
    // A reload asks whether to leave the site; a person would say yes.
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(this.server.url(folder));
    return new Workbench(page).ready();
  }

  /** Fails if the extension has logged a fault of its own: no test passes with one. */
  async stop(): Promise<void> {
    await this.#browser.close();
    const faults = await this.server.faults();
    await this.server.stop();
    if (faults.length > 0) throw new Error(`The log has faults:\n${faults.join('\n')}`);
  }
}

/**
 * What a window loads with its own sentences says which language those are in. There are none of a
 * language that only the extension has, so the window is told before.
 */
const tellLanguage = (language: string): string =>
  `Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', {
    get: () => ${JSON.stringify(language)},
    set: () => undefined,
  });`;

/**
 * Starts a server with the built extension in it, and a browser.
 * @param language in which VS Code asks for the extension's texts; its own stay English
 */
export async function startSession({
  language,
  ...options
}: ServerOptions & { readonly language?: string } = {}): Promise<Session> {
  const server = await startServer(options);
  try {
    const browser = await launchChromium();
    const context = await browser.newContext({
      viewport: { width: 1400, height: 900 },
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(patienceMs);
    await context.addInitScript(stillWindow);
    if (language !== undefined) await context.addInitScript(tellLanguage(language));
    return new Session(server, browser, context);
  } catch (error) {
    await server.stop();
    throw error;
  }
}
