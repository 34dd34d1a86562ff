import { runProcess } from './dispatch.ts';

/** `npm run -s scan`: the command `scan` alone. */
runProcess(['scan', ...process.argv.slice(2)]);
