import {
  cpSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { choicesFrom } from './random.ts';

/** One change to one place of the code, which tests should notice. */
export interface Mutant {
  readonly id: string;
  readonly file: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  /** The source line on which it starts, without blanks around it. */
  readonly code: string;
  /** The mutator of Stryker, such as `ConditionalExpression`. */
  readonly kind: string;
  readonly original: string;
  readonly replacement: string;
}

type Logger = ConstructorParameters<typeof Instrumenter>[0];
type Instrumented = Awaited<ReturnType<Instrumenter['instrument']>>;

const no = (): boolean => false;
const nothing = (): void => undefined;
const silent: Logger = {
  ...{ isTraceEnabled: no, isDebugEnabled: no, isInfoEnabled: no },
  ...{ isWarnEnabled: no, isErrorEnabled: no, isFatalEnabled: no },
  ...{ trace: nothing, debug: nothing, info: nothing },
  ...{ warn: nothing, error: nothing, fatal: nothing },
};

/** Folders that a copy of the repository doesn't need. */
const notCopied = new Set(['node_modules', '.git', 'dist', 'out', '.vscode-test']);

/**
 * A copy of a repository whose sources contain all their mutants at once. An environment variable
 * activates one of them, so that nothing is built or written per mutant.
 */
export class MutatedCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
    for (const entry of readdirSync(root)) {
      if (notCopied.has(entry)) continue;
      // The corpora of test/detection are several hundred megabytes.
      const filter = (path: string): boolean => basename(path) !== 'node_modules';
      cpSync(join(root, entry), join(this.folder, entry), { recursive: true, filter });
    }
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'), 'junction');
  }

  /** Puts all mutants into the files that the patterns name, and lists them in a stable order. */
  async mutate(patterns: readonly string[]): Promise<Mutant[]> {
    const names = globSync(patterns, { cwd: this.#root }).map((name) => name.replaceAll('\\', '/'));
    const files = names
      .sort()
      .map((name) => ({ name, content: this.#read(name), mutate: true as const }));
    const instrumented = await new Instrumenter(silent).instrument(files, {
      plugins: null,
      excludedMutations: [],
      ignorers: [],
    });
    for (const { name, content } of instrumented.files) {
      writeFileSync(join(this.folder, name), withCoverageOnDemand(content));
    }
    return instrumented.mutants.map((mutant) => this.#describe(mutant));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #read(name: string): string {
    return readFileSync(join(this.#root, name), 'utf8');
  }

  #describe({ id, fileName, location, mutatorName, replacement }: StrykerMutant): Mutant {
    const lines = this.#read(fileName).split('\n');
    const { start, end } = location;
    const code = (lines[start.line] ?? '').trim();
    const place = lines.slice(start.line, end.line + 1);
    place.push(place.pop()!.slice(0, end.column));
    place.unshift(place.shift()!.slice(start.column));
    return {
      id,
      file: fileName,
      line: start.line + 1,
      column: start.column + 1,
      code,
      kind: mutatorName,
      original: place.join('\n'),
      replacement,
    };
  }
}

/**
 * Counting which mutants are passed makes hot loops ten times as slow, and only the run without a
 * mutant needs the counts.
 */
function withCoverageOnDemand(content: string): string {
  const counter = 'stryCov_9fa48';
  const head = `function ${counter}() {`;
  // A file of types has no mutants.
  if (!content.includes(counter)) return content;
  if (!content.includes(head)) throw new Error('The instrumenter counts in another way.');
  const skip = `if (!process.env.MUTANT_COVERAGE) { ${counter} = () => {}; return; }`;
  return content.replace(head, `${head} ${skip}`);
}

type StrykerMutant = Instrumented['mutants'][number];

/** The same mutants in every run: a new count takes more or fewer of one order. */
export function sample<T>(all: readonly T[], count: number, seed: number): T[] {
  const { below } = choicesFrom(seed);
  const left = [...all];
  const taken: T[] = [];
  while (taken.length < count && left.length > 0) {
    const index = below(left.length);
    taken.push(left[index]!);
    left.splice(index, 1);
  }
  return taken;
}
