import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareEnvironment } from '../harness/processes.ts';

const root = join(import.meta.dirname, '../..');
export const action = readFileSync(join(root, 'action.yml'), 'utf8');

export interface Step {
  readonly name: string;
  readonly condition: string;
  readonly shell: string;
  readonly script: string;
  /** The inputs that its environment has, by variable. */
  readonly inputs: ReadonlyMap<string, string>;
}

/** The steps, as a runner reads them: the file has one layout. */
export const steps: readonly Step[] = action
  .split('    - name: ')
  .slice(1)
  .map((step) => ({
    name: step.split('\n', 1)[0] ?? '',
    condition: /^ {6}if: \$\{\{ (.*) \}\}$/m.exec(step)?.[1] ?? '',
    shell: /^ {6}shell: (.*)$/m.exec(step)?.[1] ?? '',
    script: (step.split('      run: |\n')[1] ?? '').replaceAll(/^ {8}/gm, ''),
    inputs: new Map(
      [...step.matchAll(/^ {8}([A-Z_]+): \$\{\{ inputs\.(\w+) \}\}$/gm)].map(
        ([, variable = '', input = '']) => [variable, input],
      ),
    ),
  }));

export interface Job {
  readonly checkout: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** What the workflow has set for all steps. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A machine that jobs run on, with what their steps have written. */
export class Runner {
  readonly #folder = mkdtempSync(join(tmpdir(), 'runner-'));
  readonly #outputs = join(this.#folder, 'output');

  /** Runs the first step: what it installs, jobs that follow have too. */
  install(job: Job) {
    writeFileSync(this.#outputs, '');
    return this.#run(0, job);
  }

  /** Runs the step that checks, or the one that scores. */
  check(job: Job) {
    const isPaid = (job.inputs['budget'] ?? '') !== '';
    const isWanted = ({ condition }: Step) =>
      condition !== '' && condition.includes("budget != ''") === isPaid;
    return this.#run(steps.findIndex(isWanted), job);
  }

  async #run(at: number, { checkout, inputs, env = {} }: Job) {
    const step = steps[at]!;
    const [script, summary] = [join(this.#folder, `${at}.sh`), join(this.#folder, 'summary')];
    writeFileSync(script, step.script);
    writeFileSync(summary, '');
    const [shell = '', ...args] = step.shell === 'bash' ? bash : step.shell.split(' ');
    const written = readFileSync(this.#outputs, 'utf8');
    const [, environment = ''] = /^environment=(.*)$/m.exec(written) ?? [];
    const own = [...step.inputs].map(([variable, input]) => [variable, inputs[input] ?? '']);
    const child = spawn(
      shell,
      args.map((each) => (each === '{0}' ? script : each)),
      {
        cwd: checkout,
        env: {
          ...{ ...bareEnvironment, HOME: this.#folder, RUNNER_TEMP: this.#folder, ...env },
          ...{ GITHUB_WORKSPACE: checkout, GITHUB_OUTPUT: this.#outputs },
          ...{ GITHUB_STEP_SUMMARY: summary, ENVIRONMENT: environment },
          ...(Object.fromEntries(own) as Record<string, string>),
        },
      },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output, summary: readFileSync(summary, 'utf8') };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** What a runner makes of the name alone. */
const bash = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '{0}'];
