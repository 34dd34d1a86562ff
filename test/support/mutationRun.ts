import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signal } from '../harness/processes.ts';
import { isOf, type EquivalentMutant } from './equivalentMutants.ts';
import { MutatedCopy, sample, type Mutant } from './mutants.ts';

const harness = join(import.meta.dirname, '../harness');

/** Which sources are mutated, and which tests have to notice. Patterns are below `root`. */
export interface Room {
  readonly root: string;
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  /** Mutants that change nothing a test could notice, each with its reason. */
  readonly equivalents?: readonly EquivalentMutant[];
  /** How long a test file may hang, beyond five times its usual time. A busy machine needs some. */
  readonly patienceMs?: number;
}

/**
 * `timeout` counts as noticed: the mutant made a test wait, or the code run forever. `equivalent` is a
 * survivor with a written reason.
 */
export type Outcome = 'killed' | 'timeout' | 'survived' | 'equivalent';

export interface Verdict {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
  /** The test file that noticed, or nothing. */
  readonly by?: string;
  /** Why no test can notice it. */
  readonly reason?: string;
  /** No test file of the room is seen to reach the mutant. */
  readonly unreached: boolean;
  readonly ms: number;
}

export interface Sampling {
  readonly count: number;
  readonly seed: number;
  readonly onVerdict?: (verdict: Verdict) => void;
}

interface TestFile {
  readonly name: string;
  readonly ms: number;
  readonly reaches: ReadonlySet<string>;
}

type End = 'passed' | 'failed' | 'timeout';

/** The part of mutants that were noticed, in percent of those that a test could notice. */
export function scoreOf(verdicts: readonly Verdict[]): number {
  const noticeable = verdicts.filter(({ outcome }) => outcome !== 'equivalent');
  const noticed = noticeable.filter(({ outcome }) => outcome !== 'survived');
  return (100 * noticed.length) / noticeable.length;
}

/** Tries a sample of a room's mutants, one after the other. */
export class MutationRun {
  readonly #copy: MutatedCopy;
  readonly #room: Room;
  #files: TestFile[] = [];

  constructor(room: Room) {
    this.#room = room;
    this.#copy = new MutatedCopy(room.root);
  }

  /** @throws if a test fails without any mutant, nothing can be mutated, or a reason is outdated. */
  async run({ count, seed, onVerdict }: Sampling): Promise<Verdict[]> {
    const all = await this.#copy.mutate(this.#room.sources);
    if (all.length === 0) throw new Error('There is nothing to mutate.');
    for (const each of this.#room.equivalents ?? []) {
      if (!all.some((mutant) => isOf(each, mutant))) throw new Error(`No mutant: ${each.change}`);
    }
    await this.#measureTests();
    const verdicts: Verdict[] = [];
    for (const mutant of sample(all, count, seed)) {
      const verdict = await this.#judge(mutant);
      onVerdict?.(verdict);
      verdicts.push(verdict);
    }
    return verdicts;
  }

  close(): void {
    this.#copy.remove();
  }

  async #measureTests(): Promise<void> {
    const names = globSync(this.#room.tests, { cwd: this.#copy.folder }).sort();
    for (const name of names) this.#files.push(await this.#measureTest(name));
    // The fastest first: most mutants are noticed by many tests.
    this.#files.sort((a, b) => a.ms - b.ms);
  }

  async #measureTest(name: string): Promise<TestFile> {
    const folder = mkdtempSync(join(tmpdir(), 'mutant-coverage-'));
    const started = performance.now();
    // The counts make some tests ten times as slow.
    const end = await this.#runFile(name, 300_000, { MUTANT_COVERAGE: folder });
    const ms = performance.now() - started;
    const reaches = new Set(
      readdirSync(folder).flatMap(
        (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as string[],
      ),
    );
    rmSync(folder, { recursive: true });
    if (end !== 'passed') throw new Error(`${name} ${end} without a mutant.`);
    return { name, ms, reaches };
  }

  async #judge(mutant: Mutant): Promise<Verdict> {
    const started = performance.now();
    const { patienceMs = 10_000 } = this.#room;
    const reaching = this.#files.filter(({ reaches }) => reaches.has(mutant.id));
    const unreached = reaching.length === 0;
    const verdict = (outcome: Outcome): Verdict => {
      return { mutant, outcome, unreached, ms: performance.now() - started };
    };
    // A process that was killed, or a thread that was ended, leaves no coverage behind.
    for (const { name, ms } of unreached ? this.#files : reaching) {
      const end = await this.#runFile(name, patienceMs + 5 * ms, {
        __STRYKER_ACTIVE_MUTANT__: mutant.id,
      });
      if (end !== 'passed') {
        return { ...verdict(end === 'failed' ? 'killed' : 'timeout'), by: name };
      }
    }
    const equivalent = this.#room.equivalents?.find((each) => isOf(each, mutant));
    if (equivalent === undefined) return verdict('survived');
    return { ...verdict('equivalent'), reason: equivalent.reason };
  }

  /** Runs one test file to its end or its first failure. */
  async #runFile(name: string, limitMs: number, environment: NodeJS.ProcessEnv): Promise<End> {
    const options = [
      `--test-reporter=${join(harness, 'failFast.ts')}`,
      `--test-timeout=${Math.floor(limitMs / 2)}`,
    ];
    const preload = ['loopbackOnly.js', 'mutantCoverage.ts']
      .map((file) => `--import=${join(harness, file)}`)
      .join(' ');
    const child = spawn(process.execPath, [...options, name], {
      cwd: this.#copy.folder,
      env: { ...process.env, NODE_OPTIONS: preload, NODE_TEST_CONTEXT: undefined, ...environment },
      stdio: 'ignore',
      detached: true,
    });
    const started = performance.now();
    const timer = setTimeout(() => signal(-child.pid!, 'SIGKILL'), limitMs);
    const [code] = (await once(child, 'exit')) as [number | null];
    clearTimeout(timer);
    // Processes left running must not disturb the next test.
    signal(-child.pid!, 'SIGKILL');
    if (performance.now() - started >= limitMs) return 'timeout';
    return code === 0 ? 'passed' : 'failed';
  }
}

/** One line, with the place first: `src/a/b.ts:3:7`. */
export function describeVerdict({ mutant, outcome, by, reason, unreached, ms }: Verdict): string {
  const { file, line, column, kind, original, replacement } = mutant;
  const short = (text: string): string => {
    const flat = text.replaceAll(/\s+/g, ' ');
    return flat.length > 60 ? `${flat.slice(0, 57)}...` : flat;
  };
  const change = `${short(original)} → ${short(replacement)}`;
  const note = by ?? reason ?? (unreached ? 'no test reaches it' : '');
  return `${file}:${line}:${column} ${kind}: ${change} · ${outcome} ${note} ${Math.round(ms)} ms`;
}

export function countsOf(verdicts: readonly Verdict[]): string {
  const outcomes: readonly Outcome[] = ['killed', 'timeout', 'survived', 'equivalent'];
  const counts = outcomes.map((outcome) => {
    return `${verdicts.filter((verdict) => verdict.outcome === outcome).length} ${outcome}`;
  });
  return `${verdicts.length} mutants, ${counts.join(', ')}`;
}
