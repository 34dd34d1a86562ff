import { dispatch } from './dispatch.ts';
import { processTerminal } from './terminal.ts';

// Ends at once: after a second signal, calls may still be in flight.
process.exit(await dispatch(['gateway', ...process.argv.slice(2)], processTerminal()));
