import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { htmlExport } from '../../../src/report/export/html.ts';
import { workspaceReportText } from '../../../src/report/export/workspaceReport.ts';
import { launchChromium } from '../../harness/chromium.ts';
import { exportCases, reportOf } from '../../unit/report/support/exportCases.ts';
import { wideReport } from '../../unit/report/support/wideReport.ts';

/** What runs in the page, as text: its types are not those of this program. */
const pageScripts = {
  watch: `globalThis.violated = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      violated.push(effectiveDirective);
    });`,
  shape: `[...document.querySelectorAll('*')].map((element) =>
    [element.localName, ...element.getAttributeNames()].join(' '),
  )`,
  texts: `[...document.querySelectorAll('p, dd, th, td, pre')].map(({ textContent }) => textContent)`,
  barWidth: `document.querySelector('.bar rect')?.getBoundingClientRect().width ?? 0`,
  /** What reaches beyond the paper, which print cuts. */
  cut: `[...document.querySelectorAll('p, dt, dd, th, td, pre')]
    .filter((each) => each.getBoundingClientRect().width > 0)
    .filter((each) => each.getBoundingClientRect().right > innerWidth + 0.5 || each.scrollWidth > each.clientWidth + 1)
    .map(({ textContent }) => textContent)`,
  violations: `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  rule: `getComputedStyle(document.querySelector('table')).borderCollapse`,
};

// Each page waits until it is quiet: together they take as long as one.
describe('an exported page', { concurrency: 8 }, () => {
  let opened = 0;
  let folder: string;
  let browser: Browser;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'address-risk-export-'));
    browser = await launchChromium();
  });
  after(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  });

  /** Opens a page from its file, as a recipient does; every request is noted. */
  async function open(html: string) {
    const file = join(folder, `${opened++}.html`);
    await writeFile(file, html);
    const context = await browser.newContext();
    const page = await context.newPage();
    const requested: string[] = [];
    const messages: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => messages.push(message.text()));
    page.on('dialog', (dialog) => void messages.push(dialog.message()));
    await page.addInitScript(pageScripts.watch);
    await page.goto(pathToFileURL(file).href, { waitUntil: 'networkidle' });
    return { page, requested, messages, close: () => context.close() };
  }

  for (const [name, facts] of Object.entries(exportCases)) {
    it(`opens alone, without a request beyond its file: ${name}`, async () => {
      const { page, requested, messages, close } = await open(htmlExport(facts));
      assert.equal(requested.length, 1);
      assert.deepEqual(messages, []);
      assert.deepEqual(await page.evaluate('violated'), []);
      const links = await page.locator('a').evaluateAll((found) => found.map(String));
      const own = `https://etherscan.io/address/${facts.subject.address}`;
      assert.deepEqual(links, name === 'hostile' ? [] : [own]);
      await close();
    });
  }

  it('has its style, its bars, and its texts', async () => {
    const { page, close } = await open(htmlExport(exportCases['sample'] ?? assert.fail()));
    assert.equal(await page.evaluate(pageScripts.rule), 'collapse');
    assert.ok(Number(await page.evaluate(pageScripts.barWidth)) > 20);
    const texts = await page.evaluate<readonly string[]>(pageScripts.texts);
    assert.ok(texts.includes('Sanctioned (direct): 94% of the score'));
    assert.match(await page.title(), /^Sample data/);
    await close();
  });

  it('has the elements and attributes of its template, whatever the text is', async () => {
    const hostile = await open(htmlExport(exportCases['hostile'] ?? assert.fail()));
    const shape = await hostile.page.evaluate(pageScripts.shape);
    await hostile.close();
    const harmless = await open(htmlExport(reportOf('x')));
    assert.deepEqual(shape, await harmless.page.evaluate(pageScripts.shape));
    await harmless.close();
  });

  it('runs no script and applies no other style even if markup came into it', async () => {
    const attack =
      '<script>document.title = "run"</script><style>table { border: 9px solid }</style>';
    const html = htmlExport(exportCases['sample'] ?? assert.fail());
    const { page, close } = await open(
      html.replace('</main>', `${attack}<img src="x.png"></main>`),
    );
    assert.match(await page.title(), /^Sample data/);
    const violated = await page.evaluate<readonly string[]>('violated');
    for (const directive of ['script-src-elem', 'style-src-elem', 'img-src']) {
      assert.ok(violated.includes(directive), `${directive} of ${violated.join()}`);
    }
    await close();
  });

  for (const [name, html] of [
    ['a workspace', workspaceReportText(wideReport, 'html')],
    ['an address', htmlExport(exportCases['tenCategories'] ?? assert.fail())],
  ] as const) {
    it(`prints without a cut column: ${name}`, async () => {
      const { page, close } = await open(html);
      await page.emulateMedia({ media: 'print' });
      // A4 without its margins of 12 mm, at 96 dpi.
      await page.setViewportSize({ width: 703, height: 1_032 });
      assert.deepEqual(await page.evaluate(pageScripts.cut), []);
      await close();
    });
  }

  for (const [name, html] of [
    ['a workspace', workspaceReportText(wideReport, 'html')],
    ...Object.entries(exportCases).map(([name, facts]) => [name, htmlExport(facts)] as const),
  ] as const) {
    it(`cuts no column at 320 px, which 640 px are at 200 % zoom: ${name}`, async () => {
      const { page, close } = await open(html);
      await page.setViewportSize({ width: 320, height: 800 });
      assert.deepEqual(await page.evaluate(pageScripts.cut), []);
      await close();
    });

    it(`breaks no rule of axe in four themes, wide and narrow: ${name}`, async () => {
      const { page, close } = await open(html);
      await page.evaluate(axe.source);
      const faults = new Set<string>();
      for (const colorScheme of ['dark', 'light'] as const) {
        for (const forcedColors of ['none', 'active'] as const) {
          await page.emulateMedia({ colorScheme, forcedColors });
          for (const width of [320, 1000]) {
            await page.setViewportSize({ width, height: 800 });
            for (const fault of await page.evaluate<string[]>(pageScripts.violations)) {
              faults.add(`${colorScheme}, ${forcedColors}, ${width}: ${fault}`);
            }
          }
        }
      }
      assert.deepEqual([...faults], []);
      await close();
    });
  }

  it('prints on one page, with two aggregators of ten categories each', async () => {
    const { page, close } = await open(htmlExport(exportCases['tenCategories'] ?? assert.fail()));
    for (const format of ['A4', 'Letter'] as const) {
      const pdf = (await page.pdf({ format })).toString('latin1');
      assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1, format);
    }
    await close();
  });
});
