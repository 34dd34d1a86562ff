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

/** What a runner runs for a job: the steps up to the first one that fails. */
export async function runAction({ checkout, inputs, env = {} }: Job): Promise<{
  readonly code: number | null;
  readonly output: string;
  readonly summary: string;
}> {
  const runner = mkdtempSync(join(tmpdir(), 'runner-'));
  const [outputs, summary] = [join(runner, 'output'), join(runner, 'summary')];
  for (const file of [outputs, summary]) writeFileSync(file, '');
  const isPaid = (inputs['budget'] ?? '') !== '';
  let [code, output]: [number | null, string] = [0, ''];
  for (const [index, step] of steps.entries()) {
    if (step.condition !== '' && step.condition.includes("budget != ''") !== isPaid) continue;
    const script = join(runner, `${index}.sh`);
    writeFileSync(script, step.script);
    const [shell = '', ...args] = step.shell === 'bash' ? bash : step.shell.split(' ');
    const [, environment = ''] = /^environment=(.*)$/m.exec(readFileSync(outputs, 'utf8')) ?? [];
    const own = [...step.inputs].map(([variable, input]) => [variable, inputs[input] ?? '']);
    const child = spawn(
      shell,
      args.map((each) => (each === '{0}' ? script : each)),
      {
        cwd: checkout,
        env: {
          ...{ ...bareEnvironment, HOME: runner, RUNNER_TEMP: runner, ...env },
          ...{ GITHUB_WORKSPACE: checkout, GITHUB_OUTPUT: outputs, GITHUB_STEP_SUMMARY: summary },
          ...{ ENVIRONMENT: environment, ...(Object.fromEntries(own) as Record<string, string>) },
        },
      },
    );
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) break;
  }
  const written = readFileSync(summary, 'utf8');
  rmSync(runner, { recursive: true });
  return { code, output, summary: written };
}

/** What a runner makes of the name alone. */
const bash = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '{0}'];
