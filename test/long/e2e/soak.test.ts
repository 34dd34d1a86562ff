/**
 * Two windows at work, with a service and with a faulty one: they edit, hover, score, export, sign out
 * and in again, and one of them reloads. Nothing grows, nothing is paid for twice, and no credential is
 * anywhere but on the wire to its own service. `MINUTES=60 node --test test/long/e2e/soak.test.ts` is the
 * hour before a release.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { shortAddress } from '../../../src/messages/text.ts';
import { signIn, signOut } from '../../e2e/support.ts';
import { undrawn } from '../../harness/profile.ts';
import { startSession, type Session } from '../../harness/session.ts';
import { eventually } from '../../harness/waiting.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { startFaultyService, type FaultyService } from '../../support/faultyService.ts';
import { generatedAddresses } from '../../support/generatedAddresses.ts';
import { Taint } from '../../support/taint.ts';

const minutes = Number(process.env['MINUTES'] ?? 3);
const addressesInFile = 6;
const files = Math.ceil(minutes * 8);
const all = generatedAddresses(52, files * addressesInFile);

/** What one extension host holds after a collection of garbage. */
interface Sample {
  readonly pid: number;
  /** Monotonic, in milliseconds. */
  readonly at: number;
  readonly heap: number;
  readonly handles: number;
}

/** Beside ours in the extension host of each window: it measures what only that process knows. */
const meter = (file: string) => ({
  manifest: { name: 'meter', activationEvents: ['onStartupFinished'] },
  main: `
    const { appendFileSync, readdirSync } = require('node:fs');
    require('node:v8').setFlagsFromString('--expose-gc');
    const collect = require('node:vm').runInNewContext('gc');
    exports.activate = ({ subscriptions }) => {
      const timer = setInterval(() => {
        collect();
        const handles = readdirSync('/proc/self/fd').length;
        const sample = { pid: process.pid, at: performance.now(), heap: process.memoryUsage().heapUsed, handles };
        appendFileSync(${JSON.stringify(file)}, JSON.stringify(sample) + '\\n');
      }, 5_000);
      subscriptions.push({ dispose: () => clearInterval(timer) });
    };`,
});

/** The credentials of each service. They occur in no other text. */
const credentials = [
  { tenant: 'taint-tenant-V4m8xQ2c', apiKey: 'taint-key-Zq7x9Kw2' },
  { tenant: 'taint-other-B6t3rP9d', apiKey: 'taint-second-Hn5y4Js1' },
] as const;
const taints = credentials.map((each) => new Taint(each));

let folder: string;
let session: Session;
let services: readonly FaultyService[];
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'address-risk-soak-'));
  for (const name of ['workspace', 'exports']) await mkdir(join(folder, name));
  for (let at = 0; at < files; at++) {
    const own = all.slice(at * addressesInFile, (at + 1) * addressesInFile);
    const lines = own.map((address) => `\nethereum: "${address}"\n`);
    await writeFile(join(folder, 'workspace', `list${at}.txt`), `notes\n${lines.join('')}`);
  }
  services = await Promise.all(
    credentials.map((each, at) => startFaultyService({ ...each, seed: 52, isFaulty: at === 1 })),
  );
  session = await startSession({
    ...{ folder: join(folder, 'workspace'), neighbor: meter(join(folder, 'samples')) },
    settings: { ...undrawn, 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 500 },
  });
});
after(async () => {
  // Fails for a line of the log that says a fault.
  await session.stop();
  for (const each of services) await each.close();
  await rm(folder, { recursive: true });
});

/** Where a credential is that should not be, of what a person or another program can see. */
async function leaks(windows: readonly Workbench[]): Promise<string[]> {
  const found: string[] = [];
  for (const taint of taints) {
    found.push(...(await taint.inFolder(folder)), ...(await taint.inFolder(session.server.home)));
    found.push(...(await taint.inProcesses(await session.server.processes())));
    for (const frame of windows.flatMap(({ page }) => page.frames())) {
      // A webview that is just being replaced has no document.
      const text = await frame.content().catch(() => '');
      found.push(...taint.inText(text).map((what) => `${frame.url()}: ${what}`));
    }
  }
  for (const [at, { heads }] of services.entries()) {
    const others = taints.filter((_, own) => own !== at);
    for (const taint of others) found.push(...taint.inText(heads.join('\n')));
  }
  return found;
}

/** Waits for the report. In a browser, VS Code may leave a webview empty until it is reloaded. */
async function panelAbout(workbench: Workbench, address: string): Promise<void> {
  const ready = workbench.page.locator('iframe.webview.ready').filter({ visible: true }).first();
  await ready
    .waitFor({ timeout: 20_000 })
    .catch(() => workbench.runCommand('Developer: Reload Webviews'));
  await workbench.panelSaying(new RegExp(address));
}

/** Opens the next file, edits it, hovers over each address, and scores the first one. */
async function workOn(workbench: Workbench, file: number, isFaulty: boolean): Promise<void> {
  const { editor } = workbench;
  const [first = '', ...others] = all.slice(file * addressesInFile);
  await workbench.page.bringToFront();
  await workbench.openFile(`list${file}.txt`);
  await editor.clickOn('notes');
  await workbench.page.keyboard.type('of today ');
  for (const address of others.slice(0, addressesInFile - 1)) await editor.hoverOver(address);
  await editor.codeLensSaying(/Score risk/);
  await workbench.step('score by the hover', () =>
    eventually('its own hover', async () => {
      await editor.pointAt(first);
      const hover = editor.hover().filter({ hasText: shortAddress(first) });
      await hover.waitFor({ timeout: 3_000 });
      await hover.getByText('Score', { exact: true }).first().click({ timeout: 3_000 });
      return true;
    }),
  );
  await panelAbout(workbench, first);
  const ended = isFaulty ? /Risk score/ : /Risk score \(by funds\)\s+[\d.]+/;
  await eventually('a score, or why there is none', async () => {
    // After twenty calculations within an hour.
    const more = workbench.page
      .locator('.monaco-dialog-box')
      .getByRole('button', { name: 'Continue' });
    if (await more.isVisible()) await more.click();
    return ended.test(await workbench.panel().locator('body').innerText({ timeout: 1_000 }));
  });
  await workbench.step('save', () =>
    eventually('a saved file', async () => {
      return (await workbench.page.locator('.tab.dirty').count()) === 0;
    }),
  );
  await workbench.runCommand('View: Close All Editors');
}

async function exportReport(workbench: Workbench, name: string): Promise<void> {
  const path = join(folder, 'exports', name);
  await workbench.step(`export ${name}`, () =>
    // Again where the dialog took an Enter for something else.
    eventually('the export', async () => {
      await workbench.page.keyboard.press('Escape');
      await workbench.runCommand('Address Risk: Export Workspace Report…');
      await workbench.choose(/Export Workspace Report/, 'HTML');
      await eventually('the dialog for a file', async () =>
        (await workbench.question(/Export Workspace Report/)).value.includes('address-risk.html'),
      );
      await workbench.answer(/Export Workspace Report/, path);
      return eventually(
        'the file',
        async () => {
          // The first Enter goes to the folder, and the second one saves.
          await workbench.page.keyboard.press('Enter');
          return (await readFile(path, 'utf8')).length > 0;
        },
        10_000,
      );
    }),
  );
}

/** In what an hour adds, from the second quarter of the samples to the last. */
function growth(samples: readonly Sample[], value: (sample: Sample) => number): number {
  const middle = (part: readonly Sample[]): number =>
    part.map(value).sort((a, b) => a - b)[Math.floor(part.length / 2)] ?? NaN;
  const quarter = Math.floor(samples.length / 4);
  const [early, late] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
  const hours = ((late[0]?.at ?? 0) - (early[0]?.at ?? 0)) / 3_600_000;
  return (middle(late) - middle(early)) / hours;
}

it(`two windows work for ${minutes} minutes`, { timeout: (minutes + 20) * 60_000 }, async (t) => {
  const stays = await session.open();
  await stays.openFile('list0.txt');
  await signIn(stays, services[0]!);
  const reloads = await session.open();
  const end = Date.now() + minutes * 60_000;
  let account = 0;
  let done = 0;
  const counts = { rounds: 0, exports: 0, accounts: 0, reloads: 0 };
  while (Date.now() < end && done < files) {
    for (const workbench of [stays, reloads]) {
      if (done < files) await workOn(workbench, done++, account === 1);
    }
    counts.rounds++;
    if (counts.rounds % 4 === 1) {
      await stays.page.bringToFront();
      await exportReport(stays, `report${counts.exports++}.html`);
    }
    const isOther = counts.rounds % 5 === 3;
    if (isOther) {
      await stays.page.bringToFront();
      await signOut(stays);
      account = 1 - account;
      await signIn(stays, services[account]!);
      counts.accounts++;
    }
    assert.deepEqual(await leaks([stays, reloads]), []);
    // In a browser, a window learns of another one's secrets only when it loads.
    if (isOther || counts.rounds % 3 === 2) {
      await reloads.page.bringToFront();
      await reloads.reloadWindow();
      counts.reloads++;
    }
  }
  const lines = (await readFile(join(folder, 'samples'), 'utf8')).trim().split('\n');
  const samples = lines.map((line) => JSON.parse(line) as Sample);
  const [oldest] = samples;
  const own = samples.filter(({ pid }) => pid === oldest?.pid);
  const [heap, handles] = [growth(own, (each) => each.heap), growth(own, (each) => each.handles)];
  const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
  t.diagnostic(JSON.stringify({ ...counts, files: done, samples: own.length }));
  t.diagnostic(
    `heap at the end ${mebibytes(own.at(-1)?.heap ?? NaN)}, slope ${mebibytes(heap)}/hour`,
  );
  t.diagnostic(`handles at the end ${own.at(-1)?.handles}, slope ${handles.toFixed(1)}/hour`);
  for (const [at, service] of services.entries()) {
    const { starts, summaries } = service.charged();
    const sizes = `${starts.size} starts and ${summaries.size} summaries charged`;
    t.diagnostic(`${at === 1 ? 'the faulty service' : 'the service'}: ${sizes}`);
    for (const [address, count] of [...starts, ...summaries]) assert.equal(count, 1, address);
  }
  if (minutes < 30) return;
  assert.ok(heap < 32 * 2 ** 20, `the heap grows by ${mebibytes(heap)} an hour`);
  assert.ok(handles < 30, `handles grow by ${handles} an hour`);
});
