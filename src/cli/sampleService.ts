import { runProcess } from './dispatch.ts';

/** `npm run -s sample-service`: the command `sample-service` alone. */
runProcess(['sample-service', ...process.argv.slice(2)]);
