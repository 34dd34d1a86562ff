/**
 * `npm run check`: every check that runs no test, two at a time, the longest first. Prints what each
 * one found, and fails if any does; all of them run, so that one commit can mend them all.
 */
import { repository } from './extension.ts';
import { run } from './processes.ts';

const scripts = [
  'check:lint',
  'check:patterns',
  'check:layers',
  'check:unused',
  'check:shape',
  'check:format',
  'settings-table -- --check',
  'cli-page -- --check',
  'hazards -- --check',
  'proof -- --check',
];

const waiting = scripts.values();
async function work(): Promise<void> {
  for (const script of waiting) {
    const began = performance.now();
    const result = await run('npm', ['run', '-s', ...script.split(' ')], { cwd: repository }).then(
      (output) => ({ mark: '✔', output }),
      (error: unknown) => {
        process.exitCode = 1;
        return { mark: '✖', output: (error as Error).message };
      },
    );
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    console.log(`${result.mark} ${script} in ${seconds} s`);
    if (result.mark === '✖') console.log(result.output);
  }
}
await Promise.all([work(), work()]);
