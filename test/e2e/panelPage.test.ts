import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { pageHtml } from '../../src/report/pageHtml.ts';
import { setLanguage } from '../../src/messages/language.ts';
import { pseudoBundle, pseudoLanguage } from '../support/pseudoLanguage.ts';
import { reportIn, reportStates, reportTime } from '../support/reportStates.ts';
import { launchChromium } from '../harness/chromium.ts';
import { repository } from '../harness/extension.ts';

const attacks = [
  '<img src="/beacon" onerror="window.wasRun = true">',
  '<script>window.wasRun = true</script>',
  '</script><script>window.wasRun = true</script>',
  '</style><style>body { display: none }</style>',
  '"><svg/onload=window.wasRun=true>',
  '<iframe srcdoc="<script>parent.wasRun = true</script>"></iframe>',
  '<a href="javascript:window.wasRun=true">x</a>',
  '<base href="//evil.test"><meta http-equiv="refresh" content="0;url=/beacon">',
  '<template><b>x</b></template>',
  '{{constructor.constructor("window.wasRun = true")()}}',
  '&lt;b&gt; &#60;b&#62;',
];

const read = (file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(repository, file), 'utf8')) as Record<string, string>;

/** English, Chinese, and one that is four tenths longer. */
const languages = [
  { language: 'en', bundle: undefined },
  { language: 'zh-cn', bundle: read('l10n/bundle.l10n.zh-cn.json') },
  { language: pseudoLanguage, bundle: pseudoBundle() },
];

interface LayOut {
  readonly bottom: number;
  readonly isTooWide: boolean;
  readonly touching: number;
  /** Below the last line of a card without a score, in pixels. */
  readonly blank: number;
}

/** Scripts for the page, as text, because their types differ from this program's. */
const pageScripts = {
  host: 'globalThis.acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} });',
  /** As VS Code does for a webview. */
  setFont: `() => {
    document.documentElement.style.setProperty('--vscode-font-family', 'sans-serif');
    document.documentElement.style.setProperty('--vscode-font-size', '13px');
  }`,
  show: `async (message) => {
    const shown = new Promise((resolve) => {
      addEventListener('message', () => setTimeout(resolve), { once: true });
    });
    postMessage(message, '*');
    await shown;
    const shape = [...document.querySelectorAll('*')].map((element) =>
      [element.localName, ...element.getAttributeNames()].join(' '),
    );
    const texts = [...document.querySelectorAll('#report *')].flatMap(({ childNodes }) =>
      [...childNodes].filter((node) => node instanceof Text).map(({ data }) => data),
    );
    return { shape, texts };
  }`,
  /** Where the answer ends, what is wider than the page, and labels of the scale that touch. */
  layOut: `() => {
    const answer = document.querySelector('.alarm b, .number, .state');
    const ticks = [...document.querySelectorAll('.ticks > *')]
      .map((tick) => tick.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .sort((one, other) => one.left - other.left);
    const card = document.querySelector('.card:is(.empty, .failed)');
    return {
      blank: card === null ? 0 : card.getBoundingClientRect().bottom -
        Math.max(...[...card.children].map((each) => each.getBoundingClientRect().bottom)),
      bottom: answer.getBoundingClientRect().bottom + scrollY,
      isTooWide: document.documentElement.scrollWidth > innerWidth,
      touching: ticks.filter(({ left }, index) => index > 0 && left < ticks[index - 1].right).length,
    };
  }`,
  openAll: `async () => {
    const closed = () => [...document.querySelectorAll('details:not([open]) > summary')];
    while (closed().length > 0) {
      for (const each of closed()) each.click();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
  }`,
  /** Cells, tables, and cards of which a part is out of sight. Boxes of a pixel are for screen readers. */
  cut: `() => [...document.querySelectorAll('#report :is(section, .banner, .table, table, tr, th, td, dt, dd, p, code)')]
    .filter((each) => {
      const { left, right, width } = each.getBoundingClientRect();
      const { display } = getComputedStyle(each);
      const isWider = display !== 'inline' && each.scrollWidth > each.clientWidth + 1;
      return width > 1 && (isWider || left < -0.5 || right > innerWidth + 0.5);
    })
    .map(({ localName, className, textContent }) => localName + '.' + className + ': ' + textContent.slice(0, 60))`,
  violate: `async (html) => {
    const directives = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      directives.push(effectiveDirective);
    });
    document.body.insertAdjacentHTML('beforeend', html);
    const script = document.createElement('script');
    script.textContent = 'window.wasRun = true';
    document.body.append(script);
    const image = new Image();
    const failed = new Promise((resolve) => image.addEventListener('error', resolve));
    image.src = '/beacon';
    await failed;
    return directives;
  }`,
};

/** The same report with an attack in place of every text. */
function attacked(value: unknown, attack: string, name = ''): unknown {
  if (typeof value === 'string') return ['id', 'state'].includes(name) ? value : attack;
  if (Array.isArray(value)) return value.map((each) => attacked(each, attack, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, attacked(each, attack, key)]),
  );
}

describe('the page of a report (hazard 67)', () => {
  let server: Server;
  let browser: Browser;
  let page: Page;
  let origin: string;
  const requested: string[] = [];

  before(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '';
      requested.push(path);
      const name = /^\/(panel\.(?:js|css))$/.exec(path)?.[1];
      if (name !== undefined) {
        const type = name.endsWith('js') ? 'text/javascript' : 'text/css';
        response.setHeader('content-type', type);
        void readFile(join(repository, 'dist', 'panel', name)).then((file) => response.end(file));
        return;
      }
      response.setHeader('content-type', 'text/html');
      const files = { style: `${origin}/panel.css`, script: `${origin}/panel.js` };
      response.end(pageHtml({ language: 'en', source: origin, ...files }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchChromium();
    page = await browser.newPage();
    // The reports count down, and are compared with each other.
    await page.clock.setFixedTime(reportTime);
    await page.addInitScript(pageScripts.host);
    await page.goto(origin);
    await page.evaluate(`(${pageScripts.setFont})()`);
  });
  after(async () => {
    await browser.close();
    server.close();
  });
  afterEach(() => setLanguage('en', undefined));

  /** As VS Code does before it opens a report: the font of Chinese text depends on it. */
  async function useLanguage({ language, bundle }: (typeof languages)[number]): Promise<void> {
    setLanguage(language, bundle);
    await page.evaluate(`document.documentElement.lang = '${language}'`);
  }

  /** Shows a report; returns the names of all elements and of their attributes, and all texts. */
  function show(
    report: unknown,
    goTo?: string,
  ): Promise<{ shape: readonly string[]; texts: readonly string[] }> {
    const message = JSON.stringify({ type: 'report', report, restore: null, goTo });
    return page.evaluate(`(${pageScripts.show})(${message})`);
  }

  it('has a screen reader read a new state, and not how the age of a value passes', async () => {
    const liveOf = async (report: unknown): Promise<unknown> => {
      await show(report);
      return page.evaluate(
        `[...new Set([...document.querySelectorAll('[aria-live]')].map((each) => each.ariaLive))]`,
      );
    };
    const ready = reportIn('ready');
    const later: unknown = JSON.parse(JSON.stringify(ready).replaceAll(' ago', ' and more ago'));
    await liveOf(reportIn('not requested'));
    assert.deepEqual(await liveOf(ready), ['polite']);
    assert.deepEqual(await liveOf(later), ['off']);
    assert.deepEqual(await liveOf(reportIn('not requested')), ['polite']);
  });

  it('goes where it is told to, and stays where it was left otherwise', async () => {
    await page.setViewportSize({ width: 480, height: 400 });
    const report = reportIn('ready');
    const topOf = (selector: string): Promise<number> =>
      page.evaluate(
        // A fraction of a pixel above the top rounds to -0.
        `Math.round(document.querySelector('${selector}').getBoundingClientRect().top) + 0`,
      );
    await show(report);
    await page.evaluate('scrollTo(0, 300)');
    await show(report);
    assert.equal(await page.evaluate('scrollY'), 300);
    await show(report, 'difference');
    assert.equal(await topOf('.other'), 0);
    assert.ok((await topOf('.other table')) < 400);
    await show(report, 'top');
    assert.equal(await page.evaluate('scrollY'), 0);
  });

  it('makes text of every member of a report in any state, whatever markup it holds', async () => {
    for (const state of reportStates) {
      const report = reportIn(state);
      const expected = await show(attacked(report, 'a word'));
      assert.ok(expected.texts.length >= 5, state);
      for (const attack of attacks) {
        const { shape, texts } = await show(attacked(report, attack));
        assert.deepEqual(shape, expected.shape, `${attack} in ${state}`);
        const asWords = texts.map((text) => text.replaceAll(attack, 'a word'));
        assert.deepEqual(asWords, expected.texts, `${attack} in ${state}`);
      }
    }
    assert.equal(await page.evaluate(() => 'wasRun' in globalThis), false);
    assert.deepEqual(
      new Set(requested.filter((path) => path !== '/favicon.ico')),
      new Set(['/', '/panel.css', '/panel.js']),
    );
  });

  for (const { zoom, part } of [
    // The upper third, and at 200 % the first screen. Where a deny list has the address, that is it.
    { zoom: 1, part: 1 / 3 },
    { zoom: 2, part: 1 },
  ]) {
    for (const each of languages) {
      const { language } = each;
      it(`has its answer in sight at 480 × 800 and ${zoom * 100} % zoom, in each state (${language})`, async () => {
        const [width, height] = [480 / zoom, 800 / zoom];
        await useLanguage(each);
        await page.setViewportSize({ width, height });
        for (const state of reportStates) {
          await show(reportIn(state));
          const layOut = await page.evaluate<LayOut>(`(${pageScripts.layOut})()`);
          assert.ok(layOut.bottom <= height * part, `${state}: ${layOut.bottom}`);
          assert.ok(!layOut.isTooWide, state);
          assert.equal(layOut.touching, 0, state);
          assert.ok(layOut.blank < 12, `${state}: ${layOut.blank}`);
        }
      });
    }
  }

  for (const { width, zoom } of [
    { width: 220, zoom: 1 },
    { width: 320, zoom: 1 },
    { width: 640, zoom: 2 },
  ]) {
    for (const each of languages) {
      it(`cuts no column at ${width} px and ${zoom * 100} % zoom, with everything open (${each.language})`, async () => {
        await useLanguage(each);
        await page.setViewportSize({ width: width / zoom, height: 800 });
        const cut = new Set<string>();
        for (const state of reportStates) {
          await show(reportIn(state));
          await page.evaluate(`(${pageScripts.openAll})()`);
          for (const part of await page.evaluate<string[]>(`(${pageScripts.cut})()`)) {
            cut.add(`${state}: ${part}`);
          }
        }
        assert.deepEqual([...cut], []);
      });
    }
  }

  it('runs no script and loads nothing even if markup came into it', async () => {
    // No policy keeps a page from leaving itself by a refresh: VS Code does that for webviews.
    const html = attacks.filter((attack) => !attack.includes('http-equiv')).join('');
    const violated: string[] = await page.evaluate(
      `(${pageScripts.violate})(${JSON.stringify(html)})`,
    );
    assert.equal(await page.evaluate(() => 'wasRun' in globalThis), false);
    for (const directive of ['script-src-elem', 'script-src-attr', 'img-src']) {
      assert.ok(violated.includes(directive), `${directive} of ${violated.join()}`);
    }
    assert.ok(!requested.includes('/beacon'));
  });
});
