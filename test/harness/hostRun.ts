import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { launchChromium, stillWindow } from './chromium.ts';
import { repository } from './extension.ts';
import { undrawn } from './profile.ts';
import type { VsCodeVersion } from './provision.ts';
import { startServer } from './server.ts';
import type { VsCodeServer } from './server.ts';
import { addOutcomes, failure, nothingRan } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** Reported by the suite in the extension host, see `test/host/index.ts`. */
interface HostTestEvent {
  state: keyof typeof signs | 'end';
  title: string;
  durationMs?: number;
  error?: string;
}

/** After its last line: how long a suite takes depends on the machine. */
const quietLimitMs = 5 * 60_000;

const signs = { pass: '✔', fail: '✖', skip: '﹣' } as const;

/**
 * Runs the mocha suite of `test/host` in the extension hosts of VS Code versions, in parallel since
 * a host waits for half of its time, and prints results as they arrive. The suite must have been
 * built: `node esbuild.js --tests`.
 * @param isShared whether each file runs in only one of the versions
 */
export async function runHostTests(
  versions: readonly VsCodeVersion[],
  isShared = false,
): Promise<Outcome> {
  // The extension hosts inherit it from the server.
  if (isShared) process.env['HOST_TEST_SHARED'] = 'true';
  const runs = versions.map(async (version) => {
    try {
      return await runHost(version);
    } catch (error) {
      return addOutcomes(nothingRan, failure(`${version} crashed.`, String(error)));
    }
  });
  return (await Promise.all(runs)).reduce(addOutcomes, nothingRan);
}

async function runHost(version: VsCodeVersion): Promise<Outcome> {
  // Of its own: tests write into it, and beside it.
  const folder = await mkdtemp(join(tmpdir(), 'address-risk-host-'));
  const workspace = join(folder, 'workspace');
  await mkdir(workspace);
  // There before the window: an event of VS Code for each file would be most of what is measured.
  await writeManyFiles(
    join(workspace, 'hostileFolder'),
    Number(process.env['HOST_TEST_FILES'] ?? 0),
  );
  const server = await startServer({
    ...{ version, extension: 'none', folder: workspace, hasTestDriver: true },
    settings: undrawn,
  });
  try {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.addInitScript(stillWindow);
      const outcome = await runSuite(page, server);
      const faults = await server.faults();
      if (faults.length === 0) return outcome;
      return addOutcomes(outcome, failure(`${version} logged faults.`, faults.join('\n')));
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

async function writeManyFiles(folder: string, count: number): Promise<void> {
  for (let file = 0; file < count; file++) {
    const below = join(folder, String(Math.floor(file / 100)));
    if (file % 100 === 0) await mkdir(below, { recursive: true });
    await writeFile(join(below, `${file}.ts`), fileText);
  }
}

/** Of each of many files: an address with its network. */
const fileText = 'ethereum: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"\n';

async function runSuite(page: Page, server: VsCodeServer): Promise<Outcome> {
  const seen = { outcome: nothingRan, isComplete: false };
  const suite = join(repository, 'out', 'host', 'index.cjs');
  const { code, complaints } = await runInHost(page, server, { suite }, (line) => {
    const event = eventIn(line);
    if (event?.state === 'end') seen.isComplete = true;
    else if (event)
      seen.outcome = addOutcomes(seen.outcome, show(server.version, event.state, event));
    return event !== undefined;
  });
  const { outcome, isComplete } = seen;
  if (outcome.failed > 0 || (code === 0 && isComplete && outcome.passed > 0)) return outcome;
  const title = `${server.version} did not run to its end.`;
  return addOutcomes(outcome, failure(title, complaints.join('\n')));
}

/**
 * Opens a window whose extension host runs a module's `run()` beside a folder's extension, by
 * default the repository's.
 * @param isOwn handles a line that the window logs, and returns whether it was meant for it
 * @returns the window's exit code, 1 if it was quiet for too long, and its logged errors
 */
export async function runInHost(
  page: Page,
  server: VsCodeServer,
  { suite, development = repository }: { readonly suite: string; readonly development?: string },
  isOwn: (line: string) => boolean,
): Promise<{ code: number; complaints: string[] }> {
  const complaints: string[] = [];
  const { promise: exited, resolve: exit } = Promise.withResolvers<number>();
  const limit = setTimeout(() => exit(1), quietLimitMs);
  // The two functions that VS Code looks for before it runs a suite in the browser.
  await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
    const text = args.filter((arg) => typeof arg === 'string').join(' ');
    if (isOwn(text)) limit.refresh();
    else if (type === 'error') complaints.push(text);
  });
  await page.exposeFunction('codeAutomationExit', exit);
  page.on('crash', () => exit(1));

  const remote = (path: string) =>
    `vscode-remote://127.0.0.1:${server.port}${pathToFileURL(path).pathname}`;
  await page.goto(
    server.url(server.folder, [
      ['extensionDevelopmentPath', remote(development)],
      ['extensionTestsPath', remote(suite)],
      ['skipWelcome', 'true'],
    ]),
  );
  const code = await exited;
  clearTimeout(limit);
  return { code, complaints };
}

/** Everything that the window logs comes here; the suite's own lines are marked. */
function eventIn(text: string): HostTestEvent | undefined {
  const json = /host-test (\{.*\})/.exec(text)?.[1];
  return json ? (JSON.parse(json) as HostTestEvent) : undefined;
}

function show(
  version: VsCodeVersion,
  state: keyof typeof signs,
  event: HostTestEvent,
): Partial<Outcome> {
  const time = event.durationMs === undefined ? '' : ` (${event.durationMs} ms)`;
  const title = `${version} ${event.title}`;
  process.stdout.write(`  ${signs[state]} ${title}${time}\n`);
  if (state !== 'fail') return state === 'pass' ? { passed: 1 } : { skipped: 1 };
  process.stdout.write(`${(event.error ?? '').replaceAll(/^/gm, '      ')}\n`);
  return failure(title, event.error);
}
