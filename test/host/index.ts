import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type Mocha from 'mocha';
import * as vscode from 'vscode';

/** Marks a line for the harness among everything else that the window logs. */
const marker = 'host-test';

interface HostTestEvent {
  state: 'pass' | 'fail' | 'skip' | 'end';
  title: string;
  durationMs?: number;
  error?: string;
}

/**
 * Runs every `*.test.ts` of this folder, each built to a file beside this one, in the extension
 * host. Tests in `own` cover our own code in a host, so one version suffices, and the oldest skips
 * them. With `HOST_TEST_SHARED` the two versions share the other files, and neither runs those in
 * `long`. Selected tests run wherever they are. VS Code calls this, and fails if it throws.
 */
export async function run(): Promise<void> {
  // Mocha is an ES module; required, it is something else in each version's Node.js.
  const { default: Runner } = await import('mocha');
  const grep = process.env['HOST_TEST_GREP'];
  const mocha = new Runner({
    ui: 'bdd',
    timeout: 20_000,
    forbidOnly: Boolean(process.env['CI']),
    // Mocha's reporters write for a terminal; the harness prints the results, and counts them.
    reporter: Runner.reporters.Base,
    ...(grep && { grep }),
  });
  const files = await readdir(__dirname, { recursive: true });
  const tests = files.filter((file) => file.endsWith('.test.cjs')).sort();
  for (const file of grep ? tests : shareOf(tests)) mocha.addFile(join(__dirname, file));
  // No test looks at the tree of files, which is drawn again with each one that is written.
  await vscode.commands.executeCommand('workbench.action.closeSidebar');
  const failures = await new Promise<number>((resolve) => reportOn(mocha.run(resolve)));
  report({ state: 'end', title: '' });
  if (failures > 0) throw new Error(`${failures} failed`);
}

/** The files that are this version's to run. */
function shareOf(tests: readonly string[]): readonly string[] {
  const inFolder = (name: string) => tests.filter((file) => dirname(file) === name);
  const isShared = Boolean(process.env['HOST_TEST_SHARED']);
  const turns = inFolder('.').filter((_, index) => !isShared || (index % 2 === 1) === isOldest());
  const own = [...inFolder('own'), ...(isShared ? [] : inFolder('long'))];
  return isOldest() ? turns : [...turns, ...own];
}

function isOldest(): boolean {
  const { engines } = vscode.extensions.getExtension('address-risk.address-risk')!.packageJSON as {
    readonly engines: { readonly vscode: string };
  };
  const oldest = engines.vscode.replaceAll(/^\^|\d+$/g, '');
  return vscode.version.startsWith(oldest);
}

function reportOn(runner: Mocha.Runner): void {
  runner.on('pass', (test) =>
    report({ state: 'pass', title: test.fullTitle(), durationMs: test.duration ?? 0 }),
  );
  // Hooks too: a failed `before` is a failure, although no test of its own has run.
  runner.on('fail', (test, error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    report({ state: 'fail', title: test.fullTitle(), error: text });
  });
  runner.on('pending', (test) => report({ state: 'skip', title: test.fullTitle() }));
}

function report(event: HostTestEvent): void {
  console.log(`${marker} ${JSON.stringify(event)}`);
}
