import { dispatch } from './dispatch.ts';
import { processTerminal } from './terminal.ts';

/** Runs a command line as this process, whose exit code says how it ended. */
export function runProcess(args: readonly string[]): void {
  // A reader such as `head` may close the output early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  void dispatch(args, processTerminal()).then((code) => {
    process.exitCode = code;
  });
}
