import { dispatch } from './dispatch.ts';
import { processTerminal } from './terminal.ts';

/** Runs a command line as this process, whose exit code says how it ended. */
export function runProcess(args: readonly string[]): void {
  // A reader such as `head` may close the output early. What was found still decides the exit code.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error;
    });
  }
  void dispatch(args, processTerminal()).then((code) => {
    process.exitCode = code;
  });
}
