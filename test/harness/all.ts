/**
 * `npm test`: every suite on a fresh build; `npm test -- unit service` runs those two. At the end
 * come the failures again, since a long output is often kept in part, and as the last line the sum,
 * `N passed, N failed`. A suite that crashes, or in which nothing ran, is a failure too.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, statfsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildCli } from './buildCli.ts';
import { provideChromium } from './chromium.ts';
import { repository } from './extension.ts';
import { runHostTests } from './hostRun.ts';
import { addOutcomes, countsLine, failure, nothingRan } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { run } from './processes.ts';
import { provisionVsCode, vsCodeVersions } from './provision.ts';

const folder = await mkdtemp(join(tmpdir(), 'address-risk-test-'));

/**
 * A folder in memory with room for the suites without VS Code, which watches no files there:
 * thousands of small files and SQLite's synced writes wait for no disk.
 */
function roomInMemory(): string | undefined {
  const path = '/dev/shm';
  if (!existsSync(path)) return undefined;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > 4 * 1_024 ** 3 ? path : undefined;
}

/** In milliseconds. A test that fails can leave a server open, and then its runner never ends. */
const maxRunLength = 600_000;

/** Runs test files under node:test, and writes their output at the end: others run beside them. */
async function runNodeTests(
  name: string,
  files: readonly string[],
  options: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const results = join(folder, `${name}.json`);
  const reporters = [
    ['spec', 'stdout'],
    [join(import.meta.dirname, 'outcomeReporter.ts'), results],
  ].flatMap(([reporter, to]) => [
    `--test-reporter=${String(reporter)}`,
    `--test-reporter-destination=${String(to)}`,
  ]);
  const child = spawn(process.execPath, [...options, '--test', ...reporters, ...files], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: maxRunLength,
    // Each file is a process of its own, and most of them load the same modules.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled'), ...env },
  });
  const output = text(child.stdout);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.stdout.write(await output);
  const written = await readFile(results, 'utf8').catch(() => '');
  const outcome = written ? (JSON.parse(written) as Outcome) : nothingRan;
  // A file that breaks after its last test, or a runner that never came to its summary.
  return code === 0 || outcome.failed > 0
    ? outcome
    : addOutcomes(
        outcome,
        failure(
          code === null
            ? `The runner was stopped: ${files.join(' ')}`
            : `The runner ended with ${code}.`,
        ),
      );
}

/** In the other suites, `server.ts` sees to it. */
const loopbackOnly = ['--import', './test/harness/loopbackOnly.js'];

/**
 * Runs groups of files, some at a time, each group in one process: a process for each file would take
 * longer than most files. All files in one would take longer too, since starting a program takes a
 * large process long.
 */
async function runGroups(
  name: string,
  groups: readonly (readonly string[])[],
  atOnce: number,
): Promise<Outcome> {
  let sum = nothingRan;
  const place = await mkdtemp(join(roomInMemory() ?? tmpdir(), 'address-risk-test-'));
  // Programs that run as another user write there, too.
  await chmod(place, 0o1777);
  const waiting = [...groups.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, files] = next;
      const options = [...loopbackOnly, '--test-isolation=none'];
      const outcome = await runNodeTests(`${name}-${index}`, files, options, { TMPDIR: place });
      sum = addOutcomes(sum, outcome);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  // With what tests have left behind, unless a process of theirs still holds on to it.
  await rm(place, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  return sum;
}

/**
 * The test files of each folder.
 * @param slow patterns below the folder of those that take longest, which begin first
 */
function groupsOf(folder: string, slow: readonly string[]): readonly (readonly string[])[] {
  const find = (pattern: string) => globSync(`${folder}/${pattern}.test.ts`, { cwd: repository });
  const first = slow.map(find);
  // Without a file, node:test would look for tests by itself.
  const empty = slow[first.findIndex((files) => files.length === 0)];
  if (empty !== undefined) throw new Error(`No test file matches ${folder}/${empty}`);
  const taken = new Set(first.flat());
  // A file without a test passes, and so does one that was emptied by mistake.
  for (const file of find('**/*')) {
    if (!/\b(?:it|test|describe)\b/.test(readFileSync(join(repository, file), 'utf8')))
      throw new Error(`No test in ${file}`);
  }
  const others = find('**/*').filter((file) => !taken.has(file));
  return [...first, ...Map.groupBy(others, dirname).values()];
}

const suites: Record<string, () => Promise<Outcome>> = {
  unit() {
    const slow = ['editor/[a-e]*', 'editor/[f-z]*', 'folder/*', 'cli/*', 'ledger/*', '*', 'api/*'];
    return runGroups('unit', groupsOf('test/unit', slow), 4);
  },
  // Their processes, clocks, and sockets are waited for; a minute of it is a crowd.
  service() {
    const gateways = ['gateway[G-K]*', 'gateway[A-BD-F]*', 'gateway[L-OQ-Z]*'];
    const slow = [...gateways, 'cli/p*', 'cli/c*', 'cli/[d-o]*', 'gatewayPostgres'];
    return runGroups('service', groupsOf('test/service', ['gatewayCrowd', ...slow]), 8);
  },
  /** `npm run test:host` runs all of it in each version. */
  host: () => runHostTests(vsCodeVersions, true),
  async e2e() {
    await run('npm', ['run', '-s', 'package'], { cwd: repository });
    return runNodeTests('e2e', ['test/e2e/**/*.test.ts'], ['--test-concurrency=2']);
  },
};

async function runSuite(name: string): Promise<Outcome> {
  const start = Date.now();
  let outcome = await suites[name]!().catch((error: unknown) =>
    addOutcomes(nothingRan, failure('The suite crashed.', String(error))),
  );
  if (outcome.passed + outcome.failed === 0) {
    outcome = addOutcomes(outcome, failure('No test ran.'));
  }
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  process.stdout.write(`── ${name}: ${countsLine(outcome)} in ${seconds} s\n`);
  const { failures } = outcome;
  return { ...outcome, failures: failures.length > 0 ? [`── ${name} ──`, ...failures] : [] };
}

await run(process.execPath, ['esbuild.js', '--tests'], { cwd: repository });
// Suites that start the command line use the published build, which starts faster.
await buildCli(join(folder, 'cli'));
process.env['ADDRESS_RISK_CLI'] = join(folder, 'cli', 'address-risk.cjs');
// Before the suites, so that no test waits for a download.
await provideChromium();
for (const version of vsCodeVersions) await provisionVsCode(version);

const wanted = process.argv.slice(2);
let sum = nothingRan;
// One after the other: together, unit tests and services take longer, and a window of VS Code beside
// either misses what is on its screen for seconds only.
for (const name of Object.keys(suites)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`\n── ${name} ──\n`);
  sum = addOutcomes(sum, await runSuite(name));
}
await rm(folder, { recursive: true });
process.stdout.write(`\n${[...sum.failures, countsLine(sum)].join('\n')}\n`);
process.exitCode = sum.failed > 0 ? 1 : 0;
