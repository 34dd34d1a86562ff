/** The page for whoever leads the team, in a real browser. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../harness/chromium.ts';
import { repository } from '../harness/extension.ts';
import { addressNumber, adminPort, startGateway, usdc } from '../support/gateways.ts';
import type { TestGateway, TestMember } from '../support/gateways.ts';
import { startLoggedService, type LoggedService } from '../support/loggedService.ts';
import { startPostgres } from '../support/postgres.ts';
import { reply, startRawServer } from '../support/rawServer.ts';
import { ask, baseOf } from './support/rawHttp.ts';

const hostile = '<img src=x onerror="document.title=1">&lt;b';

/** Scripts for a page, as text, because their types differ from this program's. */
const pageScripts = {
  width: 'document.documentElement.scrollWidth',
  tables: `[...document.querySelectorAll('tr')].map((row) => [...row.cells].map((each) => each.innerText))`,
  facts: `Object.fromEntries([...document.querySelectorAll('dt')].map((each) => [each.innerText, each.nextElementSibling.innerText]))`,
  violations: `axe.run(document).then(({ violations }) => violations.map(({ id }) => id))`,
  active: `document.querySelectorAll('script, img, iframe, form, button, input').length`,
};

describe('the page for the lead', () => {
  let service: LoggedService;
  let gateway: TestGateway;
  let one: TestMember;
  let browser: Browser;
  before(async () => {
    service = await startLoggedService({ jobSeconds: 600 });
    gateway = await startGateway(service, { admin: adminPort, calculations: 50 });
    one = await gateway.addMember('one', { calculations: 5, validUntil: Date.UTC(2100, 0, 1) });
    await gateway.addMember(hostile);
    await gateway.members.revoke(hostile, Date.now());
    assert.equal((await one.summary()).status, 200);
    assert.equal((await one.start(addressNumber(1))).status, 200);
    browser = await launchChromium();
  });
  after(async () => {
    await browser.close();
    await gateway.close();
    await service.close();
  });

  it('shows members, limits, usage, open jobs, and health, with no address and no key', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(gateway.adminUrl ?? '');
    const rows = await page.evaluate<string[][]>(pageScripts.tables);
    const month = new Date().toISOString().slice(0, 7);
    assert.deepEqual(
      rows.map((cells) => cells.map((each) => each.replace(/^\d{4}-\d\d-\d\d .*/, 'TIME'))),
      [
        ['Member', 'State', 'Calculations', 'API calls'],
        [hostile, 'revoked', '0 (no limit)', '0 (no limit)'],
        ['one', 'valid, until 2099-12-31', '1 of 5', '1 (no limit)'],
        ['Month, member', 'Calculations', 'API calls', 'Unknown'],
        [`${month}, one`, '1', '1', '0'],
        ['Network', 'State', 'Started', 'Polls'],
        ['ethereum', 'running', 'TIME', rows.at(-1)?.[3]],
      ],
    );
    const facts = await page.evaluate<Record<string, string>>(pageScripts.facts);
    assert.deepEqual(
      [
        facts['Store'],
        facts['Calculations'],
        facts['API calls'],
        facts['Paid for, not yet stored'],
      ],
      ['can be used', '1 of 50', '1 (no limit)', '0'],
    );
    assert.equal(await page.evaluate(pageScripts.active), 0);
    const content = (await page.content()).toLowerCase();
    for (const secret of [one.key, service.apiKey, service.tenant, usdc, addressNumber(1)]) {
      assert.equal(content.includes(secret.toLowerCase()), false, secret);
    }
    await page.close();
  });

  it('is on the port of those who run it alone, for no other page and no other name', async () => {
    const admin = baseOf(gateway.adminUrl ?? '');
    const { headers, body } = await ask(admin, 'GET', '/', {});
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(body, /Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/);
    assert.equal((await ask(baseOf(gateway.url), 'GET', '/', {})).status, 404);
    assert.equal((await ask(admin, 'GET', '/', { Origin: 'https://evil.example' })).status, 403);
    assert.equal((await ask(admin, 'GET', '/', { 'Sec-Fetch-Site': 'cross-site' })).status, 403);
    assert.equal((await ask(admin, 'GET', '/', { Host: 'evil.example' })).status, 400);
    assert.equal((await ask(admin, 'POST', '/', {})).status, 404);
  });

  it('breaks no rule of axe and is not too wide, at 320 pixels and at 200 %, light and dark', async () => {
    const pictures = join(repository, 'out/gateway-page');
    await mkdir(pictures, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      // 200 % of a window of 1280 pixels has the width of 640.
      for (const [width, deviceScaleFactor] of [
        [320, 1],
        [640, 2],
        [1_280, 1],
      ] as const) {
        const viewport = { width, height: 800 };
        const page = await browser.newPage({
          ...{ colorScheme, viewport, deviceScaleFactor, bypassCSP: true },
        });
        await page.goto(gateway.adminUrl ?? '');
        const path = join(pictures, `${colorScheme}-${width}.png`);
        await page.screenshot({ path, fullPage: true });
        assert.ok((await page.evaluate<number>(pageScripts.width)) <= width, `${width} pixels`);
        await page.evaluate(axe.source);
        assert.deepEqual(await page.evaluate(pageScripts.violations), [], path);
        await page.close();
      }
    }
  });

  it('says since when the service rejects the license key, until it takes it again', async (test) => {
    let status = 200;
    const upstream = await startRawServer((...request) => {
      reply(status, '{"balance":1}')(...request);
    });
    const behind = { url: upstream.url, tenant: 'team', apiKey: 'taint-key' };
    const rejected = await startGateway(behind, { admin: adminPort, pauseMinutes: 0 });
    test.after(async () => {
      await rejected.close();
      await upstream.close();
    });
    const member = await rejected.addMember('one');
    const sentence =
      /<dt>License<\/dt><dd>The service has rejected the license key since \d{4}-\d\d-\d\d \d\d:\d\d UTC\.<\/dd>/;
    let calls = 0;
    for (const [next, isRejected] of [
      [200, false],
      [401, true],
      [200, false],
      [403, true],
      [402, false],
    ] as const) {
      status = next;
      await member.summary(addressNumber(++calls));
      const { body } = await ask(baseOf(rejected.adminUrl ?? ''), 'GET', '/', {});
      assert.equal(sentence.test(body), isRejected, `${calls}: ${next}`);
      assert.equal(body.includes('taint'), false);
      assert.match(body, /<dt>Without a result yet<\/dt><dd>None<\/dd>/);
    }
    assert.equal(upstream.requests.length, calls);
  });

  it('says why the store cannot be used', async () => {
    const postgres = await startPostgres();
    const storage = { databaseUrl: await postgres.createDatabase(), data: undefined };
    const away = await startGateway(service, { storage, admin: adminPort });
    await postgres.kill();
    const { status, body } = await ask(baseOf(away.adminUrl ?? ''), 'GET', '/', {});
    assert.equal(status, 200);
    assert.match(body, /<p class="notice">The (?:database|connection to the database) test_/);
    assert.match(body, /<dt>Store<\/dt><dd>cannot be used<\/dd>/);
    assert.doesNotMatch(body, /<h2>Members/);
    await away.close();
    await postgres.close();
  });
});
